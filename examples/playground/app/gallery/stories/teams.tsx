/** The stories of teams, and of the parts of a header. */
import { Resources } from "latchkey"
import {
  CreateTeam,
  HandlerPage,
  SignInButton,
  SignOutButton,
  SignUpButton,
  TeamSettings,
  TeamSwitcher,
  testResource,
  UserAvatar,
  UserButton
} from "latchkey/react"
import { refuse, unavailable } from "../fakeClient.ts"
import {
  ada,
  adaPicture,
  allPermissions,
  engines,
  failed,
  invitations,
  loading,
  longTeam,
  longUser,
  makeMembers,
  makeProject,
  manyTeams,
  members,
  namelessUser,
  pending,
  permissions,
  teamKeys,
  teams
} from "../fixtures.ts"
import type { Player } from "../Player.ts"
import type { Group, Story } from "../Story.ts"

const project = testResource(Resources.project, makeProject())

const ofTeam = [
  project,
  testResource(Resources.teams, teams),
  testResource(Resources.teamPermissions, allPermissions),
  testResource(Resources.teamMembers(engines.id), members),
  testResource(Resources.teamInvitations(engines.id), invitations),
  testResource(Resources.teamApiKeys(engines.id), teamKeys)
]

const withMembers = (count: number) => [
  ...ofTeam,
  testResource(Resources.teamMembers(engines.id), makeMembers(count))
]

const withTeams = (all: typeof teams) => [...ofTeam, testResource(Resources.teams, all)]

const settings: Story = {
  render: () => <TeamSettings teamId={engines.id} />,
  user: { ...ada, selectedTeamId: engines.id, selectedTeam: engines },
  resources: ofTeam
}

/** Opens a page of the settings. */
const openPage = (name: string) => ({ click }: Player): Promise<void> => click(`to-${name}`)

const invite = async (player: Player): Promise<void> => {
  await openPage("invitations")(player)
  await player.type("email", "alan@example.com")
  await player.submit("invite")
}

const teamSettings: Group = {
  component: "TeamSettings",
  layout: "settings",
  stories: {
    list: settings,
    general: { ...settings, play: openPage("general") },
    handlerPage: {
      ...settings,
      render: () => <HandlerPage />,
      url: "https://app.example.com/handler/team-settings",
      play: async (player) => {
        await player.see("nav")
      }
    },
    renaming: {
      ...settings,
      play: async (player) => {
        await openPage("general")(player)
        await player.click("open-team-profile")
      }
    },
    members: { ...settings, play: openPage("members") },
    ownPermissions: {
      ...settings,
      play: async ({ click, see }) => {
        await click("to-members")
        const summary = await see("[data-latchkey~=permissions] > summary")
        summary.click()
      }
    },
    onlyMember: {
      ...settings,
      resources: [...ofTeam, testResource(Resources.teamMembers(engines.id), members.slice(0, 1))],
      play: openPage("members")
    },
    members25: { ...settings, resources: withMembers(25), play: openPage("members") },
    members120: {
      ...settings,
      resources: withMembers(120),
      play: async (player) => {
        await openPage("members")(player)
        await player.click("show-more")
      }
    },
    foundMembers: {
      ...settings,
      resources: withMembers(120),
      play: async (player) => {
        await openPage("members")(player)
        await player.type("search", "jose")
      }
    },
    noMembersFound: {
      ...settings,
      resources: withMembers(25),
      play: async (player) => {
        await openPage("members")(player)
        await player.type("search", "nobody")
      }
    },
    removingMember: {
      ...settings,
      height: 560,
      play: async (player) => {
        await openPage("members")(player)
        await player.click("remove")
        await player.see("dialog")
      }
    },
    invitations: { ...settings, play: openPage("invitations") },
    noInvitations: {
      ...settings,
      resources: [...ofTeam, testResource(Resources.teamInvitations(engines.id), [])],
      play: openPage("invitations")
    },
    revokingFailed: {
      ...settings,
      answers: { [`DELETE /team-invitations/${invitations[0]!.id}`]: unavailable },
      play: async (player) => {
        await openPage("invitations")(player)
        await player.click("revoke")
        await player.see("[data-latchkey~=row] [role=alert]")
      }
    },
    inviting: { ...settings, play: invite },
    inviteFailed: {
      ...settings,
      answers: { "POST /team-invitations/send-code": unavailable },
      play: async (player) => {
        await invite(player)
        await player.see("[role=alert]")
      }
    },
    apiKeys: { ...settings, play: openPage("apiKeys") },
    deleting: {
      ...settings,
      height: 720,
      play: async (player) => {
        await openPage("general")(player)
        await player.click("delete-team")
        await player.see("dialog")
      }
    },
    fewPermissions: {
      ...settings,
      play: openPage("general"),
      resources: [...ofTeam, testResource(Resources.teamPermissions, permissions(["team_member", "$read_members"]))]
    },
    skeleton: { ...settings, resources: [...ofTeam, pending(Resources.teams)] },
    error: { ...settings, resources: [...ofTeam, failed(Resources.teams)] },
    longName: {
      ...settings,
      render: () => <TeamSettings teamId={longTeam.id} />,
      resources: [
        ...ofTeam,
        testResource(Resources.teams, [longTeam]),
        testResource(
          Resources.teamPermissions,
          allPermissions.map((permission) => ({ ...permission, teamId: longTeam.id }))
        )
      ]
    }
  }
}

