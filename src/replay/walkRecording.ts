/**
 * The walk through a recording: the program makes the recorded calls, the service gives the recorded responses, and everything
 * that the client does is compared with the recording.
 *
 * A recording alternates between the work of the world (calls of the program, responses, results of the token store, changes of
 * other tabs) and the work of the client (requests, writes, states, results). The walk does the work of the world itself, or lets
 * the program do it, and expects the client's work.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { summarizeError } from "../recorder/ErrorSummary.ts"
import { outcomeOf } from "../recorder/makeRecording.ts"
import type { RecordedEvent, RecordedTokens, Recording } from "../recorder/Recording.ts"
import { SessionState, tokensOf } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"
import { describeOutcome, describeRequest, describeStateChange, describeTokens } from "./describeEvent.ts"
import { expectText, type Mismatch } from "./Difference.ts"
import { findListenerSteps } from "./listenerSteps.ts"
import type { ReplayClient, ReplayParts } from "./ReplayClient.ts"
import { makeReplayClock } from "./ReplayClock.ts"
import { makeResponse, type Waiting } from "./ReplayHost.ts"
import type { ReplayResult } from "./ReplayResult.ts"
import { makeReplayWork } from "./replayWork.ts"
import { findStoreSubscriptions } from "./storeSubscriptions.ts"
import { makeTokenText } from "./TokenText.ts"

/** A walk through a recording. */
export interface Walk extends ReplayParts {
  /** Walks through the recording until the first difference. `hasTasks` returns `true` if the client will do more. */
  readonly run: (client: ReplayClient, hasTasks: () => boolean) => Effect.Effect<ReplayResult>
}

