/** Calls of a device that is offline, goes offline, or is back online. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import { type ApiErrors, type Client, Connectivity, CurrentUser, Project, RetryPolicy, Teams } from "latchkey"
import { makeDevice } from "../support/connectivity.ts"
import {
  type Answer,
  type Arrival,
  connectionReset,
  layerClient,
  layerWire,
  projectJson,
  response,
  signedIn,
  Wire
} from "../support/Wire.ts"

/** A signed-in client of a device. The service answers while the network is up. */
const makeWorld = (isOnline: boolean, probe?: (request: Arrival) => Answer) => {
  const { device, layer } = makeDevice(isOnline)
  const network = { isUp: isOnline }
  const answer = (): Answer => network.isUp ? response(200, projectJson) : connectionReset
  return {
    device,
    network,
    layer: Layer.merge(layer, layerClient(layerWire(answer, probe ?? answer), {}, signedIn))
  }
}

/** Starts a call. Returns its fiber, and the time at which it has ended. */
const start = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const found = { endedAt: undefined as number | undefined }
  const fiber = yield* Effect.forkChild(
    Effect.ensuring(
      effect,
      Effect.map(Clock.currentTimeMillis, (now) => {
        found.endedAt = now
      })
    ),
    { startImmediately: true }
  )
  return { found, fiber }
})

const failureOf = Effect.fnUntraced(function*(fiber: Fiber.Fiber<unknown, unknown>) {
  // Sound: the assertion verifies it.
  const error = (yield* Effect.flip(Fiber.join(fiber))) as ApiErrors.ApiError
  assert.strictEqual(error.reason._tag, "NetworkFailure")
  return { error, reason: error.reason as ApiErrors.NetworkFailure }
})

const calls = Effect.map(Wire, (wire) => wire.calls.length)

