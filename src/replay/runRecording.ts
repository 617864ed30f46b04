/**
 * Runs a recording again: the client makes the recorded calls, the service gives the recorded responses, and everything that
 * the client does is compared with the recording.
 *
 * A recording alternates between the work of the world (calls of the program, responses, results of the token store,
 * changes of other tabs) and the work of the client (requests, writes, states, results). The replay walks through it. It does
 * the work of the world itself, and expects the work of the client.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scheduler from "effect/Scheduler"
import { probe } from "../call/generation.ts"
import { loadFailures } from "../call/loadFailures.ts"
import { findEndpoint } from "../recorder/findEndpoint.ts"
import { outcomeOf } from "../recorder/makeRecording.ts"
import { samePseudonyms } from "../recorder/Pseudonyms.ts"
import type {
  RecordedEvent,
  RecordedOutcome,
  RecordedRequest,
  RecordedTokens,
  Recording
} from "../recorder/Recording.ts"
import { recordRequest } from "../recorder/recordRequest.ts"
import type { InvalidOptions } from "../session/options.ts"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"
import { endpoints } from "../wire/endpoints.ts"
import { refreshCurrent } from "../wire/sessions.ts"
import { refresh } from "../wire/tokens.ts"
import type { Difference } from "./Difference.ts"
import { makeReplayClient, type ReplayOptions } from "./ReplayClient.ts"
import { makeReplayClock } from "./ReplayClock.ts"
import { makeReplayHost, makeResponse, type Waiting } from "./ReplayHost.ts"
import { makeTokenText } from "./TokenText.ts"

/**
 * The result of a replay.
 *
 * @category models
 * @since 0.1.0
 */
export interface ReplayResult {
  /** The first difference; `undefined` if the client behaved as recorded. */
  readonly difference: Difference | undefined
  /** The number of events that were replayed. */
  readonly replayed: number
  /** The number of calls that cannot be replayed, because the recorder had dropped their start or their input is invalid. */
  readonly skipped: number
}

/** A request of the replayed client without a recorded counterpart yet. */
interface Produced {
  readonly work: Waiting<any>
  readonly sent: RecordedRequest
}

/**
 * Runs a recording again. Stops at the first difference.
 *
 * @category running
 * @since 0.1.0
 */
export const runRecording = (
  recording: Recording,
  options: ReplayOptions = {}
): Effect.Effect<ReplayResult, InvalidOptions> => Effect.scoped(walk(recording, options))

