/** The list of session states, with the current one marked. */
import type { ReactElement } from "react"
import { useWatched, type Watched } from "../../session.ts"

type Tag = Watched["tag"]

const states: ReadonlyArray<readonly [tag: Tag, meaning: string]> = [
  ["Loading", "The token store has not been read yet."],
  ["SignedOut", "No user is signed in."],
  ["Active", "A user is signed in."],
  ["Refreshing", "A new access token is being fetched."],
  ["Stale", "The last refresh failed. The next call retries."]
]

export const SessionStates = (): ReactElement => {
  const { tag } = useWatched()
  return (
    <ol className="states" aria-label="Session states">
      {states.map(([state, meaning]) => (
        <li key={state} className="state" data-state={state} aria-current={state === tag ? "true" : undefined}>
          <strong>{state}</strong>
          <span>{meaning}</span>
        </li>
      ))}
    </ol>
  )
}
