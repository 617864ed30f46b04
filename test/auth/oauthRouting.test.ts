import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CurrentUser, OAuth, Session, type Tokens } from "latchkey"
import { cookies, goTo, here, layerHost, Visits } from "../support/pageHost.ts"
import { begun, callbackPage, layerTest, origin } from "./oauthSupport.ts"

const urls = { afterSignIn: "/inbox", afterSignUp: "/welcome" }
const window = { urls, redirectMethod: "window" } as const

describe("callbackRouted", () => {
  it.effect("leads a new user to the page for new users, and a returning one to the other", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      assert.isTrue((yield* OAuth.callbackRouted)!.isNewUser)
      assert.strictEqual(yield* here, `${origin}/welcome`)
      yield* Session.signOut
      yield* goTo(yield* begun())
      assert.isFalse((yield* OAuth.callbackRouted)!.isNewUser)
      assert.strictEqual(yield* here, `${origin}/inbox`)
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("leads to where the user wanted to go before", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      yield* OAuth.callbackRouted
      assert.strictEqual(yield* here, `${origin}/team?id=1`)
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Fteam%3Fid%3D1`, window))))

  it.effect("leads to the page that the flow was begun with before all others", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun({ afterCallbackRedirectUrl: "/done#top" }))
      const signedIn = yield* OAuth.callbackRouted
      assert.strictEqual(signedIn!.afterCallbackRedirectUrl, `${origin}/done#top`)
      assert.strictEqual(yield* here, `${origin}/done#top`)
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Fteam`, window))))

  it.effect("goes nowhere where there is nothing to end", () =>
    Effect.gen(function*() {
      yield* goTo(`${callbackPage}?code=a&state=b`)
      assert.isUndefined(yield* OAuth.callbackRouted)
      assert.strictEqual(yield* here, callbackPage)
      assert.deepStrictEqual((yield* Visits).gone, [`${callbackPage}?code=a&state=b`])
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("does not go where the address of the page leads away", () =>
    Effect.gen(function*() {
      yield* goTo(`${origin}/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example%2F`)
      yield* goTo(yield* begun())
      const error = yield* Effect.flip(OAuth.callbackRouted)
      assert.strictEqual(error._tag, "RedirectUrlNotTrusted")
      assert.strictEqual(new URL(yield* here).origin, origin)
      assert.isNotNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("leaves an app that makes no redirects where it is", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      assert.isDefined(yield* OAuth.callbackRouted)
      assert.strictEqual(yield* here, callbackPage)
      assert.deepStrictEqual(yield* cookies, {})
    }).pipe(Effect.provide(layerTest(undefined, { urls, redirectMethod: "none" }))))
})

describe("redirectAfterCallback", () => {
  const signedIn = (afterCallbackRedirectUrl: string | null) => ({
    userId: "u",
    // Sound: nobody looks at them.
    tokens: {} as Tokens.Tokens,
    isNewUser: false,
    afterCallbackRedirectUrl
  })

  const goesTo = (page: string, target: string | null) =>
    Effect.andThen(OAuth.redirectAfterCallback(signedIn(target)), here).pipe(
      Effect.provide(layerHost(page, window)),
      Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: (url) => url })
    )

  it.effect("takes addresses of the page's own origin, of plain http too", () =>
    Effect.gen(function*() {
      for (const origin of ["http://localhost:3000", "https://app.example.com", "http://127.0.0.1:8080"]) {
        const page = `${origin}/handler/oauth-callback`
        assert.strictEqual(yield* goesTo(page, `${origin}/a?b=c#d`), `${origin}/a?b=c#d`)
        assert.strictEqual(yield* goesTo(page, "/a"), `${origin}/a`)
        assert.strictEqual(yield* goesTo(page, `${origin}`), `${origin}/`)
        assert.strictEqual(yield* goesTo(page, null), `${origin}/inbox`)
        assert.strictEqual(yield* goesTo(page, ""), `${origin}/inbox`)
      }
    }))

  for (
    const target of [
      "https://evil.example/",
      "http://localhost:3001/",
      "https://localhost:3000/",
      "http://localhost:3000.evil.example/",
      "http://localhost:3000@evil.example/",
      "http://localhost:3000//evil.example",
      "http://localhost:3000/%2e//evil.example",
      "http://localhost:3000/.//evil.example",
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "javascript:alert(1)",
      "data:text/html,evil",
      "http:evil.example",
      "https:/evil.example",
      "\thttps://evil.example",
      "blob:http://localhost:3000/1"
    ]
  ) {
    it.effect(`does not leave the app for ${JSON.stringify(target)}`, () =>
      Effect.gen(function*() {
        const end = yield* goesTo(callbackPage, target)
        assert.isTrue(end === "RedirectUrlNotTrusted" || new URL(end).origin === origin, end)
        assert.notInclude(end.replace(origin, ""), "//evil")
      }))
  }
})
