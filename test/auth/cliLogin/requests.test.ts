import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Cli } from "latchkey"
import { layerClient, layerWire, response, signedIn, Wire } from "../../support/Wire.ts"

const answering = (status: number, body: unknown) => layerClient(layerWire(() => response(status, body)), {}, signedIn)

const poll = Cli.poll({ pollingCode: Redacted.make("polling") })

/** The reason of an `ApiError`. */
const reasonOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    if (!("reason" in error)) throw new Error(`Not an ApiError but ${error._tag}`)
    return error.reason as { readonly _tag: string; readonly path: ReadonlyArray<string> }
  })

describe("starting an attempt", () => {
  const started = { polling_code: "p", login_code: "l", expires_at: "2026-01-31T12:00:00.000Z" }

  it.effect("returns the codes as secrets and the expiry as a date", () =>
    Effect.gen(function*() {
      const { expiresAt, loginCode, pollingCode } = yield* Cli.start()
      assert.strictEqual(Redacted.value(pollingCode), "p")
      assert.strictEqual(Redacted.value(loginCode), "l")
      assert.strictEqual(expiresAt.getTime(), Date.UTC(2026, 0, 31, 12))
    }).pipe(Effect.provide(answering(200, started))))

  it.effect("sends the lifetime only if the program sets it, and no tokens", () =>
    Effect.gen(function*() {
      yield* Cli.start()
      yield* Cli.start({ expiresIn: "10 minutes" })
      const { calls } = yield* Wire
      assert.deepStrictEqual(calls.map(({ body }) => JSON.parse(body!)), [{}, { expires_in_millis: 600_000 }])
      for (const { headers } of calls) assert.notProperty(headers, "x-stack-access-token")
    }).pipe(Effect.provide(answering(200, started))))

  it.effect("refuses an infinite lifetime before it is sent", () =>
    Effect.gen(function*() {
      // Untyped code can do this.
      const typed = ["ten minutes", "", null, NaN] as ReadonlyArray<unknown> as ReadonlyArray<"1 minute">
      for (const expiresIn of ["Infinity", ...typed] as const) {
        assert.strictEqual((yield* Effect.flip(Cli.start({ expiresIn })))._tag, "RequestSchemaError")
      }
      assert.strictEqual((yield* Wire).calls.length, 0)
    }).pipe(Effect.provide(answering(200, started))))

  it.effect("starting an attempt fails with InvalidResponse if the expiry is invalid", () =>
    Effect.gen(function*() {
      const reason = yield* reasonOf(Cli.start())
      assert.deepInclude(reason, { _tag: "InvalidResponse", path: ["expires_at"] })
    }).pipe(Effect.provide(answering(200, { ...started, expires_at: "tomorrow" }))))
})

describe("polling", () => {
  for (const status of ["waiting", "used", "expired"] as const) {
    it.effect(`poll: returns ${status}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* poll, { status })
      }).pipe(Effect.provide(answering(200, { status }))))
  }

  it.effect("returns the refresh token of a success, which cannot be printed", () =>
    Effect.gen(function*() {
      const answer = yield* poll
      assert(answer.status === "success")
      assert.strictEqual(Redacted.value(answer.refreshToken), "r")
      assert.notInclude(JSON.stringify(answer), "\"r\"")
    }).pipe(Effect.provide(answering(201, { status: "success", refresh_token: "r" }))))

  it.effect("poll: fails with InvalidResponse for a success without a refresh token, and for an unknown status", () =>
    Effect.gen(function*() {
      const withoutToken = yield* Effect.provide(reasonOf(poll), answering(201, { status: "success" }))
      assert.deepInclude(withoutToken, { _tag: "InvalidResponse", path: ["refresh_token"] })
      const unknown = yield* Effect.provide(reasonOf(poll), answering(200, { status: "asleep" }))
      assert.deepInclude(unknown, { _tag: "InvalidResponse", path: ["status"] })
    }))

  it.effect("poll: fails with InvalidResponse for a success with another result's HTTP status", () =>
    Effect.gen(function*() {
      assert.deepInclude(yield* reasonOf(poll), { _tag: "InvalidResponse", path: ["status"] })
    }).pipe(Effect.provide(answering(200, { status: "success", refresh_token: "r" }))))
})
