import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { Client, CookieTokenStore, CurrentUser, Navigation, Page, Session } from "latchkey"
import { appUrl, makeJar } from "../support/host.ts"
import { layerClient, layerTest, makeCountingStore, projectId, Service, settle, stored } from "./support.ts"

/** Active handles that keep Node running, without unreferenced ones. */
const resources = () => process.getActiveResourcesInfo().filter((name) => name !== "Immediate").length

/** The signals that a careless library subscribes to. */
const processListeners = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)

describe("case 28: a client created and disposed a thousand times", () => {
  it.effect("is created without a request, a timer or a listener", () => {
    const { counts, layer } = makeCountingStore()
    return Effect.gen(function*() {
      const service = yield* Service
      const before = resources()
      for (let i = 0; i < 1000; i++) {
        yield* Effect.scoped(Effect.asVoid(Layer.build(Layer.fresh(layerClient()))))
      }
      assert.isAtMost(resources(), before)
      assert.deepStrictEqual(counts, { listeners: 0, writes: 0 })
      assert.strictEqual(service.requests.length, 0)
    }).pipe(Effect.provide(layerTest(layer)))
  })

  it.effect("a client created and disposed a thousand times leaves no timer or listener", () => {
    const { counts, layer } = makeCountingStore()
    return Effect.gen(function*() {
      yield* stored("r1")
      const before = resources()
      const listeners = processListeners()
      for (let i = 0; i < 1000; i++) {
        yield* Effect.scoped(Effect.gen(function*() {
          const context = yield* Layer.build(Layer.fresh(layerClient()))
          yield* Effect.provideContext(
            Effect.gen(function*() {
              yield* Effect.forkScoped(Stream.runDrain(Session.changes))
              yield* settle
              assert.strictEqual(counts.listeners, 1)
              assert.isNotNull(yield* CurrentUser.get())
            }),
            context
          )
        }))
        assert.strictEqual(counts.listeners, 0)
      }
      assert.isAtMost(resources(), before)
      assert.strictEqual(processListeners(), listeners)
    }).pipe(Effect.provide(layerTest(layer)))
  })

  it.effect("does not poll cookies after the browser app disposed it", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const before = resources()
      for (let i = 0; i < 1000; i++) {
        yield* Effect.scoped(Effect.gen(function*() {
          const app = layerClient().pipe(
            Layer.provideMerge(Layer.merge(CookieTokenStore.layer({ projectId }), Navigation.layer())),
            Layer.provideMerge(Layer.merge(jar.layer(), Page.layerMemory(appUrl)))
          )
          const context = yield* Layer.build(Layer.fresh(app))
          yield* Effect.provideContext(Effect.forkScoped(Stream.runDrain(Session.changes)), context)
          yield* settle
        }))
      }
      const { reads } = jar
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(jar.reads, reads)
      assert.deepStrictEqual(jar.writes, [])
      assert.isAtMost(resources(), before)
    }).pipe(Effect.provide(Service.layer)))

  it("a disposed client leaves no timer or listener in a managed runtime", async () => {
    const { counts, layer } = makeCountingStore()
    const before = resources()
    for (let i = 0; i < 1000; i++) {
      const runtime = ManagedRuntime.make(layerClient().pipe(Layer.provide(layer)))
      const listener = runtime.runFork(Stream.runDrain(Session.changes))
      const { session } = await runtime.runPromise(Client.Client)
      assert.strictEqual((await runtime.runPromise(session.state))._tag, "SignedOut")
      await Effect.runPromise(Fiber.interrupt(listener))
      await runtime.dispose()
    }
    assert.strictEqual(counts.listeners, 0)
    assert.isAtMost(resources(), before)
  })
})
