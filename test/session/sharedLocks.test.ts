/** Tabs over one store, with locks shared as in a browser. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import { TestClock } from "effect/testing"
import { AccessToken, Anonymous, Client, CurrentUser, Locks, Session, TokenStore } from "latchkey"
import {
  answer,
  inStore,
  layerClient,
  layerSlow,
  networkError,
  projectId,
  Service,
  start,
  stored,
  storedExpired,
  userJson
} from "./support.ts"

const tokenRoute = "POST /auth/oauth/token"
const signUpRoute = "POST /auth/anonymous/sign-up"

/** Creates locks that run one effect at a time per name. */
const makeLocks = () => {
  const semaphores = new Map<string, Semaphore.Semaphore>()
  const locks: Locks.Locks = (name, effect) => {
    const semaphore = semaphores.get(name) ?? Semaphore.makeUnsafe(1)
    semaphores.set(name, semaphore)
    return semaphore.withPermit(effect)
  }
  return { locks, names: semaphores }
}

/** Opens tabs over the test's store and service. */
const openTabs = Effect.fnUntraced(function*(count: number, locks: Locks.Locks | undefined = makeLocks().locks) {
  const layer = locks === undefined
    ? layerClient()
    : Layer.provide(layerClient(), Layer.succeed(Locks.Locks, locks))
  return yield* Effect.forEach(Array.from({ length: count }), () =>
    Effect.map(
      Layer.build(Layer.fresh(layer)),
      (context) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.provideContext(effect, Context.pick(Client.Client)(context))
    ))
})

const layerStore = (store: Layer.Layer<TokenStore.TokenStore> = TokenStore.layerMemory) =>
  Layer.provideMerge(store, Service.layer)

/** Runs effects concurrently, and advances the clock until all complete. */
const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(Effect.all(effects, { concurrency: "unbounded" }), { startImmediately: true })
    yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  })

describe("a refresh that waits for the lock", () => {
  it.effect("acquires the lock of its project", () =>
    Effect.gen(function*() {
      const { locks, names } = makeLocks()
      yield* storedExpired("r1")
      const [tab] = yield* openTabs(1, locks)
      yield* tab!(CurrentUser.get())
      assert.deepStrictEqual(Array.from(names.keys()), [`latchkey-refresh-${projectId}`])
    }).pipe(Effect.provide(layerStore())))

  it.effect("sends no request if another tab signs out before it acquires the lock", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const store = yield* TokenStore.TokenStore
      yield* storedExpired("r1")
      const [tab] = yield* openTabs(1, (_, effect) => Effect.andThen(store.modify(() => undefined), effect))
      assert.isNull(yield* tab!(CurrentUser.get()))
      assert.lengthOf(service.requests, 0)
    }).pipe(Effect.provide(layerStore())))

  it.effect("another tab's sign-in before the lock leaves the refresh to the new session's lock", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const store = yield* TokenStore.TokenStore
      const r2 = yield* service.begin("r2")
      yield* storedExpired("r1")
      let count = 0
      const [tab] = yield* openTabs(1, (_, effect) =>
        Effect.suspend(() => {
          count++
          return Effect.andThen(store.modify((tokens) => count === 1 ? r2 : tokens), effect)
        }))
      assert.strictEqual((yield* tab!(CurrentUser.get()))?.id, "user of r2")
      assert.strictEqual(count, 2)
      assert.lengthOf(service.to(tokenRoute), 1)
    }).pipe(Effect.provide(layerStore())))
})

