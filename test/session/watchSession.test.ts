import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Locks, PageVisibility, Session, TokenStore } from "latchkey"
import { watchSession } from "../../src/session/watchSession.ts"
import { makeDevice } from "../support/connectivity.ts"
import {
  answer,
  knownError,
  layerClient,
  layerTest,
  listen,
  makeCountingStore,
  moveDeviceClock,
  networkError,
  Service,
  settle,
  stored
} from "./support.ts"

const tokenRoute = "POST /auth/oauth/token"

const refreshes = Effect.map(Service, (service) => service.to(tokenRoute).length)

const stateTag = Effect.map(Session.state, ({ _tag }) => _tag)

/** A page whose visibility the test changes. */
const makePage = (isVisible = true) => {
  const listeners = new Set<() => void>()
  const page = {
    isVisible,
    listeners,
    show: (isVisible: boolean) => {
      page.isVisible = isVisible
      for (const listener of listeners) listener()
    }
  }
  const visibility: PageVisibility = {
    isVisible: () => page.isVisible,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
  return { page, visibility }
}

/** Starts a watch of a page and a device. */
const watch = Effect.fnUntraced(function*(isVisible = true) {
  const { page, visibility } = makePage(isVisible)
  const { device, layer } = makeDevice()
  const fiber = yield* Effect.scoped(watchSession).pipe(
    Effect.provideService(PageVisibility, visibility),
    Effect.provide(layer),
    Effect.forkChild
  )
  yield* settle
  return { device, fiber, page }
})

describe("watchSession", () => {
  it.effect("signs out within a minute after the session was revoked, at any time", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      yield* watch()
      yield* TestClock.adjust("90 seconds")
      service.users.clear()
      yield* TestClock.adjust(29_999)
      assert.strictEqual(yield* stateTag, "Active")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* stateTag, "SignedOut")
      const sent = service.requests.length
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(service.requests.length, sent)
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends 60 refreshes per hour for a visible page, and none for a hidden one", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const { page } = yield* watch()
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* refreshes, 60)
      page.show(false)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* refreshes, 60)
    }).pipe(Effect.provide(layerTest())))

  it.effect("checks immediately when the page becomes visible after an hour", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const { page } = yield* watch(false)
      yield* TestClock.adjust("1 hour")
      ;(yield* Service).users.clear()
      page.show(true)
      yield* settle
      assert.strictEqual(yield* stateTag, "SignedOut")
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends nothing if a page is hidden and shown within the minute", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const { page } = yield* watch()
      for (let time = 0; time < 59; time++) {
        page.show(false)
        page.show(true)
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(yield* refreshes, 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends nothing without a user, and starts with the sign-in that the page shows", () =>
    Effect.gen(function*() {
      yield* watch()
      yield* listen
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* refreshes, 0)
      yield* stored("r1")
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("starts with a sign-in of its client", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* watch()
      const tokens = yield* service.begin("r1")
      yield* Effect.flatMap(Client.Client, ({ session }) => session.signIn(tokens))
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends nothing for a session without a refresh token, and lets it end with its access token", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* stored("r1")
      yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken: undefined, accessToken }))
      yield* watch()
      yield* TestClock.adjust(599_999)
      assert.strictEqual(yield* stateTag, "Active")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* stateTag, "SignedOut")
      assert.strictEqual((yield* Service).requests.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("adds no listener to the token store", () => {
    const { counts, layer } = makeCountingStore()
    return Effect.gen(function*() {
      yield* stored("r1")
      yield* watch()
      assert.strictEqual(counts.listeners, 0)
      yield* listen
      assert.strictEqual(counts.listeners, 1)
    }).pipe(Effect.scoped, Effect.provide(layerTest(layer)))
  })

  it.effect("removes its listeners and its timer when it is interrupted", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const { device, fiber, page } = yield* watch()
      assert.strictEqual(page.listeners.size, 1)
      assert.strictEqual(device.listeners(), 1)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(page.listeners.size, 0)
      assert.strictEqual(device.listeners(), 0)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* refreshes, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("adds no listener if it is interrupted in the tick in which it starts", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      yield* TestClock.adjust("1 hour")
      const { page, visibility } = makePage()
      let added = 0
      const fiber = Effect.runForkWith(
        Context.add(yield* Effect.context<Client.Client>(), PageVisibility, {
          ...visibility,
          subscribe: (listener) => {
            added++
            return visibility.subscribe(listener)
          }
        })
      )(Effect.scoped(watchSession))
      fiber.interruptUnsafe()
      yield* settle
      assert.strictEqual(added, 0)
      assert.strictEqual(page.listeners.size, 0)
      assert.strictEqual(yield* refreshes, 0)
    }).pipe(Effect.provide(layerTest())))
})

