/**
 * The steps of a recorded program in its listeners.
 *
 * @since 0.1.0
 */
import type { RecordedEvent } from "../recorder/Recording.ts"

type EventOf<Type> = Extract<RecordedEvent, { readonly type: Type }>

/**
 * A step of a program: it starts a call, or interrupts one.
 *
 * @category models
 * @since 0.1.0
 */
export type ListenerStep = EventOf<"CallStarted" | "OperationStarted" | "CallEnded" | "OperationEnded">

/**
 * Returns the steps of the program at a change of the state, before the next step of the client.
 *
 * @category getters
 * @since 0.1.0
 */
export const findListenerSteps = (
  events: ReadonlyArray<RecordedEvent>,
  change: EventOf<"StateChanged">
): ReadonlyArray<ListenerStep> => {
  const steps: Array<ListenerStep> = []
  for (const event of events.slice(events.indexOf(change) + 1)) {
    if (event.at !== change.at) break
    // The abortion of a request is the client's reaction to an interruption.
    if (event.type === "CacheChanged" || event.type === "ResponseReceived" && event.failure === "aborted") continue
    const isEnd = event.type === "CallEnded" || event.type === "OperationEnded"
    if (isEnd && event.outcome._tag !== "Interrupted") break
    if (!isEnd && event.type !== "CallStarted" && event.type !== "OperationStarted") break
    steps.push(event)
  }
  return steps
}
