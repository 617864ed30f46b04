import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { AccessToken, CurrentUser, Mfa, OAuth, Project, Session, Sessions, Transport, TransportFailure } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import { inspect } from "node:util"
import {
  ada,
  authorizationUrl,
  codeChallenge,
  codeVerifier,
  exchange,
  follow,
  grace,
  layerOAuth,
  linkTo,
  linkUrl,
  page,
  signInWith,
  withQuery
} from "../oauthSupport.ts"
import {
  codeOf,
  configure,
  device,
  failure,
  jsonOf,
  layerTest,
  on,
  projectId,
  send,
  signIn,
  signUp,
  tagsOf
} from "../support.ts"

const queryOf = (url: Redacted.Redacted<string>) => Object.fromEntries(new URL(Redacted.value(url)).searchParams)

describe("an authorization URL", () => {
  it.effect("contains everything the service requires, and states that the challenge is a hash", () =>
    Effect.gen(function*() {
      const url = yield* authorizationUrl()
      const { origin, pathname } = new URL(Redacted.value(url))
      assert.strictEqual(origin + pathname, "https://api.stack-auth.com/api/v1/auth/oauth/authorize/github")
      assert.deepStrictEqual(queryOf(url), {
        client_id: projectId,
        client_secret: Emulator.adminOptions.publishableClientKey,
        redirect_uri: page,
        scope: "legacy",
        state: "a-state",
        grant_type: "authorization_code",
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
        response_type: "code",
        type: "authenticate"
      })
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("contains optional parameters: scopes, an error page, a page for afterwards", () =>
    Effect.gen(function*() {
      const url = yield* authorizationUrl({
        providerScope: "repo gist",
        errorRedirectUrl: "https://app.example.com/error",
        afterCallbackRedirectUrl: "/settings"
      })
      const query = queryOf(url)
      assert.strictEqual(query["provider_scope"], "repo gist")
      assert.strictEqual(query["error_redirect_url"], "https://app.example.com/error")
      assert.strictEqual(query["after_callback_redirect_url"], "/settings")
      assert.notProperty(query, "token")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("a link's URL contains an access token that is valid long enough to arrive", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* TestClock.adjust("9 minutes")
      const late = queryOf(yield* linkUrl())
      assert.strictEqual(late["type"], "link")
      yield* TestClock.adjust("45 seconds")
      const token = Redacted.make(queryOf(yield* linkUrl())["token"]!)
      assert.notStrictEqual(Redacted.value(token), late["token"])
      assert.strictEqual(AccessToken.parse(token)!.userId, userId)
      assert.strictEqual(AccessToken.parse(token)!.issuedAtMillis, 585_000)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("a link without a user has no URL, and sends no request", () =>
    Effect.gen(function*() {
      const none: Transport = () => Effect.die(new Error("Nothing should be sent"))
      const error = yield* failure(Effect.provideService(linkUrl(), Transport, none))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      yield* Effect.provideService(authorizationUrl(), Transport, none)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("prints no token", () =>
    Effect.gen(function*() {
      yield* signUp()
      const url = yield* linkUrl()
      for (const text of [inspect(url, { depth: Infinity, showHidden: true }), String(url), JSON.stringify(url)]) {
        assert.notInclude(text, "token=")
        assert.notInclude(text, "eyJ")
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("accepts the program's page, even with an earlier response in its URL", () =>
    Effect.gen(function*() {
      const redirectUri = `${page}?after_auth_return_to=%2Fhome&code=old&state=old#top`
      const query = queryOf(yield* authorizationUrl({ redirectUri }))
      assert.strictEqual(query["redirect_uri"], `${page}?after_auth_return_to=%2Fhome`)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("names a provider as the service does", () =>
    Effect.gen(function*() {
      const url = new URL(Redacted.value(yield* authorizationUrl({ provider: "GitHub" })))
      assert.isTrue(url.pathname.endsWith("/authorize/github"))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("keeps the service's origin for any provider name", () =>
    Effect.gen(function*() {
      for (const provider of ["", ".", ".."]) {
        assert.strictEqual((yield* failure(authorizationUrl({ provider })))._tag, "RequestSchemaError", provider)
      }
      for (const provider of ["../../users/me", "a/b", "?a", "#a", "..."]) {
        const { pathname } = new URL(Redacted.value(yield* authorizationUrl({ provider })))
        assert.strictEqual(pathname.split("/").length, 7, provider)
        assert.isTrue(pathname.startsWith("/api/v1/auth/oauth/authorize/"), provider)
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("requires absolute page URLs without spaces", () =>
    Effect.gen(function*() {
      for (const wrong of ["/handler/oauth-callback", "no page", "http://a b/"]) {
        assert.strictEqual((yield* failure(authorizationUrl({ redirectUri: wrong })))._tag, "RequestSchemaError", wrong)
        assert.strictEqual(
          (yield* failure(authorizationUrl({ errorRedirectUrl: wrong })))._tag,
          "RequestSchemaError",
          wrong
        )
      }
    }).pipe(Effect.provide(layerOAuth())))
})

describe("signing in with a provider", () => {
  it.effect("signs a new user up with the provider's address", () =>
    Effect.gen(function*() {
      const signedIn = yield* signInWith({ ...ada, displayName: "Ada" })
      assert.isTrue(signedIn.isNewUser)
      assert.isNull(signedIn.afterCallbackRedirectUrl)
      const user = yield* CurrentUser.get({ or: "throw" })
      assert.strictEqual(user.id, signedIn.userId)
      assert.strictEqual(user.displayName, "Ada")
      assert.strictEqual(user.primaryEmail, ada.email)
      assert.isTrue(user.primaryEmailVerified)
      assert.isFalse(user.hasPassword)
      assert.deepStrictEqual(user.oauthProviders, [{ id: "github", accountId: "ada-1", email: ada.email }])
      assert.isTrue((yield* Users.get(user.id)).primaryEmailAuthEnabled)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("finds the same user by the account, even if the address changed", () =>
    Effect.gen(function*() {
      const first = yield* signInWith(ada)
      const again = yield* signInWith({ ...ada, email: "lovelace@example.com" })
      assert.strictEqual(again.userId, first.userId)
      assert.isFalse(again.isNewUser)
      assert.notStrictEqual(Redacted.value(again.tokens.refreshToken), Redacted.value(first.tokens.refreshToken))
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, ada.email)
      assert.strictEqual((yield* Users.list()).items.length, 1)
      assert.strictEqual((yield* Sessions.list).length, 2)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("distinguishes the accounts of different providers", () =>
    Effect.gen(function*() {
      const one = yield* signInWith({ accountId: "1", email: null })
      const other = yield* signInWith({ accountId: "1", email: null }, { provider: "google" })
      assert.notStrictEqual(one.userId, other.userId)
      assert.isNull((yield* CurrentUser.get({ or: "throw" })).primaryEmail)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("keeps an address unverified if the provider has not verified it", () =>
    Effect.gen(function*() {
      yield* signInWith({ ...ada, emailVerified: false })
      const user = yield* CurrentUser.get({ or: "throw" })
      assert.strictEqual(user.primaryEmail, ada.email)
      assert.isFalse(user.primaryEmailVerified)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("returns the state, and keeps the page's query", () =>
    Effect.gen(function*() {
      const url = yield* authorizationUrl({ state: "another & state", redirectUri: `${page}?tab=2` })
      const end = yield* follow(url)
      assert.strictEqual(end.origin + end.pathname, page)
      assert.deepStrictEqual([...end.searchParams.keys()], ["tab", "code", "state"])
      assert.strictEqual(end.searchParams.get("state"), "another & state")
      assert.match(end.searchParams.get("code")!, /^[0-9a-f]{64}$/)
      yield* exchange(end)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("returns the page for afterwards", () =>
    Effect.gen(function*() {
      const { afterCallbackRedirectUrl } = yield* signInWith(ada, { afterCallbackRedirectUrl: "/settings" })
      assert.strictEqual(afterCallbackRedirectUrl, "/settings")
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("works without settings for the four providers with shared keys", () =>
    Effect.gen(function*() {
      const providers = (yield* Project.get).config.enabledOauthProviders.map(({ id }) => id)
      assert.deepStrictEqual(providers, ["github", "google", "microsoft", "spotify"])
      for (const provider of providers) yield* signInWith({ accountId: "1" }, { provider })
    }).pipe(Effect.provide(layerTest())))

  it.effect("creates an ordinary session", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWith()
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
      yield* Session.signOut
      assert.isNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layerOAuth())))
})

describe("linking an account", () => {
  it.effect("linking: only adds a sign-in method to the signed-in user", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp("linker@example.com")
      const before = yield* CurrentUser.get({ or: "throw" })
      const linked = yield* linkTo(ada)
      assert.strictEqual(linked.userId, userId)
      assert.isFalse(linked.isNewUser)
      assert.deepStrictEqual(yield* CurrentUser.get({ or: "throw" }), {
        ...before,
        oauthProviders: [{ id: "github", accountId: "ada-1", email: ada.email }]
      })
      const phone = yield* device()
      assert.strictEqual((yield* on(phone)(signInWith(ada))).userId, userId)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("linking the same account again succeeds", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWith(ada)
      assert.strictEqual((yield* linkTo(ada)).userId, userId)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).oauthProviders.length, 1)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("linking several providers gives a user several accounts", () =>
    Effect.gen(function*() {
      yield* signInWith(ada)
      yield* linkTo(ada, { provider: "google" })
      const { oauthProviders } = yield* CurrentUser.get({ or: "throw" })
      assert.deepStrictEqual(oauthProviders.map(({ id }) => id), ["github", "google"])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("linking works if the project accepts no new users", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* configure({ signUpEnabled: false })
      assert.isFalse((yield* linkTo(grace)).isNewUser)
    }).pipe(Effect.provide(layerOAuth())))
})

describe("the exchange of a code", () => {
  const begun = Effect.flatMap(authorizationUrl(), follow)

  it.effect("the exchange of a code succeeds once", () =>
    Effect.gen(function*() {
      const end = yield* begun
      yield* exchange(end)
      assert.strictEqual((yield* failure(exchange(end)))._tag, "InvalidAuthorizationCode")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("succeeds for five minutes, to the millisecond", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* begun, yield* begun]
      yield* TestClock.adjust("299999 millis")
      yield* exchange(one)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* failure(exchange(other)))._tag, "InvalidAuthorizationCode")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("exchange: a wrong verifier is refused and does not use up the code", () =>
    Effect.gen(function*() {
      const end = yield* begun
      const code = Redacted.make(end.searchParams.get("code")!)
      for (const wrong of ["", "x".repeat(43), codeChallenge]) {
        const error = yield* failure(OAuth.exchange({ code, redirectUri: page, codeVerifier: Redacted.make(wrong) }))
        assert.strictEqual(error._tag, "InvalidAuthorizationCode", wrong)
      }
      yield* OAuth.exchange({ code, redirectUri: page, codeVerifier })
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("exchange: a wrong redirect URI is refused and uses up the code", () =>
    Effect.gen(function*() {
      const end = yield* begun
      const code = Redacted.make(end.searchParams.get("code")!)
      const other = OAuth.exchange({ code, redirectUri: "http://localhost:3000/other", codeVerifier })
      assert.strictEqual((yield* failure(other))._tag, "RedirectUrlNotWhitelisted")
      assert.strictEqual((yield* failure(exchange(end)))._tag, "InvalidAuthorizationCode")
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("accepts the page's URL with the response in it", () =>
    Effect.gen(function*() {
      const end = yield* begun
      const address = withQuery(`${end}#top`, {})
      assert.include(address, "code=")
      yield* OAuth.exchange({ code: Redacted.make(end.searchParams.get("code")!), redirectUri: address, codeVerifier })
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("exchange: rejects an unknown code", () =>
    Effect.gen(function*() {
      const error = yield* failure(exchange(new URL(`${page}?code=none`)))
      assert.strictEqual(error._tag, "InvalidAuthorizationCode")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("exchange: rejects a deleted user's code", () =>
    Effect.gen(function*() {
      const end = yield* begun
      const { items } = yield* Users.list()
      yield* Users.remove(items[0]!.id)
      assert.strictEqual((yield* failure(exchange(end)))._tag, "InvalidAuthorizationCode")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("exchange: continues with the second factor of a user who has one", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWith()
      yield* Session.signOut
      yield* Users.update(userId, { totpSecretBase64: Redacted.make(Buffer.alloc(20).toString("base64")) })
      const error = yield* failure(signInWith())
      assert(error._tag === "MultiFactorAuthenticationRequired")
      assert.isNull(yield* CurrentUser.get())
      const { attemptCode } = error.details
      const wrong = yield* failure(Mfa.signIn({ attemptCode, totp: Redacted.make("000000") }))
      assert.strictEqual(wrong._tag, "InvalidTotpCode")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("exchange: a wrong key fails with the project's error", () =>
    Effect.gen(function*() {
      const end = yield* begun
      const transport = yield* Transport
      const withOtherKey: Transport = (request) =>
        transport({ ...request, body: request.body!.replace("pck_emulator", "pck_other") })
      const error = yield* failure(Effect.provideService(exchange(end), Transport, withOtherKey))
      assert.strictEqual(tagsOf(error), "ApiError/ProjectRefused/InvalidOAuthClientIdOrSecret")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is never retried without a response, because the code may be used up", () =>
    Effect.gen(function*() {
      const end = yield* begun
      let requests = 0
      const dead: Transport = ({ url }) =>
        Effect.suspend(() => {
          if (url.endsWith("/auth/oauth/token")) requests++
          return Effect.fail(new TransportFailure({ message: "gone", tooLarge: false }))
        })
      const error = yield* failure(Effect.provideService(exchange(end), Transport, dead))
      assert(error._tag === "ApiError" && error.reason._tag === "NetworkFailure")
      assert.isTrue(error.reason.outcomeUnknown)
      assert.strictEqual(requests, 1)
    }).pipe(Effect.provide(layerOAuth())))

  const answering = (fields: object): Transport => () =>
    Effect.succeed({
      status: 200,
      header: () => undefined,
      body: JSON.stringify({
        access_token: `e30.${Buffer.from(JSON.stringify({ sub: "u", exp: 2 })).toString("base64url")}.x`,
        refresh_token: "refresh",
        token_type: "Bearer",
        expires_in: 3599,
        is_new_user: false,
        after_callback_redirect_url: null,
        ...fields
      })
    })

  it.effect("accepts a response with any scope, and the token type in any case", () =>
    Effect.gen(function*() {
      for (const fields of [{}, { token_type: "bearer" }, { token_type: "BEARER", scope: "legacy", expires_in: 0.5 }]) {
        const signedIn = yield* Effect.provideService(exchange(new URL(page)), Transport, answering(fields))
        assert.strictEqual(signedIn.userId, "u")
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("refuses an invalid response, and stores nothing of it", () =>
    Effect.gen(function*() {
      const wrong = [
        ["token_type", "mac"],
        ["token_type", undefined],
        ["expires_in", 0],
        ["expires_in", "3599"],
        ["expires_in", undefined],
        ["refresh_token", undefined],
        ["is_new_user", undefined],
        ["access_token", "not.a.jwt"],
        ["access_token", `e30.${Buffer.from(JSON.stringify({ exp: 2 })).toString("base64url")}.x`]
      ] as const
      for (const [name, value] of wrong) {
        const answer = Effect.provideService(exchange(new URL(page)), Transport, answering({ [name]: value }))
        const error = yield* failure(answer)
        assert(error._tag === "ApiError" && error.reason._tag === "InvalidResponse", `${name}: ${tagsOf(error)}`)
        assert.deepStrictEqual(error.reason.path, [name])
        assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("shows neither the code nor the verifier, even if the service echoes them", () =>
    Effect.gen(function*() {
      const repeating: Transport = ({ body = "" }) =>
        Effect.succeed({ status: 400, header: () => undefined, body: `What is ${body}?` })
      const code = Redacted.make("c0de".repeat(16))
      const error = yield* failure(Effect.provideService(
        OAuth.exchange({ code, redirectUri: page, codeVerifier }),
        Transport,
        repeating
      ))
      const shown = inspect(error, { depth: Infinity, showHidden: true })
      assert.include(shown, "grant_type=authorization_code")
      assert.notInclude(shown, Redacted.value(code))
      assert.notInclude(shown, Redacted.value(codeVerifier))
    }).pipe(Effect.provide(layerOAuth())))
})

describe("the token endpoint", () => {
  const path = "/auth/oauth/token"
  const fields = (end: URL, more: Readonly<Record<string, string>> = {}) => ({
    grant_type: "authorization_code",
    code: end.searchParams.get("code")!,
    redirect_uri: page,
    code_verifier: Redacted.value(codeVerifier),
    client_id: projectId,
    client_secret: Emulator.adminOptions.publishableClientKey,
    ...more
  })

  it.effect("answers a code like a refresh, with additional fields", () =>
    Effect.gen(function*() {
      const end = yield* Effect.flatMap(authorizationUrl({ afterCallbackRedirectUrl: "/a" }), follow)
      const response = yield* send("POST", path, {}, fields(end))
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers["cache-control"], "no-store")
      assert.strictEqual(response.headers["pragma"], "no-cache")
      const { access_token, refresh_token, ...rest } = jsonOf(response)
      assert.match(access_token, /^eyJ/)
      assert.match(refresh_token, /^[0-9a-z]{45}$/)
      assert.deepStrictEqual(rest, {
        token_type: "Bearer",
        expires_in: 3599,
        scope: "legacy",
        is_new_user: true,
        newUser: true,
        after_callback_redirect_url: "/a",
        afterCallbackRedirectUrl: "/a"
      })
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("requires no client secret with a PKCE verifier", () =>
    Effect.gen(function*() {
      const { client_secret: _, ...open } = fields(yield* Effect.flatMap(authorizationUrl(), follow))
      const { code_verifier: __, ...unproved } = open
      assert.strictEqual(codeOf(yield* send("POST", path, {}, unproved)), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      assert.strictEqual((yield* send("POST", path, {}, open)).status, 200)
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("the token endpoint accepts a plain challenge", () =>
    Effect.gen(function*() {
      const url = withQuery(Redacted.value(yield* authorizationUrl()), {
        code_challenge_method: "plain",
        code_challenge: "the-verifier-itself"
      })
      const end = yield* follow(url)
      const wrong = yield* send("POST", path, {}, fields(end))
      assert.strictEqual(codeOf(wrong), "INVALID_AUTHORIZATION_CODE")
      const right = yield* send("POST", path, {}, fields(end, { code_verifier: "the-verifier-itself" }))
      assert.strictEqual(right.status, 200)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("names a field that is missing", () =>
    Effect.gen(function*() {
      const { code: _, ...noCode } = fields(yield* Effect.flatMap(authorizationUrl(), follow))
      const response = yield* send("POST", path, {}, noCode)
      assert.strictEqual(response.status, 400)
      assert.strictEqual(jsonOf(response).error, "invalid_request")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("the token endpoint rejects another project's codes", () =>
    Effect.gen(function*() {
      const end = yield* Effect.flatMap(authorizationUrl(), follow)
      const other = fields(end, {
        client_id: "internal",
        client_secret: "this-publishable-client-key-is-for-local-development-only"
      })
      assert.strictEqual(codeOf(yield* send("POST", path, {}, other)), "INVALID_AUTHORIZATION_CODE")
      yield* exchange(end)
    }).pipe(Effect.provide(layerOAuth())))
})

describe("a user with a password", () => {
  it.effect("a user with a password can also sign in with a provider that has the same verified address", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { primaryEmailVerified: true })
      const merged = yield* signInWith(ada)
      assert.strictEqual(merged.userId, userId)
      assert.isFalse(merged.isNewUser)
      assert.strictEqual((yield* signIn()).userId, userId)
    }).pipe(Effect.provide(layerOAuth())))
})