describe("watchSession with other refreshes", () => {
  it.effect("leaves 60 refreshes per hour to a client that hands out a token each second", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      yield* watch()
      for (let second = 0; second < 3600; second++) {
        yield* TestClock.adjust("1 second")
        yield* Session.getAccessToken()
      }
      assert.strictEqual(yield* refreshes, 60)
    }).pipe(Effect.provide(layerTest())))

  it.effect("shares a refresh with a call that starts during it", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      const { page } = yield* watch(false)
      yield* TestClock.adjust("1 hour")
      service.delayMillis = 100
      page.show(true)
      yield* settle
      const call = yield* Effect.forkChild(CurrentUser.get(), { startImmediately: true })
      yield* TestClock.adjust(200)
      assert.isNotNull(yield* Fiber.join(call))
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("retries the refresh of a call that joined a check whose connection was lost", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      const { page } = yield* watch(false)
      yield* TestClock.adjust("1 hour")
      service.delayMillis = 100
      service.script(tokenRoute, networkError, networkError)
      page.show(true)
      yield* settle
      const call = yield* Effect.forkChild(CurrentUser.get(), { startImmediately: true })
      yield* TestClock.adjust("5 seconds")
      assert.isNotNull(yield* Fiber.join(call))
      assert.strictEqual(yield* refreshes, 3)
    }).pipe(Effect.provide(layerTest())))

  for (const withLocks of [true, false]) {
    it.effect(
      `two watches of one client and a tab send 60 refreshes per hour together, ${
        withLocks ? "with" : "without"
      } locks`,
      () =>
        Effect.gen(function*() {
          const service = yield* Service
          service.delayMillis = 20
          const semaphore = Semaphore.makeUnsafe(1)
          const layer = withLocks
            ? Layer.provide(layerClient(), Layer.succeed(Locks.Locks, (_, effect) => semaphore.withPermit(effect)))
            : layerClient()
          yield* stored("r1")
          const tab = Context.pick(Client.Client)(yield* Layer.build(Layer.fresh(layer)))
          const other = withLocks ? Context.pick(Client.Client)(yield* Layer.build(Layer.fresh(layer))) : tab
          yield* Effect.provideContext(watch(), tab)
          yield* Effect.provideContext(watch(), tab)
          yield* Effect.provideContext(watch(), other)
          // Each refresh takes 20 ms.
          yield* TestClock.adjust("61 minutes")
          assert.strictEqual(yield* refreshes, 60)
        }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(TokenStore.layerMemory, Service.layer)))
    )
  }

  for (const seconds of [-3600, -80, 80, 3600]) {
    it.effect(`a device clock ${seconds} s off causes one additional refresh at most`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        service.lifetimeSeconds = 8000
        yield* moveDeviceClock(seconds * 1000)
        yield* stored("r1")
        yield* watch()
        yield* TestClock.adjust("10 minutes")
        assert.include([10, 11], yield* refreshes)
        service.users.clear()
        yield* TestClock.adjust("60 seconds")
        assert.strictEqual(yield* stateTag, "SignedOut")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("sends one refresh per minute for tokens that expire within seconds", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.lifetimeSeconds = 15
      yield* stored("r1")
      yield* watch()
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* refreshes, 60)
    }).pipe(Effect.provide(layerTest())))
})

describe("watchSession without the service", () => {
  for (
    const [what, failure] of Object.entries({
      "loses every connection": networkError,
      "answers 503": answer(503, "down"),
      "answers 429": answer(429, "slow down", { "retry-after": "3" }),
      "answers with an unknown error": knownError(400, "NEW_ERROR"),
      "answers with a web page": answer(200, "<html>")
    })
  ) {
    it.effect(`sends one request per minute to a service that ${what}, and keeps the session`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        yield* watch()
        // Loads the code for failures.
        yield* TestClock.adjust("61 seconds")
        service.script(tokenRoute, ...Array.from({ length: 1000 }, () => failure))
        const before = service.requests.length
        // Longer than the access token is valid.
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(service.requests.length - before, 60)
        assert.strictEqual(service.to(tokenRoute).length - before, 60)
        assert.notStrictEqual(yield* stateTag, "SignedOut")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("sends one request for the first check, also if the state of the session was known before", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      yield* TestClock.adjust("1 hour")
      yield* listen
      service.script(tokenRoute, networkError, networkError)
      yield* watch()
      yield* TestClock.adjust("59 seconds")
      assert.lengthOf(service.requests, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("watchSession: signs out at most a minute after the service is back", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      yield* watch()
      service.script(tokenRoute, ...Array.from({ length: 30 }, () => networkError))
      yield* TestClock.adjust("30 minutes")
      service.users.clear()
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* stateTag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("watchSession: continues after a failure of the token store", () => {
    let isBroken = false
    const store = Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.makeMemory(undefined), (memory) => ({
        ...memory,
        get: Effect.suspend(() => isBroken ? Effect.die(new Error("The store is broken")) : memory.get)
      }))
    )
    return Effect.gen(function*() {
      yield* stored("r1")
      yield* watch()
      isBroken = true
      yield* TestClock.adjust("10 minutes")
      isBroken = false
      ;(yield* Service).users.clear()
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* stateTag, "SignedOut")
    }).pipe(Effect.provide(layerTest(store)))
  })

  it.effect("sends nothing while the device is offline, and checks when it is back online", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      const { device } = yield* watch()
      device.set(false)
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(service.requests, 0)
      service.users.clear()
      device.set(true)
      yield* settle
      assert.strictEqual(yield* stateTag, "SignedOut")
      assert.lengthOf(service.requests, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("checks again immediately if the network changed during a check that failed", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      const { device } = yield* watch()
      service.delayMillis = 10_000
      service.script(tokenRoute, networkError)
      yield* TestClock.adjust("61 seconds")
      device.set(false)
      device.set(true)
      assert.strictEqual(yield* refreshes, 1)
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(yield* refreshes, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a failed check does not delay the refresh of a token for another server", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      yield* watch()
      service.script(tokenRoute, networkError)
      yield* TestClock.adjust("75 seconds")
      assert.strictEqual(yield* refreshes, 1)
      yield* Session.getAccessToken()
      assert.strictEqual(yield* refreshes, 2)
    }).pipe(Effect.provide(layerTest())))
})