describe("an access token needed by three tabs concurrently", () => {
  for (const [what, store] of [["memory", TokenStore.layerMemory], ["a slow store", layerSlow(30)]] as const) {
    it.effect(`an access token over ${what} is requested once and sent by all three tabs`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedExpired("r1")
        service.delayMillis = 100
        const tabs = yield* openTabs(3)
        const tokens = yield* together(
          tabs.flatMap((inTab) => [inTab(Session.getAccessToken()), inTab(Session.getAccessToken())])
        )
        assert.strictEqual(service.to(tokenRoute).length, 1)
        assert.strictEqual(new Set(tokens.map((token) => Redacted.value(token!))).size, 1)
      }).pipe(Effect.provide(layerStore(store))))
  }

  it.effect("is requested by each tab without locks", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const tabs = yield* openTabs(3, (_, effect) => effect)
      yield* together(tabs.map((inTab) => inTab(Session.getAccessToken())))
      assert.strictEqual(service.to(tokenRoute).length, 3)
    }).pipe(Effect.provide(layerStore())))

  it.effect("is requested by the next tab if the first request fails", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      service.script(tokenRoute, answer(503, ""))
      const tabs = yield* openTabs(2)
      const tokens = yield* together(tabs.map((inTab) => Effect.option(inTab(Session.getAccessToken()))))
      assert.deepStrictEqual(tokens.map(({ _tag }) => _tag), ["None", "Some"])
      assert.strictEqual(service.to(tokenRoute).length, 2)
    }).pipe(Effect.provide(layerStore())))

  it.effect("is requested again by the first tab if the connection is lost, and the second tab uses its token", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      service.script(tokenRoute, networkError)
      const tabs = yield* openTabs(2)
      const tokens = yield* together(tabs.map((inTab) => inTab(Session.getAccessToken())))
      assert.strictEqual(new Set(tokens.map((token) => Redacted.value(token!))).size, 1)
      assert.strictEqual(service.to(tokenRoute).length, 2)
    }).pipe(Effect.provide(layerStore())))
})

