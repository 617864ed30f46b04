import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Navigation } from "latchkey"
import { callbackUrlOr } from "../../src/navigation/callbackUrl.ts"
import { layerNavigation } from "../support/page.ts"

const callbackUrl = (
  page: string,
  urls?: Navigation.GivenUrls,
  name: "oauthCallback" | "magicLinkCallback" = "oauthCallback"
) => Effect.provide(Navigation.callbackUrl(name), layerNavigation(page, { urls }))

describe("the callback URL of a page", () => {
  it.effect("is absolute, on the page's origin", () =>
    Effect.gen(function*() {
      const at = (origin: string) => callbackUrl(`${origin}/notes/7?tab=2#end`)
      for (const origin of ["https://app.example", "http://localhost:3000", "myapp://app"]) {
        assert.strictEqual(yield* at(origin), `${origin}/handler/oauth-callback`)
      }
    }))

  it.effect("callbackUrl: returns the configured URL, relative, absolute or with an app's scheme", () =>
    Effect.gen(function*() {
      const page = "https://app.example/x"
      const given = (oauthCallback: string) => callbackUrl(page, { oauthCallback })
      assert.strictEqual(yield* given("/back"), "https://app.example/back")
      assert.strictEqual(yield* given("https://other.example/back"), "https://other.example/back")
      assert.strictEqual(yield* given("myapp://oauth"), "myapp://oauth")
      assert.strictEqual(yield* given("myapp:oauth"), "myapp:oauth")
      for (const page of ["about:blank", "", "garbage"]) {
        assert.strictEqual(yield* callbackUrl(page, { oauthCallback: "myapp://oauth?code=1" }), "myapp://oauth")
      }
      assert.strictEqual(
        yield* callbackUrl(page, { handler: "https://app.example/auth" }),
        "https://app.example/auth/oauth-callback"
      )
    }))

  it.effect("callbackUrl: drops code, state and hash, and keeps the other query parameters", () =>
    Effect.gen(function*() {
      const urls = { oauthCallback: "/back?a=1&code=2&state=3&b=4&code=5#end" }
      assert.strictEqual(
        yield* callbackUrl("https://app.example/x?code=6&state=7", urls),
        "https://app.example/back?a=1&b=4"
      )
    }))

  it.effect("callbackUrl: contains the return path, and no other part of the page's URL", () =>
    Effect.gen(function*() {
      const url = yield* callbackUrl("https://app.example/handler/sign-in?after_auth_return_to=%2Fx%3Fy%23z&a=b#end")
      assert.strictEqual(url, "https://app.example/handler/oauth-callback?after_auth_return_to=%2Fx%3Fy%23z")
      const empty = yield* callbackUrl("https://app.example/handler/sign-in?after_auth_return_to=")
      assert.strictEqual(empty, "https://app.example/handler/oauth-callback")
    }))

  it.effect("callbackUrl: is unchanged on the callback page after a provider added a code and a state", () =>
    Effect.gen(function*() {
      for (const page of ["https://app.example/x", "https://app.example/x?after_auth_return_to=%2Fa+b%3Fc%3Dd%20e"]) {
        const start = yield* callbackUrl(page, { oauthCallback: "/back?q=a%20b" })
        const end = new URL(start)
        end.searchParams.set("code", "1")
        end.searchParams.set("state", "2")
        assert.strictEqual(yield* callbackUrl(end.toString(), { oauthCallback: "/back?q=a%20b" }), start)
      }
    }))

  it.effect("callbackUrl: is relative on a page without a URL", () =>
    Effect.gen(function*() {
      for (const page of ["", "about:blank"]) assert.strictEqual(yield* callbackUrl(page), "/handler/oauth-callback")
    }))

  it.effect("callbackUrl: returns the URL of the named page", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* callbackUrl("https://app.example", undefined, "magicLinkCallback"),
        "https://app.example/handler/magic-link-callback"
      )
    }))
})

describe("callbackUrlOr", () => {
  it.effect("returns the given URL unchanged, without reading the page URLs", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* callbackUrlOr("anything at all", "passwordReset"), "anything at all")
    }))

  it.effect("callbackUrlOr: returns the app's page URL if none is given", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* callbackUrlOr(undefined, "passwordReset"),
        "https://app.example/handler/password-reset"
      )
    }).pipe(Effect.provide(layerNavigation("https://app.example"))))
})