/** Creates the walk through a recording. */
export const makeWalk = (recording: Recording): Walk => {
  const { events, start } = recording
  const tokenText = makeTokenText(recording)
  const time = makeReplayClock(events[0]?.at ?? 0)
  const states: Array<SessionState> = []
  let lastState: SessionState | undefined
  let activity = 0
  let position = 0
  const clientWork = makeReplayWork(recording, tokenText, () => position, () => activity++)
  const { host, produced } = clientWork
  host.setOnline(start.isOnline)

  const requests = new Map<number, Waiting<any>>()
  const known = new Set<number>()
  /** The tokens in the store that the recording shows. */
  let stored: RecordedTokens | null = start.tokens ?? null
  let skipped = 0

  const interrupted = new Set<number>()
  const replaced = new Map<number, ReadonlyArray<boolean>>()
  for (const event of events) {
    if (event.type !== "CallEnded" && event.type !== "OperationEnded") continue
    if (event.outcome._tag === "Interrupted") interrupted.add(event.call)
    if (event.type === "OperationEnded" && event.replaced !== undefined) replaced.set(event.call, event.replaced)
  }

  const storeSubscriptions = findStoreSubscriptions(events)

  /** Finishes a read or lock of a call. Returns `true` if there was one. */
  const finish = (work: Waiting<any> | undefined): boolean => {
    work?.finish(Exit.succeed(work.kind === "read" ? tokenText.toTokens(stored) : undefined))
    return work !== undefined
  }

  const describeState = (state: SessionState) =>
    describeStateChange({
      state: state._tag,
      tokens: tokenText.fromTokens(tokensOf(state)),
      reason: state._tag === "Stale" ? state.error.reason._tag : undefined
    })

  /** Starts a recorded call or session operation. */
  const begin = (client: ReplayClient, event: StartEvent): Effect.Effect<void, Mismatch> => {
    const session: Tokens | undefined = lastState && tokensOf(lastState)
    const start = event.type === "CallStarted"
      ? client.startCall(event, session)
      : client.startOperation(event, replaced.get(event.call) ?? [])
    return Effect.map(start, (isStarted) => {
      if (isStarted) known.add(event.call)
      else skipped++
    })
  }

  let listener: ReplayClient | undefined
  let nextState = 0
  /** The events of calls that the program's listener has started. */
  const begun = new Set<RecordedEvent>()
  /** Repeats the steps of the recorded program in its listener: these calls start before the client's next step. */
  const notifyProgram = (state: SessionState) => {
    const index = events.findIndex((event, index) =>
      index >= Math.max(position, nextState) && event.type === "StateChanged"
    )
    const event = events[index]
    if (
      listener === undefined || event?.type !== "StateChanged" || describeStateChange(event) !== describeState(state)
    ) {
      return
    }
    nextState = index + 1
    for (const step of findListenerSteps(events, event)) {
      if (step.type === "CallStarted" || step.type === "OperationStarted") {
        begun.add(step)
        Effect.runSync(Effect.ignore(begin(listener, step)))
      } else Effect.runSync(listener.interrupt(step.call))
    }
  }

  const run: Walk["run"] = Effect.fnUntraced(function*(client, hasTasks) {
    if (!client.isProgram) listener = client
    /** Runs everything until it waits. */
    const settle = Effect.gen(function*() {
      for (let quiet = 0; quiet < 2;) {
        const before = activity
        yield* Effect.yieldNow
        quiet = hasTasks() || activity !== before ? 0 : quiet + 1
      }
    })

    /** Interrupts a call whose recorded interruption is among the next events: it may change the state before it ends. */
    const interruptNext = Effect.suspend(() => {
      const next = events.slice(position, position + 20).find((event) =>
        (event.type === "CallEnded" || event.type === "OperationEnded") && event.outcome._tag === "Interrupted" &&
        known.has(event.call) && client.exitOf(event.call) === undefined && event.at - events[position]!.at < 100
      )
      return next !== undefined && "call" in next ? Effect.as(client.interrupt(next.call), true) : Effect.succeed(false)
    })

    /**
     * Advances the client until a condition holds: finishes its extra work, fires timers, and interrupts calls. Less certain
     * steps come last. `isRequired` is `true` if the replay differs without the condition.
     */
    const reach = Effect.fnUntraced(function*(cause: number | undefined, holds: () => boolean, isRequired = true) {
      while (!holds()) {
        const hasAdvanced = finish(clientWork.findExtra(cause)) || time.fireOwn(cause) || time.fireAny() ||
          (yield* interruptNext) || finish(clientWork.findUnfinished(cause)) || isRequired && time.fireUncertain(cause)
        if (!hasAdvanced) return false
        yield* settle
      }
      return true
    })

    const waitFor = Effect.fnUntraced(function*(
      kind: "read" | "lock",
      event: Extract<RecordedEvent, { readonly startedAt: number }>
    ) {
      yield* reach(event.cause, () => clientWork.findWaiting(kind, event) !== undefined, false)
      return clientWork.findWaiting(kind, event) ?? clientWork.findShared(kind, event)
    })

    /** Starts the reads and writes that started before the event with this number, and subscriptions. */
    const startMissing = Effect.fnUntraced(function*(seq: number) {
      for (const { cause } of clientWork.findMissing(seq)) {
        const isCall = cause !== undefined && known.has(cause)
        if (isCall ? time.fireOwn(cause) : host.startSubscription()) yield* settle
      }
    })

    /** Does or expects an event's work. Fails if the client behaves otherwise. */
    const replay = Effect.fnUntraced(function*(event: RecordedEvent): Effect.fn.Return<void, Mismatch> {
      switch (event.type) {
        case "CallStarted":
        case "OperationStarted":
          return begun.has(event) ? undefined : yield* begin(client, event)
        case "CallEnded":
        case "OperationEnded": {
          const { call, outcome } = event
          if (!known.has(call)) return
          const name = event.type === "CallEnded" ? `call ${call}` : `session.${event.name}`
          const hasEnded = () => client.exitOf(call) !== undefined
          if (outcome._tag === "Interrupted" && !hasEnded()) {
            yield* client.interrupt(call)
            yield* settle
          }
          if (!(yield* reach(call, hasEnded))) {
            return yield* Effect.fail({ expected: `${name} ends: ${describeOutcome(outcome)}`, actual: undefined })
          }
          // The program may interrupt a call at any time, also at its last step.
          if (outcome._tag === "Interrupted") return
          const exit = client.exitOf(call)!
          const actual = outcomeOf(Exit.mapError(exit, summarizeError))
          // Sound: the recording has tokens for operations that return tokens.
          const result = outcome._tag === "Success" && outcome.tokens !== undefined && Exit.isSuccess(exit)
            ? { ...actual, tokens: tokenText.fromTokens(exit.value as Tokens | undefined) }
            : actual
          return yield* expectText(
            `${name} ends: ${describeOutcome(outcome)}`,
            `${name} ends: ${describeOutcome(result)}`
          )
        }
        case "Subscribed":
          return client.subscribe(event.subscription, storeSubscriptions.find(event))
        case "Unsubscribed":
          return client.unsubscribe(event.subscription)
        case "RequestSent": {
          const { cause, request, sent } = event
          if (cause !== undefined && !known.has(cause)) return
          if (!(yield* reach(cause, () => clientWork.findRequest(event) !== undefined))) {
            const other = produced.find(({ work }) => work.cause === cause && host.waiting.has(work))
            return yield* Effect.fail({
              expected: `sends ${describeRequest(sent)}`,
              actual: other && `sends ${describeRequest(other.sent)}`
            })
          }
          const found = clientWork.findRequest(event)!
          produced.splice(produced.indexOf(found), 1)
          requests.set(request, found.work)
          return
        }
        case "ResponseReceived": {
          const work = requests.get(event.request)
          if (work === undefined) return
          const exit = makeResponse(tokenText, event.response, event.failure)
          if (exit !== undefined) work.finish(exit)
          else if (event.cause !== undefined && interrupted.has(event.cause)) yield* client.interrupt(event.cause)
          // A timeout has aborted the request.
          else yield* reach(event.cause, () => !host.waiting.has(work))
          return
        }
        case "StoreRead": {
          stored = event.tokens
          const { cause } = event
          if (cause !== undefined && !known.has(cause)) return
          const work = yield* waitFor("read", event)
          work?.finish(Exit.succeed(tokenText.toTokens(event.tokens)))
          return
        }
        case "StoreWritten": {
          const { after, before, cause } = event
          stored = after
          if (cause !== undefined && !known.has(cause)) return
          yield* reach(cause, () => clientWork.findWrite(event) !== undefined)
          const found = clientWork.findWrite(event, true)
          const expected = `stores ${describeTokens(after)}`
          if (found === undefined) {
            // Without a call, the program itself has written to the store.
            return cause === undefined || isSameTokens(before, after)
              ? undefined
              : yield* Effect.fail({ expected, actual: undefined })
          }
          yield* expectText(expected, `stores ${describeTokens(tokenText.fromTokens(found.result))}`)
          if (event.isInterrupted !== true) found.work.finish(Exit.succeed(found.result))
          return
        }
        case "StoreChanged":
          stored = event.tokens
          if (host.startSubscription(event.subscription)) yield* settle
          host.notify(event.subscription, tokenText.toTokens(event.tokens))
          return
        case "LockAcquired": {
          const { cause } = event
          if (cause !== undefined && !known.has(cause)) return
          const work = yield* waitFor("lock", event)
          work?.finish(Exit.void)
          return
        }
        case "StateChanged": {
          const expected = describeStateChange(event)
          // Only an interruption ends a refresh with the same tokens. The timers of its retries may have ended as well.
          const isInterrupted = states.length === 0 && lastState?._tag === "Refreshing" &&
            expected === describeState(SessionState.Active({ tokens: lastState.tokens }))
          if (isInterrupted && (yield* interruptNext)) yield* settle
          if (!(yield* reach(undefined, () => states.length > 0))) {
            return yield* Effect.fail({ expected, actual: undefined })
          }
          return yield* expectText(expected, describeState(states.shift()!))
        }
        case "ConnectivityChanged":
          return host.setOnline(event.isOnline ?? undefined)
        case "CacheChanged":
        case "Redirected":
        case "RedirectRefused":
          return
      }
    })

    /** Fails if the client does something that the recording does not contain. */
    const expectNothing = Effect.suspend(() => {
      const unexpected = clientWork.findUnexpected()
      if (unexpected === undefined) return Effect.void
      const { sent, work: { cause } } = unexpected
      const place = cause === undefined ? "" : `call ${cause} `
      return Effect.fail({ expected: undefined, actual: `${place}sends ${describeRequest(sent)}` })
    })

    for (const subscription of storeSubscriptions.earlier) client.subscribe(-1 - subscription, subscription)
    if (start.state !== undefined) {
      client.restore(tokenText.toTokens(start.state.tokens), start.clockSkewMillis)
      yield* settle
      // Their first reads are not in the recording.
      for (const subscription of storeSubscriptions.earlier) host.startSubscription(subscription)
      yield* settle
      for (const work of host.waiting) {
        const tokens = tokenText.toTokens(start.state.tokens)
        work.finish(Exit.succeed(work.kind === "write" ? work.change!(tokens) : tokens))
        yield* settle
      }
      states.length = 0
    }
    for (const [index, event] of events.entries()) {
      position = index
      clientWork.applyBefore(event.seq)
      time.setTime(event.at)
      yield* startMissing(event.seq)
      const mismatch = yield* replay(event).pipe(
        Effect.andThen(settle),
        Effect.andThen(Effect.suspend(() => {
          position = index + 1
          return expectNothing
        })),
        Effect.as(undefined),
        Effect.catch((mismatch) => Effect.succeed(mismatch))
      )
      if (mismatch !== undefined) return { difference: { seq: event.seq, ...mismatch }, replayed: position, skipped }
    }
    return { difference: undefined, replayed: events.length, skipped }
  })

  return {
    host,
    time,
    tokenText,
    onState: (state) => {
      activity++
      states.push(state)
      lastState = state
      notifyProgram(state)
    },
    run
  }
}

type StartEvent = Extract<RecordedEvent, { readonly type: "CallStarted" | "OperationStarted" }>

const isSameTokens = (self: RecordedTokens | null, that: RecordedTokens | null): boolean =>
  describeTokens(self) === describeTokens(that)
