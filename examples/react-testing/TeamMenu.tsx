/** A part of an imaginary app: the teams of the user, and a form for another one. */
import { Teams } from "latchkey"
import { Protect, SignedIn, useAction, useTeamsState, useUser } from "latchkey/react"

const TeamList = () => {
  const state = useTeamsState()
  if (state._tag === "Pending") return <p>Your teams are on their way.</p>
  if (state._tag === "Failed") return <p role="alert">Your teams cannot be shown.</p>
  return (
    <ul>
      {state.value.map(({ displayName, id }) => (
        <li key={id}>
          {displayName}
          <Protect permission="$delete_team" teamId={id}>
            <button>Delete {displayName}</button>
          </Protect>
        </li>
      ))}
    </ul>
  )
}

const NewTeam = () => {
  const { run, state } = useAction((displayName: string) => Teams.create({ displayName }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run(String(new FormData(event.currentTarget).get("name")))
      }}
    >
      <label>
        Name of the team <input name="name" />
      </label>
      <button disabled={state._tag === "Pending"}>Create</button>
      {state._tag === "Success" ? <p role="status">{state.value.displayName} is there.</p> : null}
      {state._tag === "Failure" ? <p role="alert">{state.error.message}</p> : null}
    </form>
  )
}

const Welcome = () => <h1>Welcome, {useUser({ or: "throw" }).displayName ?? "whoever you are"}</h1>

export const TeamMenu = () => (
  <SignedIn fallback={<a href="/handler/sign-in">Sign in</a>}>
    <Welcome />
    <TeamList />
    <NewTeam />
  </SignedIn>
)
