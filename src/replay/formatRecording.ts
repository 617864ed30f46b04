import * as Effect from "effect/Effect"
import type { RecordedEvent, Recording } from "../recorder/Recording.ts"
import { describeEvent } from "./describeEvent.ts"
import { type Difference, ReplayDifference, type ReplayResult } from "./Difference.ts"
import { escapeControls } from "./escapeControls.ts"

/** Returns a timeline: a line for each event, with the time and the call's number. Control characters are escaped. */
export const formatRecording = (recording: Recording): string => {
  const { events, library, start } = recording
  const first = events[0]
  const describe = makeLines(recording)
  const head = [
    `Recording of latchkey ${library}: ${events.length} events${
      first === undefined ? "" : ` from ${toDate(first.at)} on`
    }`,
    ...start.dropped === 0 ? [] : [`${start.dropped} older events were dropped`]
  ]
  return `${joinLines([...head, "", ...events.map(describe)])}\n`
}

const toDate = (millis: number): string => Math.abs(millis) <= 8.64e15 ? new Date(millis).toISOString() : `${millis} ms`

const joinLines = (lines: ReadonlyArray<string>): string => lines.map(escapeControls).join("\n")

/** Returns a function that returns an event's line. */
const makeLines = (recording: Recording): (event: RecordedEvent) => string => {
  const describeRefresh = describeRefreshes(recording)
  return (event) => `${formatPlace(recording, event)} ${describeEvent(event)}${describeRefresh(event)}`
}

const formatPlace = ({ events }: Recording, event: RecordedEvent): string => {
  const seconds = ((event.at - (events[0]?.at ?? 0)) / 1000).toFixed(3)
  const call = callOf(event)
  return `${seconds.padStart(10)}  ${(call === undefined ? "" : `#${call}`).padEnd(6)}`
}

/** Returns a difference in its part of the timeline: `-` marks the recorded behavior, `+` the current one. Escapes controls. */
export const formatDifference = (recording: Recording, difference: Difference): string => {
  const { events } = recording
  const { actual, expected, seq } = difference
  const index = Math.max(0, events.findIndex((event) => event.seq === seq))
  const event = events[index]
  const call = event && callOf(event)
  const started = events.find((each) =>
    (each.type === "CallStarted" || each.type === "OperationStarted") && each.call === call
  )
  const describe = makeLines(recording)
  const lines = (from: number, to: number) => events.slice(Math.max(0, from), to).map((each) => `  ${describe(each)}`)
  const place = event === undefined ? "" : formatPlace(recording, event)
  // Something that the recording does not contain happens after the event.
  const before = expected === undefined ? index + 1 : index
  return joinLines([
    summarize(difference),
    ...started === undefined ? [] : [`In #${call}, ${describeEvent(started)}`],
    "",
    ...lines(before - 6, before),
    ...expected === undefined ? [] : [`- ${place} ${expected}`],
    ...actual === undefined ? [] : [`+ ${place} ${actual}`],
    ...lines(index + 1, index + 4)
  ])
}

/** Returns a result without a difference. Fails otherwise. */
export const requireSame = (
  recording: Recording,
  result: ReplayResult
): Effect.Effect<ReplayResult, ReplayDifference> =>
  result.difference === undefined ? Effect.succeed(result) : Effect.fail(makeDifference(recording, result.difference))

/** Creates the error for a difference. */
export const makeDifference = (recording: Recording, difference: Difference): ReplayDifference =>
  new ReplayDifference({ message: formatDifference(recording, difference), difference })

const callOf = (event: RecordedEvent): number | undefined =>
  "call" in event ? event.call : "cause" in event ? event.cause : undefined

const summarize = ({ actual, expected }: Difference): string =>
  expected === undefined
    ? "The client does something that the recording does not contain"
    : actual === undefined
    ? "The client does not do what was recorded"
    : "The client does something else than what was recorded"

/** Returns a function that describes why the session was refreshed, in parentheses; empty for all other events. */
export const describeRefreshes = ({ claims, events, start }: Recording): (event: RecordedEvent) => string => {
  const requests = findRequests(events)
  return (event) => {
    if (event.type !== "StateChanged" || event.state !== "Refreshing") return ""
    const accessToken = event.tokens?.accessToken ?? undefined
    const call = requests.get(event)?.cause
    const cause = call === undefined ? "" : ` for #${call}`
    if (accessToken === undefined) return ` (refresh${cause}: there is no access token)`
    const expiry = Object.hasOwn(claims, accessToken) ? claims[accessToken]?.["exp"] : undefined
    if (typeof expiry !== "number") return ` (refresh${cause})`
    const skew = event.clockSkewMillis ?? start.clockSkewMillis ?? 0
    const seconds = (expiry * 1000 - skew - event.at) / 1000
    const rounded = Math.abs(seconds) >= 10 ? Math.round(Math.abs(seconds)) : Math.round(Math.abs(seconds) * 10) / 10
    return seconds <= 0
      ? ` (refresh${cause}: the access token expired ${rounded} s ago)`
      : ` (refresh${cause}: the access token expires in ${rounded} s)`
  }
}

/** Finds the refresh request after each event, in one pass. */
const findRequests = (
  events: ReadonlyArray<RecordedEvent>
): ReadonlyMap<RecordedEvent, { readonly cause?: number | undefined }> => {
  const requests = new Map<RecordedEvent, { readonly cause?: number | undefined }>()
  let next: { readonly cause?: number | undefined } | undefined
  for (const event of events.toReversed()) {
    if (next !== undefined) requests.set(event, next)
    if (event.type === "RequestSent" && isRefresh(event.sent.path)) next = event
  }
  return requests
}

const isRefresh = (path: string): boolean => path.endsWith("/oauth/token") || path.endsWith("/sessions/current/refresh")
