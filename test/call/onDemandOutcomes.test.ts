/** Failures before the code for failures has loaded: each call ends as it does in Node, which includes that code. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  errorOf,
  loadIncluded,
  loadOnDemand,
  type Modules,
  poll,
  restoreAfterAll,
  start,
  toPlain
} from "../support/onDemand.ts"

restoreAfterAll()

const wrongPassword = { email: "a@example.com", password: Redacted.make("wrong horse") }

type Services = Layer.Success<ReturnType<Modules["support"]["layerTest"]>>

type Call = Effect.Effect<unknown, unknown, Services>

const nothing = (_: Modules): Effect.Effect<void, never, Services> => Effect.void

describe("a call that fails before the code for failures has loaded", () => {
  /** Runs a call to its end, and returns its error, the requests and the session. */
  const outcomeOf = (
    modules: Modules,
    prepare: typeof nothing,
    call: (modules: Modules) => Call,
    load: Effect.Effect<void>
  ) =>
    Effect.gen(function*() {
      const { latchkey: { Session }, support } = modules
      const service = yield* support.Service
      yield* support.stored("r1")
      yield* prepare(modules)
      const fiber = yield* start(call(modules))
      yield* load
      yield* TestClock.adjust("5 minutes")
      const exit = poll(fiber)
      return {
        result: Exit.isSuccess(exit!) ? "success" : toPlain(errorOf(exit)),
        requests: service.requests.map(({ method, path }) => `${method} ${path}`),
        session: (yield* Session.state)._tag
      }
    }).pipe(Effect.provide(modules.support.layerTest()))

  const script =
    (route: string, ...makeAnswers: ReadonlyArray<(support: Modules["support"]) => Parameters<Script>[1]>) =>
    ({ support }: Modules) =>
      Effect.map(support.Service, ({ script }) => script(route, ...makeAnswers.map((make) => make(support))))
  type Script = Modules["support"]["Service"]["Service"]["script"]

  const get = ({ latchkey: { CurrentUser } }: Modules) => CurrentUser.get({ or: "throw" })
  const signIn = ({ latchkey: { Password } }: Modules) => Password.signIn(wrongPassword)
  const me = "GET /users/me"

  const cases: Readonly<
    Record<string, readonly [prepare: typeof nothing, call: (modules: Modules) => Call, result: string]>
  > = {
    "a known error": [nothing, signIn, "EmailPasswordMismatch"],
    "a 429 and a success": [script(me, ({ answer }) => answer(429, "", { "retry-after": "3" })), get, "success"],
    "five 429": [
      script(me, ...Array.from({ length: 5 }, () => ({ answer }: Modules["support"]) => answer(429, ""))),
      get,
      "RateLimited"
    ],
    "a 500": [script(me, ({ answer }) => answer(500, "Internal error")), get, "ServiceUnavailable"],
    "HTML": [script(me, ({ answer }) => answer(200, "<!doctype html>")), get, "InvalidResponse"],
    "a network failure and a success": [script(me, ({ networkError }) => networkError), get, "success"],
    "five network failures": [
      script(me, ...Array.from({ length: 5 }, () => ({ networkError }: Modules["support"]) => networkError)),
      get,
      "NetworkFailure"
    ],
    "a network failure of a write": [
      script("POST /auth/password/sign-in", ({ networkError }) => networkError),
      signIn,
      "NetworkFailure"
    ],
    "a rejected access token": [
      script(me, ({ knownError }) => knownError(401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: 0 })),
      get,
      "success"
    ],
    "access tokens that are always rejected": [
      ({ support }) =>
        Effect.map(support.Service, (service) => {
          service.refusesAccessTokens = true
        }),
      get,
      "ApiError"
    ],
    "a session that has been revoked": [
      ({ support }) =>
        Effect.map(support.Service, (service) => {
          service.users.clear()
          service.refusesAccessTokens = true
        }),
      get,
      "UserNotSignedIn"
    ]
  }

  for (const [name, [prepare, call, expected]] of Object.entries(cases)) {
    it.effect(`a call that fails with ${name} waits for the code and has the same outcome as with bundled code`, () =>
      Effect.gen(function*() {
        const included = yield* Effect.flatMap(
          loadIncluded,
          (modules) => outcomeOf(modules, prepare, call, Effect.void)
        )
        const onDemand = yield* Effect.flatMap(
          loadOnDemand,
          (modules) => outcomeOf(modules, prepare, call, Effect.suspend(() => modules.imports[0]!.succeed))
        )
        assert.include(JSON.stringify(included.result), expected)
        assert.deepStrictEqual(onDemand, included)
      }))
  }
})
