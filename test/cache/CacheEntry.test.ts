import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { type CacheEntry, makeCacheEntry } from "../../src/cache/CacheEntry.ts"
import { settle } from "../session/support.ts"
import { inShort, makeSource } from "./support.ts"

/** An entry alone, with a host that counts and that knows the session unless the test says otherwise. */
const make = (millis = 0) =>
  Effect.gen(function*() {
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const clock = yield* Clock.Clock
    const source = makeSource({ millis })
    const host = {
      seed: undefined as { readonly value: unknown; readonly readAt: number } | undefined,
      isKnown: true,
      runs: 0,
      drops: 0
    }
    const create = (): CacheEntry<unknown, string> =>
      makeCacheEntry({
        run: (effect) => {
          host.runs++
          return run(effect)
        },
        isOnline: () => true,
        now: () => clock.currentTimeMillisUnsafe(),
        // Sound: the tests read only one resource.
        read: (resource) => host.isKnown ? resource.read as Effect.Effect<never> : undefined,
        hydrate: () => host.seed as { readonly value: never; readonly readAt: number } | undefined,
        notify: (listeners) => listeners.forEach(({ notify }) => notify()),
        drop: () => {
          host.drops++
        }
      }, source.resource)
    const entry = create()
    const subscribe = (entry: CacheEntry<unknown, string>) => {
      const seen: Array<string> = []
      return { seen, stop: entry.subscribe(() => seen.push(inShort(entry.read()))) }
    }
    return { source, host, entry, create, subscribe, look: () => inShort(entry.read()) }
  })

describe("a hydrated entry", () => {
  it.effect("a hydrated entry shows its value without a fetch, and is dropped 5 seconds after a read", () =>
    Effect.gen(function*() {
      const { create, host, source } = yield* make()
      host.seed = { value: "seed", readAt: 0 }
      const entry = create()
      assert.deepStrictEqual(entry.read(), { _tag: "Ready", value: "seed", isRefreshing: false, stale: undefined })
      yield* Effect.promise(entry.whenSettled)
      yield* TestClock.adjust(4999)
      assert.strictEqual(host.drops, 0)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual([host.drops, source.starts.length], [1, 0])
    }))
})

