import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { HandlerPages, KnownErrors, OAuth, type Page } from "latchkey"
import { deepText } from "../../support/exposure.ts"
import { cookies, goTo, here } from "../../support/pageHost.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { anyText, begun, callbackPage, layerTest, origin } from "./support.ts"

const evil = "Call +1 555 0100"
const five = ["error", "error_description", "errorCode", "message", "details"]

/** Returns the URL that a service of 2026 redirects to after a failed flow. */
const failedAt = (code: string, details: unknown = {}, page = callbackPage) => {
  const url = new URL(page)
  url.searchParams.set("error", "server_error")
  url.searchParams.set("error_description", evil)
  url.searchParams.set("errorCode", code)
  url.searchParams.set("message", evil)
  url.searchParams.set("details", typeof details === "string" ? details : JSON.stringify(details))
  return url.toString()
}

const emailTaken = { type: "email", contact_channel_value: "ada@example.com", would_work_if_email_was_verified: true }

/** Every error code of a flow, with its wire details, its class and its details. */
const failures: ReadonlyArray<readonly [string, object, { readonly tag: string }, object]> = [
  ["OUTER_OAUTH_TIMEOUT", {}, KnownErrors.OuterOAuthTimeout, {}],
  ["OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", {}, KnownErrors.OAuthProviderNotFoundOrNotEnabled, {}],
  ["OAUTH_PROVIDER_ACCESS_DENIED", {}, KnownErrors.OAuthProviderAccessDenied, {}],
  ["OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE", {}, KnownErrors.OAuthProviderTemporarilyUnavailable, {}],
  [
    "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
    {},
    KnownErrors.UserAlreadyConnectedToAnotherOAuthConnection,
    {}
  ],
  [
    "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
    {},
    KnownErrors.OAuthConnectionAlreadyConnectedToAnotherUser,
    {}
  ],
  [
    "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    {},
    KnownErrors.OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
    {}
  ],
  ["SIGN_UP_NOT_ENABLED", {}, KnownErrors.SignUpNotEnabled, {}],
  ["SIGN_UP_REJECTED", { message: evil }, KnownErrors.SignUpRejected, { message: evil }],
  [
    "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
    emailTaken,
    KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse,
    { type: "email", contactChannelValue: "ada@example.com", wouldWorkIfEmailWasVerified: true }
  ],
  ["REDIRECT_URL_NOT_WHITELISTED", {}, KnownErrors.RedirectUrlNotWhitelisted, {}],
  ["INVALID_AUTHORIZATION_CODE", {}, KnownErrors.InvalidAuthorizationCode, {}]
]

type Services = Effect.Services<typeof OAuth.callback> | Page.Page

type End = (address: string) => Effect.Effect<unknown, { readonly _tag: string; readonly message: string }, Services>

const ends: Readonly<Record<string, End>> = {
  callback: (address: string) => Effect.andThen(goTo(address), OAuth.callback),
  callbackAndRedirect: (address: string) => Effect.andThen(goTo(address), OAuth.callbackAndRedirect),
  callbackAt: (address: string) => OAuth.callbackAt(address)
}

