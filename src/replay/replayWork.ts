import { probe } from "../call/requiredGeneration.ts"
import { samePseudonyms } from "../recorder/Pseudonyms.ts"
import type { EventOf, RecordedEvent, RecordedRequest, Recording } from "../recorder/Recording.ts"
import { findEndpoint, recordRequest } from "../recorder/recordRequest.ts"
import type { Tokens } from "../session/Tokens.ts"
import { endpoints } from "../wire/endpoints.ts"
import { refreshCurrent } from "../wire/sessions.ts"
import { refresh } from "../wire/tokens.ts"
import { makeReplayHost, type ReplayHost, type Waiting } from "./ReplayHost.ts"
import type { TokenText } from "./TokenText.ts"

type WorkKind = "read" | "write" | "lock"
type WorkEvent = Extract<RecordedEvent, { readonly startedAt: number }>

/** A request by the replayed client without a recorded counterpart yet. */
export interface Produced {
  readonly work: Waiting<any>
  readonly sent: RecordedRequest
  /** The request as text, for comparisons. */
  readonly key: string
}

/** Creates a host without work. `getPosition` returns the current event's index, and `onWork` is called for new work. */
export const makeReplayWork = (
  recording: Recording,
  tokenText: TokenText,
  getPosition: () => number,
  onWork: () => void
) => {
  const { events } = recording
  const toProduced = makeToProduced(recording, tokenText)
  const produced: Array<Produced> = []
  const host = makeReplayHost(getPosition, (work) => {
    onWork()
    if (work.kind === "request") produced.push(toProduced(work))
  })
  const search = makeSearch(host, events, getPosition)
  return {
    host,
    /** The requests without a recorded counterpart yet, oldest first. */
    produced,
    ...search,
    ...makeRequestSearch(host, events, produced, getPosition),
    ...makeWriteSearch(events, tokenText, search)
  }
}

/** Creates the function that records a request by the client as its recorder did. */
const makeToProduced = ({ client: { apiUrl }, events }: Recording, tokenText: TokenText) => {
  const pseudonyms = { ...samePseudonyms, text: tokenText.collapse }
  const endpointsByCall = new Map(
    events.flatMap((event) =>
      event.type === "CallStarted" ? [[event.call, endpoints.find(({ id }) => id === event.endpoint)]] : []
    )
  )
  return (work: Waiting<any>): Produced => {
    const { method, url } = work.sent!
    const own = work.cause === undefined ? undefined : endpointsByCall.get(work.cause)
    const endpoint = findEndpoint([own, refreshCurrent, refresh, probe], apiUrl, method, url)
    const key = JSON.stringify(recordRequest(pseudonyms, apiUrl, endpoint, work.sent!))
    // JSON drops `undefined`, as a recording does.
    return { work, key, sent: JSON.parse(key) }
  }
}

/** Creates the search for requests: a request belongs to the events with the same content. */
const makeRequestSearch = (
  host: ReplayHost,
  events: ReadonlyArray<RecordedEvent>,
  produced: ReadonlyArray<Produced>,
  getPosition: () => number
) => {
  const keys = new Map<RecordedEvent, string>()
  const lastIndexes = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    if (event.type !== "RequestSent") continue
    const key = JSON.stringify(event.sent)
    keys.set(event, key)
    lastIndexes.set(key, index)
  }
  return {
    /** Returns the waiting request that a recorded call sent, or any call. */
    findRequest: (event: EventOf<"RequestSent">): Produced | undefined => {
      const same = produced.filter(({ key }) => key === keys.get(event))
      return same.find(({ work }) => work.cause === event.cause) ?? same[0]
    },
    /** Returns a waiting request that is not in the recording from here on. */
    findUnexpected: (): Produced | undefined =>
      produced.find(({ key, work }) => host.waiting.has(work) && (lastIndexes.get(key) ?? -1) < getPosition())
  }
}

