import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { EventOf, RecordedEvent, RecordedTokens, Recording } from "../recorder/Recording.ts"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import { describeStateChange } from "./describeEvent.ts"
import type { Mismatch } from "./Difference.ts"
import type { ReplayClient, StartEvent } from "./ReplayClient.ts"
import { makeReplayClock } from "./ReplayClock.ts"
import type { Waiting } from "./ReplayHost.ts"
import { makeReplayWork } from "./replayWork.ts"
import { makeTokenText } from "./TokenText.ts"

/** A walk's knowledge at one position of the recording. */
export interface WalkState {
  readonly events: ReadonlyArray<RecordedEvent>
  readonly tokenText: ReturnType<typeof makeTokenText>
  readonly time: ReturnType<typeof makeReplayClock>
  readonly clientWork: ReturnType<typeof makeReplayWork>
  readonly storeSubscriptions: ReturnType<typeof findStoreSubscriptions>
  /** The current event's index. */
  position: number
  /** Grows with everything that the client does. */
  activity: number
  /** The tokens in the store that the recording shows. */
  stored: RecordedTokens | null
  /** The session states that the client has shown and no event has expected. */
  readonly states: Array<SessionState>
  lastState: SessionState | undefined
  /** The calls that the walk has started. */
  readonly known: Set<number>
  /** The number of calls that the program does not have. */
  skipped: number
  /** The requests that wait for a response, by number. `any`, because each waits for another result. */
  readonly requests: Map<number, Waiting<any>>
  /** The calls whose recorded outcome is an interruption. */
  readonly interrupted: ReadonlySet<number>
  /** The tokens that a recorded operation replaced, by call. */
  readonly replaced: ReadonlyMap<number, ReadonlyArray<boolean>>
  /** The client that repeats the steps in the program's listener. `undefined` for a program, which has its own. */
  listener: ReplayClient | undefined
  /** The index after the last state for which the listener ran. */
  nextState: number
  /** The start events for calls that the program's listener has made. */
  readonly begun: Set<RecordedEvent>
}

export const makeWalkState = (recording: Recording): WalkState => {
  const { events, start } = recording
  const tokenText = makeTokenText(recording)
  const ended = events.filter((event) => event.type === "CallEnded" || event.type === "OperationEnded")
  const walk: WalkState = {
    events,
    tokenText,
    time: makeReplayClock(events[0]?.at ?? 0),
    clientWork: makeReplayWork(recording, tokenText, () => walk.position, () => walk.activity++),
    storeSubscriptions: findStoreSubscriptions(events),
    position: 0,
    activity: 0,
    stored: start.tokens ?? null,
    states: [],
    lastState: undefined,
    known: new Set(),
    skipped: 0,
    requests: new Map(),
    interrupted: new Set(ended.filter(({ outcome }) => outcome._tag === "Interrupted").map(({ call }) => call)),
    replaced: new Map(
      ended.flatMap((event) =>
        event.type === "OperationEnded" && event.replaced !== undefined ? [[event.call, event.replaced]] : []
      )
    ),
    listener: undefined,
    nextState: 0,
    begun: new Set()
  }
  walk.clientWork.host.setOnline(start.isOnline)
  return walk
}

/** Finishes a call's read or lock. Returns `true` if there was one. */
export const finishWork = ({ stored, tokenText }: WalkState, work: Waiting<any> | undefined): boolean => {
  work?.finish(Exit.succeed(work.kind === "read" ? tokenText.toTokens(stored) : undefined))
  return work !== undefined
}

/** Describes a session state as the recording does. */
export const describeState = ({ tokenText }: WalkState, state: SessionState): string =>
  describeStateChange({
    state: state._tag,
    tokens: tokenText.fromTokens(tokensOf(state)),
    reason: state._tag === "Stale" ? state.error.reason._tag : undefined
  })

export const beginCall = (walk: WalkState, client: ReplayClient, event: StartEvent): Effect.Effect<void, Mismatch> => {
  const start = event.type === "CallStarted"
    ? client.startCall(event, walk.lastState && tokensOf(walk.lastState))
    : client.startOperation(event, walk.replaced.get(event.call) ?? [])
  return Effect.map(start, (isStarted) => {
    if (isStarted) walk.known.add(event.call)
    else walk.skipped++
  })
}

/** Records a new session state, and repeats the listener's steps: these calls start before the client's next step. */
export const recordState = (walk: WalkState, state: SessionState): void => {
  walk.activity++
  walk.states.push(state)
  walk.lastState = state
  const { events, listener } = walk
  const from = Math.max(walk.position, walk.nextState)
  const index = events.findIndex((event, index) => index >= from && event.type === "StateChanged")
  const event = events[index]
  if (listener === undefined || event?.type !== "StateChanged") return
  if (describeStateChange(event) !== describeState(walk, state)) return
  walk.nextState = index + 1
  for (const step of findListenerSteps(events, event)) {
    if (step.type === "CallStarted" || step.type === "OperationStarted") {
      walk.begun.add(step)
      Effect.runSync(Effect.ignore(beginCall(walk, listener, step)))
    } else Effect.runSync(listener.interrupt(step.call))
  }
}

/** A program's step: it starts a call, or interrupts one. */
type ListenerStep = EventOf<"CallStarted" | "OperationStarted" | "CallEnded" | "OperationEnded">

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

/** Finds the subscriptions to the store by the changes that they reported. */
const findStoreSubscriptions = (events: ReadonlyArray<RecordedEvent>) => {
  const all = new Set(events.flatMap((event) => event.type === "StoreChanged" ? [event.subscription] : []))
  const starts = events.filter((event) => event.type === "Subscribed")
  const found = new Map<RecordedEvent, number>()
  for (const [index, event] of starts.entries()) {
    const end = starts[index + 1]?.seq ?? Infinity
    for (const subscription of all) if (subscription > event.seq && subscription < end) found.set(event, subscription)
  }
  const later = new Set(found.values())
  return {
    /** The subscriptions from before the first event. */
    earlier: [...all].filter((subscription) => !later.has(subscription)),
    /** Returns the subscription to the store that a subscription to the state made; `undefined` if the store did not change. */
    find: (event: RecordedEvent) => found.get(event)
  }
}
