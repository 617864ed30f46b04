import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Session, TokenStore } from "latchkey"
import { type SessionState, tokensOf } from "../../src/session/SessionState.ts"
import { runsOf } from "../support/propertyRuns.ts"
import {
  answer,
  busy,
  layerClient,
  layerSlow,
  layerTest,
  listen,
  makeCountingStore,
  Service,
  settle,
  stored,
  storedExpired,
  turns
} from "./support.ts"

const tokenRoute = "POST /auth/oauth/token"

const tags = (states: ReadonlyArray<SessionState>) => states.map(({ _tag }) => _tag)

const refreshToken = (state: SessionState) => {
  const tokens = tokensOf(state)
  return tokens?.refreshToken && Redacted.value(tokens.refreshToken)
}

/** Another client over the same store and service, like another tab. */
const otherTab = Effect.map(
  Layer.build(Layer.fresh(layerClient())),
  (context) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideContext(effect, Context.pick(Client.Client)(context))
)

describe("Session.changes", () => {
  it.effect("emits the current state first", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(tags(yield* listen), ["SignedOut"])
      yield* stored("r1")
      assert.deepStrictEqual(tags(yield* listen), ["Active"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("emits Refreshing and Active for a refresh, with one session throughout", () =>
    Effect.gen(function*() {
      yield* storedExpired("r1")
      const states = yield* listen
      yield* CurrentUser.get()
      yield* settle
      assert.deepStrictEqual(tags(states), ["Active", "Refreshing", "Active"])
      assert.deepStrictEqual(new Set(states.map(refreshToken)), new Set(["r1"]))
      const [before, during, after] = states.map((state) => Redacted.value(tokensOf(state)!.accessToken!))
      assert.strictEqual(before, during)
      assert.notStrictEqual(before, after)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refreshes cause no change for subscribers that compare refresh tokens", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      const sessions: Array<string | undefined> = []
      yield* Effect.forkScoped(
        Session.changes.pipe(
          Stream.map(refreshToken),
          Stream.changes,
          Stream.runForEach((token) => Effect.sync(() => sessions.push(token)))
        )
      )
      for (let hour = 0; hour < 5; hour++) {
        yield* TestClock.adjust("1 hour")
        yield* CurrentUser.get()
      }
      yield* settle
      assert.strictEqual(service.to(tokenRoute).length, 5)
      assert.deepStrictEqual(sessions, ["r1"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("emits Stale for a failed refresh, and Active for the next successful one", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, answer(503, ""))
      const states = yield* listen
      yield* Effect.flip(Session.getAccessToken())
      yield* Session.getAccessToken()
      yield* settle
      assert.deepStrictEqual(tags(states), ["Active", "Refreshing", "Stale", "Refreshing", "Active"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("leaves Stale after another tab refreshed the session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, answer(503, ""))
      const states = yield* listen
      yield* Effect.flip(Session.getAccessToken())
      yield* (yield* otherTab)(Session.getAccessToken())
      yield* settle
      assert.deepStrictEqual(tags(states), ["Active", "Refreshing", "Stale", "Active"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("emits changes that another client makes to the same store", () =>
    Effect.gen(function*() {
      const inOtherTab = yield* otherTab
      const service = yield* Service
      const states = yield* listen
      yield* inOtherTab(
        Effect.flatMap(Client.Client, ({ session }) => Effect.flatMap(service.begin("r1"), session.signIn))
      )
      yield* settle
      assert.deepStrictEqual(states.map(refreshToken), [undefined, "r1"])
      yield* inOtherTab(Session.signOut)
      yield* settle
      assert.deepStrictEqual(tags(states), ["SignedOut", "Active", "SignedOut"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("Session.changes: emits every change after the first state", () =>
    Effect.gen(function*() {
      const store = yield* TokenStore.TokenStore
      yield* stored("r1")
      const states: Array<SessionState> = []
      yield* Effect.forkScoped(Stream.runForEach(Session.changes, (state) => {
        states.push(state)
        return states.length === 1 ? store.modify(() => undefined) : Effect.void
      }))
      yield* turns(100)
      assert.deepStrictEqual(tags(states), ["Active", "SignedOut"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("ends with the current state for every subscriber, if one of them changes the session", () =>
    Effect.gen(function*() {
      const { session } = yield* Client.Client
      const store = yield* TokenStore.TokenStore
      const { accessToken, refreshToken } = yield* (yield* Service).begin("r2")
      yield* stored("r1")
      const [first, second]: [Array<string>, Array<string>] = [[], []]
      yield* session.subscribe(({ _tag }) => {
        first.push(_tag)
        if (_tag === "SignedOut") Effect.runSync(store.modify(() => ({ accessToken, refreshToken })))
      })
      yield* session.subscribe(({ _tag }) => second.push(_tag))
      yield* Session.signOut
      yield* settle
      const expected = ["Active", "SignedOut", "Active"]
      assert.deepStrictEqual(second, expected)
      assert.deepStrictEqual(first, expected)
    }).pipe(Effect.provide(layerTest())))

  it.effect("emits a sign-in and an immediate sign-out in order, each once", () =>
    Effect.forEach(Array.from({ length: runsOf(50) }, (_, seed) => seed), (seed) =>
      Effect.gen(function*() {
        const { session } = yield* Client.Client
        const tokens = yield* (yield* Service).begin("r1")
        const [one, two] = [yield* listen, yield* listen]
        yield* turns(100)
        yield* session.signIn(tokens)
        yield* session.end(tokens)
        yield* turns(100)
        for (const states of [one, two]) assert.deepStrictEqual(tags(states), ["SignedOut", "Active", "SignedOut"])
      }).pipe(busy(seed), Effect.provide(Layer.fresh(layerTest())), Effect.scoped)))

  it.effect("emits SignedOut for a layer without tokens", () =>
    Effect.gen(function*() {
      const states = yield* listen
      yield* (yield* Client.Client).session.signIn(yield* (yield* Service).begin("r1"))
      yield* settle
      assert.deepStrictEqual(tags(states), ["SignedOut"])
    }).pipe(Effect.provide(layerTest(TokenStore.layerNone))))

  it.effect("emits another client's change made while the store is read for the previous one", () =>
    Effect.gen(function*() {
      const store = yield* TokenStore.TokenStore
      const service = yield* Service
      const [one, two, three] = [yield* service.begin("r1"), yield* service.begin("r2"), yield* service.begin("r3")]
      const states = yield* listen
      yield* TestClock.adjust("1 second")
      yield* store.modify(() => one)
      yield* TestClock.adjust(50)
      yield* store.modify(() => two)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(refreshToken(states.at(-1)!), "r2")
      yield* store.modify(() => three)
      yield* TestClock.adjust(50)
      yield* store.modify(() => undefined)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(states.at(-1)!._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest(layerSlow(100)))))

  it.effect("a slow read that started before a sign-out does not restore the session", () =>
    Effect.gen(function*() {
      const { session } = yield* Client.Client
      yield* stored("r1")
      const states = yield* listen
      yield* TestClock.adjust("1 second")
      const reading = yield* Effect.forkChild(Session.state)
      yield* TestClock.adjust(50)
      const leaving = yield* Effect.forkChild(session.end(yield* (yield* Service).begin("r1")))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(leaving)
      yield* Fiber.join(reading)
      assert.deepStrictEqual(tags(states), ["Active", "SignedOut"])
    }).pipe(Effect.provide(layerTest(layerSlow(100)))))

  it.effect("a slow write overtaken by another write does not restore its session", () =>
    Effect.gen(function*() {
      const { session } = yield* Client.Client
      const tokens = yield* (yield* Service).begin("r1")
      const states = yield* listen
      yield* Effect.forkChild(session.signIn(tokens))
      yield* TestClock.adjust(10)
      yield* Effect.forkChild(session.end(tokens))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(tags(states), ["SignedOut", "Active", "SignedOut"])
    }).pipe(Effect.provide(layerTest(layerSlow(0, [100, 0])))))

  it.effect("Session.changes: has no store subscription without subscribers", () => {
    const { counts, layer } = makeCountingStore()
    return Effect.gen(function*() {
      yield* storedExpired("r1")
      yield* CurrentUser.get()
      assert.strictEqual(counts.listeners, 0)
      const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(Stream.runDrain(Session.changes)))
      yield* settle
      assert.strictEqual(counts.listeners, 3)
      yield* Fiber.interruptAll(fibers)
      assert.strictEqual(counts.listeners, 0)
      yield* Stream.runDrain(Stream.take(Session.changes, 1))
      assert.strictEqual(counts.listeners, 0)
      yield* Effect.scoped(Effect.andThen(listen, Effect.sync(() => assert.strictEqual(counts.listeners, 1))))
      assert.strictEqual(counts.listeners, 0)
    }).pipe(Effect.provide(layerTest(layer)))
  })
})

describe("Session.state", () => {
  it.effect("reads the store without a request", () =>
    Effect.gen(function*() {
      const store = yield* TokenStore.TokenStore
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      yield* storedExpired("r1")
      assert.strictEqual(refreshToken(yield* Session.state), "r1")
      yield* store.modify(() => undefined)
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      assert.strictEqual((yield* Service).requests.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("Session.state is Active again after a transport failure during a refresh", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, Effect.die("A transport has a bug"))
      yield* Effect.exit(Session.getAccessToken())
      assert.strictEqual((yield* Session.state)._tag, "Active")
    }).pipe(Effect.provide(layerTest())))
})
