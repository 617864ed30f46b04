/** The lifetimes of values, hydrated values and fetches. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Cache, Resource, Resources, TokenStore } from "latchkey"
import { fromSchema } from "latchkey/schema"
import { makeRefCount } from "../../src/cache/refCount.ts"
import { layerTest, Service, settle, start, stored } from "../session/support.ts"
import { inShort, layerCache, makeSource, watch } from "./support.ts"

const reads = Effect.map(Service, ({ to }) => to("GET /users/me").length)

describe("a hydrated value", () => {
  /** A number that counts its fetches, hydrated as 7. */
  const makeCounted = (perSession: boolean) => {
    const counted = { fetches: 0 }
    const resource = Resource.make({
      name: "counted",
      perSession,
      read: Effect.sync(() => ++counted.fetches),
      codec: fromSchema(Schema.Number)
    })
    return { counted, resource, seed: { isSignedIn: false, userId: null, entries: { [resource.key]: { value: 7 } } } }
  }

  for (const session of [false, true]) {
    it.effect(`a dropped hydrated value is fetched for the next subscriber, with session: ${session}`, () => {
      const { counted, resource, seed } = makeCounted(session)
      return Effect.gen(function*() {
        const first = yield* watch(resource)
        yield* settle
        assert.deepStrictEqual(first.seen.at(-1), "7")
        assert.strictEqual(counted.fetches, 0)
        first.stop()
        yield* TestClock.adjust(5000)
        const second = yield* watch(resource)
        yield* settle
        assert.notInclude(second.seen, "7")
        assert.strictEqual(second.seen.at(-1), "1")
        assert.strictEqual(counted.fetches, 1)
      }).pipe(Effect.provide(layerCache({ dehydrated: seed })))
    })
  }

  it.effect("a hydrated value does not return after another user signed in and out", () => {
    const { counted, resource, seed } = makeCounted(true)
    return Effect.gen(function*() {
      const { seen } = yield* watch(resource)
      yield* settle
      yield* stored("ada")
      yield* settle
      const from = seen.length
      yield* TestClock.adjust("10 seconds")
      yield* stored("bob")
      yield* settle
      assert.isAbove(counted.fetches, 1)
      assert.notInclude(seen.slice(from), "7")
    }).pipe(Effect.provide(layerCache({ dehydrated: seed })))
  })
})

describe("a closed cache", () => {
  it.effect("fetches nothing when an optimistic update ends", () =>
    Effect.gen(function*() {
      const { resource: source, starts } = makeSource()
      const resource: typeof source = { ...source, perSession: false }
      const scope = yield* Scope.make()
      const cache = yield* Scope.provide(Cache.make(), scope)
      cache.observe(resource).subscribe(() => {})
      yield* settle
      const updates = [cache.patch(resource, () => "committed"), cache.patch(resource, () => "rolled back")]
      yield* Scope.close(scope, Exit.void)
      updates[0]!.commit()
      updates[1]!.rollback()
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(starts, 1)
    }).pipe(Effect.provide(layerTest())))
})

describe("a value without subscribers", () => {
  it.effect("Resources.user without subscribers is kept for 4,999 ms and dropped after 5,000 ms", () =>
    Effect.gen(function*() {
      yield* stored("ada")
      const first = yield* watch(Resources.user)
      yield* settle
      assert.strictEqual(yield* reads, 1)
      first.stop()
      yield* TestClock.adjust(4999)
      const second = yield* watch(Resources.user)
      yield* settle
      assert.include(second.seen[0], "user of ada")
      assert.strictEqual(yield* reads, 1)
      second.stop()
      yield* TestClock.adjust(5000)
      yield* watch(Resources.user)
      yield* settle
      assert.strictEqual(yield* reads, 2)
    }).pipe(Effect.provide(layerCache())))

  it.effect("is kept while one of many subscribers stays, and 5,000 ms longer", () =>
    Effect.gen(function*() {
      yield* stored("ada")
      const all = yield* Effect.forEach(Array.from({ length: 20 }), () => watch(Resources.user))
      yield* settle
      for (const { stop } of all) {
        yield* TestClock.adjust(4000)
        stop()
        // A subscriber leaves once.
        stop()
      }
      yield* TestClock.adjust(4999)
      const { observe } = yield* Cache.Cache
      assert.include(inShort(observe(Resources.user).getSnapshot()), "user of ada")
      assert.strictEqual(yield* reads, 1)
      // A read does not extend it.
      yield* TestClock.adjust(1)
      observe(Resources.user).getSnapshot()
      yield* settle
      assert.strictEqual(yield* reads, 2)
    }).pipe(Effect.provide(layerCache())))
})

