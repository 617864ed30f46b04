/** Recordings whose events are out of order, whose values have getters, and clocks that were set back. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Recording } from "latchkey/recorder"
import { Replay } from "latchkey/replay"
import { makeReplayClock } from "../../src/replay/ReplayClock.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { recordSession } from "./support.ts"

const recorded = Effect.runSync(Effect.cached(recordSession))

/** Orders of the events that differ from their numbers. */
const orders: Readonly<Record<string, <A>(events: ReadonlyArray<A>) => ReadonlyArray<A>>> = {
  "reversed": (events) => events.toReversed(),
  "the last event first": (events) => [...events.slice(-1), ...events.slice(0, -1)],
  "two neighbors exchanged": ([first, second, ...others]) => [second!, first!, ...others],
  "every second event first": (events) => [
    ...events.filter((_, index) => index % 2 === 1),
    ...events.filter((_, index) => index % 2 === 0)
  ]
}

describe("parsing a recording", () => {
  it.effect("sorts events that are out of order, and the replay has the recorded end", () =>
    checkRowsEffect(Object.entries(orders), ([name]) => name, ([, order]) =>
      Effect.gen(function*() {
        const recording = yield* recorded
        const given = { ...recording, events: order(recording.events) }
        assert.notDeepEqual(given.events, recording.events)
        const before = [...given.events]
        const parsed = yield* Replay.parse(given)
        assert.deepStrictEqual(parsed, recording)
        assert.deepStrictEqual(given.events, before)
        assert.isUndefined((yield* Replay.run(parsed)).difference)
      })))

  it.effect("accepts a frozen recording", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const frozen = freeze(structuredClone({ ...recording, events: recording.events.toReversed() }))
      assert.deepStrictEqual(yield* Replay.parse(frozen), recording)
    }))

  it.effect("parsing fails with InvalidRecording if a getter throws, for any field and read", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      // Sound: the entries have the names of the fields.
      const fields = Object.entries(recording) as ReadonlyArray<readonly [keyof Recording, unknown]>
      const rows = fields.flatMap(([field, value]) => [0, 1, 2, 3, 4, 5].map((reads) => ({ field, value, reads })))
      yield* checkRowsEffect(
        rows,
        ({ field, reads }) => `${field} throws after ${reads} reads`,
        ({ field, reads, value }) =>
          Effect.gen(function*() {
            let count = 0
            const json = Object.defineProperty({ ...recording }, field, {
              enumerable: true,
              get: () => {
                if (count++ >= reads) throw new Error("getter")
                return value
              }
            })
            // A field that is read less often is valid.
            const outcome = yield* Effect.match(Replay.parse(json), {
              onSuccess: (parsed) => parsed[field],
              onFailure: (error) => error._tag
            })
            assert.deepStrictEqual(outcome, count > reads ? "InvalidRecording" : value)
          })
      )
    }))
})

const freeze = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value
  Object.values(value).forEach(freeze)
  return Object.freeze(value)
}

describe("the clock of a replay", () => {
  it.effect("a replay's clock has a monotonic time, even if the recorded clock is set back", () =>
    Effect.gen(function*() {
      const { clock, setTime } = makeReplayClock(1_000)
      const steps: ReadonlyArray<readonly [time: number, elapsed: number]> = [
        [2_000, 1_000],
        // Set back by an hour, and forward again.
        [-3_598_000, 1_000],
        [-3_597_500, 1_500],
        [-3_597_500, 1_500],
        [2_000, 3_601_000]
      ]
      for (const [time, elapsed] of steps) {
        setTime(time)
        assert.strictEqual(yield* clock.currentTimeMillis, time)
        assert.strictEqual(yield* clock.monotonicTimeNanos, BigInt(elapsed) * 1_000_000n)
        assert.strictEqual(clock.monotonicTimeNanosUnsafe(), BigInt(elapsed) * 1_000_000n)
      }
    }))

  it.effect("ends a sleep after at least half of its time has elapsed, although the clock was set back", () =>
    Effect.gen(function*() {
      const { clock, fireAny, setTime } = makeReplayClock(10_000)
      const fiber = yield* Effect.forkChild(clock.sleep(Duration.seconds(1)), { startImmediately: true })
      setTime(10_200)
      setTime(5_000)
      assert.isFalse(fireAny())
      setTime(5_299)
      assert.isFalse(fireAny())
      setTime(5_300)
      assert.isTrue(fireAny())
      yield* Fiber.join(fiber)
    }))
})
