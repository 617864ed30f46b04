/** The machine that runs the tabs: its clock, and a scheduler that knows when it is idle. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"

/** Creates a machine. It counts running timers and waiting tasks. */
export const makeHost = Effect.fnUntraced(function*(
  counts: { sleeping: number; queued: number },
  yieldRate = 0.02
) {
  const clock = yield* Clock.clockWith(Effect.succeed)

  /** A sleeping machine wakes late, with its timers unchanged; the service's time has advanced. */
  const clockOf = (now: () => number): Clock.Clock => ({
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) =>
      Effect.acquireUseRelease(
        Effect.sync(() => counts.sleeping++),
        () => clock.sleep(duration),
        () => Effect.sync(() => counts.sleeping--)
      )
  })
  /** Knows when no task is left, and yields fibers at random steps, as a busy program does. */
  const parent = yield* Scheduler.Scheduler
  const scheduler: Scheduler.Scheduler = {
    executionMode: parent.executionMode,
    shouldYield: (fiber) => parent.shouldYield(fiber) || chance() < yieldRate,
    makeDispatcher: () => {
      const dispatcher = parent.makeDispatcher()
      return {
        scheduleTask: (task, priority) => {
          counts.queued++
          dispatcher.scheduleTask(() => {
            counts.queued--
            task()
          }, priority)
        },
        flush: () => dispatcher.flush()
      }
    }
  }
  let seed = 1
  const chance = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  /** Runs everything until it waits for time. */
  const settle: Effect.Effect<void> = Effect.suspend(() =>
    counts.queued === 0 ? Effect.void : Effect.andThen(Effect.yieldNow, settle)
  )

  return { chance, clockOf, scheduler, settle }
})