describe("an anonymous user requested by three tabs concurrently", () => {
  it.effect("is awaited for the duration of a request", () =>
    Effect.gen(function*() {
      const waits: Array<number | undefined> = []
      const [inTab] = yield* openTabs(1, (name, effect, lockTimeout) => {
        if (name.startsWith("latchkey-anonymous-")) waits.push(lockTimeout && Duration.toMillis(lockTimeout))
        return effect
      })
      yield* together([inTab!(Anonymous.signUp)])
      assert.deepStrictEqual(waits, [30_000])
    }).pipe(Effect.provide(layerStore())))

  const calls = {
    "CurrentUser.get": Effect.map(CurrentUser.get({ or: "anonymous" }), ({ id }) => id),
    "Anonymous.signUp": Effect.map(Anonymous.signUp, ({ userId }) => userId)
  }
  for (const [name, call] of Object.entries(calls)) {
    for (const [what, store] of [["memory", TokenStore.layerMemory], ["a slow store", layerSlow(30)]] as const) {
      it.effect(`three tabs that use ${name} over ${what} get one anonymous user`, () =>
        Effect.gen(function*() {
          const service = yield* Service
          service.delayMillis = 100
          const tabs = yield* openTabs(3)
          const ids = yield* together(tabs.flatMap((inTab) => [inTab(call), inTab(call)]))
          assert.strictEqual(service.to(signUpRoute).length, 1)
          assert.deepStrictEqual(new Set(ids), new Set(["user of anonymous-0"]))
        }).pipe(Effect.provide(layerStore(store))))
    }
  }

  it.effect("Anonymous.signUp: three tabs get one user, each with the stored tokens", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.delayMillis = 100
      const tabs = yield* openTabs(3)
      const results = yield* together(tabs.map((inTab) => inTab(Anonymous.signUp)))
      const { accessToken, refreshToken } = (yield* inStore)!
      for (const { tokens } of results) {
        assert.strictEqual(Redacted.value(tokens.refreshToken), refreshToken)
        assert.strictEqual(tokens.accessToken && Redacted.value(tokens.accessToken), accessToken)
      }
    }).pipe(Effect.provide(layerStore())))

  it.effect("an anonymous user is signed up once if one tab calls just before the other stores the user", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.delayMillis = 100
      const [one, two] = (yield* openTabs(2)) as [Tab, Tab]
      const late = Effect.delay(two(CurrentUser.get({ or: "anonymous" })), 110)
      const users = yield* together([one(CurrentUser.get({ or: "anonymous" })), late])
      assert.strictEqual(service.to(signUpRoute).length, 1)
      assert.strictEqual(users[0]!.id, users[1]!.id)
    }).pipe(Effect.provide(layerStore(layerSlow(30)))))

  it.effect("is signed up again by a later call in another tab", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const [one, two] = (yield* openTabs(2)) as [Tab, Tab]
      yield* one(Anonymous.signUp)
      yield* two(Anonymous.signUp)
      assert.strictEqual(service.to(signUpRoute).length, 2)
      assert.strictEqual((yield* inStore)!.refreshToken, "anonymous-1")
    }).pipe(Effect.provide(layerStore())))

  it.effect("does not replace a user who signs in while a tab waits for the lock, and is not confused with that user", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { locks, names } = makeLocks()
      const [one] = (yield* openTabs(1, locks)) as [Tab]
      yield* one(Anonymous.signUp)
      yield* (yield* TokenStore.TokenStore).modify(() => undefined)
      const [name] = [...names.keys()]
      const context = yield* Effect.context<Service | TokenStore.TokenStore>()
      const signIn = Effect.provideContext(Effect.andThen(Effect.sleep(100), stored("r1")), context)
      yield* Effect.forkChild(locks(name!, signIn), { startImmediately: true })
      const [signedIn] = yield* together([one(Anonymous.signUp)])
      assert.match(signedIn!.userId, /^user of anonymous-/)
      assert.strictEqual((yield* inStore)!.refreshToken, "r1")
      assert.strictEqual(service.to(signUpRoute).length, 2)
    }).pipe(Effect.provide(layerStore())))

  it.effect("is signed up if the service answers for another anonymous user than the token's", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { locks, names } = makeLocks()
      const [one] = (yield* openTabs(1, locks)) as [Tab]
      yield* one(Anonymous.signUp)
      yield* (yield* TokenStore.TokenStore).modify(() => undefined)
      const context = yield* Effect.context<Service | TokenStore.TokenStore>()
      const signIn = Effect.provideContext(Effect.andThen(Effect.sleep(100), stored("r1", true)), context)
      service.script("GET /users/me", answer(200, userJson({ id: "another user", isAnonymous: true }, start)))
      yield* Effect.forkChild(locks([...names.keys()][0]!, signIn), { startImmediately: true })
      const [signedIn] = yield* together([one(Anonymous.signUp)])
      assert.match(signedIn!.userId, /^user of anonymous-/)
    }).pipe(Effect.provide(layerStore())))

  it.effect("is signed up under a lock name that contains only the project", () =>
    Effect.gen(function*() {
      const { locks, names } = makeLocks()
      const [one] = (yield* openTabs(1, locks)) as [Tab]
      yield* one(Anonymous.signUp)
      assert.deepStrictEqual([...names.keys()], ["latchkey-anonymous-3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"])
    }).pipe(Effect.provide(layerStore())))
})

describe("a sign-out in a tab", () => {
  it.effect("a sign-out during the tab's own refresh uses that token, without waiting for another tab's lock", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const { locks } = makeLocks()
      const [one] = (yield* openTabs(1, locks)) as [Tab]
      yield* together([one(Session.getAccessToken()), Effect.delay(one(Session.signOut), 50)])
      assert.strictEqual(service.to(tokenRoute).length, 1)
      const [request] = service.to("DELETE /auth/sessions/current")
      const token = Redacted.make(request!.headers["x-stack-access-token"]!)
      assert.strictEqual(AccessToken.parse(token)?.userId, "user of r1")
      assert.isFalse(service.users.has("r1"))
    }).pipe(Effect.provide(layerStore())))
})

type Tab = Effect.Success<ReturnType<typeof openTabs>>[number]