describe("a call of a device that is offline", () => {
  const samples: Record<string, Effect.Effect<unknown, unknown, Client.Client>> = {
    GET: Project.get,
    POST: Teams.create({ displayName: "Pit" })
  }
  for (const [name, call] of Object.entries(samples)) {
    it.effect(`fails immediately, and sends no ${name}`, () => {
      const { layer } = makeWorld(false)
      return Effect.gen(function*() {
        const { fiber, found } = yield* start(call)
        yield* TestClock.adjust(0)
        assert.strictEqual(found.endedAt, 0)
        const { error, reason } = yield* failureOf(fiber)
        assert.isTrue(reason.diagnostics.offline)
        assert.isTrue(error.isTransient)
        assert.isFalse(reason.outcomeUnknown)
        assert.strictEqual(reason.message, "The device is offline: The request was not sent")
        assert.deepStrictEqual(reason.diagnostics, { offline: true, health: "unreachable", apiRoot: "unreachable" })
        assert.strictEqual(yield* calls, 0)
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("an offline call is sent to a service on the device itself, which responds to the check", () => {
    const { layer, network } = makeWorld(false)
    network.isUp = true
    return Effect.gen(function*() {
      yield* Project.get
      assert.strictEqual(yield* calls, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("an offline call to a service on the device has an unknown outcome without a response", () => {
    const { layer } = makeWorld(false, () => response(200, ""))
    return Effect.gen(function*() {
      const { fiber } = yield* start(CurrentUser.update({ displayName: "Ada" }))
      yield* TestClock.adjust(0)
      const { reason } = yield* failureOf(fiber)
      assert.isTrue(reason.diagnostics.offline)
      assert.isTrue(reason.outcomeUnknown)
      assert.strictEqual(yield* calls, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("1,000 concurrent calls share one check", () => {
    const { layer } = makeWorld(false)
    return Effect.gen(function*() {
      const all = yield* start(Effect.forEach(Array.from({ length: 1000 }), () => Effect.exit(Project.get), {
        concurrency: "unbounded"
      }))
      yield* TestClock.adjust(0)
      assert.strictEqual(all.found.endedAt, 0)
      assert.lengthOf((yield* Wire).requests, 2)
    }).pipe(Effect.provide(layer))
  })
})

describe("a device that goes offline", () => {
  it.effect("fails a GET that waits for its next retry, without another request", () => {
    const { device, layer, network } = makeWorld(true)
    network.isUp = false
    return Effect.gen(function*() {
      const { fiber, found } = yield* start(Project.get)
      yield* TestClock.adjust(200)
      assert.isUndefined(found.endedAt)
      device.set(false)
      yield* TestClock.adjust(0)
      assert.strictEqual(found.endedAt, 200)
      assert.isTrue((yield* failureOf(fiber)).reason.diagnostics.offline)
      assert.strictEqual(yield* calls, 1)
      assert.strictEqual(device.listeners(), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("reports an unknown outcome for a POST that was sent before", () => {
    const { device, layer, network } = makeWorld(true)
    network.isUp = false
    return Effect.gen(function*() {
      const { subscribe } = yield* Connectivity
      subscribe(() => {})
      const { fiber } = yield* start(Teams.create({ displayName: "Pit" }))
      device.set(false)
      yield* TestClock.adjust(0)
      const { reason } = yield* failureOf(fiber)
      assert.isTrue(reason.outcomeUnknown)
    }).pipe(Effect.provide(layer))
  })
})

describe("a device that is back online", () => {
  it.effect("ends the delay of a retry", () => {
    const { device, layer, network } = makeWorld(true)
    network.isUp = false
    return Effect.gen(function*() {
      const { fiber, found } = yield* start(Project.get)
      yield* TestClock.adjust(200)
      network.isUp = true
      device.set(true)
      yield* TestClock.adjust(0)
      assert.strictEqual(found.endedAt, 200)
      yield* Fiber.join(fiber)
      assert.strictEqual(yield* calls, 2)
      assert.strictEqual(device.listeners(), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends the delays of many retries, although a recent check got no response", () => {
    const { device, layer, network } = makeWorld(true)
    network.isUp = false
    return Effect.gen(function*() {
      const all = yield* Effect.forEach(Array.from({ length: 20 }), () => start(Project.get))
      // Some of them have retried, and checked the network.
      yield* TestClock.adjust(1100)
      network.isUp = true
      device.set(true)
      yield* TestClock.adjust(0)
      for (const { fiber, found } of all) {
        yield* Fiber.join(fiber)
        assert.strictEqual(found.endedAt, 1100)
      }
    }).pipe(Effect.provide(layer))
  })
})

describe("a check from before the device was back online", () => {
  it.effect("a check from before the device was online does not affect later retries", () => {
    const { device, layer, network } = makeWorld(true)
    network.isUp = false
    const every = (duration: string) =>
      Effect.provideService(Project.get, RetryPolicy, Schedule.spaced(duration as "5 seconds"))
    return Effect.gen(function*() {
      const first = yield* start(every("1 second"))
      const others = [yield* start(every("5 seconds")), yield* start(every("5 seconds"))]
      yield* TestClock.adjust(1100)
      yield* Fiber.interrupt(first.fiber)
      yield* TestClock.adjust(800)
      network.isUp = true
      device.set(true)
      yield* TestClock.adjust(0)
      for (const { found } of others) assert.strictEqual(found.endedAt, 1900)
    }).pipe(Effect.provide(layer))
  })
})

describe("Connectivity", () => {
  it.effect("the Connectivity that a layer is built with applies to its client's calls", () => {
    const { layer } = makeDevice(false)
    return Effect.gen(function*() {
      const { fiber } = yield* start(Project.get)
      yield* TestClock.adjust(0)
      assert.isTrue((yield* failureOf(fiber)).reason.diagnostics.offline)
    }).pipe(
      Effect.provide(
        layerClient(layerWire(() => connectionReset, () => connectionReset), {}, signedIn).pipe(Layer.provide(layer))
      )
    )
  })
})
