import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, ConnectedAccounts, HandlerPages, OAuth, Password, TokenStore, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { providers } from "../../emulator/oauthSupport.ts"
import { goTo, here, layerHost } from "../../support/pageHost.ts"
import { origin, parametersOf } from "./support.ts"

const oauthScopesOnSignIn = {
  spotify: ["user-top-read  playlist-read-private", "user-top-read"],
  google: []
}

const layer = (scopes: Client.ClientOptions["oauthScopesOnSignIn"] = oauthScopesOnSignIn) =>
  Layer.mergeAll(
    Client.layer({ ...Emulator.clientOptions, oauthScopesOnSignIn: scopes }).pipe(
      Layer.provideMerge(TokenStore.layerMemory),
      Layer.provideMerge(Emulator.layer({ project: { config: { oauthProviders: providers } } }))
    ),
    layerHost(`${origin}/handler/sign-in`)
  )

const signUp = Password.signUp({
  email: "ada@example.com",
  password: "correct horse",
  verificationCallbackUrl: `${origin}/verify`
})

const scopeOf = (url: Parameters<typeof parametersOf>[0]) => parametersOf(url)["provider_scope"]

describe("oauthScopesOnSignIn", () => {
  it.effect("a sign-in requests the scopes of its provider, each once", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        scopeOf(yield* OAuth.start({ provider: "spotify" })),
        "user-top-read playlist-read-private"
      )
      for (const provider of ["google", "github", "constructor"]) {
        assert.isUndefined(scopeOf(yield* OAuth.start({ provider })), provider)
      }
    }).pipe(Effect.provide(layer())))

  it.effect("a sign-in and a link request the call's scopes before those of the option", () =>
    Effect.gen(function*() {
      yield* signUp
      for (const type of ["authenticate", "link"] as const) {
        const url = yield* OAuth.start({ provider: "spotify", type, scopes: ["user-library-read", "user-top-read"] })
        assert.strictEqual(scopeOf(url), "user-library-read user-top-read playlist-read-private")
      }
      assert.strictEqual(scopeOf(yield* OAuth.start({ provider: "github", type: "link", scopes: ["repo"] })), "repo")
    }).pipe(Effect.provide(layer())))

  it.effect("a sign-in page's provider requests the scopes", () =>
    Effect.gen(function*() {
      yield* goTo(`${origin}/handler/sign-in`)
      const page = yield* HandlerPages.open
      assert(page._tag === "SignIn")
      yield* page.providers.find(({ id }) => id === "spotify")!.signIn
      assert.strictEqual(scopeOf(yield* here), "user-top-read playlist-read-private")
    }).pipe(Effect.provide(layer())))

  it.effect("a connected account requires only the scopes of the call, and a link adds the others", () =>
    Effect.gen(function*() {
      yield* signUp
      const bodies: Array<unknown> = []
      const watched = Effect.updateService(Transport, (transport) => (request) => {
        if (request.url.endsWith("/access-token")) bodies.push(JSON.parse(String(request.body)))
        return transport(request)
      })
      const get = watched(ConnectedAccounts.get({ provider: "spotify", scopes: ["user-library-read"], or: "redirect" }))
      assert.isNull(yield* get)
      const url = yield* here
      assert.strictEqual(scopeOf(url), "user-library-read user-top-read playlist-read-private")
      const emulator = yield* Emulator.Emulator
      yield* goTo(String(yield* emulator.signInWithProvider(url, { accountId: "1", email: "ada@example.com" })))
      yield* OAuth.callbackAndRedirect
      assert.isNotNull(yield* get)
      assert.deepStrictEqual(bodies, [{ scope: "user-library-read" }])
    }).pipe(Effect.provide(layer())))

  it.effect("the service refuses the option's scopes for a link with shared keys", () =>
    Effect.gen(function*() {
      yield* signUp
      const url = Redacted.value(yield* OAuth.start({ provider: "github", type: "link" }))
      const emulator = yield* Emulator.Emulator
      const { code } = yield* Effect.flip(emulator.signInWithProvider(url, { accountId: "1" }))
      assert.strictEqual(code, "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS")
    }).pipe(Effect.provide(layer({ github: ["repo"] }))))
})