describe("a fetch without subscribers", () => {
  it.effect("a fetch is interrupted 5,000 ms after its last subscriber left, and its result is not shown", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const first = yield* watch(source.resource)
      yield* TestClock.adjust(300)
      source.millis = 20_000
      source.value = "abandoned"
      first.entry.refresh()
      yield* settle
      first.stop()
      yield* TestClock.adjust(4999)
      assert.strictEqual(source.interrupted, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(source.interrupted, 1)
      source.millis = 0
      source.value = "new"
      const second = yield* watch(source.resource)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(second.seen, ["\"new\""])
      assert.isFalse(first.seen.some((state) => state.includes("abandoned")))
      assert.strictEqual(source.starts.length, 3)
    }).pipe(Effect.provide(layerCache())))

  it.effect("a fetch for Resources.user without subscribers aborts its request, and the next subscriber fetches again", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("ada")
      const first = yield* watch(Resources.user)
      yield* TestClock.adjust(300)
      service.delayMillis = 10_000
      first.entry.refresh()
      yield* settle
      first.stop()
      yield* TestClock.adjust(5000)
      assert.strictEqual(service.aborted, 1)
      service.delayMillis = 0
      const second = yield* watch(Resources.user)
      yield* settle
      assert.include(second.seen.at(-1), "user of ada")
      assert.strictEqual(yield* reads, 3)
    }).pipe(Effect.provide(layerCache())))

  it.effect("an uninterruptible fetch that ends after its entry was dropped shows no value", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const resource: typeof source.resource = {
        ...source.resource,
        read: Effect.uninterruptible(source.resource.read)
      }
      const first = yield* watch(resource)
      yield* TestClock.adjust(300)
      source.millis = 20_000
      source.value = "abandoned"
      first.entry.refresh()
      yield* settle
      first.stop()
      yield* TestClock.adjust(5000)
      source.millis = 0
      source.value = "new"
      const second = yield* watch(resource)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(second.seen, ["\"new\""])
    }).pipe(Effect.provide(layerCache())))

  it.effect("a previous session's late fetch shows no value and settles no wait of the next session", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 100 })
      const resource: typeof source.resource = {
        ...source.resource,
        read: Effect.uninterruptible(source.resource.read)
      }
      yield* stored("ada")
      source.value = "of ada"
      const { seen } = yield* watch(resource)
      yield* TestClock.adjust(50)
      source.millis = 500
      source.value = "of bob"
      yield* stored("bob")
      yield* TestClock.adjust(200)
      assert.deepStrictEqual(seen, ["Pending"])
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(seen, ["Pending", "\"of bob\""])
    }).pipe(Effect.provide(layerCache())))
})

describe("a fetch that synchronously ends its own session", () => {
  it.effect("a fetch that ends its own session shows no value to the next session's subscribers", () =>
    Effect.gen(function*() {
      yield* stored("ada")
      const service = yield* Service
      const store = yield* TokenStore.TokenStore
      const tokens = yield* service.begin("bob")
      let fetches = 0
      const resource = Resource.make({
        name: "own session",
        read: Effect.suspend(() =>
          ++fetches === 1
            ? Effect.as(store.modify(() => tokens), "of ada")
            : Effect.delay(Effect.succeed("of bob"), 100)
        )
      })
      // The session is known before the first fetch.
      yield* watch(Resources.user)
      yield* settle
      const { seen } = yield* watch(resource)
      yield* TestClock.adjust(1000)
      assert.strictEqual(fetches, 2)
      assert.deepStrictEqual(seen.filter((state) => state !== "Pending"), ["\"of bob\""])
    }).pipe(Effect.provide(layerCache())))
})

describe("makeRefCount", () => {
  const make = Effect.map(Effect.context<never>(), (context) => {
    const drops: Array<number> = []
    const clock = Clock.Clock.pipe(Effect.map((clock) => clock.currentTimeMillisUnsafe()))
    const run = Effect.runForkWith(context)
    const refCount = makeRefCount(run, () => {
      run(Effect.map(clock, (now) => void drops.push(now - start)))
    })
    return { ...refCount, drops }
  })

  it.effect("drops 5,000 ms after the last reference was released", () =>
    Effect.gen(function*() {
      const { drops, acquire } = yield* make
      const first = acquire()
      const second = acquire()
      first()
      first()
      yield* TestClock.adjust(60_000)
      assert.deepStrictEqual(drops, [])
      second()
      yield* TestClock.adjust(3000)
      const third = acquire()
      yield* TestClock.adjust(60_000)
      third()
      yield* TestClock.adjust(4999)
      assert.deepStrictEqual(drops, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(drops, [128_000])
    }).pipe(Effect.provide(layerCache())))

  it.effect("drops 5,000 ms after the first read without a later reference", () =>
    Effect.gen(function*() {
      const { drops, touch } = yield* make
      touch()
      yield* TestClock.adjust(4000)
      touch()
      yield* TestClock.adjust(999)
      assert.deepStrictEqual(drops, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(drops, [5000])
    }).pipe(Effect.provide(layerCache())))

  it.effect("makeRefCount: drops no value after its end", () =>
    Effect.gen(function*() {
      const { drops, dispose, acquire, touch } = yield* make
      const release = acquire()
      touch()
      dispose()
      release()
      touch()
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(drops, [])
    }).pipe(Effect.provide(layerCache())))
})
