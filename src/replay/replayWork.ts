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

export interface ReplayWork {
  readonly host: ReplayHost
  /** The requests without a recorded counterpart yet, oldest first. */
  readonly produced: Array<Produced>
  /** Returns an event's waiting work. */
  readonly findWaiting: (kind: WorkKind, event: WorkEvent) => Waiting<any> | undefined
  /** Returns another call's waiting work in place of an event's work: calls share refreshes. */
  readonly findShared: (kind: WorkKind, event: WorkEvent) => Waiting<any> | undefined
  /** Returns a call's waiting read or lock that the recording does not contain. */
  readonly findExtra: (cause: number | undefined) => Waiting<any> | undefined
  readonly findUnfinished: (cause: number | undefined) => Waiting<any> | undefined
  /** Returns the events whose work started after the previous event, but not in the replayed client. */
  readonly findMissing: (seq: number) => ReadonlyArray<WorkEvent>
  /** Returns the waiting request that a recorded call sent, or any call. */
  readonly findRequest: (event: EventOf<"RequestSent">) => Produced | undefined
  /** Returns a waiting request that is not in the recording from here on. */
  readonly findUnexpected: () => Produced | undefined
  /** Returns an event's write and its result. With `mayBeShared`, another call with the same refresh may make it. */
  readonly findWrite: (
    event: EventOf<"StoreWritten">,
    mayBeShared?: boolean
  ) => { readonly work: Waiting<any>; readonly result: Tokens | undefined } | undefined
  /** Computes the changes that the recorded client computed before the event with this number. */
  readonly applyBefore: (seq: number) => void
}

/** Creates a host without work. `getPosition` returns the current event's index, and `onWork` is called for new work. */
export const makeReplayWork = (
  recording: Recording,
  tokenText: TokenText,
  getPosition: () => number,
  onWork: () => void
): ReplayWork => {
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
): Pick<ReplayWork, "findRequest" | "findUnexpected"> => {
  const keys = new Map<RecordedEvent, string>()
  const lastIndexes = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    if (event.type !== "RequestSent") continue
    const key = JSON.stringify(event.sent)
    keys.set(event, key)
    lastIndexes.set(key, index)
  }
  return {
    findRequest: (event) => {
      const same = produced.filter(({ key }) => key === keys.get(event))
      return same.find(({ work }) => work.cause === event.cause) ?? same[0]
    },
    findUnexpected: () =>
      produced.find(({ key, work }) => host.waiting.has(work) && (lastIndexes.get(key) ?? -1) < getPosition())
  }
}

type Search = Pick<ReplayWork, "findWaiting" | "findShared" | "findExtra" | "findUnfinished" | "findMissing">

/** Creates the search for reads, writes and locks: they belong to a recorded event by their kind, call and order. */
const makeSearch = (host: ReplayHost, events: ReadonlyArray<RecordedEvent>, getPosition: () => number): Search => {
  const starts = events.filter((event) => "startedAt" in event).toSorted((a, b) => a.startedAt - b.startedAt)
  const waitingOf = (kind: WorkKind, cause: number | undefined) =>
    [...host.waiting].filter((work) => work.kind === kind && work.cause === cause)
  /** Returns a call's recorded work that is running before the event with this number. */
  const pendingOf = (kind: WorkKind, cause: number | undefined, seq: number) =>
    events.filter((event) =>
      event.type === types[kind] && event.cause === cause && event.startedAt < seq && event.seq >= seq
    )
  return {
    findWaiting: (kind, { cause, seq, startedAt }) => {
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
    findShared: (kind, { cause }) =>
      [...host.waiting].find((work) =>
        work.kind === kind && work.cause !== cause &&
        !events.some((event, index) =>
          index >= getPosition() && event.type === types[kind] && event.cause === work.cause
        )
      ),
    findExtra: (cause) => {
      const seq = events[getPosition()]?.seq ?? Infinity
      for (const kind of ["read", "lock"] as const) {
        const found = waitingOf(kind, cause)
        if (found.length > pendingOf(kind, cause, seq).length) return found[0]
      }
      return undefined
    },
    findUnfinished: (cause) => waitingOf("read", cause)[0] ?? waitingOf("lock", cause)[0],
    findMissing: (seq) => {
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
  { findShared, findWaiting }: Search
): Pick<ReplayWork, "findWrite" | "applyBefore"> => {
  const writes = events.filter((event) => event.type === "StoreWritten").toSorted((a, b) => a.appliedAt - b.appliedAt)
  const written = new Map<RecordedEvent, Waiting<any>>()
  const results = new Map<RecordedEvent, Tokens | undefined>()
  const apply = (event: EventOf<"StoreWritten">, work: Waiting<any>) => {
    if (!results.has(event)) results.set(event, work.change!(tokenText.toTokens(event.before)))
    return results.get(event)
  }
  return {
    findWrite: (event, mayBeShared = false) => {
      const work = written.get(event) ?? findWaiting("write", event) ??
        (mayBeShared ? findShared("write", event) : undefined)
      return work && { work, result: apply(event, work) }
    },
    applyBefore: (seq) => {
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
