/** Concurrent requests, in fibers that yield to each other after a few operations. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import { MagicLink } from "latchkey"
import { callbackUrl, clientHeaders, codeTo, email, layerTest, send } from "./support.ts"

/** The statuses of the responses to a request that is sent several times concurrently. */
const atOnce = (path: string, body: object, budget: number) =>
  Effect.all(Array.from({ length: 4 }, () => send("POST", path, clientHeaders, body)), { concurrency: "unbounded" })
    .pipe(
      Effect.map((responses) => responses.map(({ status }) => status).sort()),
      Effect.provideService(Scheduler.MaxOpsBeforeYield, budget)
    )

const budgets = [5, 10, 20, 30, 40, 60, 80]

describe("of concurrent requests", () => {
  it.effect("concurrent sign-ups with one address: one succeeds, and the others fail", () =>
    Effect.forEach(budgets, (budget) =>
      Effect.gen(function*() {
        const body = { email, password: "correct horse", verification_callback_url: callbackUrl }
        assert.deepStrictEqual(yield* atOnce("/auth/password/sign-up", body, budget), [200, 409, 409, 409])
      }).pipe(Effect.provide(layerTest(), { local: true }))))

  it.effect("concurrent requests with one code: one succeeds", () =>
    Effect.forEach(budgets, (budget) =>
      Effect.gen(function*() {
        yield* MagicLink.send({ email, callbackUrl })
        const code = Redacted.value(yield* codeTo(email))
        assert.deepStrictEqual(yield* atOnce("/auth/otp/sign-in", { code }, budget), [200, 409, 409, 409])
      }).pipe(Effect.provide(layerTest(), { local: true }))))
})
