import * as Effect from "effect/Effect"
import type { RecordedEvent } from "../recorder/Recording.ts"
import type { ReplayClient } from "./ReplayClient.ts"
import { finishWork, type WalkState } from "./WalkState.ts"

/** The functions that advance a walk's client. */
export type Advance = ReturnType<typeof makeAdvance>

/** Creates the functions for a client. `hasTasks` returns `true` if it will do more. */
export const makeAdvance = (walk: WalkState, client: ReplayClient, hasTasks: () => boolean) => {
  const { clientWork, events, known, time } = walk

  /** Runs everything until it waits. */
  const settle = Effect.gen(function*() {
    for (let quiet = 0; quiet < 2;) {
      const before = walk.activity
      yield* Effect.yieldNow
      quiet = hasTasks() || walk.activity !== before ? 0 : quiet + 1
    }
  })

  /** Interrupts a call whose recorded interruption is among the next events: it may change the state before it ends. */
  const interruptNext = Effect.suspend(() => {
    const { at } = events[walk.position]!
    const next = events.slice(walk.position, walk.position + 20).find((event) =>
      (event.type === "CallEnded" || event.type === "OperationEnded") && event.outcome._tag === "Interrupted" &&
      known.has(event.call) && client.exitOf(event.call) === undefined && event.at - at < 100
    )
    return next !== undefined && "call" in next ? Effect.as(client.interrupt(next.call), true) : Effect.succeed(false)
  })

  /** The steps that may advance the client, the most certain first. Only one is taken: a later one may be too early. */
  const steps: ReadonlyArray<(cause: number | undefined, isRequired: boolean) => Effect.Effect<boolean>> = [
    (cause) => Effect.sync(() => finishWork(walk, clientWork.findExtra(cause))),
    (cause) => Effect.sync(() => time.fireOwn(cause)),
    () => Effect.sync(() => time.fireAny()),
    () => interruptNext,
    (cause) => Effect.sync(() => finishWork(walk, clientWork.findUnfinished(cause))),
    (cause, isRequired) => Effect.sync(() => isRequired && time.fireUncertain(cause))
  ]

  /** Advances the client until a condition holds; `false` if it never does. The replay then differs, if `isRequired`. */
  const reach = Effect.fnUntraced(function*(cause: number | undefined, holds: () => boolean, isRequired = true) {
    while (!holds()) {
      let hasAdvanced = false
      for (const step of steps) {
        hasAdvanced = yield* step(cause, isRequired)
        if (hasAdvanced) break
      }
      if (!hasAdvanced) return false
      yield* settle
    }
    return true
  })

  return {
    settle,
    interruptNext,
    reach,
    /** Waits for a read or a lock by the client. */
    waitFor: Effect.fnUntraced(function*(
      kind: "read" | "lock",
      event: Extract<RecordedEvent, { readonly startedAt: number }>
    ) {
      yield* reach(event.cause, () => clientWork.findWaiting(kind, event) !== undefined, false)
      return clientWork.findWaiting(kind, event) ?? clientWork.findShared(kind, event)
    }),
    /** Starts the reads and writes that started before the event with this number, and subscriptions. */
    startMissing: Effect.fnUntraced(function*(seq: number) {
      for (const { cause } of clientWork.findMissing(seq)) {
        const isCall = cause !== undefined && known.has(cause)
        if (isCall ? time.fireOwn(cause) : clientWork.host.startSubscription()) yield* settle
      }
    })
  }
}
