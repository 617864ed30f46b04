import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { ConnectedAccounts } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { ConnectedAccounts as ServerAccounts, OAuthProviders, Users } from "latchkey/server"
import { ada, layerOAuth, linkTo, signInWith } from "../oauthSupport.ts"
import { clientHeaders, codeOf, failure, jsonOf, nobody, send, serverHeaders, signUp, tagsOf } from "../support.ts"

const withSpotify = (providerScope?: string) => signInWith(ada, { provider: "spotify", providerScope })

const textOf = (token: Redacted.Redacted<string> | null) => token === null ? null : Redacted.value(token)

const ofUser = (scope?: string) => Effect.map(ConnectedAccounts.getAccessToken({ provider: "spotify", scope }), textOf)

describe("a provider's access token", () => {
  it.effect("is returned for a connected account with the scopes its owner allowed", () =>
    Effect.gen(function*() {
      yield* withSpotify("playlist-read-private")
      const token = yield* ofUser()
      assert.match(token!, /^[0-9a-z]{45}$/)
      for (const scope of ["", "user-read-email", "playlist-read-private", "playlist-read-private  user-read-email"]) {
        assert.strictEqual(yield* ofUser(scope), token, scope)
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is absent for other scopes until the account is linked with more", () =>
    Effect.gen(function*() {
      yield* withSpotify()
      assert.isNull(yield* ofUser("playlist-read-private"))
      assert.isNull(yield* ofUser("user-read-email playlist-read-private"))
      yield* linkTo(ada, { provider: "spotify", providerScope: "playlist-read-private" })
      assert.isNotNull(yield* ofUser("playlist-read-private"))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is absent without an account of the provider", () =>
    Effect.gen(function*() {
      yield* signUp()
      assert.isNull(yield* ofUser())
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is absent for an account added by a server", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ oauthProviders: [{ id: "spotify", accountId: "ada-1", email: null }] })
      assert.isNull(yield* ServerAccounts.getAccessToken({ userId: id, provider: "spotify" }))
      assert.strictEqual((yield* withSpotify()).userId, id)
      assert.isNotNull(yield* ServerAccounts.getAccessToken({ userId: id, provider: "spotify" }))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is refreshed once it is valid for only five minutes, to the millisecond", () =>
    Effect.gen(function*() {
      const { userId } = yield* withSpotify("playlist-read-private")
      const ofServer = Effect.map(
        ServerAccounts.getAccessToken({ userId, provider: "spotify", scope: "playlist-read-private" }),
        textOf
      )
      const first = yield* ofServer
      yield* TestClock.adjust("3299999 millis")
      assert.strictEqual(yield* ofServer, first)
      yield* TestClock.adjust("1 millis")
      const second = yield* ofServer
      assert.notStrictEqual(second, first)
      assert.strictEqual(yield* ofServer, second)
      assert.isNull(yield* ServerAccounts.getAccessToken({ userId, provider: "spotify", scope: "streaming" }))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("a user and a server get the same access token", () =>
    Effect.gen(function*() {
      const { userId } = yield* withSpotify()
      const token = yield* ServerAccounts.getAccessToken({ userId, provider: "Spotify" })
      assert.strictEqual(textOf(token), yield* ofUser())
      assert.strictEqual(textOf(yield* ConnectedAccounts.getAccessToken({ provider: "Spotify" })), textOf(token))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is not returned with shared keys", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWith(ada)
      const errors = [
        yield* failure(ConnectedAccounts.getAccessToken({ provider: "github" })),
        yield* failure(ServerAccounts.getAccessToken({ userId, provider: "github" }))
      ]
      for (const { _tag } of errors) assert.strictEqual(_tag, "OAuthAccessTokenNotAvailableWithSharedOAuthKeys")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is absent for a provider that the project has not enabled", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const provider of ["facebook", "myspace", "a/b"]) {
        const error = yield* failure(ConnectedAccounts.getAccessToken({ provider }))
        assert.strictEqual(error._tag, "OAuthProviderNotFoundOrNotEnabled", provider)
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("requires a signed-in user and a provider name", () =>
    Effect.gen(function*() {
      const error = yield* failure(ConnectedAccounts.getAccessToken({ provider: "spotify" }))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      yield* signUp()
      assert.strictEqual(
        (yield* failure(ConnectedAccounts.getAccessToken({ provider: ".." })))._tag,
        "RequestSchemaError"
      )
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("a client cannot get another user's access token", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* withSpotify()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const path = (user: string) => `/connected-accounts/${user}/spotify/access-token`
      assert.strictEqual((yield* send("POST", path(nobody), headers, {})).status, 403)
      assert.strictEqual((yield* send("POST", path(userId), clientHeaders, {})).status, 403)
      const own = yield* send("POST", path(userId), headers, {})
      assert.strictEqual(own.status, 201)
      assert.deepStrictEqual(Object.keys(jsonOf(own)), ["access_token"])
      assert.strictEqual((yield* send("POST", path("me"), headers, {})).status, 201)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("an unknown user's access token is an internal error of the service", () =>
    Effect.gen(function*() {
      const error = yield* failure(ServerAccounts.getAccessToken({ userId: nobody, provider: "spotify" }))
      assert.strictEqual(tagsOf(error), "ApiError/ServiceUnavailable")
      const noId = yield* failure(ServerAccounts.getAccessToken({ userId: "ada", provider: "spotify" }))
      assert.strictEqual(noId._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("a server that names `me` gets the access token of its request's user", () =>
    Effect.gen(function*() {
      const { tokens } = yield* withSpotify()
      const path = "/connected-accounts/me/spotify/access-token"
      const headers = { ...serverHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      assert.strictEqual(jsonOf(yield* send("POST", path, headers, {})).access_token, yield* ofUser())
      assert.strictEqual(codeOf(yield* send("POST", path, serverHeaders, {})), "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is absent from responses about a user", () =>
    Effect.gen(function*() {
      const { userId } = yield* withSpotify()
      const shown = yield* send("GET", `/users/${userId}`, serverHeaders)
      assert.notInclude(shown.body!, (yield* ofUser())!)
      assert.deepStrictEqual(jsonOf(shown).oauth_providers, [
        { id: "spotify", account_id: "ada-1", email: ada.email }
      ])
      const account = { id: "spotify", accountId: "grace-1", email: null }
      const { createUser } = yield* Emulator.Emulator
      assert.deepStrictEqual((yield* createUser({ oauthProviders: [account] })).oauthProviders, [account])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("since 2026, an account id that is not usable as a connected account is refused", () =>
    Effect.gen(function*() {
      const { userId } = yield* withSpotify()
      const [connection] = yield* OAuthProviders.list({ userId })
      const { id } = connection!
      const account = { userId, provider: "spotify", accountId: connection!.accountId }
      assert.isNotNull(yield* ServerAccounts.getAccessToken(account))
      yield* OAuthProviders.update({ userId, id }, { allowConnectedAccounts: false })
      assert.isNull(yield* ServerAccounts.getAccessToken(account))
      const path = `/connected-accounts/${userId}/spotify/${account.accountId}/access-token`
      const refused = yield* send("POST", path, serverHeaders, {})
      assert.deepStrictEqual([refused.status, codeOf(refused)], [400, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER"])
    }).pipe(Effect.provide(layerOAuth())))
})
