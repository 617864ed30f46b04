import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { Client, Cookies, Navigation, OAuth, Page, Session } from "latchkey"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { appUrl } from "../support/host.ts"
import { layerTest, stored } from "./support.ts"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

describe("case 28: a disposed client", () => {
  it.effect("is collected after a sign-in whose result was not awaited", () =>
    Effect.gen(function*() {
      const gone = yield* Effect.forEach(Array.from({ length: 100 }), () =>
        Effect.gen(function*() {
          const client = yield* Client.Client
          const cookies = yield* Cookies.Cookies
          yield* cookies.set("stack-oauth-outer-s", "verifier", { maxAge: 60 })
          const fiber = yield* Effect.forkChild(OAuth.callback, { startImmediately: true })
          yield* Fiber.interrupt(fiber)
          yield* TestClock.adjust("5 seconds")
          return new WeakRef(client.session)
        }).pipe(
          Effect.provide(Layer.fresh(
            layerTest().pipe(
              Layer.provideMerge(Layer.merge(Cookies.layerMemory, Navigation.layer())),
              Layer.provide(Page.layerMemory(`${appUrl}?code=c&state=s`))
            )
          ))
        ))
      for (let i = 0; i < 3; i++) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        collectGarbage()
      }
      assert.isAtMost(gone.filter((session) => session.deref() !== undefined).length, 2)
    }))

  it("keeps no disposed client, and the heap stays flat", async () => {
    const gone: Array<WeakRef<object>> = []
    const life = Effect.gen(function*() {
      yield* stored("r1")
      gone.push(new WeakRef((yield* Client.Client).session))
      yield* Effect.forkScoped(Stream.runDrain(Session.changes))
      yield* TestClock.adjust("1 hour")
      assert.isNotNull(yield* Session.getAccessToken())
      yield* Session.signOut
    }).pipe(Effect.provide(layerTest()), Effect.scoped, Effect.provide(TestClock.layer()))

    const round = async () => {
      for (let i = 0; i < 250; i++) await Effect.runPromise(life)
      // Queued tasks run, and their references become collectable.
      for (let i = 0; i < 3; i++) {
        await new Promise((resolve) => setImmediate(resolve))
        collectGarbage()
      }
      return process.memoryUsage().heapUsed
    }

    await round()
    const before = await round()
    await round()
    const after = await round()
    const alive = gone.filter((session) => session.deref() !== undefined).length
    assert.isAtMost(alive, 2)
    // After 500 clients, a leaked one would add several kilobytes each.
    assert.isBelow(after - before, 512 * 1024)
  })
})
