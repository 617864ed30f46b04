/** A cache before it knows the session, while it has no subscribers, and after its scope closed. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { Cache, CurrentUser, Resource } from "latchkey"
import { fromSchema } from "latchkey/schema"
import { layerSlow, makeCountingStore, Service, settle, stored } from "../session/support.ts"
import { inShort, layerCache, makeSource, watch } from "./support.ts"

const seedOf = (entries: object, isSignedIn = true) => ({
  isSignedIn,
  userId: isSignedIn ? "user of ada" : null,
  entries
})

describe("before the store has been read", () => {
  it.effect("a session's value is not fetched, and is fetched after no user turns out to be signed in", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const { seen } = yield* watch(source.resource)
      yield* TestClock.adjust(99)
      assert.strictEqual(source.starts.length, 0)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(seen, ["Pending", "1"])
    }).pipe(Effect.provide(layerCache({}, layerSlow(100)))))

  it.effect("a value independent of the session is fetched, with the signed-in user's tokens", () =>
    Effect.gen(function*() {
      yield* stored("ada")
      const service = yield* Service
      const resource = Resource.make({ name: "anyone", read: CurrentUser.get(), perSession: false })
      const { seen } = yield* watch(resource)
      yield* TestClock.adjust(99)
      assert.strictEqual(service.to("GET /users/me").length, 0)
      yield* TestClock.adjust(1)
      assert.include(seen.at(-1), "user of ada")
    }).pipe(Effect.provide(layerCache({}, layerSlow(100)))))

  it.effect("a value of the previous session is not fetched when the cache is used again", () =>
    Effect.gen(function*() {
      yield* stored("ada")
      const source = makeSource()
      const { stop } = yield* watch(source.resource)
      yield* TestClock.adjust(100)
      assert.strictEqual(source.starts.length, 1)
      stop()
      yield* TestClock.adjust(5000)
      yield* stored("bob")
      yield* watch(source.resource)
      yield* TestClock.adjust(99)
      assert.strictEqual(source.starts.length, 1)
      yield* TestClock.adjust(1)
      assert.strictEqual(source.starts.length, 2)
    }).pipe(Effect.provide(layerCache({}, layerSlow(100)))))

  it.effect("before the store has been read, the status is hydrated and provisional, and is announced once certain", () =>
    Effect.gen(function*() {
      yield* stored("ada")
      const { isSessionKnown, status } = yield* Cache.Cache
      const seen: Array<boolean> = []
      isSessionKnown.subscribe(() => seen.push(isSessionKnown.getSnapshot()))
      assert.deepStrictEqual([status.getSnapshot()._tag, isSessionKnown.getSnapshot()], ["SignedIn", false])
      assert.strictEqual(status.getServerSnapshot()._tag, "SignedIn")
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(seen, [true])
      assert.isTrue(isSessionKnown.getServerSnapshot())
    }).pipe(Effect.provide(layerCache({ dehydrated: seedOf({}) }, layerSlow(100)))))

  it.effect("without a hydrated status, the status is certain", () =>
    Effect.gen(function*() {
      const { isSessionKnown, status } = yield* Cache.Cache
      assert.isTrue(isSessionKnown.getSnapshot())
      assert.strictEqual(status.getSnapshot()._tag, "Loading")
    }).pipe(Effect.provide(layerCache({}, layerSlow(100)))))

  it.effect("before the store has been read, values are hydrated", () =>
    Effect.gen(function*() {
      yield* stored("ada")
      const source = makeSource()
      const { seen } = yield* watch({ ...source.resource, codec: fromSchema(Schema.Unknown) })
      yield* TestClock.adjust(1000)
      assert.strictEqual(seen[0], "\"seed\"")
      assert.strictEqual(source.starts.length, 0)
    }).pipe(Effect.provide(layerCache({ dehydrated: seedOf({ source: { value: "seed" } }) }, layerSlow(100)))))
})

describe("the status", () => {
  it.effect("the status is not announced again when another user signs in", () =>
    Effect.gen(function*() {
      yield* stored("ada")
      const { status } = yield* Cache.Cache
      let count = 0
      status.subscribe(() => count++)
      yield* settle
      const before = count
      yield* stored("bob")
      yield* settle
      assert.strictEqual(count, before)
    }).pipe(Effect.provide(layerCache())))

  it.effect("the status is followed until its last subscriber leaves, even if one unsubscribes twice", () => {
    const { counts, layer } = makeCountingStore()
    return Effect.gen(function*() {
      const { status } = yield* Cache.Cache
      const first = status.subscribe(() => {})
      const second = status.subscribe(() => {})
      status.getSnapshot()
      first()
      first()
      assert.strictEqual(counts.listeners, 1)
      second()
      assert.strictEqual(counts.listeners, 0)
    }).pipe(Effect.provide(layerCache({}, layer)))
  })
})

describe("a server-rendered page", () => {
  it.effect("a server-rendered page shows a value that existed from the start", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const { entry } = yield* watch(source.resource)
      yield* settle
      assert.strictEqual(inShort(entry.getServerState()), "1")
      assert.strictEqual(inShort(entry.getServerState()), "1")
    }).pipe(Effect.provide(layerCache())))

  it.effect("a server-rendered page shows only hydrated values, even after a fetch", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const { entry } = yield* watch(source.resource)
      yield* settle
      assert.strictEqual(inShort(entry.getSnapshot()), "1")
      assert.strictEqual(inShort(entry.getServerState()), "Pending")
    }).pipe(Effect.provide(layerCache({ dehydrated: seedOf({}, false) }))))
})

describe("a dropped entry", () => {
  it.effect("dropping an entry aborts the fetch that refreshes it", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const { entry, stop } = yield* watch(source.resource)
      yield* TestClock.adjust(1000)
      source.millis = 60_000
      entry.refresh()
      stop()
      yield* TestClock.adjust(5000)
      assert.strictEqual(source.interrupted, 1)
    }).pipe(Effect.provide(layerCache())))
})

describe("a cache whose scope closed", () => {
  it.effect("a closed cache has no values, fetches and listeners", () => {
    const { counts, layer } = makeCountingStore()
    return Effect.gen(function*() {
      const source = makeSource()
      const fresh = Resource.make<unknown, string>({ name: "fresh", read: source.resource.read, perSession: false })
      const cache = yield* Effect.provide(
        Effect.andThen(watch(source.resource), Cache.Cache),
        layerCache({}, layer)
      )
      // Pending notifications are delivered before the end.
      yield* settle
      const before = source.starts.length
      for (const resource of [source.resource, fresh]) {
        const entry = cache.observe(resource)
        assert.strictEqual(inShort(entry.getSnapshot()), "Pending")
        entry.subscribe(() => assert.fail())
        entry.refresh()
        let isSettled = false
        void entry.whenSettled().then(() => isSettled = true)
        assert.isTrue(Exit.hasInterrupts(yield* Effect.exit(cache.refresh(resource))))
        assert.isFalse(isSettled)
      }
      cache.status.subscribe(() => assert.fail())
      cache.status.getSnapshot()
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([source.starts.length, counts.listeners], [before, 0])
    })
  })
})

describe("a cache that closes unused", () => {
  it.effect("a cache that closes unused adds no listener, and shows no hydrated value", () => {
    const { counts, layer } = makeCountingStore()
    const seed = seedOf({ plain: { value: "seed" } }, false)
    return Effect.gen(function*() {
      const plain = Resource.make<unknown, never>({
        name: "plain",
        read: Effect.succeed("read"),
        perSession: false,
        codec: fromSchema(Schema.Unknown)
      })
      const { observe, status } = yield* Effect.provide(Cache.Cache, layerCache({ dehydrated: seed }, layer))
      status.subscribe(() => {})
      assert.strictEqual(counts.listeners, 0)
      status.getSnapshot()
      assert.strictEqual(counts.listeners, 0)
      let isSettled = false
      void observe(plain).whenSettled().then(() => isSettled = true)
      assert.strictEqual(inShort(observe(plain).getSnapshot()), "Pending")
      yield* settle
      assert.isFalse(isSettled)
    })
  })
})

describe("Resource", () => {
  it.effect("states starts with the current state", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 100 })
      const fiber = yield* Effect.forkChild(Stream.runCollect(Stream.take(Resource.states(source.resource), 2)))
      yield* TestClock.adjust(100)
      assert.deepStrictEqual((yield* Fiber.join(fiber)).map(inShort), ["Pending", "1"])
    }).pipe(Effect.provide(layerCache())))

  it.effect("Resource.get: waits for the fetch that follows a failure", () =>
    Effect.gen(function*() {
      const source = makeSource()
      source.failure = "boom"
      const { entry } = yield* watch(source.resource)
      yield* TestClock.adjust(1000)
      source.failure = undefined
      source.millis = 100
      entry.refresh()
      yield* settle
      const fiber = yield* Effect.forkChild(Resource.get(source.resource), { startImmediately: true })
      yield* TestClock.adjust(100)
      assert.strictEqual(yield* Fiber.join(fiber), 2)
    }).pipe(Effect.provide(layerCache())))

  it("causeOf returns the cause of a failure and of a stale value, and undefined otherwise", () => {
    const cause = Cause.fail("boom")
    assert.strictEqual(Resource.causeOf({ _tag: "Failed", cause, isRefreshing: false }), cause)
    assert.strictEqual(Resource.causeOf({ _tag: "Ready", value: 1, isRefreshing: false, stale: cause }), cause)
    assert.isUndefined(Resource.causeOf({ _tag: "Ready", value: 1, isRefreshing: false, stale: undefined }))
    assert.isUndefined(Resource.causeOf({ _tag: "Pending" }))
  })
})