const creation: Story = { render: () => <CreateTeam />, user: ada, resources: [project] }

const createTeam: Group = {
  component: "CreateTeam",
  layout: "card",
  stories: {
    idle: creation,
    busy: {
      ...creation,
      play: async ({ submit, type }) => {
        await type("displayName", "Analytical Engines")
        await submit()
      }
    },
    noName: {
      ...creation,
      play: async ({ see, submit }) => {
        await submit()
        await see("[role=alert]")
      }
    },
    skeleton: { ...creation, resources: [pending(Resources.project)] },
    closed: {
      ...creation,
      resources: [testResource(Resources.project, makeProject({ clientTeamCreationEnabled: false }))]
    }
  }
}

const openMenu = async ({ click, see }: Player): Promise<void> => {
  await click("menu-trigger")
  await see("[data-latchkey~=menu]")
}

/** Types into the search field of the teams. */
const search = (query: string) => async (player: Player): Promise<void> => {
  await openMenu(player)
  await player.type("menu-search", query)
  await player.see("[role=option]:nth-child(2), [role=status]:not(:empty)")
}

/** Selects the last team. */
const selectLast = async (player: Player): Promise<void> => {
  await openMenu(player)
  const items = document.querySelectorAll<HTMLElement>("[role=option][aria-selected=false]")
  items[items.length - 1]?.click()
}

const failSelection = async (player: Player): Promise<void> => {
  await selectLast(player)
  await player.see("[role=alert]")
}

/** The response to a selection of a team that the user has left. */
const notMember = {
  "PATCH /users/me": refuse("TEAM_MEMBERSHIP_NOT_FOUND", "", { team_id: engines.id, user_id: "me" }, 404)
}

const switcher: Story = {
  render: () => <TeamSwitcher />,
  user: { ...ada, selectedTeamId: engines.id, selectedTeam: engines },
  resources: ofTeam
}

const teamSwitcher: Group = {
  component: "TeamSwitcher",
  layout: "bar",
  stories: {
    closed: switcher,
    personal: { ...switcher, user: ada },
    open: { ...switcher, height: 480, play: openMenu },
    manyTeams: {
      ...switcher,
      height: 560,
      resources: withTeams(manyTeams),
      play: openMenu
    },
    longName: {
      ...switcher,
      user: { ...longUser, selectedTeamId: longTeam.id, selectedTeam: longTeam },
      resources: withTeams([longTeam, engines])
    },
    empty: {
      ...switcher,
      height: 320,
      user: ada,
      resources: withTeams([]),
      play: openMenu
    },
    eightTeams: {
      ...switcher,
      height: 560,
      resources: withTeams(manyTeams.slice(0, 8)),
      play: openMenu
    },
    searching: {
      ...switcher,
      height: 560,
      resources: withTeams(manyTeams),
      play: search("team 2")
    },
    notFound: {
      ...switcher,
      height: 560,
      resources: withTeams(manyTeams),
      play: search("zz")
    },
    loadingTeams: { ...switcher, height: 320, resources: [...ofTeam, pending(Resources.teams)], play: openMenu },
    skeleton: { ...switcher, session: loading },
    error: { ...switcher, height: 320, resources: [...ofTeam, failed(Resources.teams)], play: openMenu },
    creating: {
      ...switcher,
      height: 560,
      play: async (player) => {
        await openMenu(player)
        await player.click("create-team")
        await player.see("dialog input")
      }
    },
    notSelected: { ...switcher, height: 240, answers: notMember, play: failSelection }
  }
}

