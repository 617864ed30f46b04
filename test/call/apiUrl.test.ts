import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, InvalidOptions, TokenStore } from "latchkey"
import { Admin } from "latchkey/admin"
import { Server } from "latchkey/server"
import { keys, projectId } from "../support/Wire.ts"

interface Given {
  readonly apiUrl?: string
  readonly allowInsecureApiUrl?: boolean | undefined
}

const secretServerKey = Redacted.make(keys.server)
const superSecretAdminKey = Redacted.make(keys.admin)

const layers = {
  client: (given: Given) => Client.layer({ projectId, publishableClientKey: keys.publishable, ...given }),
  server: (given: Given) => Server.layer({ projectId, secretServerKey, ...given }),
  admin: (given: Given) => Admin.layer({ projectId, superSecretAdminKey, ...given })
}

const configLayers = {
  client: (given: Given) => Client.layerConfig({ publishableClientKey: keys.publishable, ...given }),
  server: (given: Given) => Server.layerConfig({ secretServerKey, ...given }),
  admin: (given: Given) => Admin.layerConfig({ superSecretAdminKey, ...given })
}

/** The API root that a layer's calls are sent to. */
const rootOf = <E>(layer: Layer.Layer<Client.Client, E, TokenStore.TokenStore>) =>
  Effect.map(
    Layer.build(Layer.provide(layer, TokenStore.layerNone)),
    (context) => Context.get(context, Client.Client).caller.connection.apiUrl
  )

const refusal = "The option apiUrl must be https, since http sends keys and tokens unencrypted. " +
  "For development, set allowInsecureApiUrl: true"

/** API roots on other machines, some of which resemble this one. */
const otherMachines = [
  "http://api.test",
  "http://10.0.2.2:8102",
  "http://host.docker.internal:8102",
  "http://192.168.0.7",
  "http://0.0.0.0:8102",
  "http://128.0.0.1",
  "http://127.0.0.1.example.com",
  "http://127.example.com",
  "http://localhost.example.com",
  "http://notlocalhost",
  "http://[::2]",
  "http://[fe80::1]",
  "http://api.test/localhost"
]

const thisMachine = [
  ["http://localhost:8102", "http://localhost:8102"],
  ["http://LOCALHOST", "http://localhost"],
  ["http://app.localhost:3000", "http://app.localhost:3000"],
  ["http://127.0.0.1:8102", "http://127.0.0.1:8102"],
  ["http://127.1", "http://127.0.0.1"],
  ["http://127.255.0.9", "http://127.255.0.9"],
  ["http://[::1]:8102", "http://[::1]:8102"],
  ["http://[0:0:0:0:0:0:0:1]", "http://[::1]"]
] as const

for (const [level, layer] of Object.entries(layers)) {
  describe(`apiUrl with http: at the ${level} level`, () => {
    for (const apiUrl of otherMachines) {
      it.effect(`${apiUrl}: is refused, and accepted with allowInsecureApiUrl`, () =>
        Effect.gen(function*() {
          for (const allowInsecureApiUrl of [undefined, false]) {
            const error = yield* Effect.flip(rootOf(layer({ apiUrl, allowInsecureApiUrl })))
            assert.instanceOf(error, InvalidOptions)
            assert.strictEqual(error.option, "apiUrl")
            assert.strictEqual(error.message, refusal)
          }
          assert.strictEqual(yield* rootOf(layer({ apiUrl, allowInsecureApiUrl: true })), apiUrl)
        }))
    }

    for (const [apiUrl, root] of thisMachine) {
      it.effect(`${apiUrl}: is accepted, because it is this machine`, () =>
        Effect.gen(function*() {
          assert.strictEqual(yield* rootOf(layer({ apiUrl })), root)
        }))
    }

    it.effect("allowInsecureApiUrl: only true allows it, also in untyped code", () =>
      Effect.gen(function*() {
        for (const value of ["true", 1, {}]) {
          // Sound: untyped code can pass any value.
          const given = { apiUrl: "http://api.test", allowInsecureApiUrl: value as unknown as boolean }
          assert.strictEqual((yield* Effect.flip(rootOf(layer(given)))).message, refusal)
        }
      }))
  })
}

describe("apiUrl with http: in the environment", () => {
  const names = ["NEXT_PUBLIC_SERVER_STACK_API_URL", "NEXT_PUBLIC_STACK_API_URL", "NEXT_PUBLIC_STACK_URL"]
  for (const name of names) {
    for (const [level, layer] of Object.entries(configLayers)) {
      it.effect(`${name} at the ${level} level: is refused, and accepted with allowInsecureApiUrl`, () =>
        Effect.gen(function*() {
          const environment = { NEXT_PUBLIC_STACK_PROJECT_ID: projectId, [name]: "http://api.internal" }
          const root = (given: Given) =>
            Effect.provideService(
              rootOf(layer(given)),
              ConfigProvider.ConfigProvider,
              ConfigProvider.fromUnknown(environment)
            )
          assert.deepInclude(yield* Effect.flip(root({})), { _tag: "InvalidOptions", option: "apiUrl" })
          assert.strictEqual(yield* root({ allowInsecureApiUrl: true }), "http://api.internal")
          assert.strictEqual(yield* root({ apiUrl: "https://api.test" }), "https://api.test")
        }))
    }
  }
})

describe("Admin.layerOwner", () => {
  it.effect("needs no allowInsecureApiUrl, because it uses the API root of the owner's client", () =>
    Effect.gen(function*() {
      const owner = Client.layer({
        projectId: "internal",
        publishableClientKey: keys.publishable,
        apiUrl: "http://10.0.2.2",
        allowInsecureApiUrl: true,
        responseLimit: 7
      })
      const layer = Layer.provide(Admin.layerOwner({ projectId }), Layer.provide(owner, TokenStore.layerNone))
      const context = yield* Layer.build(layer)
      const { connection } = Context.get(context, Admin.Admin).caller
      assert.strictEqual(connection.apiUrl, "http://10.0.2.2")
      assert.strictEqual(connection.responseLimit, 7)
    }))
})
