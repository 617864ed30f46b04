import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ConnectedAccounts, CurrentUser, OAuthProviders, Session } from "latchkey"
import { ConnectedAccounts as ServerAccounts, OAuthProviders as ServerProviders, Users } from "latchkey/server"
import { ada, grace, layerOAuth, linkTo, signInWith } from "../oauthSupport.ts"
import { clientHeaders, failure, nobody, refusalOf, send, serverHeaders, tagsOf } from "../support.ts"

const spotify = { provider: "spotify" }

/** Signs in with two Spotify accounts. */
const withTwo = Effect.gen(function*() {
  const { userId } = yield* signInWith(ada, spotify)
  yield* linkTo(grace, { ...spotify, providerScope: "playlist-read-private" })
  return userId
})

describe("a user's connected accounts", () => {
  it.effect("are listed, including several of one provider", () =>
    Effect.gen(function*() {
      const userId = yield* withTwo
      const accounts = [
        { userId, provider: "spotify", accountId: "ada-1" },
        { userId, provider: "spotify", accountId: "grace-1" }
      ]
      assert.deepStrictEqual(yield* ConnectedAccounts.list, accounts)
      assert.deepStrictEqual(yield* ServerAccounts.list({ userId }), accounts)
      assert.strictEqual(tagsOf(yield* failure(ServerAccounts.list({ userId: nobody }))), "UserNotFound")
      yield* Session.signOut
      assert.strictEqual((yield* failure(ConnectedAccounts.list))._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("each connected account has its own token", () =>
    Effect.gen(function*() {
      const userId = yield* withTwo
      const tokenOf = (accountId?: string, scope?: string) =>
        Effect.map(
          ConnectedAccounts.getAccessToken({ ...spotify, accountId, scope }),
          (token) => token && Redacted.value(token)
        )
      const first = yield* tokenOf("ada-1")
      const second = yield* tokenOf("grace-1")
      assert.isString(first)
      assert.notStrictEqual(first, second)
      assert.strictEqual(yield* tokenOf(), first)
      // Without an account id, all accounts of the provider are searched.
      assert.strictEqual(yield* tokenOf(undefined, "playlist-read-private"), second)
      assert.isNull(yield* tokenOf("ada-1", "playlist-read-private"))
      assert.isNull(yield* tokenOf("unknown"))
      const asServer = yield* ServerAccounts.getAccessToken({ ...spotify, userId, accountId: "grace-1" })
      assert.strictEqual(Redacted.value(asServer!), second)
      assert.strictEqual(
        tagsOf(yield* failure(ConnectedAccounts.getAccessToken({ ...spotify, accountId: ".." }))),
        "RequestSchemaError"
      )
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("are found by scope or by account", () =>
    Effect.gen(function*() {
      yield* withTwo
      const found = (options: object) =>
        Effect.map(ConnectedAccounts.get({ ...spotify, ...options }), (account) => account && account.accountId)
      assert.strictEqual(yield* found({}), "ada-1")
      assert.strictEqual(yield* found({ scopes: ["playlist-read-private"] }), "grace-1")
      assert.strictEqual(yield* found({ accountId: "grace-1" }), "grace-1")
      assert.isNull(yield* found({ accountId: "ada-1", scopes: ["playlist-read-private"] }))
      assert.isNull(yield* found({ accountId: "unknown" }))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("connected accounts by account id require a 2026 service", () =>
    Effect.gen(function*() {
      yield* signInWith(ada, spotify)
      const token = ConnectedAccounts.getAccessToken({ ...spotify, accountId: "ada-1" })
      const needed = "ApiError/UnsupportedGeneration"
      assert.strictEqual(tagsOf(yield* failure(ConnectedAccounts.list)), needed)
      assert.strictEqual(tagsOf(yield* failure(OAuthProviders.list)), needed)
      assert.strictEqual(tagsOf(yield* failure(token)), needed)
      assert.strictEqual((yield* ConnectedAccounts.get(spotify))!.accountId, "ada-1")
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))
})

describe("OAuthProviders of the signed-in user", () => {
  it.effect("can be read, changed and removed", () =>
    Effect.gen(function*() {
      const userId = yield* withTwo
      const [first, second] = yield* OAuthProviders.list
      assert.deepStrictEqual(first, {
        id: first!.id,
        userId,
        providerConfigId: "spotify",
        type: "spotify",
        email: ada.email,
        allowSignIn: true,
        allowConnectedAccounts: true
      })
      assert.deepStrictEqual(yield* OAuthProviders.get(second!.id), second)
      const changed = yield* OAuthProviders.update(first!.id, { allowConnectedAccounts: false })
      assert.deepStrictEqual(changed, { ...first!, allowConnectedAccounts: false })
      assert.deepStrictEqual((yield* ConnectedAccounts.list).map(({ accountId }) => accountId), ["grace-1"])
      assert.isNull(yield* ConnectedAccounts.getAccessToken({ ...spotify, accountId: "ada-1" }))
      yield* OAuthProviders.remove(second!.id)
      // As recorded: a request without an account id still gets a token.
      assert.isNotNull(yield* ConnectedAccounts.getAccessToken(spotify))
      assert.lengthOf(yield* OAuthProviders.list, 1)
      assert.lengthOf((yield* CurrentUser.get({ or: "throw" })).oauthProviders, 1)
      for (
        const call of [
          OAuthProviders.get(second!.id),
          OAuthProviders.remove(second!.id),
          OAuthProviders.update(second!.id, {})
        ]
      ) {
        assert.strictEqual(refusalOf(yield* failure(call)).status, 404)
      }
      assert.strictEqual((yield* failure(OAuthProviders.get("x")))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("an account with sign-in disabled signs up a new user", () =>
    Effect.gen(function*() {
      const userId = yield* withTwo
      const [, second] = yield* OAuthProviders.list
      yield* OAuthProviders.update(second!.id, { allowSignIn: false })
      yield* Session.signOut
      const { isNewUser, userId: other } = yield* signInWith(grace, spotify)
      assert.deepStrictEqual([isNewUser, other === userId], [true, false])
      yield* Session.signOut
      assert.strictEqual((yield* signInWith(ada, spotify)).userId, userId)
      // As recorded: without an account id, any other account used for sign-in is a conflict.
      const error = yield* failure(
        ServerProviders.update({ userId, id: second!.id }, { allowSignIn: true })
      )
      assert.strictEqual(tagsOf(error), "ApiError/RequestRefused")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("are refused to other users, and without a session", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWith(grace, spotify)
      const [theirs] = yield* OAuthProviders.list
      yield* Session.signOut
      const { tokens } = yield* signInWith(ada, spotify)
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const path = `/oauth-providers/${userId}/${theirs!.id}`
      const requests = [
        ["GET", path],
        ["PATCH", path, {}],
        ["DELETE", path],
        ["GET", "/oauth-providers"],
        ["GET", `/oauth-providers?user_id=${userId}`],
        ["GET", `/connected-accounts/${userId}`],
        ["POST", `/connected-accounts/${userId}/spotify/grace-1/access-token`, {}]
      ] as const
      for (const [method, path, body] of requests) {
        assert.strictEqual((yield* send(method, path, headers, body)).status, 403, `${method} ${path}`)
      }
      yield* Session.signOut
      assert.strictEqual((yield* failure(OAuthProviders.list))._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerOAuth())))
})

describe("OAuthProviders of a server", () => {
  it.effect("are created, listed, changed and removed", () =>
    Effect.gen(function*() {
      const { id: userId } = yield* Users.create({ primaryEmail: ada.email })
      const { id: otherId } = yield* Users.create({})
      const google = {
        userId,
        providerConfigId: "google",
        accountId: "google-1",
        allowSignIn: true,
        allowConnectedAccounts: true
      }
      const created = yield* ServerProviders.create({ ...google, email: ada.email })
      assert.deepStrictEqual(created, { ...google, id: created.id, type: "google", email: ada.email })
      assert.deepStrictEqual(yield* ServerProviders.get(created), created)
      assert.deepStrictEqual(yield* ServerProviders.list({ userId }), [created])
      assert.deepStrictEqual(yield* ServerProviders.list({ userId: otherId }), [])
      const ofUnknownUser = yield* failure(ServerProviders.list({ userId: nobody }))
      assert(ofUnknownUser._tag === "UserNotFound")

      const again = ServerProviders.create(google)
      const second = ServerProviders.create({ ...google, accountId: "google-2" })
      for (const call of [again, second]) assert.strictEqual(refusalOf(yield* failure(call)).status, 400)
      const unused = yield* ServerProviders.create({ ...google, accountId: "google-2", allowSignIn: false })
      assert.isUndefined(unused.email)
      const taken = yield* failure(ServerProviders.create({ ...google, userId: otherId }))
      assert.strictEqual(taken._tag, "OAuthProviderAccountIdAlreadyUsedForSignIn")
      const unknown = ServerProviders.create({ ...google, providerConfigId: "facebook" })
      assert.strictEqual(refusalOf(yield* failure(unknown)).status, 404)
      assert.strictEqual((yield* failure(ServerProviders.create({ ...google, userId: nobody })))._tag, "UserNotFound")

      const changes = { email: "b@example.com", accountId: "google-1b", allowSignIn: false }
      assert.deepStrictEqual(yield* ServerProviders.update(created, changes), { ...created, ...changes })
      assert.strictEqual(
        refusalOf(yield* failure(ServerProviders.update(unused, { accountId: "google-1b" }))).status,
        400
      )
      yield* ServerProviders.remove(created)
      assert.strictEqual(refusalOf(yield* failure(ServerProviders.remove(created))).status, 404)
      assert.strictEqual(refusalOf(yield* failure(ServerProviders.get({ ...created, userId: nobody }))).status, 404)
      assert.deepStrictEqual(yield* ServerProviders.list(), [unused])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("an account cannot enable sign-in while another user signs in with it, as recorded", () =>
    Effect.gen(function*() {
      yield* signInWith(ada)
      const { id: userId } = yield* Users.create({})
      const created = yield* ServerProviders.create({
        userId,
        providerConfigId: "google",
        accountId: "google-1",
        allowSignIn: false,
        allowConnectedAccounts: true
      })
      const error = yield* failure(ServerProviders.update(created, { allowSignIn: true }))
      assert.strictEqual(error._tag, "OAuthProviderAccountIdAlreadyUsedForSignIn")
      const changed = yield* ServerProviders.update(created, { allowSignIn: true, accountId: "google-1" })
      assert.isTrue(changed.allowSignIn)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("cannot be created by a client", () =>
    Effect.gen(function*() {
      const response = yield* send("POST", "/oauth-providers", undefined, {})
      assert.strictEqual(response.headers["x-stack-known-error"], "INSUFFICIENT_ACCESS_TYPE")
      const missing = yield* send("POST", "/oauth-providers", serverHeaders, { user_id: nobody })
      assert.strictEqual(missing.headers["x-stack-known-error"], "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerOAuth())))
})