const button: Story = {
  render: () => <UserButton />,
  user: { ...ada, selectedTeamId: engines.id, selectedTeam: engines },
  resources: ofTeam
}

const userButton: Group = {
  component: "UserButton",
  layout: "bar",
  stories: {
    closed: button,
    withName: { ...button, render: () => <UserButton showName /> },
    picture: { ...button, user: { ...ada, profileImageUrl: adaPicture } },
    open: { ...button, height: 420, play: openMenu },
    withoutTeams: { ...button, height: 300, render: () => <UserButton hideTeams />, play: openMenu },
    longName: { ...button, height: 420, user: longUser, play: openMenu, render: () => <UserButton showName /> },
    noName: { ...button, height: 420, user: namelessUser, play: openMenu },
    noTeams: { ...button, height: 300, resources: withTeams([]), play: openMenu },
    eightTeams: { ...button, height: 560, resources: withTeams(manyTeams.slice(0, 8)), play: openMenu },
    manyTeams: { ...button, height: 560, resources: withTeams(manyTeams), play: openMenu },
    notSelected: { ...button, height: 240, answers: notMember, play: failSelection },
    atBottom: {
      ...button,
      height: 640,
      render: () => (
        <div style={{ alignSelf: "end" }}>
          <UserButton showName />
        </div>
      ),
      play: openMenu
    },
    signingOut: {
      ...button,
      height: 640,
      play: async (player) => {
        await openMenu(player)
        await player.click("sign-out")
      }
    },
    skeleton: { ...button, session: loading },
    nameSkeleton: { ...button, render: () => <UserButton showName />, session: loading }
  }
}

const userAvatar: Group = {
  component: "UserAvatar",
  layout: "bar",
  stories: {
    sizes: {
      render: () => (
        <>
          <UserAvatar size="small" />
          <UserAvatar />
          <UserAvatar size="large" />
        </>
      ),
      user: ada
    },
    pictures: {
      render: () => (
        <>
          <UserAvatar size="small" />
          <UserAvatar />
          <UserAvatar size="large" />
        </>
      ),
      user: { ...ada, profileImageUrl: adaPicture }
    },
    noName: { render: () => <UserAvatar />, user: namelessUser },
    skeleton: { render: () => <UserAvatar />, session: loading }
  }
}

const buttons: Group = {
  component: "SignInButton",
  layout: "bar",
  stories: {
    signedOut: {
      render: () => (
        <>
          <SignInButton />
          <SignUpButton variant="primary" />
        </>
      )
    },
    signInDialog: {
      height: 820,
      render: () => <SignInButton mode="modal" />,
      play: async ({ click, see }) => {
        await click("sign-in-button")
        await see("dialog input")
      }
    },
    dialogWithLogo: {
      height: 820,
      appearance: { logo: <strong style={{ font: "600 1.5rem Georgia, serif" }}>Acme &amp; Sons</strong> },
      render: () => <SignInButton mode="modal" />,
      play: async ({ click, see }) => {
        await click("sign-in-button")
        await see("dialog input")
      }
    },
    signUpDialog: {
      height: 820,
      render: () => <SignUpButton mode="modal" variant="primary" />,
      play: async ({ click, see }) => {
        await click("sign-up-button")
        await see("dialog input")
      }
    }
  }
}

const signOutButton: Group = {
  component: "SignOutButton",
  layout: "bar",
  stories: {
    idle: { render: () => <SignOutButton />, user: ada },
    busy: { render: () => <SignOutButton />, user: ada, play: ({ click }) => click("sign-out-button") }
  }
}

export const headerGroups: ReadonlyArray<Group> = [userButton, userAvatar, buttons, signOutButton, teamSwitcher]

export const teamGroups: ReadonlyArray<Group> = [teamSettings, createTeam]