/** Creates the search for reads, writes and locks: they belong to a recorded event by their kind, call and order. */
const makeSearch = (host: ReplayHost, events: ReadonlyArray<RecordedEvent>, getPosition: () => number) => {
  const starts = events.filter((event) => "startedAt" in event).toSorted((a, b) => a.startedAt - b.startedAt)
  const waitingOf = (kind: WorkKind, cause: number | undefined) =>
    [...host.waiting].filter((work) => work.kind === kind && work.cause === cause)
  /** Returns a call's recorded work that is running before the event with this number. */
  const pendingOf = (kind: WorkKind, cause: number | undefined, seq: number) =>
    events.filter((event) =>
      event.type === types[kind] && event.cause === cause && event.startedAt < seq && event.seq >= seq
    )
  return {
    /** Returns an event's waiting work. */
    findWaiting: (kind: WorkKind, { cause, seq, startedAt }: WorkEvent): Waiting<any> | undefined => {
      const found = waitingOf(kind, cause)
      if (found.length < 2) return found[0]
      const pending = pendingOf(kind, cause, seq)
      if (found.length <= pending.length) {
        const isEarlier = (event: RecordedEvent) => "startedAt" in event && event.startedAt < startedAt
        return found[Math.min(pending.filter(isEarlier).length, found.length - 1)]
      }
      // Some work was interrupted.
      const started = events.findLastIndex((event) => event.seq < startedAt)
      return found.toSorted((a, b) => Math.abs(a.position - started) - Math.abs(b.position - started))[0]
    },
    /** Returns another call's waiting work in place of an event's work: calls share refreshes. */
    findShared: (kind: WorkKind, { cause }: WorkEvent): Waiting<any> | undefined =>
      [...host.waiting].find((work) =>
        work.kind === kind && work.cause !== cause &&
        !events.some((event, index) =>
          index >= getPosition() && event.type === types[kind] && event.cause === work.cause
        )
      ),
    /** Returns a call's waiting read or lock that the recording does not contain. */
    findExtra: (cause: number | undefined): Waiting<any> | undefined => {
      const seq = events[getPosition()]?.seq ?? Infinity
      for (const kind of ["read", "lock"] as const) {
        const found = waitingOf(kind, cause)
        if (found.length > pendingOf(kind, cause, seq).length) return found[0]
      }
      return undefined
    },
    /** Returns a call's waiting read or lock. */
    findUnfinished: (cause: number | undefined): Waiting<any> | undefined =>
      waitingOf("read", cause)[0] ?? waitingOf("lock", cause)[0],
    /** Returns the events whose work started after the previous event, but not in the replayed client. */
    findMissing: (seq: number): ReadonlyArray<WorkEvent> => {
      const missing: Array<WorkEvent> = []
      for (let next = starts[0]; next !== undefined && next.startedAt < seq; next = starts[0]) {
        starts.shift()
        const { cause, type } = next
        const pending = pendingOf(kinds[type], cause, seq)
        if (next.seq >= seq && waitingOf(kinds[type], cause).length < pending.length) missing.push(next)
      }
      return missing
    }
  }
}

/** Creates the search for writes. It computes each write's change once, when the recorded client did. */
const makeWriteSearch = (
  events: ReadonlyArray<RecordedEvent>,
  tokenText: TokenText,
  { findShared, findWaiting }: ReturnType<typeof makeSearch>
) => {
  const writes = events.filter((event) => event.type === "StoreWritten").toSorted((a, b) => a.appliedAt - b.appliedAt)
  const written = new Map<RecordedEvent, Waiting<any>>()
  const results = new Map<RecordedEvent, Tokens | undefined>()
  const apply = (event: EventOf<"StoreWritten">, work: Waiting<any>) => {
    if (!results.has(event)) results.set(event, work.change!(tokenText.toTokens(event.before)))
    return results.get(event)
  }
  return {
    /** Returns an event's write and its result. With `mayBeShared`, another call with the same refresh may make it. */
    findWrite: (event: EventOf<"StoreWritten">, mayBeShared = false) => {
      const work = written.get(event) ?? findWaiting("write", event) ??
        (mayBeShared ? findShared("write", event) : undefined)
      return work && { work, result: apply(event, work) }
    },
    /** Computes the changes that the recorded client computed before the event with this number. */
    applyBefore: (seq: number): void => {
      for (let next = writes[0]; next !== undefined && next.appliedAt < seq; next = writes[0]) {
        writes.shift()
        const work = findWaiting("write", next)
        if (work === undefined) continue
        written.set(next, work)
        apply(next, work)
      }
    }
  }
}

const types = { read: "StoreRead", write: "StoreWritten", lock: "LockAcquired" } as const
const kinds = { StoreRead: "read", StoreWritten: "write", LockAcquired: "lock" } as const