describe("request", () => {
  it.effect("request: starts no fetch while the session is unknown", () =>
    Effect.gen(function*() {
      const { host, entry } = yield* make()
      host.isKnown = false
      entry.request()
      assert.strictEqual(host.runs, 0)
    }))

  it.effect("waits until the last millisecond between two fetches", () =>
    Effect.gen(function*() {
      const { entry, source } = yield* make()
      entry.request()
      yield* TestClock.adjust(299)
      entry.request()
      yield* settle
      assert.strictEqual(source.starts.length, 1)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(source.starts[1]! - source.starts[0]!, 300)
    }))

  it.effect("request: keeps a first fetch of any duration until its response, also after a failure", () =>
    Effect.gen(function*() {
      const { look, host, entry, source } = yield* make(12_000)
      source.failure = "boom"
      entry.request()
      yield* TestClock.adjust(12_000)
      assert.strictEqual(host.drops, 0)
      assert.strictEqual(look(), "!boom")
      source.failure = undefined
      entry.request()
      yield* TestClock.adjust(12_000)
      assert.strictEqual(host.drops, 0)
      assert.strictEqual(look(), "2")
      yield* TestClock.adjust(5000)
      assert.strictEqual(host.drops, 1)
    }))

  it.effect("releases a first fetch once, after any number of requests", () =>
    Effect.gen(function*() {
      const { host, entry } = yield* make(1000)
      entry.request()
      entry.request()
      yield* TestClock.adjust(5999)
      assert.strictEqual(host.drops, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(host.drops, 1)
    }))

  it.effect("releases a first fetch that failed", () =>
    Effect.gen(function*() {
      const { host, entry, source } = yield* make(1000)
      source.failure = "boom"
      entry.request()
      yield* TestClock.adjust(5999)
      assert.strictEqual(host.drops, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(host.drops, 1)
    }))

  it.effect("keeps a first fetch that immediately follows a failure, for any duration", () =>
    Effect.gen(function*() {
      const { look, host, entry, source } = yield* make(1000)
      source.failure = "boom"
      entry.request()
      entry.request()
      yield* settle
      source.millis = 12_000
      yield* TestClock.adjust(1000)
      assert.strictEqual(look(), "!boom…")
      source.failure = undefined
      yield* TestClock.adjust(12_000)
      assert.strictEqual(host.drops, 0)
      yield* TestClock.adjust(5000)
      assert.strictEqual(host.drops, 1)
    }))

  it.effect("does not keep an entry for a fetch that only replaces its value", () =>
    Effect.gen(function*() {
      const { host, entry, source } = yield* make()
      entry.request()
      yield* settle
      source.millis = 12_000
      yield* TestClock.adjust(1000)
      entry.request()
      yield* TestClock.adjust(4000)
      assert.strictEqual(host.drops, 1)
    }))
})

describe("look", () => {
  it.effect("retries a failure 300 ms after it was read, and the next failure 300 ms later", () =>
    Effect.gen(function*() {
      const { look, entry, source } = yield* make()
      source.failure = "boom"
      entry.read()
      yield* TestClock.adjust(1000)
      assert.strictEqual(look(), "!boom")
      yield* TestClock.adjust(300)
      look()
      yield* settle
      assert.strictEqual(source.starts.length, 2)
      yield* TestClock.adjust(1000)
      assert.strictEqual(look(), "!boom")
      yield* TestClock.adjust(299)
      assert.strictEqual(look(), "!boom")
      yield* settle
      assert.strictEqual(source.starts.length, 2)
    }))

  it.effect("does not retry a failure that has a subscriber, or during a fetch", () =>
    Effect.gen(function*() {
      const { look, entry, source, subscribe } = yield* make()
      source.failure = "boom"
      const { stop } = subscribe(entry)
      yield* settle
      look()
      yield* TestClock.adjust(1000)
      assert.strictEqual(look(), "!boom")
      assert.strictEqual(source.starts.length, 1)
      stop()
      look()
      source.millis = 2000
      entry.request()
      yield* TestClock.adjust(1000)
      assert.strictEqual(look(), "!boom…")
    }))

  it.effect("keeps the cause of a stale value", () =>
    Effect.gen(function*() {
      const { look, entry, source } = yield* make()
      entry.request()
      yield* TestClock.adjust(300)
      source.failure = "boom"
      entry.request()
      yield* settle
      assert.strictEqual(look(), "1?")
      yield* TestClock.adjust(1000)
      assert.strictEqual(look(), "1?")
    }))
})

describe("invalidate", () => {
  it.effect("invalidate: only the next subscriber fetches", () =>
    Effect.gen(function*() {
      const { entry, source, subscribe } = yield* make()
      subscribe(entry).stop()
      yield* TestClock.adjust(1000)
      entry.invalidate()
      yield* settle
      assert.strictEqual(source.starts.length, 1)
      subscribe(entry).stop()
      yield* TestClock.adjust(1000)
      subscribe(entry).stop()
      yield* TestClock.adjust(1000)
      assert.strictEqual(source.starts.length, 2)
    }))

  it.effect("fetches again after a fetch in progress without a subscriber", () =>
    Effect.gen(function*() {
      const { entry, source } = yield* make(1000)
      entry.read()
      yield* TestClock.adjust(500)
      entry.invalidate()
      yield* TestClock.adjust(500)
      assert.strictEqual(source.starts.length, 2)
    }))
})

describe("refresh", () => {
  it.effect("releases the entry after the response, and does not fetch for another session", () =>
    Effect.gen(function*() {
      const { host, entry, source } = yield* make()
      assert.strictEqual(yield* entry.refresh, 1)
      entry.reset()
      yield* settle
      assert.strictEqual(source.starts.length, 1)
      yield* TestClock.adjust(5000)
      assert.strictEqual(host.drops, 1)
    }))

  it.effect("releases the entry when it is interrupted", () =>
    Effect.gen(function*() {
      const { host, entry, source } = yield* make()
      entry.request()
      yield* TestClock.adjust(1000)
      source.millis = 100
      const fiber = yield* Effect.forkChild(entry.refresh, { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      entry.reset()
      yield* settle
      assert.strictEqual(source.starts.length, 2)
      yield* TestClock.adjust(5000)
      assert.strictEqual(host.drops, 1)
    }))
})

describe("reset", () => {
  it.effect("reset: refetches only for a subscriber, a waiting caller or a reader of the first fetch", () =>
    Effect.gen(function*() {
      const listened = yield* make()
      listened.entry.subscribe(() => {})
      yield* settle
      listened.entry.reset()
      const waited = yield* make(100)
      yield* Effect.forkChild(waited.entry.refresh, { startImmediately: true })
      yield* settle
      waited.entry.reset()
      const looked = yield* make(100)
      looked.entry.read()
      yield* settle
      looked.entry.reset()
      const left = yield* make()
      left.entry.read()
      yield* settle
      left.entry.reset()
      yield* TestClock.adjust(1000)
      const counts = [listened, waited, looked, left].map(({ source }) => source.starts.length)
      assert.deepStrictEqual(counts, [2, 2, 2, 1])
    }))

  it.effect("uses a hydrated value instead of a fetch, except for a waiting caller", () =>
    Effect.gen(function*() {
      const { look, host, entry, source, subscribe } = yield* make(100)
      const { seen } = subscribe(entry)
      yield* TestClock.adjust(100)
      host.seed = { value: "seed", readAt: 0 }
      entry.reset()
      yield* TestClock.adjust(1000)
      assert.strictEqual(look(), "\"seed\"")
      assert.deepStrictEqual(seen, ["1", "\"seed\""])
      assert.strictEqual(source.starts.length, 1)
      const fiber = yield* Effect.forkChild(entry.refresh, { startImmediately: true })
      yield* settle
      entry.reset()
      yield* TestClock.adjust(1000)
      assert.strictEqual(yield* Fiber.join(fiber), 3)
    }))

  it.effect("releases the entry if a hydrated value replaces a first fetch", () =>
    Effect.gen(function*() {
      const { look, host, entry } = yield* make(100)
      entry.request()
      yield* settle
      host.seed = { value: "seed", readAt: 0 }
      entry.reset()
      assert.strictEqual(look(), "\"seed\"")
      yield* TestClock.adjust(5000)
      assert.strictEqual(host.drops, 1)
    }))

  it.effect("removes the value, its changes, its failure and its outdated flag", () =>
    Effect.gen(function*() {
      const { look, host, entry, source, subscribe } = yield* make()
      const { seen, stop } = subscribe(entry)
      yield* TestClock.adjust(1000)
      entry.patch((value) => `${value} changed`)
      source.failure = "boom"
      entry.request()
      yield* settle
      stop()
      entry.invalidate()
      assert.strictEqual(look(), "\"1 changed\"?")
      host.seed = { value: 7, readAt: 0 }
      entry.reset()
      assert.strictEqual(look(), "7")
      subscribe(entry).stop()
      yield* TestClock.adjust(1000)
      assert.strictEqual(source.starts.length, 2)
      assert.deepStrictEqual(seen, ["1", "\"1 changed\"", "\"1 changed\"…", "\"1 changed\"?"])
    }))

  it.effect("reset: subscribers see Pending, and whenSettled waits for the next value", () =>
    Effect.gen(function*() {
      const { entry, source, subscribe } = yield* make()
      const first = entry.whenSettled()
      const { seen } = subscribe(entry)
      yield* Effect.promise(() => first)
      source.millis = 100
      entry.reset()
      assert.strictEqual(seen.at(-1), "Pending")
      let isSettled = false
      void entry.whenSettled().then(() => isSettled = true)
      yield* TestClock.adjust(99)
      assert.isFalse(isSettled)
      yield* TestClock.adjust(1)
      assert.isTrue(isSettled)
    }))

  it.effect("reset within a read aborts that read and hides its value, and a later reset aborts the next read", () =>
    Effect.gen(function*() {
      const { create, source } = yield* make()
      const read = source.resource.read
      let count = 0
      // Sound: the resource is the test's.
      const writable = source.resource as { read: typeof read }
      writable.read = Effect.suspend(() => {
        if (++count > 1) return read
        entry.reset()
        return Effect.succeed("of another session")
      })
      const entry = create()
      source.millis = 100
      const seen: Array<string> = []
      entry.subscribe(() => seen.push(inShort(entry.read())))
      yield* TestClock.adjust(50)
      assert.deepStrictEqual(seen, [])
      entry.reset()
      assert.strictEqual(source.interrupted, 1)
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(seen, ["2"])
    }))

  it.effect("reset within a read that replaces a value discards the result", () =>
    Effect.gen(function*() {
      const { create, source } = yield* make()
      let count = 0
      const writable = source.resource as { read: typeof source.resource.read }
      writable.read = Effect.suspend(() => {
        if (++count === 2) entry.reset()
        return Effect.succeed(count)
      })
      const entry = create()
      entry.request()
      yield* TestClock.adjust(1000)
      entry.request()
      yield* settle
      assert.isUndefined(entry.state().answer)
    }))

  it.effect("reset within a read interrupts the read if it continues", () =>
    Effect.gen(function*() {
      const { create, source } = yield* make(100)
      const read = source.resource.read
      let count = 0
      const writable = source.resource as { read: typeof read }
      writable.read = Effect.suspend(() => {
        if (++count === 1) entry.reset()
        return read
      })
      const entry = create()
      entry.subscribe(() => {})
      yield* settle
      assert.strictEqual(source.interrupted, 1)
    }))
})

describe("patch", () => {
  it.effect("fetches after the call only if the value has subscribers or a fetch in progress", () =>
    Effect.gen(function*() {
      const { entry, source, subscribe } = yield* make()
      subscribe(entry).stop()
      yield* TestClock.adjust(1000)
      entry.patch((value) => value).commit()
      entry.patch((value) => value).rollback()
      yield* TestClock.adjust(1000)
      assert.strictEqual(source.starts.length, 1)
      source.millis = 500
      entry.request()
      yield* TestClock.adjust(250)
      entry.patch((value) => value).commit()
      yield* TestClock.adjust(250)
      assert.strictEqual(source.starts.length, 3)
    }))

  it.effect("refetches after a failed call if the value was invalidated during the call", () =>
    Effect.gen(function*() {
      const { entry, source, subscribe } = yield* make()
      subscribe(entry)
      yield* TestClock.adjust(1000)
      const { rollback } = entry.patch((value) => value)
      entry.invalidate()
      yield* settle
      assert.strictEqual(source.starts.length, 1)
      rollback()
      yield* settle
      assert.strictEqual(source.starts.length, 2)
    }))
})

describe("dispose", () => {
  it.effect("dispose: ends all waits, drops no value later, and completes with the last fetch", () =>
    Effect.gen(function*() {
      const { host, entry, source } = yield* make(1000)
      const writable = source.resource as { read: typeof source.resource.read }
      writable.read = Effect.uninterruptible(source.resource.read)
      const stop = entry.subscribe(() => {})
      const fiber = yield* Effect.forkChild(entry.refresh, { startImmediately: true })
      let isSettled = false
      void entry.whenSettled().then(() => isSettled = true)
      yield* settle
      const disposing = yield* Effect.forkChild(entry.dispose(), { startImmediately: true })
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      yield* settle
      assert.isTrue(isSettled)
      yield* TestClock.adjust(999)
      assert.isUndefined(disposing.pollUnsafe())
      yield* TestClock.adjust(1)
      yield* Fiber.join(disposing)
      stop()
      yield* TestClock.adjust(10_000)
      assert.strictEqual(host.drops, 0)
    }))

  it.effect("dispose: unsubscribing afterwards drops no value", () =>
    Effect.gen(function*() {
      const { host, entry } = yield* make()
      const stop = entry.subscribe(() => {})
      yield* settle
      yield* entry.dispose()
      stop()
      yield* TestClock.adjust(10_000)
      assert.strictEqual(host.drops, 0)
    }))
})
