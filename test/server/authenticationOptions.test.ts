/** The options of authentication, and its layers. */
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { AccessToken, Authentication, Jwks, Server } from "latchkey/server"
import { bearer, makeSession, projectId, request } from "./authenticationSupport.ts"

const { secretServerKey } = Emulator.serverOptions

const { authenticate } = Authentication

describe("Authentication.layer", () => {
  const invalid: Readonly<Record<string, Partial<Authentication.AuthenticationOptions>>> = {
    origin: { origin: "app.example.com" },
    trustedOrigins: { trustedOrigins: ["https://app.example.com", "ftp://files.example.com"] },
    domain: { domain: "https://example.com" },
    apiKeyTimeToLive: { apiKeyTimeToLive: -1 },
    clockTolerance: { clockTolerance: "2 minutes" },
    issuer: { issuer: "example" },
    projectId: { projectId: "x" },
    secretServerKey: { secretServerKey: "pck_wrong" }
  }
  for (const [option, wrong] of Object.entries(invalid)) {
    it.effect(`fails with InvalidOptions for an invalid ${option}`, () =>
      Effect.gen(function*() {
        const error = yield* Layer.build(Authentication.layer({ projectId, secretServerKey, ...wrong })).pipe(
          Effect.scoped,
          Effect.flip
        )
        assert.deepStrictEqual([error._tag, error.option], ["InvalidOptions", option])
      }))
  }

  it.effect("sends no request when it is built", () => {
    let sent = 0
    return Effect.gen(function*() {
      yield* Effect.scoped(Layer.build(Authentication.layer({ projectId, secretServerKey })))
      assert.strictEqual(sent, 0)
    }).pipe(Effect.provideService(Transport, () =>
      Effect.suspend(() => {
        sent++
        return Effect.never
      })))
  })
})

describe("Authentication.layerConfig", () => {
  const variables = {
    STACK_PROJECT_ID: projectId,
    STACK_SECRET_SERVER_KEY: Redacted.value(secretServerKey)
  }
  const layerEnvironment = (env: Record<string, string>) => ConfigProvider.layer(ConfigProvider.fromEnv({ env }))

  it.effect("reads the project and the key from the environment", () =>
    Effect.gen(function*() {
      const session = yield* makeSession()
      assert.strictEqual((yield* authenticate(request(bearer(session)))).principal._tag, "User")
    }).pipe(
      Effect.provide(
        Authentication.layerConfig({ origin: "https://app.example.com" }).pipe(
          Layer.provide(layerEnvironment(variables)),
          Layer.provide(Emulator.layer())
        )
      )
    ))

  it.effect("Authentication.layerConfig: fails with InvalidOptions without the key", () =>
    Effect.gen(function*() {
      const error = yield* Layer.build(Authentication.layerConfig()).pipe(
        Effect.scoped,
        Effect.provide(layerEnvironment({ STACK_PROJECT_ID: projectId })),
        Effect.flip
      )
      assert.strictEqual("option" in error && error.option, "secretServerKey")
    }))
})

describe("Authentication.layerWithoutJwks", () => {
  it.effect("Authentication.layerWithoutJwks: uses the Jwks of the context", () =>
    Effect.gen(function*() {
      const session = yield* makeSession()
      const other = Authentication.layerWithoutJwks({ projectId, secretServerKey }).pipe(
        Layer.provide(Layer.succeed(Jwks.Jwks, { getKey: () => Effect.undefined }))
      )
      const error = yield* authenticate(request(bearer(session))).pipe(Effect.provide(Layer.fresh(other)), Effect.flip)
      assert.strictEqual(error._tag === "AccessTokenInvalid" && error.reason, "unknownKey")
    }).pipe(
      Effect.provide(
        Authentication.layer({ projectId, secretServerKey }).pipe(
          Layer.provideMerge(Emulator.layer())
        )
      )
    ))

  it.effect("provides the verifier and the server level", () =>
    Effect.gen(function*() {
      assert.isFunction((yield* AccessToken.AccessTokenVerifier).verify)
      assert.isObject((yield* Server.Server).caller)
    }).pipe(Effect.provide(Authentication.layer({ projectId, secretServerKey }))))
})
