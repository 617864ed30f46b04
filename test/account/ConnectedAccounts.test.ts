import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ConnectedAccounts, OAuth, Password, Transport } from "latchkey"
import { ada, begun, follow, layerTest, origin, parametersOf } from "../auth/oauth/support.ts"
import { cookies, goTo, here, Visits } from "../support/pageHost.ts"
import { knownError } from "../support/Wire.ts"

const page = `${origin}/music?list=1`
const scopes = ["playlist-read-private", "user-top-read"]

const withSpotify = (given?: ReadonlyArray<string>) =>
  Effect.flatMap(begun({ provider: "spotify", scopes: given }), (end) => OAuth.callbackAt(String(end)))

const signUp = Password.signUp({
  email: "ada@example.com",
  password: Redacted.make("correct horse"),
  verificationCallbackUrl: `${origin}/verify`
})

describe("get", () => {
  it.effect("get: returns the account and a token with the requested scopes", () =>
    Effect.gen(function*() {
      yield* withSpotify(scopes)
      for (const provider of ["spotify", "Spotify"]) {
        const account = yield* ConnectedAccounts.get({ provider, scopes })
        assert.deepInclude(account, { provider: "spotify", accountId: ada.accountId, email: ada.email })
        const token = yield* ConnectedAccounts.getAccessToken({ provider, scope: scopes.join(" ") })
        assert.strictEqual(Redacted.value(account!.accessToken), Redacted.value(token!))
      }
      assert.isNotNull(yield* ConnectedAccounts.get({ provider: "spotify", or: "redirect" }))
      assert.deepStrictEqual((yield* Visits).gone, [])
    }).pipe(Effect.provide(layerTest(page))))

  it.effect("get: returns null and requests no token if the account is not connected", () =>
    Effect.gen(function*() {
      yield* signUp
      const transport = yield* Transport
      const paths: Array<string> = []
      const watched: Transport = (request) =>
        Effect.suspend(() => {
          paths.push(new URL(request.url).pathname)
          return transport(request)
        })
      const account = yield* Effect.provideService(ConnectedAccounts.get({ provider: "spotify" }), Transport, watched)
      assert.isNull(account)
      assert.deepStrictEqual(paths, ["/api/v1/users/me"])
    }).pipe(Effect.provide(layerTest(page))))

  it.effect("get: returns null if the user has not granted all scopes", () =>
    Effect.gen(function*() {
      yield* withSpotify(scopes.slice(1))
      assert.isNull(yield* ConnectedAccounts.get({ provider: "spotify", scopes, or: "return-null" }))
    }).pipe(Effect.provide(layerTest(page))))

  it.effect("get with `or: redirect`: redirects to the provider, which returns the user with the account connected", () =>
    Effect.gen(function*() {
      yield* withSpotify()
      assert.isNull(yield* ConnectedAccounts.get({ provider: "spotify", scopes, or: "redirect" }))
      const url = yield* here
      assert.deepInclude(parametersOf(url), { type: "link", provider_scope: scopes.join(" ") })
      yield* goTo(yield* follow(url))
      yield* OAuth.callbackAndRedirect
      assert.strictEqual(yield* here, page)
      assert.isNotNull(yield* ConnectedAccounts.get({ provider: "spotify", scopes, or: "redirect" }))
      assert.strictEqual(yield* here, page)
    }).pipe(Effect.provide(layerTest(page))))

  it.effect("get with `or: redirect`: connects the user's first account", () =>
    Effect.gen(function*() {
      yield* signUp
      assert.isNull(yield* ConnectedAccounts.get({ provider: "spotify", or: "redirect" }))
      yield* goTo(yield* follow(yield* here, { ...ada, email: null }))
      yield* OAuth.callbackAndRedirect
      const account = yield* ConnectedAccounts.get({ provider: "spotify" })
      assert.deepInclude(account, { accountId: ada.accountId, email: null })
    }).pipe(Effect.provide(layerTest(page))))

  /** The service refuses the stored token, with any of the endpoints. */
  const unavailable = Effect.updateService(Transport, (transport) => (request) =>
    request.url.endsWith("/access-token")
      ? Effect.succeed(knownError("OAUTH_ACCESS_TOKEN_NOT_AVAILABLE", 400, { provider: "spotify", details: "revoked" }))
      : transport(request))

  it.effect("get and accessToken: return null for OAUTH_ACCESS_TOKEN_NOT_AVAILABLE", () =>
    Effect.gen(function*() {
      yield* withSpotify(scopes)
      assert.isNull(yield* unavailable(ConnectedAccounts.get({ provider: "spotify", scopes })))
      assert.isNull(yield* unavailable(ConnectedAccounts.getAccessToken({ provider: "spotify" })))
      assert.isNull(yield* unavailable(ConnectedAccounts.getAccessToken({ provider: "spotify", accountId: "1" })))
    }).pipe(Effect.provide(layerTest(page))))

  it.effect("get with `or: redirect`: OAUTH_ACCESS_TOKEN_NOT_AVAILABLE links the account again", () =>
    Effect.gen(function*() {
      yield* withSpotify(scopes)
      assert.isNull(yield* unavailable(ConnectedAccounts.get({ provider: "spotify", scopes, or: "redirect" })))
      assert.deepInclude(parametersOf(yield* here), { type: "link", provider_scope: scopes.join(" ") })
    }).pipe(Effect.provide(layerTest(page))))

  it.effect("get: fails without a redirect if no user is signed in", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(ConnectedAccounts.get({ provider: "spotify", or: "redirect" }))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.deepStrictEqual((yield* Visits).gone, [])
      assert.deepStrictEqual(yield* cookies, {})
    }).pipe(Effect.provide(layerTest(page))))

  it.effect("get: fails for a provider with the service's shared keys", () =>
    Effect.gen(function*() {
      yield* OAuth.callbackAt(String(yield* begun()))
      const error = yield* Effect.flip(ConnectedAccounts.get({ provider: "github", or: "redirect" }))
      assert.strictEqual(error._tag, "OAuthAccessTokenNotAvailableWithSharedOAuthKeys")
    }).pipe(Effect.provide(layerTest(page))))
})
