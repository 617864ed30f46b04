/** The current user, with links to the other pages. */
import { Navigation } from "latchkey"
import { Restricted, SignOutButton, SignUpButton, useAction, useTeamsState, useUserState } from "latchkey/react"
import type { ReactElement } from "react"
import { Link } from "../../router.tsx"
import { formatDay } from "../../texts.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Badge, Card, Skeleton } from "../../ui/layout.tsx"

export const You = (): ReactElement => (
  <Restricted fallback={<SignedInYou />} pending={<Skeleton lines={4} />}>
    {(_, { primaryEmail }) => <RestrictedYou email={primaryEmail} />}
  </Restricted>
)

/** Restricted users see no account data before onboarding is complete. */
const RestrictedYou = ({ email }: { readonly email: string | null }): ReactElement => {
  const continueSetup = useAction(() => Navigation.redirectTo("onboarding"))
  return (
    <header className="page-head">
      <h1 tabIndex={-1}>One more step</h1>
      <p>{email === null ? "Finish" : `You're signed in as ${email}. Finish`} setting up your account to continue.</p>
      <div className="row">
        <ActionButton action={continueSetup} kind="primary">Continue</ActionButton>
        <SignOutButton />
      </div>
    </header>
  )
}

const SignedInYou = (): ReactElement => {
  const state = useUserState({ or: "anonymous-if-exists" })
  const user = state._tag === "Ready" ? state.value : null
  return (
    <>
      <header className="page-head">
        <h1 tabIndex={-1}>
          {user === null
            ? "Welcome"
            : `Hello, ${user.isAnonymous ? "guest" : user.displayName ?? user.primaryEmail}`}
        </h1>
        <p>
          {user?.isAnonymous === true
            ? "You're using a guest account that exists only in this session. Sign up to keep it."
            : "You're signed in."}
        </p>
        <div className="row">
          {user?.isAnonymous === true && <SignUpButton variant="primary" />}
          <SignOutButton />
        </div>
      </header>
      <div className="cards">
        <Card title="Your account" aside={<Link href="/account">Account</Link>}>
          {user === null ? <Skeleton lines={4} /> : (
            <dl className="facts">
              <dt>Email</dt>
              <dd className="break">
                {user.primaryEmail ?? "None"} {user.primaryEmail !== null && (user.primaryEmailVerified
                  ? <Badge kind="good">Verified</Badge>
                  : <Badge kind="attention">Not verified</Badge>)}
              </dd>
              <dt>Two-factor authentication</dt>
              <dd>{user.requiresTotpMfa ? "On" : "Off"}</dd>
              <dt>Passkey</dt>
              <dd>{user.passkeyAuthEnabled ? "Added" : "None"}</dd>
              <dt>Member since</dt>
              <dd>{formatDay(user.signedUpAt)}</dd>
            </dl>
          )}
        </Card>
        <Card title="Your teams" aside={<Link href="/teams">Teams</Link>}>
          <TeamSummary selectedId={user?.selectedTeamId ?? null} />
        </Card>
      </div>
    </>
  )
}

const TeamSummary = ({ selectedId }: { readonly selectedId: string | null }): ReactElement => {
  const teams = useTeamsState()
  if (teams._tag !== "Ready") return <Skeleton lines={2} />
  if (teams.value.length === 0) return <p className="quiet">No teams yet. Create one to get started.</p>
  return (
    <ul className="items">
      {teams.value.map(({ displayName, id }) => (
        <li key={id} className="item">
          <span className="text">{displayName}</span>
          {id === selectedId && <Badge kind="good">Selected</Badge>}
        </li>
      ))}
    </ul>
  )
}
