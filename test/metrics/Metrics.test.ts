import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Session, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Metrics } from "latchkey/metrics"
import { Recorder } from "latchkey/recorder"
import { AccessToken, Authentication } from "latchkey/server"
import { signUp } from "../emulator/support.ts"
import { cookie, makeSession, request } from "../server/authenticationSupport.ts"

/** The counters in the current registry: `name key=value … count`. */
const counts = Effect.map(
  Metric.snapshot,
  (metrics) =>
    metrics.filter(({ id }) => id.startsWith("latchkey_")).map(({ attributes = {}, id, state }) =>
      [
        id,
        ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`).toSorted(),
        (state as { count: number }).count
      ]
        .join(" ")
    ).toSorted()
)

const withRegistry = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => Effect.provideService(effect, Metric.MetricRegistry, new Map()))

/** Runs a test with its own registry, so that counters start at 0. */
const test = <A, E, R, E2>(title: string, layer: Layer.Layer<R, E2>, effect: Effect.Effect<A, E, R>) =>
  it.effect(title, () => withRegistry(Effect.asVoid(Effect.provide(effect, layer))))

describe("Metrics of a client", () => {
  const layer = Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(Metrics.layer),
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provideMerge(Emulator.layer())
  )

  test(
    "latchkey_token_refreshes counts a refresh with a new token",
    layer,
    Effect.gen(function*() {
      yield* signUp()
      assert.deepStrictEqual(yield* counts, [])
      yield* TestClock.adjust("11 minutes")
      yield* CurrentUser.get()
      yield* TestClock.adjust("11 minutes")
      yield* Effect.all([CurrentUser.get(), CurrentUser.get()], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* counts, ["latchkey_token_refreshes level=client result=renewed 2"])
    })
  )

  test(
    "latchkey_token_refreshes counts failed, ended and interrupted refreshes by their result",
    layer,
    Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      yield* signUp()
      yield* TestClock.adjust("11 minutes")
      yield* setFault(Faults.slow("1 second"))
      const call = yield* Effect.forkChild(CurrentUser.get())
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(call)
      assert.deepStrictEqual(yield* counts, ["latchkey_token_refreshes level=client result=interrupted 1"])
      yield* setFault(Faults.status(503))
      yield* Effect.flip(CurrentUser.get())
      yield* setFault(undefined)
      yield* TestClock.adjust("400 days")
      assert.isNull(yield* CurrentUser.get())
      assert.deepStrictEqual(yield* counts, [
        "latchkey_token_refreshes level=client result=ended 1",
        "latchkey_token_refreshes level=client result=failed 1",
        "latchkey_token_refreshes level=client result=interrupted 1"
      ])
    })
  )

  test(
    "latchkey_retries counts each retry by the failure",
    layer,
    Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      yield* signUp()
      yield* setFault(Faults.offline)
      const call = yield* Effect.forkChild(Effect.flip(CurrentUser.get()))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(call)
      assert.deepStrictEqual(yield* counts, ["latchkey_retries reason=NetworkFailure 4"])
    })
  )

  test(
    "metrics over a recorder count, and the recorder records",
    Client.layer(Emulator.clientOptions).pipe(
      Layer.provideMerge(Metrics.layer),
      Layer.provideMerge(Recorder.layer()),
      Layer.provideMerge(TokenStore.layerMemory),
      Layer.provideMerge(Emulator.layer())
    ),
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("11 minutes")
      yield* Session.refresh
      assert.deepStrictEqual(yield* counts, ["latchkey_token_refreshes level=client result=renewed 1"])
      const { events } = yield* Recorder.export
      assert.isTrue(events.some(({ type }) => type === "StateChanged"))
    })
  )
})

describe("Metrics of a server", () => {
  const { serverOptions } = Emulator
  const layer = Authentication.layer({ ...serverOptions, origin: "https://app.example.com" }).pipe(
    Layer.provide(Metrics.layer),
    Layer.provideMerge(Emulator.layer())
  )

  test(
    "latchkey_key_lookups counts hits and misses of cached keys",
    layer,
    Effect.gen(function*() {
      const session = yield* makeSession()
      assert.deepStrictEqual(yield* counts, ["latchkey_key_lookups result=miss 1"])
      yield* AccessToken.verify(session.accessToken)
      yield* AccessToken.verify(session.accessToken)
      assert.deepStrictEqual(yield* counts, [
        "latchkey_key_lookups result=hit 2",
        "latchkey_key_lookups result=miss 1"
      ])
    })
  )

  test(
    "latchkey_key_lookups counts a miss if the lookup waits for a new set, and a hit if it does not",
    layer,
    Effect.gen(function*() {
      const { accessToken } = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      yield* Effect.flip(AccessToken.verify(accessToken))
      assert.include(yield* counts, "latchkey_key_lookups result=hit 1")
      yield* TestClock.adjust("30 minutes")
      yield* Effect.flip(AccessToken.verify(accessToken))
      assert.include(yield* counts, "latchkey_key_lookups result=miss 2")
    })
  )

  test(
    "latchkey_token_refreshes counts the refreshes of cookie sessions",
    layer,
    Effect.gen(function*() {
      const { authenticate } = yield* Authentication.Authentication
      const { setFault } = yield* Emulator.Emulator
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      yield* Effect.all([1, 2].map(() => authenticate(request(cookie(session)))), { concurrency: "unbounded" })
      const refreshes = Effect.map(counts, (all) => all.filter((line) => line.includes("refreshes")))
      assert.deepStrictEqual(yield* refreshes, ["latchkey_token_refreshes level=server result=renewed 1"])
      yield* TestClock.adjust("11 minutes")
      yield* setFault(Faults.status(503))
      yield* Effect.flip(authenticate(request(cookie(session))))
      yield* setFault(undefined)
      yield* TestClock.adjust("400 days")
      yield* authenticate(request(cookie(session)))
      assert.deepStrictEqual(yield* refreshes, [
        "latchkey_token_refreshes level=server result=ended 1",
        "latchkey_token_refreshes level=server result=failed 1",
        "latchkey_token_refreshes level=server result=renewed 1"
      ])
    })
  )

  const options = { ...serverOptions, origin: "https://app.example.com" }

  test(
    "metrics beside the layer of an authentication, or over it, count nothing",
    Layer.mergeAll(Authentication.layer(options), Metrics.layer).pipe(
      Layer.provideMerge(Emulator.layer()),
      (beside) => Layer.provideMerge(Metrics.layer, beside)
    ),
    Effect.gen(function*() {
      const session = yield* makeSession()
      yield* AccessToken.verify(session.accessToken)
      assert.deepStrictEqual(yield* counts, [])
    })
  )
})
