import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { summarizeError } from "../recorder/RecorderEvent.ts"
import { outcomeOf } from "../recorder/recordEvent.ts"
import type { EventOf, RecordedEvent, RecordedTokens } from "../recorder/Recording.ts"
import type { Tokens } from "../session/Tokens.ts"
import { describeOutcome, describeRequest, describeStateChange, describeTokens } from "./describeEvent.ts"
import { expectText, type Mismatch } from "./Difference.ts"
import type { Advance } from "./makeAdvance.ts"
import type { ReplayClient } from "./ReplayClient.ts"
import { makeResponse } from "./ReplayHost.ts"
import { beginCall, describeState, type WalkState } from "./WalkState.ts"

export interface Walking {
  readonly walk: WalkState
  readonly client: ReplayClient
  readonly advance: Advance
}

type Step = Effect.fn.Return<void, Mismatch>

/** Replays an event. Fails if the client behaves otherwise than the event. */
export const replayEvent = (walking: Walking, event: RecordedEvent): Effect.Effect<void, Mismatch> => {
  const { client, walk } = walking
  switch (event.type) {
    case "CallStarted":
    case "OperationStarted":
      return walk.begun.has(event) ? Effect.void : beginCall(walk, client, event)
    case "CallEnded":
    case "OperationEnded":
      return endCall(walking, event)
    case "Subscribed":
      return Effect.sync(() => client.subscribe(event.subscription, walk.storeSubscriptions.find(event)))
    case "Unsubscribed":
      return Effect.sync(() => client.unsubscribe(event.subscription))
    case "RequestSent":
      return sendRequest(walking, event)
    case "ResponseReceived":
      return receiveResponse(walking, event)
    case "StoreRead":
      return readStore(walking, event)
    case "StoreWritten":
      return writeStore(walking, event)
    case "StoreChanged":
      return changeStore(walking, event)
    case "LockAcquired":
      return acquireLock(walking, event)
    case "StateChanged":
      return changeState(walking, event)
    case "ConnectivityChanged":
      return Effect.sync(() => walk.clientWork.host.setOnline(event.isOnline ?? undefined))
    case "CacheChanged":
    case "ForeignUseFound":
    case "Redirected":
    case "RedirectRefused":
      return Effect.void
  }
}

/** Returns `true` for work in a call that the program does not have. */
const isForeign = ({ known }: WalkState, cause: number | undefined): boolean => cause !== undefined && !known.has(cause)

const endCall = Effect.fnUntraced(function*(
  { advance: { reach, settle }, client, walk: { known, tokenText } }: Walking,
  event: EventOf<"CallEnded" | "OperationEnded">
): Step {
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
  yield* expectText(`${name} ends: ${describeOutcome(outcome)}`, `${name} ends: ${describeOutcome(result)}`)
})

const sendRequest = Effect.fnUntraced(function*(
  { advance, walk }: Walking,
  event: EventOf<"RequestSent">
): Step {
  const { host, produced, findRequest } = walk.clientWork
  const { cause, request, sent } = event
  if (isForeign(walk, cause)) return
  if (!(yield* advance.reach(cause, () => findRequest(event) !== undefined))) {
    const other = produced.find(({ work }) => work.cause === cause && host.waiting.has(work))
    return yield* Effect.fail({
      expected: `sends ${describeRequest(sent)}`,
      actual: other && `sends ${describeRequest(other.sent)}`
    })
  }
  const found = findRequest(event)!
  produced.splice(produced.indexOf(found), 1)
  walk.requests.set(request, found.work)
})

const receiveResponse = Effect.fnUntraced(function*(
  { advance, client, walk }: Walking,
  event: EventOf<"ResponseReceived">
): Step {
  const work = walk.requests.get(event.request)
  if (work === undefined) return
  const exit = makeResponse(walk.tokenText, event.response, event.failure)
  if (exit !== undefined) work.finish(exit)
  else if (event.cause !== undefined && walk.interrupted.has(event.cause)) yield* client.interrupt(event.cause)
  // A timeout has aborted the request.
  else yield* advance.reach(event.cause, () => !walk.clientWork.host.waiting.has(work))
})

const readStore = Effect.fnUntraced(function*({ advance, walk }: Walking, event: EventOf<"StoreRead">): Step {
  walk.stored = event.tokens
  if (isForeign(walk, event.cause)) return
  const work = yield* advance.waitFor("read", event)
  work?.finish(Exit.succeed(walk.tokenText.toTokens(event.tokens)))
})

const writeStore = Effect.fnUntraced(function*({ advance, walk }: Walking, event: EventOf<"StoreWritten">): Step {
  const { clientWork, tokenText } = walk
  const { after, before, cause } = event
  walk.stored = after
  if (isForeign(walk, cause)) return
  yield* advance.reach(cause, () => clientWork.findWrite(event) !== undefined)
  const found = clientWork.findWrite(event, true)
  const expected = `stores ${describeTokens(after)}`
  if (found === undefined) {
    // Without a call, the program itself has written to the store.
    if (cause !== undefined && !isSameTokens(before, after)) yield* Effect.fail({ expected, actual: undefined })
    return
  }
  yield* expectText(expected, `stores ${describeTokens(tokenText.fromTokens(found.result))}`)
  if (event.isInterrupted !== true) found.work.finish(Exit.succeed(found.result))
})

const isSameTokens = (self: RecordedTokens | null, that: RecordedTokens | null): boolean =>
  describeTokens(self) === describeTokens(that)

const changeStore = Effect.fnUntraced(function*({ advance, walk }: Walking, event: EventOf<"StoreChanged">): Step {
  const { clientWork: { host }, tokenText } = walk
  walk.stored = event.tokens
  if (host.startSubscription(event.subscription)) yield* advance.settle
  host.notify(event.subscription, tokenText.toTokens(event.tokens))
})

const acquireLock = Effect.fnUntraced(function*({ advance, walk }: Walking, event: EventOf<"LockAcquired">): Step {
  if (isForeign(walk, event.cause)) return
  const work = yield* advance.waitFor("lock", event)
  work?.finish(Exit.void)
})

const changeState = Effect.fnUntraced(function*(
  { advance: { interruptNext, reach, settle }, walk }: Walking,
  event: EventOf<"StateChanged">
): Step {
  const { lastState, states } = walk
  const expected = describeStateChange(event)
  // Only an interruption ends a refresh with the same tokens. The timers for its retries may have ended as well.
  const isInterrupted = states.length === 0 && lastState?._tag === "Refreshing" &&
    expected === describeState(walk, { _tag: "Active", tokens: lastState.tokens })
  if (isInterrupted && (yield* interruptNext)) yield* settle
  if (!(yield* reach(undefined, () => states.length > 0))) {
    return yield* Effect.fail({ expected, actual: undefined })
  }
  yield* expectText(expected, describeState(walk, states.shift()!))
})
