/** Calls with the schedules of programs, compared with `Effect.retry`. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import { Project, RetryPolicy, type TransportResponse } from "latchkey"
import { connectionReset, layerClient, layerWire, projectJson, response, Wire } from "../support/Wire.ts"

type Policy = (typeof RetryPolicy)["Service"]

const tooMany: TransportResponse = response(429, "Slow down")

/** Runs an effect for an hour. Returns `hasEnded`, and the times that the effect has recorded. */
const getTimes = Effect.fnUntraced(function*<A, E, R>(
  makeEffect: (recordAttempt: Effect.Effect<void>) => Effect.Effect<A, E, R>
) {
  const start = yield* Clock.currentTimeMillis
  const times: Array<number> = []
  const effect = makeEffect(Effect.map(Clock.currentTimeMillis, (now) => {
    times.push(now - start)
  }))
  const fiber = yield* Effect.forkChild(Effect.exit(Effect.provideService(effect, Random.Random, quarter)))
  yield* TestClock.adjust("1 hour")
  const exit = fiber.pollUnsafe()
  yield* Fiber.interrupt(fiber)
  return { hasEnded: exit !== undefined, times }
})

/** Makes every random number equal, since the attempts of a call use some, too. */
const quarter = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.25 }

describe("RetryPolicy can be any schedule, with the delays of Effect.retry:", () => {
  const policies: Readonly<Record<string, Schedule.Schedule<unknown>>> = {
    "recurs(3)": Schedule.recurs(3),
    "recurs(0)": Schedule.recurs(0),
    "spaced and recurs": Schedule.max([Schedule.spaced("3 seconds"), Schedule.recurs(4)]),
    "exponential, for a duration": Schedule.exponential("100 millis", 3).pipe(Schedule.upTo({ duration: "5 minutes" })),
    "fibonacci, jittered": Schedule.fibonacci("1 second").pipe(Schedule.jittered, Schedule.upTo({ times: 6 })),
    "fixed": Schedule.fixed("7 seconds").pipe(Schedule.upTo({ times: 5 })),
    "windowed": Schedule.windowed("7 seconds").pipe(Schedule.upTo({ times: 5 })),
    "one schedule, then another": Schedule.concat(
      Schedule.max([Schedule.spaced("1 second"), Schedule.recurs(2)]),
      Schedule.max([Schedule.spaced("1 minute"), Schedule.recurs(2)])
    ),
    "a delay by the attempt": Schedule.recurs(4).pipe(
      Schedule.modifyDelay(({ attempt, elapsed }) => Effect.succeed(attempt * 100 + elapsed))
    ),
    "an endless delay": Schedule.spaced(Duration.infinity),
    "forever": Schedule.spaced("10 minutes")
  }
  for (const [name, policy] of Object.entries(policies)) {
    for (const [failure, answer] of [["network failures", connectionReset], ["rate limits", tooMany]] as const) {
      it.effect(`${name} has the delays of Effect.retry, for ${failure}`, () =>
        Effect.gen(function*() {
          yield* TestClock.setTime(0)
          const expected = yield* getTimes((record) => Effect.retry(Effect.andThen(record, Effect.fail("no")), policy))
          const { calls } = yield* Wire
          yield* TestClock.setTime(0)
          const { hasEnded } = yield* getTimes(() => Effect.provideService(Project.get, RetryPolicy, policy))
          assert.deepStrictEqual({ hasEnded, times: calls.map(({ at }) => at) }, expected)
        }).pipe(Effect.provide(layerClient(layerWire(() => answer)))))
    }
  }
})

