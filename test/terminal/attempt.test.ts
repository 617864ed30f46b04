import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { attempt, attemptSlow } from "../../src/terminal/attempt.ts"
import { advanceUntil } from "../support/turns.ts"

/** Makes this process look like one of another operating system until the scope closes. */
const onPlatform = (platform: NodeJS.Platform) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = process.platform
      Object.defineProperty(process, "platform", { value: platform })
      return before
    }),
    (before) => Effect.sync(() => Object.defineProperty(process, "platform", { value: before }))
  )

/** An operation that the system refuses a number of times. */
const refused = (code: string, times: number) => {
  const state = { calls: 0 }
  const run = () => {
    if (state.calls++ < times) throw Object.assign(new Error(code), { code })
    return "done"
  }
  return { state, run }
}

describe("attempt", () => {
  for (const code of ["EACCES", "EBUSY", "EPERM"]) {
    it.effect(`attempt: on Windows, retries ${code} every 20 ms`, () =>
      Effect.gen(function*() {
        yield* onPlatform("win32")
        const { run, state } = refused(code, 3)
        const fiber = yield* Effect.forkChild(attempt(run))
        yield* TestClock.adjust(59)
        assert.strictEqual(state.calls, 3)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* Fiber.join(fiber), "done")
      }))
  }

  it.effect("attempt: on Windows, fails with the code after two seconds", () =>
    Effect.gen(function*() {
      yield* onPlatform("win32")
      const { run, state } = refused("EPERM", Infinity)
      const fiber = yield* Effect.forkChild(Effect.flip(attempt(run)))
      yield* TestClock.adjust(1999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* Fiber.join(fiber)).code, "EPERM")
      assert.strictEqual(state.calls, 101)
    }))

  it.effect("attempt: on Windows, does not retry another code", () =>
    Effect.gen(function*() {
      yield* onPlatform("win32")
      const { run, state } = refused("ENOENT", 1)
      assert.strictEqual((yield* Effect.flip(attempt(run))).code, "ENOENT")
      assert.strictEqual(state.calls, 1)
    }))

  it.effect("attempt: on other systems, does not retry", () =>
    Effect.gen(function*() {
      yield* onPlatform("linux")
      const { run, state } = refused("EPERM", 1)
      assert.strictEqual((yield* Effect.flip(attempt(run))).code, "EPERM")
      assert.strictEqual(state.calls, 1)
    }))
})

describe("attemptSlow", () => {
  it.effect("attemptSlow: on Windows, retries a rejected promise", () =>
    Effect.gen(function*() {
      yield* onPlatform("win32")
      const { run, state } = refused("EBUSY", 1)
      const fiber = yield* Effect.forkChild(attemptSlow(async () => void run()))
      yield* advanceUntil(() => fiber.pollUnsafe() !== undefined, 20)
      yield* Fiber.join(fiber)
      assert.strictEqual(state.calls, 2)
    }))
})
