/** A request to try during a fault: it fetches the current user. */
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
  const refresh = useAction(() => Resource.refresh(Resources.user))
  return (
    <Card title="Session" aside={<Badge kind={tag === "Stale" ? "attention" : "good"}>{tag}</Badge>}>
      <p role="status">
        {descriptions[tag]}
        {trouble !== undefined && ` Reason: ${trouble}.`}
      </p>
      <UserState />
      <div className="row">
        <ActionButton action={refresh} kind="primary">Fetch current user</ActionButton>
        <RevokeButton />
      </div>
    </Card>
  )
}

const descriptions = {
  Loading: "Reading the token store.",
  SignedOut: "No user is signed in. Sign in to see how the session reacts.",
  Active: "The session is active.",
  Refreshing: "A new access token is being fetched. Concurrent calls wait for the same one.",
  Stale: "The last refresh failed. You're still signed in, and the next call retries."
} as const

const UserState = (): ReactElement => {
  const state = useUserState({ or: "anonymous-if-exists" })
  return (
    <dl className="facts">
      <dt>Current user</dt>
      <dd>
        {state._tag === "Pending" && "Loading"}
        {state._tag === "Failed" && `Unknown: ${reasonOf(state.cause)}`}
        {state._tag === "Ready" &&
          (state.value === null ? "None" : state.value.displayName ?? state.value.primaryEmail)}
      </dd>
      <dt>Source</dt>
      <dd>
        {state._tag === "Pending" || state.isRefreshing
          ? "Refreshing; showing the cached value"
          : state._tag === "Ready" && state.stale !== undefined
          ? "Cached; the last refresh failed"
          : "Last response"}
      </dd>
    </dl>
  )
}

const reasonOf = (cause: Cause.Cause<Failure>): string => {
  const error = Cause.squash(cause)
  return isFailure(error) ? describeError(error) : "Something went wrong."
}

/** Ends all of the user's sessions on the server. */
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
      <button type="button" className="button danger" onClick={revoke}>Revoke my sessions on the server</button>
      <span className="small quiet" role="status">
        {isDone &&
          "Done. The access token stays valid until it expires. Set the service clock further ahead and fetch the user again."}
      </span>
    </>
  )
}
