/** A component to test: the user's teams, and a form to create one. */
import { Teams } from "latchkey"
import { Protect, SignedIn, useAction, useTeamsState, useUser } from "latchkey/react"

const TeamList = () => {
  const state = useTeamsState()
  if (state._tag === "Pending") return <p>Loading teams…</p>
  if (state._tag === "Failed") return <p role="alert">Couldn't load your teams.</p>
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
        Team name <input name="name" />
      </label>
      <button disabled={state._tag === "Pending"}>Create</button>
      {state._tag === "Success" ? <p role="status">{state.value.displayName} created.</p> : null}
      {state._tag === "Failure" ? <p role="alert">{state.error.message}</p> : null}
    </form>
  )
}

const Welcome = () => <h1>Welcome, {useUser({ or: "throw" }).displayName ?? "guest"}</h1>

export const TeamMenu = () => (
  <SignedIn fallback={<a href="/handler/sign-in">Sign in</a>}>
    <Welcome />
    <TeamList />
    <NewTeam />
  </SignedIn>
)
