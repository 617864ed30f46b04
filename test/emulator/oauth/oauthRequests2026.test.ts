import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CurrentUser, OAuth, Session, Sessions } from "latchkey"
import { codeChallenge, codeVerifier, layerOAuth, page } from "../oauthSupport.ts"
import { clientHeaders, configure, device, email, failure, on, send, signIn, signUp, tagsOf } from "../support.ts"

const bundleId = "com.example.app"
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
const idToken = (claims: object = {}) =>
  Redacted.make(
    `${encoded({ alg: "RS256" })}.${encoded({ aud: bundleId, sub: "apple-1", email, ...claims })}.c2lnbmF0dXJl`
  )

const apple = (appleBundleIds?: ReadonlyArray<string>) =>
  configure({
    oauthProviders: [{
      id: "apple",
      type: "standard",
      clientId: "a",
      clientSecret: Redacted.make("b"),
      appleBundleIds
    }]
  })

describe("OAuth.signInWithApple", () => {
  it.effect("signInWithApple: signs up and signs in with the app's identity token", () =>
    Effect.gen(function*() {
      yield* apple([bundleId])
      const first = yield* OAuth.signInWithApple({ idToken: idToken() })
      assert.isTrue(first.isNewUser)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, first.userId)
      const again = yield* OAuth.signInWithApple({ idToken: idToken() })
      assert.deepStrictEqual([again.isNewUser, again.userId], [false, first.userId])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("verifies the email of a token whose claim email_verified is true or the text true", () =>
    Effect.gen(function*() {
      yield* apple([bundleId])
      const verified: Array<unknown> = []
      for (const [index, claim] of [true, "true", false, "false", 1, undefined].entries()) {
        const token = idToken({ sub: `apple-${index}`, email: `${index}@example.com`, email_verified: claim })
        yield* OAuth.signInWithApple({ idToken: token })
        if ((yield* CurrentUser.get({ or: "throw" })).primaryEmailVerified) verified.push(claim)
        yield* Session.signOut
      }
      assert.deepStrictEqual(verified, [true, "true"])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("signInWithApple: fails without the provider or bundle id, and with an invalid token", () =>
    Effect.gen(function*() {
      const tagOf = (token = idToken()) =>
        Effect.map(failure(OAuth.signInWithApple({ idToken: token })), ({ _tag }) => _tag)
      assert.strictEqual(yield* tagOf(), "OAuthProviderNotFoundOrNotEnabled")
      yield* apple()
      assert.strictEqual(yield* tagOf(), "AppleBundleIdNotConfigured")
      yield* apple([bundleId])
      for (const token of ["not-a-jwt", "a.b.c", "", "..", "a.e30.c"]) {
        assert.strictEqual(yield* tagOf(Redacted.make(token)), "InvalidAppleCredentials")
      }
      assert.strictEqual(yield* tagOf(idToken({ aud: "com.example.other" })), "InvalidAppleCredentials")
      assert.strictEqual(yield* tagOf(idToken({ exp: 0 })), "InvalidAppleCredentials")
      yield* configure({ signUpEnabled: false })
      assert.strictEqual(yield* tagOf(), "SignUpNotEnabled")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("requires a service of 2026", () =>
    Effect.gen(function*() {
      const error = yield* failure(OAuth.signInWithApple({ idToken: idToken() }))
      assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))
})

describe("OAuth.crossDomainUrl", () => {
  const flow = { redirectUri: page, state: "a-state", codeChallenge }

  it.effect("contains a code for the same session on another domain", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const afterCallbackRedirectUrl = "http://localhost:3000/after"
      const url = new URL(Redacted.value(yield* OAuth.crossDomainUrl({ ...flow, afterCallbackRedirectUrl })))
      assert.strictEqual(url.origin + url.pathname, page)
      assert.strictEqual(url.searchParams.get("state"), "a-state")
      const code = Redacted.make(url.searchParams.get("code")!)
      const signedIn = yield* OAuth.exchange({ code, redirectUri: url.toString(), codeVerifier })
      assert.deepStrictEqual(
        [signedIn.userId, signedIn.isNewUser, signedIn.afterCallbackRedirectUrl],
        [userId, false, afterCallbackRedirectUrl]
      )
      assert.strictEqual(Redacted.value(signedIn.tokens.refreshToken!), Redacted.value(tokens.refreshToken!))
      assert.lengthOf(yield* Sessions.list, 1)
      const other = yield* device({ refreshToken: signedIn.tokens.refreshToken })
      assert.strictEqual((yield* on(other)(CurrentUser.get()))?.id, userId)
      yield* Session.signOut
      const later = yield* device({ refreshToken: signedIn.tokens.refreshToken })
      assert.isNull(yield* on(later)(CurrentUser.get()))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("fails without a session, and for pages that the project does not trust", () =>
    Effect.gen(function*() {
      const tagOf = (more: object = {}) =>
        Effect.map(failure(OAuth.crossDomainUrl({ ...flow, ...more })), ({ _tag }) => _tag)
      assert.strictEqual(yield* tagOf(), "UserAuthenticationRequired")
      const { tokens } = yield* signUp()
      const evil = "https://evil.example/"
      assert.strictEqual(yield* tagOf({ redirectUri: evil }), "RedirectUrlNotWhitelisted")
      assert.strictEqual(yield* tagOf({ afterCallbackRedirectUrl: evil }), "RedirectUrlNotWhitelisted")
      assert.strictEqual(yield* tagOf({ redirectUri: "/relative" }), "RequestSchemaError")
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const body = { redirect_uri: page, state: "s", code_challenge: codeChallenge, code_challenge_method: "S256" }
      assert.strictEqual((yield* send("POST", "/auth/oauth/cross-domain/authorize", headers, body)).status, 400)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("fails with a code challenge of fewer than 43 characters", () =>
    Effect.gen(function*() {
      yield* signUp()
      const short = yield* failure(OAuth.crossDomainUrl({ ...flow, codeChallenge: "a".repeat(42) }))
      assert.strictEqual(short._tag, "RequestSchemaError")
      yield* OAuth.crossDomainUrl({ ...flow, codeChallenge: "a".repeat(43) })
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("crossDomainUrl: another session's refresh token gets status 401", () =>
    Effect.gen(function*() {
      const { tokens: first } = yield* signUp()
      const { tokens: second } = yield* signIn()
      const body = { redirect_uri: page, state: "s", code_challenge: codeChallenge, code_challenge_method: "S256" }
      const statusWith = (refreshToken: string) =>
        Effect.map(
          send("POST", "/auth/oauth/cross-domain/authorize", {
            ...clientHeaders,
            "x-stack-access-token": Redacted.value(first.accessToken!),
            "x-stack-refresh-token": refreshToken
          }, body),
          ({ status }) => status
        )
      assert.strictEqual(yield* statusWith(Redacted.value(first.refreshToken!)), 200)
      assert.strictEqual(yield* statusWith(Redacted.value(second.refreshToken!)), 401)
      assert.strictEqual(yield* statusWith("unknown"), 401)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("crossDomainUrl: an exchange fails after the session has ended", () =>
    Effect.gen(function*() {
      yield* signUp()
      const url = new URL(Redacted.value(yield* OAuth.crossDomainUrl(flow)))
      yield* Session.signOut
      const code = Redacted.make(url.searchParams.get("code")!)
      const error = yield* failure(OAuth.exchange({ code, redirectUri: url.toString(), codeVerifier }))
      assert.strictEqual(error._tag, "InvalidAuthorizationCode")
    }).pipe(Effect.provide(layerOAuth())))
})
