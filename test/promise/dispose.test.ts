import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Auth, Disposed } from "latchkey/promise"
import { makeAuth, makeWaiting, rejection } from "./support.ts"

class Resource extends Context.Service<Resource, { readonly name: string }>()("test/promise/Resource") {}

/** A layer that reports when it is built and released. */
const makeLayer = () => {
  const seen = { built: 0, released: 0 }
  const layer = Layer.effect(
    Resource,
    Effect.acquireRelease(
      Effect.sync(() => (seen.built++, { name: "resource" })),
      () => Effect.sync(() => void seen.released++)
    )
  )
  return { layer, seen }
}

describe("a client", () => {
  it("is built once, by its first call", async () => {
    const { layer, seen } = makeLayer()
    const auth = Auth.fromLayer(layer)
    assert.deepStrictEqual(seen, { built: 0, released: 0 })
    await Promise.all([auth.run(Resource), auth.run(Resource), auth.withOptions({}).orThrow.run(Resource)])
    assert.deepStrictEqual(seen, { built: 1, released: 0 })
    await auth.dispose()
    assert.deepStrictEqual(seen, { built: 1, released: 1 })
  })

  it("that was never used is disposed without being built", async () => {
    const { layer, seen } = makeLayer()
    await Auth.fromLayer(layer).dispose()
    assert.deepStrictEqual(seen, { built: 0, released: 0 })
  })

  it("ends with its block", async () => {
    const { layer, seen } = makeLayer()
    {
      await using auth = Auth.fromLayer(layer)
      assert.deepStrictEqual(await auth.orThrow.run(Resource), { name: "resource" })
    }
    assert.strictEqual(seen.released, 1)
  })

  it("that is disposed rejects every later call, and sends nothing", async () => {
    const { auth, network } = makeWaiting()
    const views = [auth, auth.withOptions({}), auth.withOptions({ signal: new AbortController().signal })]
    await auth.dispose()
    for (const calls of views) {
      const reason = await rejection(calls.Project.get())
      assert.isTrue(reason instanceof Disposed && reason.message.includes("disposed"))
      assert.instanceOf(await rejection(calls.orThrow.Session.state()), Disposed)
      assert.instanceOf(await rejection(calls.orThrow.Session.changes[Symbol.asyncIterator]().next()), Disposed)
    }
    assert.strictEqual(network.requests.length, 0)
  })

  it("that is disposed aborts pending calls", async () => {
    const { auth, network } = makeWaiting()
    const calls = [auth.Project.get(), auth.orThrow.Project.health()].map(rejection)
    await network.arrived(2)
    await auth.dispose()
    for (const reason of await Promise.all(calls)) assert.instanceOf(reason, Disposed)
    assert.strictEqual(network.aborted, 2)
  })

  it("can be disposed twice, immediately and later", async () => {
    const { layer, seen } = makeLayer()
    const auth = Auth.fromLayer(layer)
    await auth.run(Resource)
    await Promise.all([auth.dispose(), auth.dispose(), auth[Symbol.asyncDispose]()])
    await auth.dispose()
    assert.strictEqual(seen.released, 1)
  })

  it("can be created and disposed a thousand times without leaks", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const before = timers()
    for (let client = 0; client < 1000; client++) {
      await using auth = client % 2 === 0 ? makeAuth() : makeWaiting().auth
      const iterator = auth.Session.changes[Symbol.asyncIterator]()
      await iterator.next()
    }
    assert.isAtMost(timers(), before)
  })
})