const walk = Effect.fnUntraced(function*(recording: Recording, options: ReplayOptions) {
  yield* Effect.promise(loadFailures)
  const { client: { apiUrl }, events, start } = recording
  const tokenText = makeTokenText(recording)
  const time = makeReplayClock(events[0]?.at ?? 0)
  const { hasTasks, scheduler } = yield* makeScheduler
  const pseudonyms = { ...samePseudonyms, text: tokenText.collapse }
  const endpointsByCall = new Map(
    events.flatMap((event) =>
      event.type === "CallStarted" ? [[event.call, endpoints.find(({ id }) => id === event.endpoint)]] : []
    )
  )
  const toRecordedRequest = (work: Waiting<any>): RecordedRequest => {
    const { method, url } = work.sent!
    const own = work.cause === undefined ? undefined : endpointsByCall.get(work.cause)
    const endpoint = findEndpoint([own, refreshCurrent, refresh, probe], apiUrl, method, url)
    // JSON drops `undefined`, as a recording does.
    return JSON.parse(JSON.stringify(recordRequest(pseudonyms, apiUrl, endpoint, work.sent!)))
  }

  const produced: Array<Produced> = []
  const states: Array<SessionState> = []
  let lastState: SessionState | undefined
  let activity = 0
  let position = 0
  const host = makeReplayHost(() => position, (work) => {
    activity++
    if (work.kind === "request") produced.push({ work, sent: toRecordedRequest(work) })
  })
  host.setOnline(start.isOnline)
  const client = yield* makeReplayClient(recording, host, time, scheduler, tokenText, (state) => {
    activity++
    states.push(state)
    lastState = state
  }, options)

  /** Runs everything until it waits. */
  const settle = Effect.gen(function*() {
    for (let quiet = 0; quiet < 2;) {
      const before = activity
      yield* Effect.yieldNow
      quiet = hasTasks() || activity !== before ? 0 : quiet + 1
    }
  })

  const requests = new Map<number, Waiting<any>>()
  const known = new Set<number>()
  /** The tokens in the store, as far as the recording shows them. */
  let stored: RecordedTokens | null = start.tokens ?? null
  let skipped = 0

  const isAhead = (produced: Produced) =>
    events.some((event, index) =>
      index >= position && event.type === "RequestSent" && isSameRequest(event.sent, produced.sent)
    )
  const findUnexpected = () => produced.find((each) => host.waiting.has(each.work) && !isAhead(each))

  /** Finishes reads, writes without a change and locks that the recording does not contain. Returns `true` if there were any. */
  const finishExtra = (cause: number | undefined): boolean => {
    for (const work of host.waiting) {
      if (work.kind === "request" || work.cause !== cause || work.kind === "write") continue
      work.finish(Exit.succeed(work.kind === "read" ? tokenText.toTokens(stored) : undefined))
      return true
    }
    return false
  }

  /** Lets the client do more, until a condition holds: finishes its extra work, and fires timers. */
  const reach = Effect.fnUntraced(function*(cause: number | undefined, holds: () => boolean) {
    while (!holds()) {
      if (!finishExtra(cause) && !time.fireNext()) return false
      yield* settle
    }
    return true
  })

  /** Returns the waiting work of a recorded event: in the order of their starts, unless some of it was interrupted. */
  const findWaiting = (
    kind: "read" | "write" | "lock",
    { cause, seq, startedAt }: Extract<RecordedEvent, { readonly startedAt: number }>
  ) => {
    const found = [...host.waiting].filter((work) => work.kind === kind && work.cause === cause)
    if (found.length < 2) return found[0]
    const isPending = (event: RecordedEvent) =>
      event.type === types[kind] && event.cause === cause && event.startedAt < seq && event.seq >= seq
    const pending = events.filter(isPending)
    if (found.length <= pending.length) {
      const isEarlier = (event: RecordedEvent) => "startedAt" in event && event.startedAt < startedAt
      return found[Math.min(pending.filter(isEarlier).length, found.length - 1)]
    }
    const started = events.findLastIndex((event) => event.seq < startedAt)
    return found.toSorted((a, b) => Math.abs(a.position - started) - Math.abs(b.position - started))[0]
  }

  const interrupted = new Set(
    events.flatMap((event) =>
      (event.type === "CallEnded" || event.type === "OperationEnded") && event.outcome._tag === "Interrupted"
        ? [event.call]
        : []
    )
  )
  const isInterrupted = (call: number | undefined) => call !== undefined && interrupted.has(call)

  const replaced = new Map<number, ReadonlyArray<boolean>>()
  for (const event of events) {
    if (event.type === "OperationEnded" && event.replaced !== undefined) replaced.set(event.call, event.replaced)
  }

  const writes = events.filter((event) => event.type === "StoreWritten")
    .toSorted((a, b) => a.appliedAt - b.appliedAt)
  const written = new Map<RecordedEvent, Waiting<any>>()
  const results = new Map<RecordedEvent, Tokens | undefined>()
  /** Computes the change of a write once. */
  const apply = (event: Extract<RecordedEvent, { readonly type: "StoreWritten" }>, work: Waiting<any>) => {
    if (!results.has(event)) results.set(event, work.change!(tokenText.toTokens(event.before)))
    return results.get(event)
  }
  /** Computes the changes that the recorded client computed before an event. */
  const applyBefore = (seq: number) => {
    for (let next = writes[0]; next !== undefined && next.appliedAt < seq; next = writes[0]) {
      writes.shift()
      const work = findWaiting("write", next)
      if (work === undefined) continue
      written.set(next, work)
      apply(next, work)
    }
  }

  /** Returns the difference at an event, if there is one. */
  const replay = Effect.fnUntraced(function*(
    event: RecordedEvent
  ): Effect.fn.Return<Omit<Difference, "seq"> | undefined> {
    switch (event.type) {
      case "CallStarted": {
        const session: Tokens | undefined = lastState && tokensOf(lastState)
        if (client.startCall(event, session)) known.add(event.call)
        else skipped++
        return
      }
      case "OperationStarted":
        known.add(event.call)
        client.startOperation(event, replaced.get(event.call) ?? [])
        return
      case "CallEnded":
      case "OperationEnded": {
        if (!known.has(event.call)) return
        const isOver = () => client.exitOf(event.call) !== undefined
        if (event.outcome._tag === "Interrupted" && !isOver()) {
          client.interrupt(event.call)
          yield* settle
        }
        if (!(yield* reach(event.call, isOver))) {
          return {
            expected: `${event.type === "CallEnded" ? "call" : event.name} ${event.call} ends: ${
              describeOutcome(event.outcome)
            }`,
            actual: undefined
          }
        }
        const outcome = outcomeOf(client.exitOf(event.call)!)
        // The program may interrupt a call at any time, also at its last step.
        if (event.outcome._tag === "Interrupted") return
        const [expected, actual] = [describeOutcome(event.outcome), describeOutcome(outcome)]
        return expected === actual
          ? undefined
          : { expected: `call ${event.call} ends: ${expected}`, actual: `call ${event.call} ends: ${actual}` }
      }
      case "Subscribed":
        client.subscribe(event.subscription)
        return
      case "Unsubscribed":
        client.unsubscribe(event.subscription)
        return
      case "RequestSent": {
        const { cause, request, sent } = event
        if (cause !== undefined && !known.has(cause)) return
        const find = () =>
          produced.find((each) => isSameRequest(each.sent, sent) && each.work.cause === cause) ??
            produced.find((each) => isSameRequest(each.sent, sent))
        if (!(yield* reach(cause, () => find() !== undefined))) {
          const other = produced.find(({ work }) => work.cause === cause && host.waiting.has(work))
          return { expected: `sends ${describeRequest(sent)}`, actual: other && `sends ${describeRequest(other.sent)}` }
        }
        const found = find()!
        produced.splice(produced.indexOf(found), 1)
        requests.set(request, found.work)
        return
      }
      case "ResponseReceived": {
        const work = requests.get(event.request)
        const exit = makeResponse(tokenText, event.response, event.failure)
        if (work === undefined) return
        if (exit !== undefined) work.finish(exit)
        else if (isInterrupted(event.cause)) client.interrupt(event.cause!)
        // A timeout has aborted the request.
        else yield* reach(event.cause, () => !host.waiting.has(work))
        return
      }
      case "StoreRead": {
        stored = event.tokens
        const { cause } = event
        if (cause !== undefined && !known.has(cause)) return
        yield* reach(cause, () => findWaiting("read", event) !== undefined)
        findWaiting("read", event)?.finish(Exit.succeed(tokenText.toTokens(event.tokens)))
        return
      }
      case "StoreWritten": {
        const { after, before, cause } = event
        stored = after
        if (cause !== undefined && !known.has(cause)) return
        if (!written.has(event) && !(yield* reach(cause, () => findWaiting("write", event) !== undefined))) {
          return isSameTokens(before, after)
            ? undefined
            : { expected: `stores ${describeTokens(after)}`, actual: undefined }
        }
        const work = written.get(event) ?? findWaiting("write", event)!
        const result = apply(event, work)
        const actual = tokenText.fromTokens(result)
        if (!isSameTokens(after, actual)) {
          return { expected: `stores ${describeTokens(after)}`, actual: `stores ${describeTokens(actual)}` }
        }
        work.finish(Exit.succeed(result))
        return
      }
      case "StoreChanged":
        stored = event.tokens
        host.notify(tokenText.toTokens(event.tokens))
        return
      case "LockAcquired": {
        const { cause } = event
        if (cause !== undefined && !known.has(cause)) return
        yield* reach(cause, () => findWaiting("lock", event) !== undefined)
        findWaiting("lock", event)?.finish(Exit.void)
        return
      }
      case "StateChanged": {
        const expected = `${event.state} ${describeTokens(event.tokens)}`
        if (!(yield* reach(undefined, () => states.length > 0))) {
          return { expected: `state ${expected}`, actual: undefined }
        }
        const state = states.shift()!
        const actual = `${state._tag} ${describeTokens(tokenText.fromTokens(tokensOf(state)))}`
        return expected === actual ? undefined : { expected: `state ${expected}`, actual: `state ${actual}` }
      }
      case "ConnectivityChanged":
        host.setOnline(event.isOnline ?? undefined)
        return
      case "CacheChanged":
      case "Redirected":
      case "RedirectRefused":
        return
    }
  })

  for (const [index, event] of events.entries()) {
    position = index
    applyBefore(event.seq)
    time.setTime(event.at)
    const difference = yield* replay(event)
    if (difference !== undefined) return { difference: { seq: event.seq, ...difference }, replayed: index, skipped }
    yield* settle
    position = index + 1
    const unexpected = findUnexpected()
    if (unexpected !== undefined) {
      return {
        difference: {
          seq: event.seq,
          expected: undefined,
          actual: `call ${unexpected.work.cause} sends ${describeRequest(unexpected.sent)}`
        },
        replayed: index + 1,
        skipped
      }
    }
  }
  return { difference: undefined, replayed: events.length, skipped }
})

