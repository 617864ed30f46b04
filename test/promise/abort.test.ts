import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Auth, Client, fromFetch, TokenStore, Transport } from "latchkey/promise"
import { makeAuth, makeWaiting, rejection } from "./support.ts"

const project = JSON.stringify({ status: "ok" })

describe("a signal", () => {
  it("that is already aborted prevents requests and runs", async () => {
    const { auth, network } = makeWaiting()
    const reason = new Error("Never mind")
    const calls = auth.withOptions({ signal: AbortSignal.abort(reason) })
    assert.strictEqual(await rejection(calls.Project.get()), reason)
    assert.strictEqual(await rejection(calls.orThrow.Project.get()), reason)
    let hasRun = false
    assert.strictEqual(await rejection(calls.run(Effect.sync(() => hasRun = true))), reason)
    assert.isFalse(hasRun)
    assert.strictEqual(network.requests.length, 0)
    await auth.dispose()
  })

  it("that aborts during a call aborts its request, and rejects with the reason", async () => {
    const { auth, network } = makeWaiting()
    const controller = new AbortController()
    const call = auth.withOptions(controller).Project.get()
    await network.arrived(1)
    controller.abort()
    const reason = await rejection(call)
    assert.isTrue(reason instanceof DOMException && reason.name === "AbortError")
    assert.strictEqual(reason, controller.signal.reason)
    assert.strictEqual(network.aborted, 1)
    await auth.dispose()
  })

  it("aborts the fetch itself", async () => {
    let seen: AbortSignal | undefined
    let arrived = () => {}
    const isThere = new Promise<void>((resolve) => arrived = resolve)
    const fetch: typeof globalThis.fetch = (_, init) => {
      seen = init?.signal ?? undefined
      arrived()
      return new Promise((_, reject) => seen!.addEventListener("abort", () => reject(seen!.reason)))
    }
    await using auth = Auth.fromLayer(
      Client.layer({ projectId: "internal", publishableClientKey: "pck_1" }).pipe(
        Layer.provide(TokenStore.layerMemory),
        Layer.provide(Layer.succeed(Transport, fromFetch(fetch)))
      )
    )
    const controller = new AbortController()
    const call = auth.withOptions({ signal: controller.signal }).Project.health()
    await isThere
    assert.isFalse(seen!.aborted)
    controller.abort("enough")
    assert.strictEqual(await rejection(call), "enough")
    assert.isTrue(seen!.aborted)
  })

  it("affects only its own calls", async () => {
    const { auth, network } = makeWaiting()
    const controller = new AbortController()
    const ended = auth.withOptions({ signal: controller.signal }).Project.health()
    const other = auth.Project.health()
    await network.arrived(2)
    controller.abort()
    await rejection(ended)
    assert.strictEqual(network.aborted, 1)
    network.answer(project)
    network.answer(project)
    assert.isTrue((await other).ok)
    await auth.dispose()
  })

  it("that aborts the first call keeps the client's layer for the next one", async () => {
    const { auth, network } = makeWaiting()
    const gate = Deferred.makeUnsafe<void>()
    const slow = Auth.fromLayer(
      Layer.effectDiscard(Deferred.await(gate)).pipe(
        Layer.provideMerge(Layer.effectContext(auth.runtime.contextEffect))
      )
    )
    const controller = new AbortController()
    const call = slow.withOptions({ signal: controller.signal }).Session.state()
    controller.abort("first")
    assert.strictEqual(await rejection(call), "first")
    Deferred.doneUnsafe(gate, Effect.void)
    assert.deepStrictEqual(await slow.orThrow.Session.state(), { _tag: "SignedOut" })
    assert.strictEqual(network.requests.length, 0)
    await slow.dispose()
    await auth.dispose()
  })

  it("that aborts after a call has no effect, and holds no reference", async () => {
    const { auth, network } = makeWaiting()
    const controller = new AbortController()
    const { signal } = controller
    const listeners = new Set<unknown>()
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners.add(args[1]), add(...args))
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners.delete(args[1]), remove(...args))
    const calls = auth.withOptions({ signal })
    const answered = Array.from({ length: 100 }, () => calls.Project.health())
    await network.arrived(100)
    assert.strictEqual(listeners.size, 100)
    for (let call = 0; call < 100; call++) network.answer(project)
    await Promise.all(answered)
    for await (const _ of calls.orThrow.Session.changes) break
    assert.strictEqual(listeners.size, 0)
    const result = await calls.CurrentUser.get()
    controller.abort()
    assert.deepStrictEqual(result, { ok: true, value: null })
    assert.strictEqual(network.aborted, 0)
    assert.strictEqual(await rejection(calls.CurrentUser.get()), signal.reason)
    assert.isTrue((await auth.CurrentUser.get()).ok)
    await auth.dispose()
  })

  it("that is omitted has no effect", async () => {
    await using auth = makeAuth()
    assert.isTrue((await auth.withOptions({}).CurrentUser.get()).ok)
    assert.isTrue((await auth.withOptions({ signal: undefined }).CurrentUser.get()).ok)
  })
})
