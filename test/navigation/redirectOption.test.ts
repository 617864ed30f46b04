/**
 * `CurrentUser.get({ or: "redirect" })`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { CurrentUser, type Navigation } from "latchkey"
import { layerTest, Service, stored } from "../session/support.ts"
import { Host, layerNavigation } from "../support/page.ts"

const layer = (options?: Navigation.NavigationOptions, page = "https://app.example/notes/7?tab=2") =>
  Layer.merge(layerTest(), layerNavigation(page, options))

const get = CurrentUser.get({ or: "redirect" })

const visits = Effect.map(Host, ({ visits }) => visits.map(({ replace, url }) => ({ url, replace })))

describe("CurrentUser.get, or redirect", () => {
  for (const who of ["nobody", "an anonymous user"] as const) {
    it.effect(`${who} signed in: replaces the page by the sign-in page with a return path, and returns null after 2 seconds`, () =>
      Effect.gen(function*() {
        if (who === "an anonymous user") yield* stored("r1", true)
        const fiber = yield* Effect.forkChild(get)
        yield* TestClock.adjust(1999)
        const url = "/handler/sign-in?after_auth_return_to=%2Fnotes%2F7%3Ftab%3D2"
        assert.deepStrictEqual(yield* visits, [{ url, replace: true }])
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed(null))
      }).pipe(Effect.provide(layer())))
  }

  it.effect("signed out: returns null immediately in an app without redirects, and sends no request", () =>
    Effect.gen(function*() {
      assert.isNull(yield* get)
      assert.deepStrictEqual(yield* visits, [])
      assert.lengthOf((yield* Service).requests, 0)
    }).pipe(Effect.provide(layer({ redirectMethod: "none" }))))

  it.effect("signed out: redirects to the app's sign-in page, and keeps an existing return path", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(get)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed(null))
      assert.deepStrictEqual(yield* visits, [{ url: "/login?after_auth_return_to=%2Fx", replace: true }])
    }).pipe(
      Effect.provide(layer({ urls: { signIn: "/login" } }, "https://app.example/notes?after_auth_return_to=%2Fx"))
    ))

  it.effect("signed in: returns the user without a redirect", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      assert.strictEqual((yield* get)?.id, "user of r1")
      assert.deepStrictEqual(yield* visits, [])
    }).pipe(Effect.provide(layer())))

  it.effect("rethrows the exception of a framework's router", () =>
    Effect.gen(function*() {
      const thrown = new Error("NEXT_REDIRECT")
      const redirect = (): never => {
        throw thrown
      }
      const exit = yield* Effect.exit(get).pipe(Effect.provide(layer({ redirectMethod: { nextjs: { redirect } } })))
      assert.deepStrictEqual(exit, Exit.die(thrown))
    }))
})
