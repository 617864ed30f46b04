import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CurrentUser, OAuth, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Server } from "latchkey/server"
import { layerHost } from "../../support/pageHost.ts"
import { begun, origin, parametersOf } from "./support.ts"

const { projectId, secretServerKey } = Emulator.serverOptions

/** A level without a publishable client key. */
const layer = (
  options: Pick<Server.ServerOptions, "apiGeneration"> = {},
  config: Emulator.ConfigOptions = {}
) =>
  Server.layer({ projectId, secretServerKey, ...options }).pipe(
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provideMerge(Emulator.layer({ project: { config: { oauthProviders: ["github"], ...config } } })),
    Layer.merge(layerHost(`${origin}/sign-in`))
  )

describe("OAuth without a publishable client key", () => {
  it.effect("sends the keyless placeholder as the client secret, and signs in", () =>
    Effect.gen(function*() {
      const url = yield* OAuth.start({ provider: "github" })
      assert.strictEqual(parametersOf(url)["client_secret"], "__stack_public_client__")
      const signedIn = yield* Effect.flatMap(begun(), (end) => OAuth.callbackAt(end.toString()))
      assert.strictEqual((yield* CurrentUser.get())!.id, signedIn!.userId)
    }).pipe(Effect.provide(layer())))

  it.effect("fails before a request is sent if the service is known to be of 2025", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(OAuth.start({ provider: "github" }))
      assert.strictEqual(error._tag, "RequestSchemaError")
      assert.include(error.message, "publishableClientKey")
      const exchange = OAuth.exchange({
        code: Redacted.make("a"),
        redirectUri: `${origin}/`,
        codeVerifier: Redacted.make("b")
      })
      assert.strictEqual((yield* Effect.flip(exchange))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layer({ apiGeneration: "2025" }))))

  it.effect("the exchange fails with ProjectRefused if the project requires a key", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(OAuth.exchange({
        code: Redacted.make("a"),
        redirectUri: `${origin}/`,
        codeVerifier: Redacted.make("b")
      }))
      assert(error._tag === "ApiError" && error.reason._tag === "ProjectRefused")
      assert.strictEqual(error.reason.error.code, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT")
    }).pipe(Effect.provide(layer({}, { requirePublishableClientKey: true }))))
})
