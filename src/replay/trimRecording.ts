import * as Effect from "effect/Effect"
import type { RecordedEvent, Recording } from "../recorder/Recording.ts"
import { InvalidRecording } from "./parseRecording.ts"

/**
 * Returns a recording's part that can be replayed. If the recorder has dropped older events, it starts at the first moment
 * at which the client did nothing and its state is known: work that was running before is not in the recording. The same
 * applies to an outage, since its calls share an earlier check's result. Fails if there is no such moment.
 */
export const trimRecording = (recording: Recording): Effect.Effect<Recording, InvalidRecording> => {
  const { events, start } = recording
  if (start.dropped === 0) return Effect.succeed(recording)
  const isBusy = findBusyPositions(events)
  const isOutage = findOutagePositions(events)
  let { clockSkewMillis, isOnline, state, tokens } = start
  for (const [index, event] of events.entries()) {
    const isIdle = state?.state === "Active" || state?.state === "SignedOut"
    if (isIdle && tokens !== undefined && !isBusy[index] && !isOutage[index] && beginnings.has(event.type)) {
      return Effect.succeed({
        ...recording,
        start: { clockSkewMillis, isOnline, state, tokens, dropped: start.dropped + index },
        events: events.slice(index)
      })
    }
    switch (event.type) {
      case "StateChanged":
        state = { state: event.state, tokens: event.tokens }
        clockSkewMillis = event.clockSkewMillis
        break
      case "StoreRead":
      case "StoreChanged":
        tokens = event.tokens
        break
      case "StoreWritten":
        tokens = event.after
        break
      case "ConnectivityChanged":
        isOnline = event.isOnline ?? undefined
    }
  }
  return Effect.fail(
    new InvalidRecording({
      path: "events",
      message:
        "The recorder has dropped older events. At all others, work was running or the service did not respond. " +
        "Record with a larger `capacity`"
    })
  )
}

/** Other events follow from earlier ones. */
const beginnings: ReadonlySet<RecordedEvent["type"]> = new Set([
  "CallStarted",
  "OperationStarted",
  "StoreChanged",
  "Subscribed",
  "Unsubscribed",
  "ConnectivityChanged"
])

/** Returns for each event if work was running before it that did not end until then. */
const findBusyPositions = (events: ReadonlyArray<RecordedEvent>): ReadonlyArray<boolean> => {
  const starts = new Map<number, number>()
  const ends = new Map<number, number>()
  const changes = events.map(() => 0)
  const addWork = (from: number, to: number) => {
    // The work is running at the events after `from`, up to `to`.
    if (from >= to) return
    changes[from + 1]! += 1
    if (to + 1 < changes.length) changes[to + 1]! -= 1
  }
  const requests = new Map<number, number>()
  for (const [index, event] of events.entries()) {
    const call = "call" in event ? event.call : "cause" in event ? event.cause : undefined
    if (call !== undefined) {
      if (event.type === "CallStarted" || event.type === "OperationStarted") starts.set(call, index)
      ends.set(call, index)
    }
    if (event.type === "RequestSent") requests.set(event.request, index)
    if (event.type === "ResponseReceived") addWork(requests.get(event.request) ?? -1, index)
    if ("startedAt" in event) addWork(events.findLastIndex(({ seq }) => seq < event.startedAt), index)
  }
  for (const [call, end] of ends) addWork(starts.get(call) ?? -1, end)
  let running = 0
  return changes.map((change) => (running += change) > 0)
}

/** Returns for each event if the next response is lost, and the recording does not contain this outage's start. */
const findOutagePositions = (events: ReadonlyArray<RecordedEvent>): ReadonlyArray<boolean> => {
  const isLost = events.map((event) =>
    event.type === "ResponseReceived" ? event.response === null || event.response.kind === "cut" : undefined
  )
  let next: boolean | undefined
  const isNextLost = isLost.toReversed().map((lost) => next = lost ?? next).toReversed()
  let last = true
  return isLost.map((lost, index) => {
    const isUnknown = last && isNextLost[index] === true
    last = lost ?? last
    return isUnknown
  })
}
