/** Cached values of a device that is offline, and back online. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { Cache, Project, Resource } from "latchkey"
import { makeDevice } from "../support/connectivity.ts"
import { type Answer, connectionReset, layerClient, layerWire, projectJson, response, Wire } from "../support/Wire.ts"
import { inShort } from "./support.ts"

const makeWorld = (isOnline: boolean) => {
  const { device, layer } = makeDevice(isOnline)
  const network = { isUp: isOnline }
  const answer = (): Answer => network.isUp ? response(200, projectJson) : connectionReset
  return {
    device,
    /** The network follows the device, as it does in a browser. */
    go: (isOnline: boolean) => {
      network.isUp = isOnline
      device.set(isOnline)
    },
    network,
    layer: Cache.layer().pipe(
      Layer.provideMerge(layerClient(layerWire(answer, answer))),
      Layer.provideMerge(layer)
    )
  }
}

const project = Resource.make({ name: "project", read: Effect.as(Project.get, "p"), perSession: false })

/** Subscribes, and records each state in short. */
const watch = Effect.map(Cache.Cache, ({ observe }) => {
  const { getSnapshot, subscribe } = observe(project)
  const seen: Array<string> = []
  const note = () => seen.push(inShort(getSnapshot()).replaceAll("\"", ""))
  note()
  return { seen, stop: subscribe(note) }
})

const calls = Effect.map(Wire, (wire) => wire.calls.length)

describe("a value that is first read offline", () => {
  it.effect("stays pending, and is fetched as soon as the device is online", () => {
    const { go, layer } = makeWorld(false)
    return Effect.gen(function*() {
      const { seen } = yield* watch
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(seen, ["Pending"])
      assert.strictEqual(yield* calls, 0)
      go(true)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(seen, ["Pending", "p"])
      assert.strictEqual(yield* calls, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not fetched when the device reports again that it is offline", () => {
    const { go, layer } = makeWorld(false)
    return Effect.gen(function*() {
      yield* watch
      yield* TestClock.adjust("1 minute")
      const { requests } = yield* Wire
      const before = requests.length
      go(false)
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(requests, before)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is fetched for a reader that suspends and never subscribes", () => {
    const { go, layer } = makeWorld(false)
    return Effect.gen(function*() {
      const { observe } = yield* Cache.Cache
      const { getSnapshot, whenSettled } = observe(project)
      assert.strictEqual(getSnapshot()._tag, "Pending")
      const settled = yield* Effect.forkChild(Effect.promise(whenSettled), { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      const { requests } = yield* Wire
      // A suspended view may render again and again.
      for (let render = 0; render < 20; render++) {
        getSnapshot()
        yield* TestClock.adjust("1 second")
      }
      assert.lengthOf(requests, 2)
      go(true)
      yield* TestClock.adjust(0)
      yield* Fiber.join(settled)
      assert.strictEqual(inShort(getSnapshot()), "\"p\"")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is fetched again if the device was back online before the failure arrived", () => {
    const { device, layer, network } = makeWorld(false)
    return Effect.gen(function*() {
      const { observe } = yield* Cache.Cache
      const slow = Resource.make({
        name: "slow",
        perSession: false,
        read: Effect.catchTag(Project.get, "ApiError", (error) => Effect.delay(Effect.fail(error), 100))
      })
      const { getSnapshot, subscribe } = observe(slow)
      subscribe(() => {})
      yield* TestClock.adjust(50)
      network.isUp = true
      device.set(true)
      yield* TestClock.adjust(50)
      assert.strictEqual(getSnapshot()._tag, "Pending")
      yield* TestClock.adjust(300)
      assert.strictEqual(getSnapshot()._tag, "Ready")
    }).pipe(Effect.provide(layer))
  })

  it.effect("a refresh offline fails immediately", () => {
    const { layer } = makeWorld(false)
    return Effect.gen(function*() {
      const error = yield* Effect.flip(Resource.refresh(project))
      assert(error._tag === "ApiError")
      assert(error.reason._tag === "NetworkFailure")
      assert.isTrue(error.reason.diagnostics.offline)
    }).pipe(Effect.provide(layer))
  })
})

describe("a cached value", () => {
  it.effect("a cached value stays during a failed offline refetch, and is refetched once the device is online", () => {
    const { go, layer } = makeWorld(true)
    return Effect.gen(function*() {
      const { seen } = yield* watch
      yield* TestClock.adjust("1 minute")
      go(false)
      yield* Effect.exit(Resource.refresh(project))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(seen, ["p", "p…", "p?"])
      go(true)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(seen, ["p", "p…", "p?", "p"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not refetched when the device is back online, if nothing failed", () => {
    const { go, layer } = makeWorld(true)
    return Effect.gen(function*() {
      yield* watch
      yield* TestClock.adjust("1 minute")
      go(false)
      go(true)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* calls, 1)
    }).pipe(Effect.provide(layer))
  })
})

describe("a fetch that failed without a network, on a device that appeared to be online", () => {
  const failed = Effect.fnUntraced(function*(network: { isUp: boolean }) {
    network.isUp = false
    const watched = yield* watch
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(watched.seen.at(-1)?.[0], "!")
    return watched
  })

  it.effect("a fetch that failed without a network is repeated once the device is online", () => {
    const { go, layer, network } = makeWorld(true)
    return Effect.gen(function*() {
      const { seen } = yield* failed(network)
      go(true)
      yield* TestClock.adjust(0)
      assert.strictEqual(seen.at(-1), "p")
    }).pipe(Effect.provide(layer))
  })

  it.effect("a failed fetch without a subscriber is dropped, so that the next read fetches", () => {
    const { go, layer, network } = makeWorld(true)
    return Effect.gen(function*() {
      const { stop } = yield* failed(network)
      stop()
      const before = yield* calls
      go(true)
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* calls, before)
      const { getSnapshot } = (yield* Cache.Cache).observe(project)
      assert.strictEqual(inShort(getSnapshot()), "\"p\"")
      assert.strictEqual(yield* calls, before + 1)
    }).pipe(Effect.provide(layer))
  })
})

describe("the connectivity of a cache", () => {
  it.effect("is a readable value, and true on servers", () => {
    const { device, layer } = makeWorld(true)
    return Effect.gen(function*() {
      const { isOnline } = yield* Cache.Cache
      let changes = 0
      const stop = isOnline.subscribe(() => changes++)
      assert.isTrue(isOnline.getSnapshot())
      device.set(false)
      assert.isFalse(isOnline.getSnapshot())
      assert.isTrue(isOnline.getServerSnapshot())
      assert.strictEqual(changes, 1)
      stop()
      assert.strictEqual(device.listeners(), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("has no listener before the first reader, and after the last one", () => {
    const { device, layer } = makeWorld(true)
    return Effect.gen(function*() {
      yield* Cache.Cache
      assert.strictEqual(device.listeners(), 0)
      const { stop } = yield* watch
      assert.strictEqual(device.listeners(), 1)
      stop()
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(device.listeners(), 0)
    }).pipe(Effect.provide(layer))
  })
})
