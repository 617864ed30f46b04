/** A recorded program's steps in its listeners. */
import type { EventOf, RecordedEvent } from "../recorder/Recording.ts"

/** A program's step: it starts a call, or interrupts one. */
export type ListenerStep = EventOf<"CallStarted" | "OperationStarted" | "CallEnded" | "OperationEnded">

/** Returns the program's steps when the state changes, before the client's next step. */
export const findListenerSteps = (
  events: ReadonlyArray<RecordedEvent>,
  change: EventOf<"StateChanged">
): ReadonlyArray<ListenerStep> => {
  const steps: Array<ListenerStep> = []
  const started = new Set<number | undefined>()
  /** Returns `true` if calls that the listener did not start have read or written between the change and an event. */
  const hasClientStep = ({ seq }: RecordedEvent) =>
    events.some((event) =>
      "startedAt" in event && event.startedAt > change.seq && event.startedAt < seq && !started.has(event.cause)
    )
  for (const event of events.slice(events.indexOf(change) + 1)) {
    if (event.at !== change.at || hasClientStep(event)) break
    // A request's abortion is the client's reaction to an interruption.
    if (event.type === "CacheChanged" || event.type === "ResponseReceived" && event.failure === "aborted") continue
    const isEnd = event.type === "CallEnded" || event.type === "OperationEnded"
    if (isEnd && event.outcome._tag !== "Interrupted") break
    if (!isEnd && event.type !== "CallStarted" && event.type !== "OperationStarted") break
    steps.push(event)
    if (!isEnd) started.add(event.call)
  }
  return steps
}
