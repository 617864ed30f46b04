import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { CurrentCause } from "../recorder/CurrentCause.ts"
import { describeEvent } from "./describeEvent.ts"
import type { Mismatch } from "./Difference.ts"
import type { StartEvent } from "./ReplayClient.ts"
import type { ReplayClock } from "./ReplayClock.ts"

interface WaitingCall {
  /** The endpoint's id, or the operation's name. */
  readonly name: string
  readonly description: string
  readonly input: string | undefined
  readonly resume: (start: Effect.Effect<number>) => void
}

/** A gate before a program's calls: each waits until the replay reaches its recorded start. */
export type CallGate = ReturnType<typeof makeCallGate>

/** The time that a program gets to start a call while others wait. */
const idleTimeout = "1 second"

/** Creates a gate without calls. */
export const makeCallGate = (time: ReplayClock) => {
  const waiting = new Set<WaitingCall>()
  const exits = new Map<number, Exit.Exit<unknown, unknown>>()
  let changed = Deferred.makeUnsafe<void>()
  let isDone = false
  let failWith: ((description: string) => unknown) | undefined

  /** The program has started or ended a call. */
  const notify = () => {
    const previous = changed
    changed = Deferred.makeUnsafe()
    Deferred.doneUnsafe(previous, Effect.void)
  }
  const next = Effect.suspend(() => Deferred.await(changed))

  /** Waits until a condition holds, or the program is done, or it has started no call for `idleTimeout`. */
  const waitUntil = (holds: () => boolean): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      if (holds() || isDone) return Effect.succeed(holds())
      return waiting.size === 0
        ? Effect.andThen(next, waitUntil(holds))
        : Effect.flatMap(
          Effect.timeoutOption(next, idleTimeout),
          (found) => found._tag === "None" ? Effect.sync(holds) : waitUntil(holds)
        )
    })

  /** Waits at the gate. Returns the number of the recorded call. */
  const wait = (call: Omit<WaitingCall, "resume">): Effect.Effect<number> =>
    Effect.callback<number>((resume) => {
      if (failWith !== undefined) return resume(Effect.die(failWith(call.description)))
      const entry: WaitingCall = {
        ...call,
        resume: (start) => {
          waiting.delete(entry)
          resume(start)
        }
      }
      waiting.add(entry)
      notify()
      return Effect.sync(() => waiting.delete(entry))
    })

  return {
    /** Waits for a recorded start, and then runs the call with the recorded number as its cause. */
    enter: <A, E>(call: Omit<WaitingCall, "resume">, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.flatMap(
        wait(call),
        (number) =>
          Effect.onExit(Effect.provideService(effect, CurrentCause, number), (exit) =>
            Effect.sync(() => {
              exits.set(number, exit)
              notify()
            }))
      ),
    /** Waits until the program makes a recorded call, and starts it. Fails if the program makes another call, or none. */
    open: (event: StartEvent): Effect.Effect<boolean, Mismatch> => {
      const name = event.type === "CallStarted" ? event.endpoint : event.name
      const input = event.type === "CallStarted" ? JSON.stringify(event.input) : undefined
      const findSame = () => [...waiting].filter((call) => call.name === name)
      const find = () => findSame().find((call) => call.input === input)
      return Effect.flatMap(
        waitUntil(() => {
          // The program may sleep between two calls.
          while (find() === undefined && time.fireOwn(undefined));
          return find() !== undefined
        }),
        () => {
          const found = find() ?? findSame()[0]
          found?.resume(Effect.succeed(event.call))
          if (found !== undefined) return Effect.succeed(true)
          const [other] = waiting
          return Effect.fail({ expected: describeEvent(event), actual: other?.description })
        }
      )
    },
    /** Waits until a call has ended, or the program makes no progress. */
    waitForEnd: (call: number) => Effect.asVoid(waitUntil(() => exits.has(call))),
    exitOf: (call: number) => exits.get(call),
    /** The program makes no more calls. */
    setDone: () => {
      isDone = true
      notify()
    },
    /** Ends all calls at the gate with a defect made from their descriptions, also later ones. */
    fail: (makeDefect: (description: string) => unknown) => {
      failWith = makeDefect
      for (const { description, resume } of waiting) resume(Effect.die(makeDefect(description)))
    }
  }
}