/** Creates a scheduler that knows if tasks are waiting. */
const makeScheduler = Effect.map(Scheduler.Scheduler, (parent) => {
  let queued = 0
  const scheduler: Scheduler.Scheduler = {
    executionMode: parent.executionMode,
    shouldYield: (fiber) => parent.shouldYield(fiber),
    makeDispatcher: () => {
      const dispatcher = parent.makeDispatcher()
      return {
        scheduleTask: (task, priority) => {
          queued++
          dispatcher.scheduleTask(() => {
            queued--
            task()
          }, priority)
        },
        flush: () => dispatcher.flush()
      }
    }
  }
  return { scheduler, hasTasks: () => queued > 0 }
})

const types = { read: "StoreRead", write: "StoreWritten", lock: "LockAcquired" } as const

const isSameRequest = (self: RecordedRequest, that: RecordedRequest): boolean =>
  JSON.stringify(self) === JSON.stringify(that)

const isSameTokens = (self: RecordedTokens | null, that: RecordedTokens | null): boolean =>
  self?.refreshToken === that?.refreshToken && self?.accessToken === that?.accessToken

const describeTokens = (tokens: RecordedTokens | null): string =>
  tokens === null
    ? "no session"
    : `${tokens.refreshToken ?? "no refresh token"}, ${tokens.accessToken ?? "no access token"}`

const describeRequest = ({ accessToken, method, path, refreshToken }: RecordedRequest): string =>
  `${method} ${path}${refreshToken === undefined ? "" : ` with ${refreshToken}, ${accessToken ?? "no access token"}`}`

const describeOutcome = (outcome: RecordedOutcome): string =>
  outcome._tag === "Failure"
    ? `failure ${outcome.error}${outcome.reason === undefined ? "" : ` (${outcome.reason})`}`
    : outcome._tag.toLowerCase()
