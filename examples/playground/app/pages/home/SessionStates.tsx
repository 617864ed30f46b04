/** The states that a session can be in, and the one that it is in now. */
import type { ReactElement } from "react"
import { useWatched, type Watched } from "../../session.ts"

type Tag = Watched["tag"]

const states: ReadonlyArray<readonly [tag: Tag, meaning: string]> = [
  ["Loading", "The store has not been read yet."],
  ["SignedOut", "Nobody is signed in."],
  ["Active", "Somebody is signed in."],
  ["Refreshing", "A new access token is on its way."],
  ["Stale", "The last refresh brought no answer. The next call tries again."]
]

export const SessionStates = (): ReactElement => {
  const { tag } = useWatched()
  return (
    <ol className="states" aria-label="States of the session">
      {states.map(([state, meaning]) => (
        <li key={state} className="state" data-state={state} aria-current={state === tag ? "true" : undefined}>
          <strong>{state}</strong>
          <span>{meaning}</span>
        </li>
      ))}
    </ol>
  )
}
