import { assert, describe, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { Emulator } from "latchkey/emulator"
import { Auth, Cache, Cli, Client, effect, Redacted, Resource, Resources, TokenStore } from "latchkey/promise"
import { ada, makeNetwork, rejection } from "./support.ts"

/** A client with a cache, and a clock controlled by the test. */
const makeCached = () =>
  Auth.fromLayer(
    Cache.layer().pipe(
      Layer.provideMerge(Client.layer(Emulator.clientOptions)),
      Layer.provideMerge(TokenStore.layerMemory),
      Layer.provideMerge(Emulator.layer()),
      Layer.provideMerge(TestClock.layer())
    )
  )

describe("watching", () => {
  it("emits a value, and every change by a call of the client", async () => {
    await using auth = makeCached()
    await auth.orThrow.Password.signUp(ada)
    const seen: Array<string> = []
    for await (const state of auth.watch(Resources.teams)) {
      seen.push(state._tag === "Ready" ? state.value.map(({ displayName }) => displayName).join() : state._tag)
      if (state._tag !== "Ready" || state.isRefreshing) continue
      if (state.value.length > 0) break
      await auth.orThrow.Teams.create({ displayName: "Engines" })
      await auth.orThrow.run(TestClock.adjust(1000))
    }
    assert.deepStrictEqual([seen[0], seen.at(-1)], ["", "Engines"])
  })

  it("emits a state with the cause of a missing value", async () => {
    await using auth = makeCached()
    const states = auth.orThrow.watch(Resources.teams)[Symbol.asyncIterator]()
    const { value } = await states.next()
    assert.strictEqual(value?._tag, "Failed")
    assert.strictEqual(value && Resource.causeOf(value)?.reasons.length, 1)
    await states.return!()
  })

  it("fetches once for all watchers", async () => {
    const network = makeNetwork()
    await using auth = Auth.fromLayer(
      Cache.layer().pipe(
        Layer.provideMerge(Client.layer(Emulator.clientOptions)),
        Layer.provideMerge(TokenStore.layerMemory),
        Layer.provide(network.layer)
      )
    )
    const loops = Array.from({ length: 3 }, () => auth.watch(Resources.project)[Symbol.asyncIterator]())
    for (const { value } of await Promise.all(loops.map((loop) => loop.next()))) {
      assert.deepStrictEqual(value, { _tag: "Pending" })
    }
    await network.arrived(1)
    assert.strictEqual(network.requests.length, 1)
    await Promise.all(loops.map((loop) => loop.return!()))
  })

  it("ends with its signal", async () => {
    await using auth = makeCached()
    const controller = new AbortController()
    const states = auth.withOptions(controller).watch(Resources.user)[Symbol.asyncIterator]()
    await states.next()
    controller.abort("enough")
    assert.strictEqual(await rejection(states.next()), "enough")
  })

  it("is available on every client created from options", async () => {
    await using auth = Auth.make(Emulator.clientOptions)
    const states = auth.watch(Resources.user)[Symbol.asyncIterator]()
    await states.next()
    assert.strictEqual(await auth.orThrow.run(Resource.get(Resources.user)), null)
    await states.return!()
  })
})

describe("an effect of code without Effect", () => {
  it("is accepted by the few options that are effects", async () => {
    await using auth = makeCached()
    let opened = ""
    const controller = new AbortController()
    const login = auth.withOptions(controller).run(Cli.signIn({
      appUrl: "https://app.example.com",
      open: (url) =>
        effect((signal) => {
          assert.isFalse(signal.aborted)
          opened = Redacted.value(url)
          controller.abort("enough")
        })
    }))
    assert.strictEqual(await rejection(login), "enough")
    assert.include(opened, "https://app.example.com/handler/cli-auth-confirm?login_code=")
  })

  it("waits for a promise, and rejects with its exception", async () => {
    await using auth = makeCached()
    const bug = new Error("A bug")
    assert.deepStrictEqual(await auth.run(effect(async () => 1)), { ok: true, value: 1 })
    assert.strictEqual(
      await rejection(auth.run(effect(() => {
        throw bug
      }))),
      bug
    )
    assert.strictEqual(await rejection(auth.run(effect(() => Promise.reject(bug)))), bug)
  })
})