describe("the step of a schedule", () => {
  /** Creates a schedule that records its creations and steps. */
  const makeRecording = () => {
    const steps: Array<[driver: number, now: number, input: string]> = []
    let drivers = 0
    const policy: Policy = Schedule.fromStep(Effect.sync(() => {
      const driver = ++drivers
      return (now: number, { _tag }: { readonly _tag: string }) =>
        Effect.suspend(() => {
          steps.push([driver, now, _tag])
          return steps.length % 3 === 0
            ? Cause.done("end")
            : Effect.succeed<[string, Duration.Duration]>(["next", Duration.seconds(5)])
        })
    }))
    return { getDrivers: () => drivers, policy, steps }
  }

  it.effect("the schedule's step receives the time and the failure of each attempt", () =>
    Effect.gen(function*() {
      const { policy, steps } = makeRecording()
      yield* getTimes(() => Effect.provideService(Project.get, RetryPolicy, policy))
      assert.deepStrictEqual(steps, [[1, 0, "NetworkFailure"], [1, 5000, "RateLimited"], [1, 10_000, "NetworkFailure"]])
    }).pipe(Effect.provide(layerClient(layerWire((_, index) => index === 1 ? tooMany : connectionReset)))))

  it.effect("each failed call creates its own schedule step", () =>
    Effect.gen(function*() {
      const { getDrivers, policy } = makeRecording()
      for (let calls = 1; calls <= 3; calls++) {
        yield* getTimes(() => Effect.provideService(Project.get, RetryPolicy, policy))
        assert.strictEqual(getDrivers(), calls)
      }
    }).pipe(Effect.provide(layerClient(layerWire(() => connectionReset)))))

  it.effect("a successful call creates no schedule step", () =>
    Effect.gen(function*() {
      const { getDrivers, policy } = makeRecording()
      yield* Effect.provideService(Project.get, RetryPolicy, policy)
      assert.strictEqual(getDrivers(), 0)
    }).pipe(Effect.provide(layerClient(layerWire(() => response(200, projectJson))))))

  const defect = new Error("broken")
  const broken: Readonly<Record<string, Policy>> = {
    "that dies": Schedule.fromStep(Effect.succeed(() => Effect.die(defect))),
    "that throws": Schedule.fromStep(Effect.succeed(() => {
      throw defect
    })),
    "whose creation dies": Schedule.fromStep(Effect.die(defect)),
    "whose delay dies": Schedule.modifyDelay(Schedule.forever, () => Effect.die(defect))
  }
  for (const [name, policy] of Object.entries(broken)) {
    it.effect(`a schedule step with ${name} is a defect of the call`, () =>
      Effect.gen(function*() {
        const exit = yield* Effect.exit(Effect.provideService(Project.get, RetryPolicy, policy))
        assert(Exit.isFailure(exit))
        assert.isFalse(Cause.hasFails(exit.cause))
        assert.strictEqual(Cause.squash(exit.cause), defect)
        assert.lengthOf((yield* Wire).calls, 1)
      }).pipe(Effect.provide(layerClient(layerWire(() => connectionReset)))))
  }

  it.effect("an interrupted call interrupts its schedule step", () =>
    Effect.gen(function*() {
      let interrupted = 0
      const policy: Policy = Schedule.fromStep(Effect.succeed(() =>
        Effect.onInterrupt(Effect.never, () =>
          Effect.sync(() => {
            interrupted++
          }))
      ))
      const fiber = yield* Effect.forkChild(Effect.provideService(Project.get, RetryPolicy, policy))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(interrupted, 1)
      assert.lengthOf((yield* Wire).calls, 1)
    }).pipe(Effect.provide(layerClient(layerWire(() =>
      connectionReset
    )))))
})

describe("the default RetryPolicy", () => {
  it.effect("can be limited by a program", () =>
    Effect.gen(function*() {
      const standard = yield* RetryPolicy
      const { calls } = yield* Wire
      yield* getTimes(() => Effect.provideService(Project.get, RetryPolicy, Schedule.upTo(standard, { times: 2 })))
      assert.deepStrictEqual(calls.map(({ at }) => at), [0, 750, 2250])
    }).pipe(Effect.provide(layerClient(layerWire(() => connectionReset)))))

  it.effect("the default RetryPolicy makes five attempts for each of several calls", () =>
    Effect.gen(function*() {
      const { calls } = yield* Wire
      for (let count = 1; count <= 3; count++) {
        yield* getTimes(() => Project.get)
        assert.lengthOf(calls, 5 * count)
      }
    }).pipe(Effect.provide(layerClient(layerWire(() => connectionReset)))))
})
