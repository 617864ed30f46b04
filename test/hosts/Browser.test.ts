import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { Browser, Cookies, Navigation, Page, TokenStore } from "latchkey"

describe("Browser.layer", () => {
  it.effect("fails outside a browser", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(Browser.layer({ projectId: "internal" }))))
      assert.strictEqual(error._tag, "HostUnavailable")
    }))

  it.effect("provides the page, the cookies, their tokens and the navigation", () =>
    Effect.gen(function*() {
      const location = new URL("https://app.example.com/a?b=c")
      const document = { cookie: "stack-refresh-internal=r" }
      yield* withGlobals(
        { document, location },
        Effect.gen(function*() {
          assert.strictEqual(yield* (yield* Page.Page).url, location.href)
          assert.deepStrictEqual(yield* (yield* Cookies.Cookies).all, [{ name: "stack-refresh-internal", value: "r" }])
          assert.isDefined(yield* (yield* TokenStore.TokenStore).get)
          assert.strictEqual((yield* Navigation.Navigation).urls.signIn, "/login")
        }).pipe(Effect.provide(Browser.layer({ projectId: "internal", urls: { signIn: "/login" } })))
      )
    }))

  it.effect("loads pages in the window unless configured otherwise", () => {
    const assigned: Array<string> = []
    const href = "https://app.example.com/"
    const location = { href, assign: (url: string) => assigned.push(url), replace: () => assert.fail("assign it") }
    return withGlobals(
      { document: { cookie: "" }, location },
      Effect.gen(function*() {
        for (const redirectMethod of [undefined, "none", "window"] as const) {
          const layer = Browser.layer({ projectId: "internal", redirectMethod })
          yield* Effect.gen(function*() {
            const { requireRedirects } = yield* Navigation.Navigation
            assert.strictEqual(Exit.isSuccess(yield* Effect.exit(requireRedirects)), redirectMethod !== "none")
            const fiber = yield* Effect.forkChild(Navigation.redirectTo("home"))
            yield* TestClock.adjust("2 seconds")
            yield* Fiber.join(fiber)
          }).pipe(Effect.provide(layer))
        }
        assert.deepStrictEqual(assigned, [href, href])
      })
    )
  })
})

/** Runs an effect with these globals, as in a browser. */
const withGlobals = <A, E, R>(globals: object, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => Object.assign(globalThis, globals)),
    () => effect,
    () => Effect.sync(() => Object.keys(globals).forEach((name) => Reflect.deleteProperty(globalThis, name)))
  )
