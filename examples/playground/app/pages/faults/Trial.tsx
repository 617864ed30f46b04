/** Something to ask the service while it is broken: who is signed in. */
import * as Cause from "effect/Cause"
import { Resource, Resources } from "latchkey"
import { useAction, useUserState } from "latchkey/react"
import { type ReactElement, useState } from "react"
import { revokeSessions } from "../../control.ts"
import { useWatched } from "../../session.ts"
import { describeError, type Failure, isFailure } from "../../texts.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Badge, Card } from "../../ui/layout.tsx"

export const Trial = (): ReactElement => {
  const { tag, trouble } = useWatched()
  const ask = useAction(() => Resource.refresh(Resources.user))
  return (
    <Card title="What the session does" aside={<Badge kind={tag === "Stale" ? "attention" : "good"}>{tag}</Badge>}>
      <p role="status">
        {sayings[tag]}
        {trouble !== undefined && ` The reason: ${trouble}.`}
      </p>
      <UserState />
      <div className="row">
        <ActionButton action={ask} kind="primary">Ask who I am</ActionButton>
        <RevokeButton />
      </div>
    </Card>
  )
}

const sayings = {
  Loading: "The store is being read.",
  SignedOut: "Nobody is signed in: there is no session that could suffer. Sign in first.",
  Active: "The session is in order.",
  Refreshing: "A new access token is on its way. Whoever asks meanwhile waits for the same one.",
  Stale: "The last refresh brought no answer. Nobody is signed out: the next call tries again."
} as const

const UserState = (): ReactElement => {
  const state = useUserState({ or: "anonymous-if-exists" })
  return (
    <dl className="facts">
      <dt>Who you are</dt>
      <dd>
        {state._tag === "Pending" && "Being asked"}
        {state._tag === "Failed" && `Not known: ${reasonOf(state.cause)}`}
        {state._tag === "Ready" &&
          (state.value === null ? "Nobody" : state.value.displayName ?? state.value.primaryEmail)}
      </dd>
      <dt>How it is known</dt>
      <dd>
        {state._tag === "Pending" || state.isRefreshing
          ? "Being asked again; what was known stays"
          : state._tag === "Ready" && state.stale !== undefined
          ? "From before: the last answer brought nothing"
          : "From the last answer"}
      </dd>
    </dl>
  )
}

const reasonOf = (cause: Cause.Cause<Failure>): string => {
  const error = Cause.squash(cause)
  return isFailure(error) ? describeError(error) : "Something went wrong."
}

/** Ends the session from the other side. */
const RevokeButton = (): ReactElement | null => {
  const state = useUserState({ or: "anonymous-if-exists" })
  const user = state._tag === "Ready" ? state.value : null
  const [isDone, setDone] = useState(false)
  if (user === null) return null
  const revoke = async () => {
    await revokeSessions(user.id)
    setDone(true)
  }
  return (
    <>
      <button type="button" className="button danger" onClick={revoke}>Revoke my sessions at the service</button>
      <span className="small quiet" role="status">
        {isDone && "Done. The access token is good until it is over: put the service's clock farther ahead, and ask."}
      </span>
    </>
  )
}
