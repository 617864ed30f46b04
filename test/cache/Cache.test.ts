import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { Cache, Client, CurrentUser, ReportError, Resource, Resources, Session } from "latchkey"
import { sessionClient } from "../../src/cache/sessionClient.ts"
import { restrictionLifted } from "../../src/session/restriction.ts"
import { makeCountingStore, Service, settle, start, stored } from "../session/support.ts"
import { inShort, layerCache, makeSource, watch } from "./support.ts"

describe("Cache", () => {
  it.effect("fetches once for all subscribers", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 40 })
      const all = yield* Effect.forEach(Array.from({ length: 200 }), () => watch(source.resource))
      assert.deepStrictEqual(all[199]!.seen, ["Pending"])
      yield* TestClock.adjust(39)
      assert.deepStrictEqual(all[0]!.seen, ["Pending"])
      yield* TestClock.adjust(1)
      for (const { seen } of all) assert.deepStrictEqual(seen, ["Pending", "1"])
      assert.deepStrictEqual(source.starts, [start])
    }).pipe(Effect.provide(layerCache())))

  it.effect("the cache keeps a value for 5 seconds after the last subscriber left, to the millisecond", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const first = yield* watch(source.resource)
      const second = yield* watch(source.resource)
      yield* settle
      first.stop()
      yield* TestClock.adjust("1 minute")
      second.stop()
      yield* TestClock.adjust(4999)
      const third = yield* watch(source.resource)
      assert.deepStrictEqual(third.seen, ["1"])
      third.stop()
      yield* TestClock.adjust(5000)
      const fourth = yield* watch(source.resource)
      yield* settle
      assert.deepStrictEqual(fourth.seen.at(-1), "2")
      assert.strictEqual(source.starts.length, 2)
    }).pipe(Effect.provide(layerCache())))

  it.effect("waits 300 ms between two fetches, and merges all requests in between", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 10 })
      const { entry, seen } = yield* watch(source.resource)
      yield* TestClock.adjust(50)
      entry.refresh()
      entry.refresh()
      yield* TestClock.adjust(249)
      assert.deepStrictEqual(source.starts, [start])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(source.starts, [start, start + 300])
      entry.refresh()
      entry.refresh()
      yield* TestClock.adjust(299)
      assert.strictEqual(source.starts.length, 2)
      yield* TestClock.adjust(11)
      assert.deepStrictEqual(source.starts, [start, start + 300, start + 600])
      assert.deepStrictEqual(seen, ["Pending", "1", "1…", "2", "2…", "3"])
    }).pipe(Effect.provide(layerCache())))

  it.effect("a change during a fetch causes another fetch after it, never a concurrent one", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 1000 })
      const { entry } = yield* watch(source.resource)
      yield* TestClock.adjust(500)
      entry.refresh()
      yield* TestClock.adjust(499)
      assert.strictEqual(source.starts.length, 1)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(source.starts, [start, start + 1000])
    }).pipe(Effect.provide(layerCache())))

  it.effect("keeps the value if a fetch fails, and marks it as stale", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const { entry, seen } = yield* watch(source.resource)
      yield* settle
      source.failure = "boom"
      entry.refresh()
      yield* TestClock.adjust(300)
      source.failure = undefined
      entry.refresh()
      yield* TestClock.adjust(300)
      assert.deepStrictEqual(seen.filter((state) => !state.endsWith("…")), ["1", "1?", "3"])
    }).pipe(Effect.provide(layerCache())))

  it.effect("an entry without a value shows its failure, and is fetched again for later subscribers", () =>
    Effect.gen(function*() {
      const source = makeSource()
      source.failure = "boom"
      const first = yield* watch(source.resource)
      yield* settle
      assert.deepStrictEqual(first.seen, ["!boom"])
      yield* watch(source.resource)
      assert.strictEqual(source.starts.length, 1)
      yield* TestClock.adjust(300)
      source.failure = undefined
      const third = yield* watch(source.resource)
      yield* settle
      assert.deepStrictEqual(third.seen.at(-1), "2")
      assert.deepStrictEqual(first.seen.at(-1), "2")
    }).pipe(Effect.provide(layerCache())))

  it.effect("a view that throws the failure and reads again after 300 ms causes a retry", () =>
    Effect.gen(function*() {
      const source = makeSource()
      source.failure = "boom"
      const { getSnapshot } = (yield* Cache.Cache).observe(source.resource)
      getSnapshot()
      yield* settle
      yield* TestClock.adjust(2000)
      assert.strictEqual(inShort(getSnapshot()), "!boom")
      yield* TestClock.adjust(299)
      assert.strictEqual(inShort(getSnapshot()), "!boom")
      assert.strictEqual(source.starts.length, 1)
      source.failure = undefined
      yield* TestClock.adjust(1)
      getSnapshot()
      yield* settle
      assert.strictEqual(inShort(getSnapshot()), "2")
    }).pipe(Effect.provide(layerCache())))

  it.effect("retries without a longer wait if the device's clock was set back", () =>
    Effect.gen(function*() {
      const source = makeSource()
      source.failure = "boom"
      yield* watch(source.resource)
      yield* settle
      yield* TestClock.setTime(start - 86_400_000)
      source.failure = undefined
      const { entry, seen } = yield* watch(source.resource)
      yield* TestClock.adjust(300)
      assert.strictEqual(seen.at(-1), "2")
      yield* TestClock.setTime(start - 2 * 86_400_000)
      entry.refresh()
      yield* TestClock.adjust(300)
      assert.strictEqual(seen.at(-1), "3")
    }).pipe(Effect.provide(layerCache())))

  it.effect("the cache keeps a subscribed entry during a slow first fetch", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 12_000 })
      const entry = (yield* Cache.Cache).observe(source.resource)
      assert.strictEqual(inShort(entry.getSnapshot()), "Pending")
      const settled = entry.whenSettled()
      assert.strictEqual(entry.whenSettled(), settled)
      yield* TestClock.adjust(11_999)
      assert.strictEqual(entry.whenSettled(), settled)
      yield* TestClock.adjust(1)
      yield* Effect.promise(() => settled)
      assert.strictEqual(inShort(entry.getSnapshot()), "1")
      assert.deepStrictEqual(source.starts, [start])
    }).pipe(Effect.provide(layerCache())))

  it.effect("the state object stays the same until a change, and a fetch with an equal value keeps it", () =>
    Effect.gen(function*() {
      const source = makeSource()
      source.value = { name: "Ada", at: new Date(5) }
      const { entry } = yield* watch(source.resource)
      yield* settle
      const before = entry.getSnapshot()
      assert.strictEqual(entry.getSnapshot(), before)
      source.value = { name: "Ada", at: new Date(5) }
      entry.refresh()
      yield* TestClock.adjust(300)
      const after = entry.getSnapshot()
      assert.strictEqual(source.starts.length, 2)
      assert(before._tag === "Ready" && after._tag === "Ready")
      assert.strictEqual(after.value, before.value)
    }).pipe(Effect.provide(layerCache())))

  it.effect("the cache sends no request and has no listener before the first read or 5 seconds after the last", () => {
    const { counts, layer } = makeCountingStore()
    return Effect.gen(function*() {
      const source = makeSource()
      const { status } = yield* Cache.Cache
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([source.starts.length, counts.listeners], [0, 0])
      const { stop } = yield* watch(source.resource)
      const stopStatus = status.subscribe(() => {})
      assert.strictEqual(counts.listeners, 1)
      stopStatus()
      stop()
      yield* TestClock.adjust(4999)
      assert.strictEqual(counts.listeners, 1)
      yield* TestClock.adjust(1)
      assert.strictEqual(counts.listeners, 0)
      status.getSnapshot()
      assert.strictEqual(counts.listeners, 1)
      yield* TestClock.adjust(5000)
      assert.strictEqual(counts.listeners, 0)
    }).pipe(Effect.provide(layerCache({}, layer)))
  })

  describe("sessions", () => {
    it.effect("resets for another session, and never shows another session's value", () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("ada")
        const { seen } = yield* watch(Resources.user)
        yield* settle
        service.delayMillis = 100
        yield* stored("bob")
        yield* TestClock.adjust(99)
        assert.strictEqual(seen.at(-1), "Pending")
        yield* TestClock.adjust(1)
        assert.include(seen.at(-1), "user of bob")
        const from = seen.indexOf("Pending", 1)
        assert.isFalse(seen.slice(from).some((state) => state.includes("user of ada")))
      }).pipe(Effect.provide(layerCache())))

    it.effect("drops a response that arrives after the session ended", () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("ada")
        service.delayMillis = 100
        const { seen } = yield* watch(Resources.user)
        yield* TestClock.adjust(50)
        yield* Effect.forkChild(Session.signOut)
        yield* TestClock.adjust(1000)
        assert.deepStrictEqual(seen, ["Pending", "null"])
        assert.strictEqual(service.aborted, 1)
      }).pipe(Effect.provide(layerCache())))

    it.effect("the result of an uninterruptible read for another session is ignored", () =>
      Effect.gen(function*() {
        const source = makeSource({ millis: 100 })
        source.value = "of nobody"
        const resource: typeof source.resource = {
          ...source.resource,
          read: Effect.uninterruptible(source.resource.read)
        }
        const { seen } = yield* watch(resource)
        yield* TestClock.adjust(50)
        source.value = "of ada"
        yield* stored("ada")
        yield* TestClock.adjust(1000)
        assert.deepStrictEqual(seen, ["Pending", "\"of ada\""])
      }).pipe(Effect.provide(layerCache())))

    it.effect("sessionClient: a call is interrupted if another session is current", () =>
      Effect.gen(function*() {
        const service = yield* Service
        const client = yield* Client.Client
        const ada = yield* stored("ada")
        const read = (session: typeof ada | undefined) =>
          Effect.exit(Effect.provideService(CurrentUser.get(), Client.Client, sessionClient(client, session)))
        assert.isTrue(Exit.isSuccess(yield* read(ada)))
        yield* stored("bob")
        assert.isTrue(Exit.hasInterrupts(yield* read(ada)))
        assert.isTrue(Exit.hasInterrupts(yield* read(undefined)))
        assert.strictEqual(service.to("GET /users/me").length, 1)
      }).pipe(Effect.provide(layerCache())))

    it.effect("an uninterruptible read sends no request for another session", () =>
      Effect.gen(function*() {
        yield* stored("ada")
        const resource = Resource.make({
          name: "slow",
          read: Effect.uninterruptible(Effect.delay(CurrentUser.get(), 100))
        })
        const { seen } = yield* watch(resource)
        yield* TestClock.adjust(50)
        yield* stored("bob")
        yield* TestClock.adjust(1000)
        assert.include(seen.at(-1), "user of bob")
        assert.strictEqual((yield* Service).to("GET /users/me").length, 1)
      }).pipe(Effect.provide(layerCache())))

    it.effect("a token refresh does not reset the cache", () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("ada")
        const { entry, seen } = yield* watch(Resources.user)
        yield* settle
        yield* TestClock.adjust("11 minutes")
        entry.refresh()
        yield* settle
        assert.strictEqual(service.to("POST /auth/oauth/token").length, 1)
        assert.isFalse(seen.slice(1).includes("Pending"))
      }).pipe(Effect.provide(layerCache())))

    it.effect("the status is one object while signed in and another while signed out", () =>
      Effect.gen(function*() {
        const { status } = yield* Cache.Cache
        assert.strictEqual(status.getSnapshot()._tag, "SignedOut")
        const seen: Array<Cache.SessionStatus> = []
        const stop = status.subscribe(() => seen.push(status.getSnapshot()))
        yield* stored("ada")
        yield* TestClock.adjust("11 minutes")
        yield* Session.getAccessToken()
        yield* Session.signOut
        stop()
        assert.deepStrictEqual(seen.map((status) => status._tag), ["SignedIn", "SignedIn", "SignedIn", "SignedOut"])
        assert.strictEqual(seen[0], seen[2])
      }).pipe(Effect.provide(layerCache())))

    it.effect("a session change keeps values that are the same for all users", () =>
      Effect.gen(function*() {
        const source = makeSource()
        const resource: typeof source.resource = { ...source.resource, perSession: false }
        const { seen } = yield* watch(resource)
        yield* settle
        yield* stored("ada")
        yield* settle
        assert.deepStrictEqual(seen.at(-1), "1")
        assert.strictEqual(source.starts.length, 1)
      }).pipe(Effect.provide(layerCache())))
  })

  describe("calls that change data", () => {
    it.effect("writes: refetch only the resources that they change", () =>
      Effect.gen(function*() {
        const { onChange: changed } = (yield* Client.Client).caller
        const source = makeSource({ invalidatedBy: ["teams.create"] })
        const { seen } = yield* watch(source.resource)
        yield* TestClock.adjust(1000)
        changed!("teams.update")
        yield* settle
        assert.strictEqual(source.starts.length, 1)
        changed!("teams.create")
        yield* settle
        assert.strictEqual(seen.at(-1), "2")
      }).pipe(Effect.provide(layerCache())))

    it.effect("lifting a restriction removes the restricted user's value before the refetch", () =>
      Effect.gen(function*() {
        const { onChange: changed } = (yield* Client.Client).caller
        const source = makeSource({ millis: 50, invalidatedBy: [restrictionLifted] })
        const { seen } = yield* watch(source.resource)
        yield* TestClock.adjust(1000)
        assert.strictEqual(seen.at(-1), "1")
        changed!(restrictionLifted)
        assert.strictEqual(seen.at(-1), "Pending")
        yield* TestClock.adjust(1000)
        assert.strictEqual(seen.at(-1), "2")
      }).pipe(Effect.provide(layerCache())))

    it.effect("a write makes a value without subscribers refetch at the next read", () =>
      Effect.gen(function*() {
        const { onChange: changed } = (yield* Client.Client).caller
        const source = makeSource({ invalidatedBy: ["teams.create"] })
        const { stop } = yield* watch(source.resource)
        yield* TestClock.adjust(1000)
        stop()
        changed!("teams.create")
        yield* settle
        assert.strictEqual(source.starts.length, 1)
        const { seen } = yield* watch(source.resource)
        yield* settle
        assert.strictEqual(source.starts.length, 2)
        assert.strictEqual(seen.at(-1), "2")
      }).pipe(Effect.provide(layerCache())))
  })

  it.effect("closing the cache's scope removes its timers, listeners and fetches", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 1000 })
      const cache = yield* Effect.provide(
        Effect.gen(function*() {
          const { entry } = yield* watch(source.resource)
          return { entry, status: (yield* Cache.Cache).status }
        }),
        layerCache()
      )
      yield* settle
      assert.strictEqual(source.interrupted, 1)
      assert.strictEqual(cache.entry.getSnapshot()._tag, "Pending")
      cache.entry.subscribe(() => assert.fail())
      cache.entry.refresh()
      assert.strictEqual(cache.status.getSnapshot()._tag, "Loading")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(source.starts.length, 1)
    }))
})

