import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { type Transport, TransportError } from "latchkey"
import type { Connection } from "../../src/call/Connection.ts"
import { answered, check, networkOf, pause } from "../../src/call/Network.ts"

/** Creates the network of a transport whose answer a test can change. */
const makeNetwork = () => {
  const state = { isUp: false }
  const transport: Transport = () =>
    state.isUp
      ? Effect.succeed({ status: 503, header: () => undefined, body: "" })
      : Effect.fail(new TransportError({ message: "Connection reset", tooLarge: false }))
  // Sound: a check reads these two fields only.
  const connection = { apiUrl: "https://api.test", networks: new WeakMap() } as unknown as Connection
  const network = networkOf(connection, transport)
  return { network, state, check: (since: number) => check(network, connection, transport, since) }
}

const fork = <A>(effect: Effect.Effect<A>) => Effect.forkChild(effect, { startImmediately: true })

describe("a pause", () => {
  it.effect("ends when a check meets an answer after an outage", () =>
    Effect.gen(function*() {
      const { check, network, state } = makeNetwork()
      yield* check(0)
      const paused = yield* fork(pause(network, Duration.seconds(10)))
      state.isUp = true
      yield* TestClock.adjust(1)
      assert.isUndefined(paused.pollUnsafe())
      yield* check(1)
      yield* TestClock.adjust(0)
      assert.isDefined(paused.pollUnsafe())
    }))

  it.effect("that begins after the outage is not ended by an answer", () =>
    Effect.gen(function*() {
      const { check, network } = makeNetwork()
      yield* check(0)
      answered(network, 0)
      const paused = yield* fork(pause(network, Duration.seconds(10)))
      answered(network, 0)
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(paused.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(paused)
    }))
})
