import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Anonymous,
  Cookies,
  CurrentUser,
  Navigation,
  OAuth,
  Page,
  Password,
  SecureRandom,
  Session,
  TokenStore
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { createHash } from "node:crypto"
import { layerTest as layerFake, Service, stored } from "../../session/support.ts"
import { everything, layer as layerExposure } from "../../support/exposure.ts"
import { makeJar } from "../../support/host.ts"
import { cookies, goTo, here, layerHost, Visits } from "../../support/pageHost.ts"
import { begun, callbackPage, layerChallenge, layerEmulator, layerTest, origin, parametersOf } from "./support.ts"

const github = { provider: "github" }

const credentials = {
  email: "ada@example.com",
  password: Redacted.make("correct horse"),
  verificationCallbackUrl: `${origin}/verify`
}

const accessToken = Effect.map(Session.getAccessToken(), (token) => Redacted.value(token!))

describe("start", () => {
  it.effect("generates a state and a verifier of 32 bytes each, and the verifier's challenge", () =>
    Effect.gen(function*() {
      const { code_challenge, code_challenge_method, state } = parametersOf(yield* OAuth.start(github))
      const jar = Object.entries(yield* cookies)
      assert.lengthOf(jar, 1)
      const [name, verifier] = jar[0]!
      assert.strictEqual(name, `stack-oauth-outer-${state}`)
      for (const secret of [state!, verifier]) {
        assert.match(secret, /^[\w-]{43}$/)
        assert.lengthOf(Buffer.from(secret, "base64url"), 32)
      }
      assert.notStrictEqual(state, verifier)
      assert.strictEqual(code_challenge, createHash("sha256").update(verifier).digest("base64url"))
      assert.strictEqual(code_challenge_method, "S256")
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends everything the service requires, with the provider in lower case", () =>
    Effect.gen(function*() {
      const url = new URL(Redacted.value(yield* OAuth.start({ provider: "GitHub", scopes: ["repo", "gist"] })))
      assert.strictEqual(url.pathname, "/api/v1/auth/oauth/authorize/github")
      const { code_challenge: _, state: __, ...parameters } = parametersOf(url.toString())
      assert.deepStrictEqual(parameters, {
        client_id: Emulator.clientOptions.projectId,
        client_secret: "pck_emulator",
        redirect_uri: callbackPage,
        error_redirect_url: `${origin}/handler/error`,
        scope: "legacy",
        grant_type: "authorization_code",
        response_type: "code",
        code_challenge_method: "S256",
        type: "authenticate",
        provider_scope: "repo gist"
      })
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?code=a&state=b#part`))))

  it.effect("requests the given scopes, and none by default", () =>
    Effect.gen(function*() {
      const scopeFor = (scopes?: ReadonlyArray<string>) =>
        Effect.map(
          OAuth.start({ ...github, ...scopes && { scopes } }),
          (url) => new URL(Redacted.value(url)).searchParams.get("provider_scope")
        )
      assert.isNull(yield* scopeFor())
      assert.isNull(yield* scopeFor([]))
      assert.strictEqual(yield* scopeFor(["repo"]), "repo")
    }).pipe(Effect.provide(layerTest())))

  it.effect("start: keeps the return path in the pages' URLs", () =>
    Effect.gen(function*() {
      const { error_redirect_url, redirect_uri } = parametersOf(yield* OAuth.start(github))
      for (const url of [redirect_uri, error_redirect_url]) {
        assert.strictEqual(parametersOf(url!)["after_auth_return_to"], "/inbox?page=2")
      }
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Finbox%3Fpage%3D2`))))

  it.effect("accepts other pages, absolute or relative to the current one", () =>
    Effect.gen(function*() {
      const given = parametersOf(
        yield* OAuth.start({
          ...github,
          redirectUri: "/back?tab=1#part",
          errorRedirectUrl: "https://app.example.com/oops",
          afterCallbackRedirectUrl: "welcome"
        })
      )
      assert.strictEqual(given["redirect_uri"], `${origin}/back?tab=1`)
      assert.strictEqual(given["error_redirect_url"], "https://app.example.com/oops")
      assert.strictEqual(given["after_callback_redirect_url"], `${origin}/welcome`)
    }).pipe(Effect.provide(layerTest())))

  it.effect("start: stores the destination in the redirect URI if it is a page of the app", () =>
    Effect.gen(function*() {
      const remembered = (afterCallbackRedirectUrl: string) =>
        Effect.map(OAuth.start({ ...github, afterCallbackRedirectUrl }), (url) => {
          const { after_callback_redirect_url, redirect_uri } = parametersOf(url)
          return [after_callback_redirect_url, parametersOf(redirect_uri!)["after_auth_return_to"]]
        })
      assert.deepStrictEqual(yield* remembered("/done?a=b#c"), [`${origin}/done?a=b#c`, "/done?a=b#c"])
      assert.deepStrictEqual(yield* remembered(`${origin}/done`), [`${origin}/done`, "/done"])
      assert.deepStrictEqual(yield* remembered("https://other.example/"), ["https://other.example/", "/inbox"])
      assert.deepStrictEqual(yield* remembered(`${origin}//other.example`), [`${origin}//other.example`, "/inbox"])
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Finbox`))))

  it.effect("start: accepts a native app's pages, which are on another origin", () =>
    Effect.gen(function*() {
      const { redirect_uri } = parametersOf(yield* OAuth.start(github))
      assert.strictEqual(redirect_uri, "com.example.app://signed-in")
    }).pipe(Effect.provide(layerTest("app://local/", { urls: { oauthCallback: "com.example.app://signed-in" } }))))

  it.effect("start: is refused without a redirect page, and stores nothing", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(OAuth.start({ ...github, redirectUri: "http://" }))
      assert.strictEqual(error._tag, "RequestSchemaError")
      assert.deepStrictEqual(yield* cookies, {})
    }).pipe(Effect.provide(layerTest())))

  it.effect("start: the printed flow shows neither the verifier nor the URL", () =>
    Effect.gen(function*() {
      const url = yield* OAuth.start(github)
      assert.isTrue(Redacted.isRedacted(url))
      assert.strictEqual(String(url), "<redacted>")
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails without Web Crypto, and stores nothing", () =>
    Effect.gen(function*() {
      const unavailable = Effect.fail(new Page.HostUnavailable({ message: "none" }))
      for (
        const layer of [
          Layer.succeed(SecureRandom, () => unavailable),
          Layer.succeed(OAuth.CodeChallenge, () => unavailable)
        ]
      ) {
        const error = yield* Effect.flip(Effect.provide(OAuth.start(github), layer))
        assert.strictEqual(error._tag, "HostUnavailable")
      }
      // As on a page over plain http.
      const { subtle } = crypto
      const error = yield* Effect.acquireUseRelease(
        Effect.sync(() => Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true })),
        () => Effect.flip(OAuth.start(github)),
        () => Effect.sync(() => Object.defineProperty(crypto, "subtle", { value: subtle }))
      )
      assert.strictEqual(error._tag, "HostUnavailable")
      assert.deepStrictEqual(yield* cookies, {})
    }).pipe(Effect.provide(layerTest())))

  it.effect("derives its secrets from the host's random numbers", () =>
    Effect.gen(function*() {
      let count = 0
      const random = (length: number) => Effect.sync(() => new Uint8Array(length).fill(++count))
      const { state } = parametersOf(yield* Effect.provideService(OAuth.start(github), SecureRandom, random))
      assert.strictEqual(state, Buffer.alloc(32, 1).toString("base64url"))
      assert.deepStrictEqual(Object.values(yield* cookies), [Buffer.alloc(32, 2).toString("base64url")])
      const high = (length: number) => Effect.sync(() => new Uint8Array(length).fill(255))
      const other = parametersOf(yield* Effect.provideService(OAuth.start(github), SecureRandom, high))
      assert.strictEqual(other["state"], Buffer.alloc(32, 255).toString("base64url"))
    }).pipe(Effect.provide(layerTest())))
})

describe("pending flows", () => {
  const begin = Effect.map(OAuth.start(github), (url) => `stack-oauth-outer-${parametersOf(url)["state"]}`)

  it.effect("pending flows are valid for an hour", () =>
    Effect.gen(function*() {
      const name = yield* begin
      yield* TestClock.adjust("3599999 millis")
      assert.deepStrictEqual(Object.keys(yield* cookies), [name])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* cookies, {})
    }).pipe(Effect.provide(layerTest())))

  it.effect("a sixth pending flow removes the oldest one", () =>
    Effect.gen(function*() {
      const jar = yield* Cookies.Cookies
      yield* jar.set("theme", "dark", { maxAge: 60 })
      const names = [yield* begin, yield* begin, yield* begin, yield* begin, yield* begin]
      assert.deepStrictEqual(Object.keys(yield* cookies), ["theme", ...names])
      const sixth = yield* begin
      assert.deepStrictEqual(Object.keys(yield* cookies), ["theme", ...names.slice(1), sixth])
      const seventh = yield* begin
      assert.deepStrictEqual(Object.keys(yield* cookies), ["theme", ...names.slice(2), sixth, seventh])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a new flow reduces pending flows to five after another program started more", () =>
    Effect.gen(function*() {
      const jar = yield* Cookies.Cookies
      for (let i = 1; i <= 9; i++) yield* jar.set(`stack-oauth-outer-${i}`, `verifier ${i}`, { maxAge: 60 })
      const name = yield* begin
      assert.deepStrictEqual(Object.keys(yield* cookies), [
        ...[6, 7, 8, 9].map((i) => `stack-oauth-outer-${i}`),
        name
      ])
    }).pipe(Effect.provide(layerTest())))

  it.effect("pending flows include the second entry of newer clients", () =>
    Effect.gen(function*() {
      const jar = yield* Cookies.Cookies
      const names = [1, 2, 3, 4, 5].map((i) => [`hexclave-oauth-outer-${i}`, `stack-oauth-outer-${i}`] as const)
      for (const name of names.flat()) yield* jar.set(name, "verifier", { maxAge: 60 })
      const name = yield* begin
      assert.deepStrictEqual(Object.keys(yield* cookies), [...names.slice(1).flat(), name])
    }).pipe(Effect.provide(layerTest())))
})

describe("pending flows in a browser", () => {
  const url = "https://app.example.com/sign-in"
  const layer = Layer.merge(layerEmulator(), layerHost(url))
  const begin = Effect.map(OAuth.start(github), (url) => `stack-oauth-outer-${parametersOf(url)["state"]}`)

  it.effect("pending flows are site-wide cookies for an hour, sent with links from other sites", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const name = yield* Effect.provide(begin, jar.layer(url))
      assert.lengthOf(jar.cookies, 1)
      assert.deepInclude(jar.cookies[0], { name, path: "/", maxAge: 3600, isSecure: true, isHostOnly: true })
      assert.strictEqual(jar.cookies[0]!.sameSite, "lax")
      assert.match(jar.cookies[0]!.value, /^[\w-]{43}$/)
    }).pipe(Effect.provide(layer)))

  it.effect("a browser keeps five pending flows, and removes the oldest first", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const names = yield* Effect.provide(Effect.all(Array.from({ length: 7 }, () => begin)), jar.layer(url))
      assert.deepStrictEqual(Object.keys(jar.values()), names.slice(2))
    }).pipe(Effect.provide(layer)))

  it.effect("a flow without cookies does not start, and stays on the page", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      for (
        const mood of [{ isBlocked: true }, { isSandboxed: true, isBlocked: false }, { isSandboxed: false, quota: 0 }]
      ) {
        Object.assign(jar, mood)
        const error = yield* Effect.flip(Effect.provide(OAuth.signIn(github), jar.layer(url)))
        assert.strictEqual(error._tag, "HostUnavailable")
      }
      assert.deepStrictEqual((yield* Visits).gone, [])
    }).pipe(Effect.provide(layer)))
})

describe("signIn", () => {
  it.effect("signIn: leaves the page, even with `redirectMethod: none`", () =>
    Effect.gen(function*() {
      yield* OAuth.signIn(github)
      const { gone } = yield* Visits
      assert.lengthOf(gone, 1)
      assert.include(gone[0], "/api/v1/auth/oauth/authorize/github?")
      assert.strictEqual(yield* here, gone[0])
      assert.lengthOf(Object.keys(yield* cookies), 1)
    }).pipe(Effect.provide(layerTest(undefined, { redirectMethod: "none" }))))

  it.effect("signIn: waits two seconds for the page to unload", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(OAuth.signIn(github))
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isDefined(fiber.pollUnsafe())
    }).pipe(Effect.provide(
      Layer.mergeAll(
        layerEmulator(),
        layerChallenge,
        Cookies.layerMemory,
        Navigation.layer().pipe(Layer.provideMerge(Page.layerMemory(`${origin}/`)))
      )
    )))

  it.effect("start: the URL has no token for a regular user", () =>
    Effect.gen(function*() {
      yield* Password.signUp(credentials)
      assert.notProperty(parametersOf(yield* OAuth.start(github)), "token")
    }).pipe(Effect.provide(layerTest())))

  it.effect("start: the URL has an anonymous user's token", () =>
    Effect.gen(function*() {
      yield* Anonymous.signUp
      const { token, type } = parametersOf(yield* OAuth.start(github))
      assert.strictEqual(token, yield* accessToken)
      assert.strictEqual(type, "authenticate")
    }).pipe(Effect.provide(layerTest(undefined, undefined, { anonymousEnabled: true }))))

  it.effect("signIn: an anonymous user becomes a regular user and keeps its data", () =>
    Effect.gen(function*() {
      const { userId } = yield* Anonymous.signUp
      yield* CurrentUser.update({ clientMetadata: { theme: "dark" } })
      yield* goTo(yield* begun())
      const signedIn = yield* OAuth.callback
      assert.strictEqual(signedIn!.userId, userId)
      assert.isTrue(signedIn!.isNewUser)
      const user = yield* CurrentUser.get({ or: "throw" })
      assert.isFalse(user.isAnonymous)
      assert.deepStrictEqual(user.clientMetadata, { theme: "dark" })
    }).pipe(Effect.provide(layerTest(undefined, undefined, { anonymousEnabled: true }))))

  const fake = layerFake().pipe(Layer.provideMerge(layerHost(`${origin}/`)))

  it.effect("sends no request if no user is signed in", () =>
    Effect.gen(function*() {
      yield* OAuth.start(github)
      assert.deepStrictEqual((yield* Service).requests, [])
    }).pipe(Effect.provide(fake)))

  it.effect("start: requests the user once if the token does not state the user's kind", () =>
    Effect.gen(function*() {
      yield* stored("anonymous", true)
      const url = yield* OAuth.start(github)
      assert.property(parametersOf(url), "token")
      assert.deepStrictEqual((yield* Service).requests.map(({ path }) => path), ["/users/me"])
    }).pipe(Effect.provide(fake)))

  it.effect("start: sends no request if the token states whether its user is anonymous", () =>
    Effect.gen(function*() {
      const claims = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`
      for (const isAnonymous of [true, false]) {
        const token = claims({ sub: "u", exp: 1e10, is_anonymous: isAnonymous })
        yield* (yield* TokenStore.TokenStore).modify(() => ({
          refreshToken: Redacted.make("r"),
          accessToken: Redacted.make(token)
        }))
        assert.strictEqual(parametersOf(yield* OAuth.start(github))["token"], isAnonymous ? token : undefined)
      }
      assert.deepStrictEqual((yield* Service).requests, [])
    }).pipe(Effect.provide(fake)))

  it.effect("start: continues without a token if the user was deleted", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("anonymous", true)
      service.users.delete("anonymous")
      assert.notProperty(parametersOf(yield* OAuth.start(github)), "token")
    }).pipe(Effect.provide(fake)))
})

describe("link", () => {
  it.effect("link: the URL has the user, the requested scopes and the current page", () =>
    Effect.gen(function*() {
      yield* Password.signUp(credentials)
      yield* OAuth.link({ provider: "spotify", scopes: ["playlist-read-private", "user-top-read"] })
      const { gone } = yield* Visits
      const parameters = parametersOf(gone[0]!)
      assert.strictEqual(parameters["type"], "link")
      assert.strictEqual(parameters["token"], yield* accessToken)
      assert.strictEqual(parameters["provider_scope"], "playlist-read-private user-top-read")
      assert.strictEqual(parameters["after_callback_redirect_url"], `${origin}/settings?tab=accounts#spotify`)
      assert.strictEqual(
        parameters["redirect_uri"],
        `${callbackPage}?after_auth_return_to=%2Fsettings%3Ftab%3Daccounts%23spotify`
      )
    }).pipe(Effect.provide(layerTest(`${origin}/settings?tab=accounts#spotify`))))

  it.effect("link: fails without a signed-in user, and stores nothing", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(OAuth.link(github))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.deepStrictEqual(yield* cookies, {})
      assert.deepStrictEqual((yield* Visits).gone, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("link: no outcome shows the user's token", () =>
    Effect.gen(function*() {
      yield* Password.signUp(credentials)
      const token = yield* accessToken
      const options = { ...github, type: "link" } as const
      for (const given of [options, { ...options, redirectUri: "http://" }]) {
        const texts = yield* everything(OAuth.start(given))
        assert.isTrue(texts.some((text) => text.includes("OAuth.start")))
        assert.isFalse(texts.some((text) => text.includes(token)))
      }
    }).pipe(Effect.provide(Layer.merge(layerTest(), layerExposure))))

  it.effect("link: redirects to a given page", () =>
    Effect.gen(function*() {
      yield* Password.signUp(credentials)
      yield* OAuth.link({ ...github, afterCallbackRedirectUrl: "/done" })
      const parameters = parametersOf((yield* Visits).gone[0]!)
      assert.strictEqual(parameters["after_callback_redirect_url"], `${origin}/done`)
      assert.strictEqual(parameters["redirect_uri"], `${callbackPage}?after_auth_return_to=%2Fdone`)
    }).pipe(Effect.provide(layerTest())))

  it.effect("adds the account to the signed-in user, and returns to the page it started on", () =>
    Effect.gen(function*() {
      const { userId } = yield* Password.signUp(credentials)
      const end = yield* begun({ provider: "google", type: "link" })
      yield* goTo(end)
      const linked = yield* OAuth.callbackAndRedirect
      assert.strictEqual(linked?.userId, userId)
      assert.isFalse(linked!.isNewUser)
      assert.strictEqual(yield* here, `${origin}/settings?tab=accounts#google`)
    }).pipe(Effect.provide(layerTest(`${origin}/settings?tab=accounts#google`))))
})