describe("a service error in the callback page's URL", () => {
  for (const [code, wire, known, details] of failures) {
    for (const [name, end] of Object.entries(ends)) {
      it.effect(`${name} fails with the typed error of ${code} and removes the flow`, () =>
        Effect.gen(function*() {
          yield* OAuth.start({ provider: "github" })
          const error = yield* Effect.flip(end(failedAt(code, wire, `${callbackPage}?after_auth_return_to=%2Fteams`)))
          assert.strictEqual(error._tag, known.tag)
          assert.deepStrictEqual("details" in error ? error.details : undefined, details)
          assert.strictEqual(error.message, `Sign-in failed (${code})`)
          assert.deepStrictEqual(yield* cookies, {})
          if (name !== "callbackAt") assert.strictEqual(yield* here, `${callbackPage}?after_auth_return_to=%2Fteams`)
        }).pipe(Effect.provide(layerTest())))
    }
  }

  it.effect("an unknown code or unreadable details are an OAuthCallbackError without text of the URL", () =>
    Effect.gen(function*() {
      for (
        const address of [
          failedAt("NEW_CODE_OF_2027"),
          failedAt(""),
          failedAt("constructor"),
          failedAt("TEAM_NOT_FOUND", { team_id: evil }),
          failedAt("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: evil }),
          failedAt("SIGN_UP_REJECTED", {}),
          failedAt("SIGN_UP_REJECTED", { message: { text: evil } }),
          failedAt("SIGN_UP_REJECTED", "{"),
          failedAt("OAUTH_PROVIDER_ACCESS_DENIED", evil),
          failedAt("OAUTH_PROVIDER_ACCESS_DENIED", "null"),
          failedAt("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", { type: 1 })
        ]
      ) {
        yield* goTo(address)
        const error = yield* Effect.flip(OAuth.callback)
        assert(error._tag === "OAuthCallbackError", address)
        assert.strictEqual(error.reason._tag, "InvalidAuthorizationResponse")
        assert.notInclude(deepText(error), "555")
        assert.strictEqual(yield* here, callbackPage)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("an error in the URL removes only the flow started last", () =>
    Effect.gen(function*() {
      const first = yield* begun()
      yield* OAuth.start({ provider: "google" })
      yield* goTo(failedAt("OAUTH_PROVIDER_ACCESS_DENIED"))
      yield* Effect.flip(OAuth.callback)
      assert.lengthOf(Object.keys(yield* cookies), 1)
      yield* goTo(first)
      assert.isDefined(yield* OAuth.callback)
    }).pipe(Effect.provide(layerTest())))

  it.effect("an error with a state removes the flow with that state", () =>
    Effect.gen(function*() {
      const first = yield* begun()
      const second = yield* begun({ provider: "google" })
      yield* goTo(`${failedAt("OAUTH_PROVIDER_ACCESS_DENIED")}&state=${first.searchParams.get("state")}`)
      yield* Effect.flip(OAuth.callback)
      assert.strictEqual(yield* here, callbackPage)
      yield* goTo(second)
      assert.isDefined(yield* OAuth.callback)
    }).pipe(Effect.provide(layerTest())))

  it.effect("an error in the URL fails the callback even without a pending flow", () =>
    Effect.gen(function*() {
      yield* goTo(failedAt("SIGN_UP_NOT_ENABLED"))
      assert.strictEqual((yield* Effect.flip(OAuth.callback))._tag, "SignUpNotEnabled")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a callback with an error keeps the app's parameters in the URL", () =>
    Effect.gen(function*() {
      for (
        const query of [
          "error=a",
          "message=b",
          "details=c&error_description=d",
          "errorCode=e&message=f",
          "error=a&message=b"
        ]
      ) {
        yield* begun()
        const before = yield* cookies
        yield* goTo(`${callbackPage}?${query}#top`)
        assert.isUndefined(yield* OAuth.callback)
        assert.strictEqual(yield* here, `${callbackPage}?${query}#top`)
        assert.deepStrictEqual(yield* cookies, before)
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("a page that reads an error twice, as in React's strict mode", () => {
  it.effect("a page gets the same error for five seconds, and removes one flow", () =>
    Effect.gen(function*() {
      for (const name of ["callback", "callbackAndRedirect", "page"] as const) {
        const run = {
          callback: Effect.flip(OAuth.callback),
          callbackAndRedirect: Effect.flip(OAuth.callbackAndRedirect),
          page: Effect.map(HandlerPages.oauthCallback, (page) => page._tag === "OAuthFailed" ? page.error : page)
        }[name]
        yield* begun()
        yield* begun()
        const before = Object.keys(yield* cookies).length
        yield* goTo(failedAt("OAUTH_PROVIDER_ACCESS_DENIED"))
        const first = yield* run
        assert.strictEqual(first._tag, "OAuthProviderAccessDenied")
        yield* TestClock.adjust(4999)
        assert.strictEqual(yield* run, first)
        assert.lengthOf(Object.keys(yield* cookies), before - 1)
        yield* TestClock.adjust(1)
        assert.isUndefined(yield* OAuth.callback)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a page gets the error again only for the same URL, and not after another response", () =>
    Effect.gen(function*() {
      yield* goTo(failedAt("OAUTH_PROVIDER_ACCESS_DENIED"))
      yield* Effect.flip(OAuth.callback)
      yield* goTo(`${origin}/sign-in`)
      assert.isUndefined(yield* OAuth.callback)
      yield* goTo(yield* begun())
      assert.isDefined(yield* OAuth.callback)
      yield* goTo(callbackPage)
      assert.isUndefined(yield* OAuth.callback)
    }).pipe(Effect.provide(layerTest())))

  it.effect("callbackAt: a page gets the error twice, and removes one flow", () =>
    Effect.gen(function*() {
      yield* begun()
      yield* begun()
      const end = OAuth.callbackAt(failedAt("OAUTH_PROVIDER_ACCESS_DENIED", {}, "com.example.app://signed-in"))
      assert.strictEqual((yield* Effect.flip(end))._tag, "OAuthProviderAccessDenied")
      assert.strictEqual((yield* Effect.flip(end))._tag, "OAuthProviderAccessDenied")
      assert.lengthOf(Object.keys(yield* cookies), 1)
    }).pipe(Effect.provide(layerTest())))
})

describe("any query with an error", () => {
  const value = fc.oneof(
    fc.constantFrom(...failures.map(([code]) => code), "", "{}", "null", "[]", JSON.stringify(emailTaken)),
    anyText,
    fc.json()
  )
  const parameter = fc.constantFrom(...five, "code", "state", "x", "__proto__")
  const query = fc.array(fc.tuple(parameter, value)).map((pairs) => new URLSearchParams(pairs).toString())

  it.effect("callback: any query with an error ends without a defect, and with no error parameters in the URL", () =>
    Effect.gen(function*() {
      const context = yield* Effect.context<Services>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(query, (query) =>
            Effect.runPromiseWith(context)(
              Effect.gen(function*() {
                // The same page gets its last error until then.
                yield* TestClock.adjust("5 seconds")
                const url = new URL(callbackPage)
                url.search = query
                const isError = url.searchParams.has("error") && url.searchParams.has("errorCode")
                yield* goTo(url)
                const result = yield* Effect.result(OAuth.callback)
                assert.strictEqual(result._tag, isError ? "Failure" : "Success")
                const left = new URL(yield* here).searchParams
                if (isError) assert.deepStrictEqual(five.filter((name) => left.has(name)), [])
                assert.strictEqual(left.get("x"), url.searchParams.get("x"))
                assert.strictEqual((yield* Effect.result(OAuth.callbackAt(url.toString())))._tag, result._tag)
              })
            )),
          { numRuns: runsOf(100) }
        )
      )
    }).pipe(Effect.provide(layerTest())))
})
