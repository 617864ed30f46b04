import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous, CurrentUser, OAuth, Session } from "latchkey"
import type { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import {
  ada,
  atProvider,
  authorizationUrl,
  codeVerifier,
  cookieOf,
  errorPage,
  exchange,
  follow,
  grace,
  layerOAuth,
  linkTo,
  linkUrl,
  page,
  signInWith,
  visit,
  withQuery
} from "../oauthSupport.ts"
import { codeOf, configure, failure, jsonOf, refusalOf, send, signUp } from "../support.ts"

const five = ["error", "error_description", "errorCode", "message", "details"]
const errorOf = (url: URL) => ({
  page: url.origin + url.pathname,
  names: [...url.searchParams.keys()],
  error: url.searchParams.get("error"),
  code: url.searchParams.get("errorCode"),
  details: JSON.parse(url.searchParams.get("details") ?? "null")
})

/** Starts a flow with the test's parameters, and returns the service's response. */
const authorize = (parameters: Readonly<Record<string, string>>, options = {}) =>
  Effect.flatMap(authorizationUrl(options), (url) => visit(withQuery(Redacted.value(url), parameters)))

const form = { "content-type": "application/x-www-form-urlencoded" }
const token = (fields: Readonly<Record<string, string>>) =>
  send("POST", "/auth/oauth/token", form, new URLSearchParams(fields).toString())

describe("an error of a flow, since 2026", () => {
  it.effect("redirects to the redirect URI without the state, with five parameters", () =>
    Effect.gen(function*() {
      for (const more of [{}, { errorRedirectUrl: errorPage }]) {
        const end = errorOf(yield* follow(yield* authorizationUrl(more), { denied: true }))
        assert.deepStrictEqual(end, {
          page,
          names: five,
          error: "server_error",
          code: "OAUTH_PROVIDER_ACCESS_DENIED",
          details: {}
        })
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("redirects to the error page if the project does not trust the redirect URI", () =>
    Effect.gen(function*() {
      for (const name of ["error_redirect_uri", "error_redirect_url"]) {
        const url = yield* authorizationUrl({ redirectUri: "https://evil.example/" })
        const end = errorOf(yield* follow(withQuery(Redacted.value(url), { [name]: errorPage })))
        assert.deepStrictEqual([end.page, end.names, end.code], [errorPage, five, "REDIRECT_URL_NOT_WHITELISTED"])
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("since 2026, an error is the response if the project trusts neither page", () =>
    Effect.gen(function*() {
      const url = yield* authorizationUrl({
        redirectUri: "https://evil.example/",
        errorRedirectUrl: "https://evil.example/e"
      })
      const error = yield* failure(follow(url))
      assert.deepStrictEqual([error.status, error.code], [400, "REDIRECT_URL_NOT_WHITELISTED"])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("the error for an address in use states if a verified address would work", () =>
    Effect.gen(function*() {
      yield* signUp(ada.email)
      for (const strategy of ["link_method", "raise_error"] as const) {
        yield* configure({ oauthAccountMergeStrategy: strategy })
        const end = errorOf(yield* follow(yield* authorizationUrl()))
        assert.strictEqual(end.code, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
        assert.deepStrictEqual(end.details, {
          type: "email",
          contact_channel_value: ada.email,
          would_work_if_email_was_verified: strategy === "link_method"
        })
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("the error for an expired flow redirects to the redirect URI", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl())
      yield* TestClock.adjust("10 minutes")
      const response = yield* visit(callback, { cookie })
      assert.strictEqual(errorOf(new URL(response.headers["location"]!)).code, "OUTER_OAUTH_TIMEOUT")
    }).pipe(Effect.provide(layerOAuth())))
})

describe("the start of a flow, since 2026", () => {
  it.effect("requests consent from the provider", () =>
    Effect.gen(function*() {
      const response = yield* authorize({})
      assert.strictEqual(new URL(response.headers["location"]!).searchParams.get("prompt"), "consent")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("returns the location without a cookie in JSON mode, and requires none at the end", () =>
    Effect.gen(function*() {
      const response = yield* authorize({ stack_response_mode: "json" })
      assert.strictEqual(response.status, 200)
      assert.isUndefined(response.headers["set-cookie"])
      const { location } = jsonOf(response)
      const { headers } = yield* visit(withQuery(location, { account_id: ada.accountId, email: ada.email }))
      const end = yield* visit(headers["location"]!)
      assert.strictEqual(end.status, 303)
      assert.isUndefined(end.headers["set-cookie"])
      assert.isTrue((yield* exchange(new URL(end.headers["location"]!))).isNewUser)
      assert.strictEqual((yield* authorize({ stack_response_mode: "redirect" })).status, 307)
      assert.strictEqual(codeOf(yield* authorize({ stack_response_mode: "other" })), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* authorize({ hexclave_response_mode: "json" })), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("checks the page for afterwards", () =>
    Effect.gen(function*() {
      const at = (url: string) => authorize({ after_callback_redirect_url: url })
      assert.strictEqual(codeOf(yield* at("/after")), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* at("https://evil.example/")), "REDIRECT_URL_NOT_WHITELISTED")
      assert.strictEqual((yield* at("http://localhost:3000/after")).status, 307)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("refuses a link without a token with a text response", () =>
    Effect.gen(function*() {
      const response = yield* authorize({ type: "link" })
      assert.deepStrictEqual([response.status, codeOf(response)], [400, undefined])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("trusts the scheme of native apps", () =>
    Effect.gen(function*() {
      yield* configure({ allowLocalhost: false })
      const redirectUri = "stack-auth-mobile-oauth-url://callback"
      const end = yield* follow(yield* authorizationUrl({ redirectUri }))
      assert.match(end.toString(), /^stack-auth-mobile-oauth-url:\/\/callback\?code=\w+&state=a-state$/)
      yield* exchange(end)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("checks the token of a bot challenge, if present", () =>
    Effect.gen(function*() {
      const at = (bot_challenge_token: string, bot_challenge_phase: string) =>
        authorize({ bot_challenge_token, bot_challenge_phase })
      assert.strictEqual((yield* at("mock-turnstile-ok:oauth_authenticate", "invisible")).status, 307)
      assert.strictEqual(codeOf(yield* at("mock-turnstile-invalid", "invisible")), "BOT_CHALLENGE_REQUIRED")
      assert.strictEqual(
        codeOf(yield* at("mock-turnstile-ok:sign_up_with_credential", "invisible")),
        "BOT_CHALLENGE_REQUIRED"
      )
      assert.strictEqual(codeOf(yield* at("mock-turnstile-invalid", "visible")), "BOT_CHALLENGE_FAILED")
      assert.strictEqual(codeOf(yield* authorize({ bot_challenge_unavailable: "true" })), "BOT_CHALLENGE_FAILED")
    }).pipe(Effect.provide(layerOAuth())))
})

describe("a client without a publishable client key, since 2026", () => {
  const word = "__stack_public_client__"

  it.effect("signs in with the keyless placeholder, unless the project requires a key", () =>
    Effect.gen(function*() {
      const start = yield* authorize({ client_secret: word })
      assert.strictEqual(start.status, 307)
      const chosen = withQuery(start.headers["location"]!, { account_id: "a", email: "a@example.com" })
      const { headers } = yield* visit(chosen)
      const end = yield* visit(headers["location"]!, { cookie: cookieOf(start) })
      const fields = {
        grant_type: "authorization_code",
        client_id: "00000000-0000-4000-8000-00000000e300",
        code: new URL(end.headers["location"]!).searchParams.get("code")!,
        redirect_uri: page,
        code_verifier: Redacted.value(codeVerifier)
      }
      assert.strictEqual(codeOf(yield* token(fields)), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      assert.strictEqual(codeOf(yield* token({ ...fields, client_secret: "x" })), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      const issued = yield* token({ ...fields, client_secret: word })
      assert.strictEqual(issued.status, 200)

      const refresh = {
        grant_type: "refresh_token",
        client_id: fields.client_id,
        refresh_token: jsonOf(issued).refresh_token
      }
      const refreshed = jsonOf(yield* token({ ...refresh, client_secret: word }))
      assert.isNull(refreshed.after_callback_redirect_url)
      assert.isNull(refreshed.afterCallbackRedirectUrl)

      yield* configure({ requirePublishableClientKey: true })
      const required = "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"
      assert.strictEqual(codeOf(yield* authorize({ client_secret: word })), required)
      assert.strictEqual(codeOf(yield* token({ ...refresh, client_secret: word })), required)
      assert.strictEqual(codeOf(yield* token(refresh)), required)
      assert.strictEqual(codeOf(yield* token({ ...refresh, client_secret: "x" })), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      assert.strictEqual((yield* token({ ...refresh, client_secret: "pck_emulator" })).status, 200)
    }).pipe(Effect.provide(layerOAuth())))
})

describe("several accounts of one provider, since 2026", () => {
  it.effect("can be linked to one user, and each of them signs in", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWith(ada)
      yield* linkTo(grace)
      yield* linkTo(grace)
      const { oauthProviders } = yield* CurrentUser.get({ or: "throw" })
      assert.deepStrictEqual(oauthProviders.map(({ accountId }) => accountId), ["ada-1", "grace-1"])
      yield* Session.signOut
      assert.strictEqual((yield* signInWith(grace)).userId, userId)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("linking another user's account is refused", () =>
    Effect.gen(function*() {
      yield* signInWith(ada)
      yield* Session.signOut
      yield* signInWith(grace)
      const end = errorOf(yield* follow(yield* linkUrl(), ada))
      assert.strictEqual(end.code, "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER")
    }).pipe(Effect.provide(layerOAuth())))
})

describe("an anonymous user, since 2026", () => {
  it.effect("keeps the id when signing in with a provider", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* Anonymous.signUp
      const url = withQuery(Redacted.value(yield* authorizationUrl()), { token: Redacted.value(tokens.accessToken!) })
      const signedIn = yield* exchange(yield* follow(url))
      assert.strictEqual(signedIn.userId, userId)
      assert.isFalse((yield* CurrentUser.get({ or: "throw" })).isAnonymous)
    }).pipe(Effect.provide(layerOAuth({ anonymousEnabled: true }))))
})

describe("the exchange of a code, since 2026", () => {
  it.effect("refuses another redirect URI with a text response, and uses up the code", () =>
    Effect.gen(function*() {
      const end = yield* follow(yield* authorizationUrl())
      const request = { code: Redacted.make(end.searchParams.get("code")!), codeVerifier }
      const error = yield* failure(OAuth.exchange({ ...request, redirectUri: "http://localhost:3000/other" }))
      assert.strictEqual(refusalOf(error).status, 400)
      assert.strictEqual(
        (yield* failure(OAuth.exchange({ ...request, redirectUri: page })))._tag,
        "InvalidAuthorizationCode"
      )
    }).pipe(Effect.provide(layerOAuth())))
})

describe("an OAuth sign-in while sign-ups are closed, since 2026", () => {
  const invited = Users.create({
    primaryEmail: ada.email,
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true
  })

  it.effect("signs in a user whom a server created, and links the account", () =>
    Effect.gen(function*() {
      const { id } = yield* invited
      const first = yield* signInWith(ada)
      assert.deepStrictEqual([first.userId, first.isNewUser], [id, false])
      assert.strictEqual((yield* signInWith(ada)).userId, id)
    }).pipe(Effect.provide(layerOAuth({ signUpEnabled: false, oauthAccountMergeStrategy: "link_method" }))))

  it.effect("refuses an account without a user, and one whose email is not verified", () =>
    Effect.gen(function*() {
      yield* invited
      const codeFor = (account: Emulator.ProviderDecision) =>
        Effect.map(Effect.flatMap(authorizationUrl(), (url) => follow(url, account)), (url) => errorOf(url).code)
      assert.strictEqual(yield* codeFor(grace), "SIGN_UP_NOT_ENABLED")
      assert.strictEqual(
        yield* codeFor({ ...ada, emailVerified: false }),
        "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE"
      )
    }).pipe(Effect.provide(layerOAuth({ signUpEnabled: false, oauthAccountMergeStrategy: "link_method" }))))
})

describe("extra scopes with shared OAuth keys", () => {
  const scoped = (options = {}) => authorize({ provider_scope: "repo" }, options)

  it.effect("since 2026, a sign-in with extra scopes is refused, and one without is accepted", () =>
    Effect.gen(function*() {
      const refused = yield* scoped()
      assert.deepStrictEqual([refused.status, codeOf(refused)], [
        400,
        "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"
      ])
      assert.strictEqual((yield* authorize({})).status, 307)
      assert.strictEqual((yield* scoped({ provider: "spotify" })).status, 307)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("before 2026, a sign-in with extra scopes is accepted", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* scoped()).status, 307)
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))
})
