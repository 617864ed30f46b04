/** The stories of the components that show their content only to certain users. */
import { Resources } from "latchkey"
import {
  Protect,
  Restricted,
  SignedIn,
  SignedOut,
  SignInButton,
  SignOutButton,
  SignUpButton,
  testResource,
  UserAvatar,
  UserButton
} from "latchkey/react"
import { ada, engines, failed, loading, permissions, restrictedUser, teams } from "../fixtures.ts"
import type { Group, Story } from "../Story.ts"

const header: Story = {
  render: () => (
    <SignedIn fallback={<SignInButton />} pending={<UserAvatar />}>
      <UserButton />
    </SignedIn>
  ),
  resources: [testResource(Resources.teams, teams)]
}

const signedIn: Group = {
  component: "SignedIn",
  layout: "bar",
  stories: {
    signedIn: { ...header, user: ada },
    signedOut: header,
    // Restricted users are treated as signed out.
    restricted: { ...header, user: restrictedUser },
    loading: { ...header, session: loading }
  }
}

const visitors: Story = {
  render: () => (
    <SignedOut fallback={<SignOutButton />}>
      <SignInButton />
      <SignUpButton variant="primary" />
    </SignedOut>
  )
}

const signedOut: Group = {
  component: "SignedOut",
  layout: "bar",
  stories: {
    signedOut: visitors,
    signedIn: { ...visitors, user: ada },
    restricted: { ...visitors, user: restrictedUser }
  }
}

const banner: Story = {
  render: () => (
    <Restricted fallback={<UserAvatar />}>
      {({ type }) => <p>{type === "email_not_verified" ? "Verify your email to continue." : "Ask the support."}</p>}
    </Restricted>
  )
}

const restricted: Group = {
  component: "Restricted",
  layout: "bar",
  stories: {
    emailNotVerified: { ...banner, user: restrictedUser },
    byAdministrator: {
      ...banner,
      user: { ...restrictedUser, restrictedReason: { type: "restricted_by_administrator" } }
    },
    notRestricted: { ...banner, user: ada }
  }
}

const danger: Story = {
  render: () => (
    <Protect fallback={<p>Ask an admin of the team.</p>} permission="$delete_team" teamId={engines.id}>
      <p>You can delete the team.</p>
    </Protect>
  ),
  user: ada
}

const protect: Group = {
  component: "Protect",
  layout: "bar",
  stories: {
    withPermission: {
      ...danger,
      resources: [testResource(Resources.teamPermissions, permissions(["$delete_team"]))]
    },
    withoutPermission: {
      ...danger,
      resources: [testResource(Resources.teamPermissions, permissions(["$read_members"]))]
    },
    failed: { ...danger, resources: [failed(Resources.teamPermissions)] }
  }
}

export const gateGroups: ReadonlyArray<Group> = [signedIn, signedOut, restricted, protect]