describe("Resource", () => {
  it.effect("get waits for the first value, and returns the current one afterwards", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 100 })
      const fiber = yield* Effect.forkChild(Resource.get(source.resource))
      yield* TestClock.adjust(100)
      assert.strictEqual(yield* Fiber.join(fiber), 1)
      assert.strictEqual(yield* Resource.get(source.resource), 1)
    }).pipe(Effect.provide(layerCache())))

  it.effect("Resource.get: returns a synchronous read immediately, and unsubscribes", () =>
    Effect.gen(function*() {
      const resource = Resource.make({ name: "at once", read: Effect.succeed(5) })
      assert.strictEqual(yield* Resource.get(resource), 5)
      const { seen, stop } = yield* watch(resource)
      assert.deepStrictEqual(seen, ["5"])
      stop()
      yield* TestClock.adjust(5000)
      const { observe } = yield* Cache.Cache
      let wasDropped = false
      observe(resource).subscribe(() => wasDropped = true)
      assert.strictEqual(observe(resource).getSnapshot()._tag, "Ready")
      assert.isTrue(wasDropped)
    }).pipe(Effect.provide(layerCache())))

  it.effect("a listener that throws is reported, and does not affect others or later fetches", () => {
    const reported: Array<unknown> = []
    const report = Layer.succeed(ReportError, (error: unknown) => Effect.sync(() => reported.push(error)))
    return Effect.gen(function*() {
      const source = makeSource({ millis: 10 })
      const { observe } = yield* Cache.Cache
      observe(source.resource).subscribe(() => {
        throw new Error("boom")
      })
      const { seen } = yield* watch(source.resource)
      yield* TestClock.adjust(1000)
      observe(source.resource).refresh()
      yield* TestClock.adjust(1000)
      assert.strictEqual(seen.at(-1), "2")
      assert.strictEqual(String(reported[0]), "Error: boom")
    }).pipe(Effect.provide(Layer.provide(layerCache(), report)))
  })

  it.effect("get fails with the typed error of the read", () =>
    Effect.gen(function*() {
      const source = makeSource()
      source.failure = "boom"
      assert.strictEqual(yield* Effect.flip(Resource.get(source.resource)), "boom")
    }).pipe(Effect.provide(layerCache())))

  it.effect("refresh returns the result of a fetch that started afterwards", () =>
    Effect.gen(function*() {
      const source = makeSource({ millis: 1000 })
      yield* watch(source.resource)
      yield* TestClock.adjust(500)
      const fiber = yield* Effect.forkChild(Resource.refresh(source.resource))
      yield* TestClock.adjust(500)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(yield* Fiber.await(fiber), Exit.succeed(2))
    }).pipe(Effect.provide(layerCache())))

  it.effect("values is a stream of the values, and unsubscribes when it ends", () =>
    Effect.gen(function*() {
      const source = makeSource()
      const seen: Array<unknown> = []
      const fiber = yield* Effect.forkChild(
        Stream.runForEach(Resource.values(source.resource), (value) => Effect.sync(() => seen.push(value)))
      )
      yield* settle
      const { entry } = yield* Effect.map(Cache.Cache, ({ observe }) => ({ entry: observe(source.resource) }))
      source.failure = "boom"
      entry.refresh()
      yield* TestClock.adjust(300)
      source.failure = undefined
      entry.refresh()
      yield* TestClock.adjust(300)
      assert.deepStrictEqual(seen, [1, 3])
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust(5000)
      yield* watch(source.resource)
      assert.strictEqual(source.starts.length, 4)
    }).pipe(Effect.provide(layerCache())))

  it.effect("values fails if there is no first value", () =>
    Effect.gen(function*() {
      const source = makeSource()
      source.failure = "boom"
      assert.strictEqual(yield* Effect.flip(Stream.runCollect(Resource.values(source.resource))), "boom")
    }).pipe(Effect.provide(layerCache())))

  describe("optimistic", () => {
    const setup = Effect.gen(function*() {
      const source = makeSource({ millis: 10 })
      source.value = "old"
      const { entry, seen } = yield* watch(source.resource)
      yield* TestClock.adjust(1000)
      return { source, seen, entry }
    })

    it.effect("an optimistic change is shown immediately and until the service's response contains it", () =>
      Effect.gen(function*() {
        const { seen, source } = yield* setup
        const call = Effect.delay(Effect.sync(() => source.value = "new by the service"), 100)
        const fiber = yield* Effect.forkChild(Resource.optimistic(source.resource, () => "new", call))
        yield* settle
        assert.strictEqual(seen.at(-1), "\"new\"")
        yield* TestClock.adjust(109)
        assert.strictEqual(seen.at(-1), "\"new\"…")
        yield* TestClock.adjust(1)
        assert.strictEqual(seen.at(-1), "\"new by the service\"")
        assert.isFalse(seen.slice(2).includes("\"old\""))
        assert.strictEqual(yield* Fiber.join(fiber), "new by the service")
      }).pipe(Effect.provide(layerCache())))

    it.effect("shows the previous value as soon as the call fails, with the call's error", () =>
      Effect.gen(function*() {
        const { seen, source } = yield* setup
        const call = Effect.delay(Effect.fail("gone" as const), 100)
        const fiber = yield* Effect.forkChild(Resource.optimistic(source.resource, () => "new", call))
        yield* TestClock.adjust(100)
        assert.strictEqual(seen.at(-1), "\"old\"")
        assert.deepStrictEqual(yield* Fiber.await(fiber), Exit.fail("gone" as const))
        yield* TestClock.adjust(1000)
        assert.strictEqual(source.starts.length, 1)
      }).pipe(Effect.provide(layerCache())))

    it.effect("an optimistic change is not undone by the response to an earlier fetch", () =>
      Effect.gen(function*() {
        const { entry, seen, source } = yield* setup
        source.millis = 50
        entry.refresh()
        const call = Effect.delay(Effect.sync(() => source.value = "new"), 20)
        yield* Effect.forkChild(Resource.optimistic(source.resource, () => "new", call))
        yield* TestClock.adjust(1000)
        assert.isFalse(
          seen.slice(seen.findIndex((state) => state.startsWith("\"new\""))).some((state) =>
            state.startsWith("\"old\"")
          )
        )
        assert.strictEqual(seen.at(-1), "\"new\"")
      }).pipe(Effect.provide(layerCache())))

    it.effect("an optimistic change is undone when its call is interrupted", () =>
      Effect.gen(function*() {
        const { seen, source } = yield* setup
        const fiber = yield* Effect.forkChild(Resource.optimistic(source.resource, () => "new", Effect.never))
        yield* settle
        assert.strictEqual(seen.at(-1), "\"new\"")
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(seen.at(-1), "\"old\"")
      }).pipe(Effect.provide(layerCache())))

    it.effect("undoing one of two optimistic changes keeps the other", () =>
      Effect.gen(function*() {
        const { seen, source } = yield* setup
        const add = (letter: string) => (value: unknown) => `${value}${letter}`
        yield* Effect.forkChild(
          Resource.optimistic(source.resource, add("a"), Effect.delay(Effect.fail("no"), 100))
        )
        yield* Effect.forkChild(Resource.optimistic(source.resource, add("b"), Effect.never))
        yield* settle
        assert.strictEqual(seen.at(-1), "\"oldab\"")
        yield* TestClock.adjust(100)
        assert.strictEqual(seen.at(-1), "\"oldb\"")
      }).pipe(Effect.provide(layerCache())))
  })
})
