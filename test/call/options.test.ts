import { assert, describe, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Client, InvalidOptions, TokenStore } from "latchkey"
import { Admin } from "latchkey/admin"
import { Server, Users } from "latchkey/server"
import type { Caller } from "../../src/call/call.ts"
import type { Connection } from "../../src/call/Connection.ts"
import { keys, layerWire, projectId, response, signedIn, Wire } from "../support/Wire.ts"

const secretServerKey = Redacted.make(keys.server)
const superSecretAdminKey = Redacted.make(keys.admin)

/** Valid options, which a test makes invalid. */
const right = {
  client: { projectId, publishableClientKey: keys.publishable },
  server: { projectId, secretServerKey },
  admin: { projectId, superSecretAdminKey }
}

/** Layers by level, with options as untyped code may pass them. */
const layers: Readonly<
  Record<keyof typeof right, (more: object) => Layer.Layer<Client.Client, InvalidOptions, TokenStore.TokenStore>>
> = {
  client: (more) => Client.layer({ ...right.client, ...more }),
  server: (more) => Server.layer({ ...right.server, ...more }),
  admin: (more) => Admin.layer({ ...right.admin, ...more })
}

const build = <A, E>(layer: Layer.Layer<A, E, TokenStore.TokenStore>) =>
  Layer.build(Layer.provide(layer, TokenStore.layerNone))

const connectionOf = (layer: Layer.Layer<Client.Client, InvalidOptions, TokenStore.TokenStore>) =>
  Effect.map(build(layer), (context) => Context.get(context, Client.Client).caller.connection)

describe("a layer with an invalid option", () => {
  const url = "must be an absolute http or https URL"
  const noKey = "must be a key: not empty, and without spaces"
  const undefinedKey = (name: string) => `is undefined. Pass it. With Effect, layerConfig can read it from ${name}`
  const headers = "must map header names to strings without line breaks"
  const cases: ReadonlyArray<readonly [level: keyof typeof right, options: object, option: string, rule: string]> = [
    [
      "client",
      { secretServerKey: keys.server },
      "secretServerKey",
      "must not be in a client, where anyone can read it"
    ],
    [
      "client",
      { secretServerKey },
      "secretServerKey",
      "must not be in a client, where anyone can read it"
    ],
    [
      "client",
      { superSecretAdminKey },
      "superSecretAdminKey",
      "must not be in a client, where anyone can read it"
    ],
    [
      "client",
      { publishableClientKey: undefined, apiGeneration: "2025" },
      "publishableClientKey",
      "is undefined, but services of 2025 require it"
    ],
    ["client", { apiGeneration: "2024" }, "apiGeneration", "must be 2025 or 2026"],
    ["client", { publishableClientKey: "" }, "publishableClientKey", noKey],
    ["client", { publishableClientKey: 7 }, "publishableClientKey", noKey],
    [
      "client",
      { publishableClientKey: keys.server },
      "publishableClientKey",
      "must start with pck_, but starts with ssk_"
    ],
    [
      "client",
      { publishableClientKey: keys.admin },
      "publishableClientKey",
      "must start with pck_, but starts with sak_"
    ],
    [
      "server",
      { publishableClientKey: keys.server },
      "publishableClientKey",
      "must start with pck_, but starts with ssk_"
    ],
    ["server", { secretServerKey: undefined }, "secretServerKey", undefinedKey("STACK_SECRET_SERVER_KEY")],
    ["server", { secretServerKey: "" }, "secretServerKey", noKey],
    ["server", { secretServerKey: "ssk 1" }, "secretServerKey", noKey],
    ["server", { secretServerKey: 7 }, "secretServerKey", noKey],
    ["server", { secretServerKey: Redacted.make(7) }, "secretServerKey", noKey],
    ["server", { secretServerKey: keys.publishable }, "secretServerKey", "must start with ssk_, but starts with pck_"],
    [
      "server",
      { secretServerKey: superSecretAdminKey },
      "secretServerKey",
      "must start with ssk_, but starts with sak_"
    ],
    [
      "server",
      { secretServerKey: Redacted.make("") },
      "secretServerKey",
      noKey
    ],
    ["server", { superSecretAdminKey }, "superSecretAdminKey", "belongs to the admin level only"],
    ["admin", { superSecretAdminKey: undefined }, "superSecretAdminKey", undefinedKey("STACK_SUPER_SECRET_ADMIN_KEY")],
    [
      "admin",
      { superSecretAdminKey: keys.publishable },
      "superSecretAdminKey",
      "must start with sak_, but starts with pck_"
    ],
    [
      "admin",
      { superSecretAdminKey: secretServerKey },
      "superSecretAdminKey",
      "must start with sak_, but starts with ssk_"
    ],
    [
      "admin",
      { superSecretAdminKey: Redacted.make(" ") },
      "superSecretAdminKey",
      noKey
    ],
    [
      "admin",
      { secretServerKey: superSecretAdminKey },
      "secretServerKey",
      "must start with ssk_, but starts with sak_"
    ],
    ...(["client", "server", "admin"] as const).flatMap((level) => ([
      [
        level,
        { projectId: undefined },
        "projectId",
        undefinedKey("NEXT_PUBLIC_STACK_PROJECT_ID or STACK_PROJECT_ID")
      ],
      ...["", " ", "abc", "3f6e8a52-62c3-4d2e-9d5b", "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11 ", "Internal", 7, null].map(
        (projectId) => [level, { projectId }, "projectId", "must be a UUID, or internal"] as const
      ),
      [level, { apiUrl: "nonsense" }, "apiUrl", url],
      // Only an address that is undefined stands for the hosted service.
      [level, { apiUrl: null }, "apiUrl", url],
      [level, { headerFamily: "other" }, "headerFamily", "must be stack or hexclave"]
    ] as const)),
    ...["", "/api", "//api.test", "api.test", "ftp://api.test", "javascript:alert(1)", "data:text/plain,x", 7, null, {}]
      .map((apiUrl) => ["client", { apiUrl: apiUrl ?? { browser: null, server: null } }, "apiUrl", url] as const),
    ["client", { apiUrl: "https://user@api.test" }, "apiUrl", "must not contain a user name or a password"],
    ["client", { apiUrl: "https://:word@api.test" }, "apiUrl", "must not contain a user name or a password"],
    ["client", { apiUrl: "https://api.test?x=1" }, "apiUrl", "must not have a query or a hash"],
    ["client", { apiUrl: "https://api.test#x" }, "apiUrl", "must not have a query or a hash"],
    ...[{ google: "calendar" }, { google: ["calendar", 7] }, { google: null }, "google"].map((oauthScopesOnSignIn) =>
      ["client", { oauthScopesOnSignIn }, "oauthScopesOnSignIn", "must map providers to lists of scopes"] as const
    ),
    ["client", { extraRequestHeaders: { "": "x" } }, "extraRequestHeaders", headers],
    ["client", { extraRequestHeaders: { "a b": "x" } }, "extraRequestHeaders", headers],
    ["client", { extraRequestHeaders: { "a:": "x" } }, "extraRequestHeaders", headers],
    ["client", { extraRequestHeaders: { a: "x\r\nb: y" } }, "extraRequestHeaders", headers],
    ["client", { extraRequestHeaders: { a: "x\0" } }, "extraRequestHeaders", headers],
    ["client", { extraRequestHeaders: { a: 7 } }, "extraRequestHeaders", headers],
    ["client", { requestTimeout: "soon" }, "requestTimeout", "must be a duration"],
    ["client", { requestTimeout: -1 }, "requestTimeout", "must be a duration"],
    ["client", { requestTimeout: NaN }, "requestTimeout", "must be a duration"],
    ["client", { retryAfterLimit: "-5 seconds" }, "retryAfterLimit", "must be a duration"],
    ["client", { retryAfterLimit: true }, "retryAfterLimit", "must be a duration"],
    ...[0, -1, 0.5, NaN, "10 MB", "100", null].map((responseLimit) =>
      ["client", { responseLimit }, "responseLimit", "must be a number of bytes, 1 or more"] as const
    )
  ]

  for (const [level, options, option, rule] of cases) {
    it.effect(`the ${level} layer fails for ${JSON.stringify(options)}: ${option} ${rule}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(build(layers[level](options)))
        assert.instanceOf(error, InvalidOptions)
        assert.strictEqual(error.option, option)
        assert.strictEqual(error.message, `The option ${option} ${rule}`)
        const shown = String(error) + JSON.stringify(error)
        for (const key of [keys.server, keys.admin]) assert.notInclude(shown, key)
      }))
  }
})

describe("a layer with valid options", () => {
  it.effect("a layer uses the hosted service and timeouts of 30 seconds and one minute by default", () =>
    Effect.gen(function*() {
      const connection = yield* connectionOf(layers.client({}))
      assert.deepInclude(connection, {
        projectId,
        apiUrl: "https://api.stack-auth.com",
        clientSecret: keys.publishable,
        headerFamily: "stack",
        responseLimit: 50_000_000
      })
      assert.deepStrictEqual(Redacted.value(connection.extraRequestHeaders), {})
      assert.strictEqual(Duration.toMillis(connection.requestTimeout), 30_000)
      assert.strictEqual(Duration.toMillis(connection.retryAfterLimit), 60_000)
    }))

  it.effect("accepts the project internal, durations as strings, and no duration", () =>
    Effect.gen(function*() {
      const connection = yield* connectionOf(layers.client({
        projectId: "internal",
        requestTimeout: "5 seconds",
        retryAfterLimit: 0,
        headerFamily: "hexclave"
      }))
      assert.deepInclude(connection, { projectId: "internal", headerFamily: "hexclave" })
      assert.strictEqual(Duration.toMillis(connection.requestTimeout), 5000)
      assert.strictEqual(Duration.toMillis(connection.retryAfterLimit), 0)
    }))

  for (
    const [given, root] of [
      ["https://api.test", "https://api.test"],
      ["https://api.test/", "https://api.test"],
      ["https://API.test:443///", "https://api.test"],
      ["http://localhost:8102", "http://localhost:8102"],
      ["https://api.test/a/b/", "https://api.test/a/b"],
      [{ browser: "https://browser.test", server: "https://server.test" }, "https://server.test"]
    ] as const
  ) {
    it.effect(`uses the API root ${root} for ${JSON.stringify(given)}`, () =>
      Effect.map(connectionOf(layers.client({ apiUrl: given })), ({ apiUrl }) => assert.strictEqual(apiUrl, root)))
  }

  it.effect("takes a secret key as a string or redacted", () =>
    Effect.gen(function*() {
      for (const key of [keys.server, secretServerKey]) {
        const connection = yield* connectionOf(layers.server({ secretServerKey: key }))
        assert.deepStrictEqual(keyHeaders(connection, "server"), { "secret-server-key": keys.server })
      }
      for (const key of [keys.admin, superSecretAdminKey]) {
        const connection = yield* connectionOf(layers.admin({ superSecretAdminKey: key, secretServerKey: keys.server }))
        assert.deepStrictEqual(keyHeaders(connection, "admin"), {
          "secret-server-key": keys.server,
          "super-secret-admin-key": keys.admin
        })
      }
    }))

  it.effect("takes the project's id in upper case, and a key without a prefix", () =>
    Effect.gen(function*() {
      const id = projectId.toUpperCase()
      const connection = yield* connectionOf(layers.server({ projectId: id, secretServerKey: "this-server-key" }))
      assert.strictEqual(connection.projectId, id)
    }))

  it.effect("responseLimit: accepts a number of bytes, and Infinity", () =>
    Effect.gen(function*() {
      for (const responseLimit of [1, 5e6, Infinity]) {
        assert.strictEqual((yield* connectionOf(layers.client({ responseLimit }))).responseLimit, responseLimit)
      }
    }))

  it.effect("uses the browser's root if there is a document", () =>
    Effect.gen(function*() {
      yield* browser
      const apiUrl = { browser: "https://browser.test", server: "https://server.test" }
      assert.strictEqual((yield* connectionOf(layers.client({ apiUrl }))).apiUrl, "https://browser.test")
    }))
})

/** Makes the host look like a browser until the end of the test. */
const browser = Effect.acquireRelease(
  Effect.sync(() => Object.assign(globalThis, { document: {} })),
  (host) => Effect.sync(() => Reflect.deleteProperty(host, "document"))
)

/** A level's key headers without their prefix, which must contain its keys. */
const keyHeaders = (connection: Connection, level: "client" | "server" | "admin") => {
  const { headers, keys } = connection.access(level)
  const found = Object.entries(headers).filter(([name]) => name.endsWith("-key"))
  assert.deepStrictEqual(found.map(([, key]) => key), keys)
  return Object.fromEntries(found.map(([name, key]) => [name.replace("x-stack-", ""), key]))
}

describe("layerConfig", () => {
  const environment = {
    NEXT_PUBLIC_STACK_PROJECT_ID: "0b5e61a2-6b0f-4f0e-8b6e-0f6d4f0e8b6e",
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: "pck_of_the_environment",
    STACK_SECRET_SERVER_KEY: "ssk_of_the_environment",
    STACK_SUPER_SECRET_ADMIN_KEY: "sak_of_the_environment",
    NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS: "{\"X-Tenant\":\"environment\"}"
  }

  /** Builds a level from an environment, and returns the settings of its calls. */
  const callerIn = <E>(
    env: Readonly<Record<string, string>>,
    layer: Layer.Layer<Client.Client, E, TokenStore.TokenStore>,
    options?: Parameters<typeof ConfigProvider.fromUnknown>[1]
  ): Effect.Effect<Caller["connection"], E, Scope.Scope> =>
    Effect.map(
      Effect.provideService(build(layer), ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env, options)),
      (context) => Context.get(context, Client.Client).caller.connection
    )

  it.effect("reads every name for a client, and no secret key", () =>
    Effect.gen(function*() {
      const connection = yield* callerIn(environment, Client.layerConfig())
      assert.deepInclude(connection, {
        projectId: "0b5e61a2-6b0f-4f0e-8b6e-0f6d4f0e8b6e",
        apiUrl: "https://api.stack-auth.com",
        clientSecret: "pck_of_the_environment"
      })
      assert.deepStrictEqual(Redacted.value(connection.extraRequestHeaders), { "X-Tenant": "environment" })
      assert.deepStrictEqual(keyHeaders(connection, "admin"), { "publishable-client-key": "pck_of_the_environment" })
    }))

  it.effect("reads the secret server key for a server, and the admin key for an admin", () =>
    Effect.gen(function*() {
      const server = yield* callerIn(environment, Server.layerConfig())
      assert.deepStrictEqual(keyHeaders(server, "server"), {
        "publishable-client-key": "pck_of_the_environment",
        "secret-server-key": "ssk_of_the_environment"
      })
      assert.strictEqual(server.access("admin").headers["x-stack-access-type"], "admin")
      const admin = yield* callerIn(environment, Admin.layerConfig())
      assert.deepStrictEqual(keyHeaders(admin, "admin"), {
        "publishable-client-key": "pck_of_the_environment",
        "secret-server-key": "ssk_of_the_environment",
        "super-secret-admin-key": "sak_of_the_environment"
      })
    }))

  it.effect("explicit options override the environment at every level", () =>
    Effect.gen(function*() {
      const given = {
        projectId,
        publishableClientKey: keys.publishable,
        apiUrl: "https://given.test",
        extraRequestHeaders: {}
      }
      const env = { ...environment, NEXT_PUBLIC_STACK_API_URL: "https://env.test" }
      for (
        const connection of [
          yield* callerIn(env, Client.layerConfig(given)),
          yield* callerIn(env, Server.layerConfig({ ...given, secretServerKey })),
          yield* callerIn(env, Admin.layerConfig({ ...given, secretServerKey, superSecretAdminKey }))
        ]
      ) {
        assert.deepInclude(connection, {
          projectId,
          apiUrl: "https://given.test",
          clientSecret: keys.publishable
        })
        assert.deepStrictEqual(Redacted.value(connection.extraRequestHeaders), {})
        assert.isFalse(connection.access("admin").keys.some((key) => key.includes("environment")))
      }
    }))

  it.effect("treats an undefined option as absent at every level", () =>
    Effect.gen(function*() {
      const none = { projectId: undefined, publishableClientKey: undefined, apiUrl: undefined }
      const secrets = { secretServerKey: undefined, superSecretAdminKey: undefined }
      const env = { ...environment, NEXT_PUBLIC_STACK_API_URL: "https://env.test" }
      for (
        const connection of [
          yield* callerIn(env, Client.layerConfig(none)),
          yield* callerIn(env, Server.layerConfig({ ...none, secretServerKey: undefined })),
          yield* callerIn(env, Admin.layerConfig({ ...none, ...secrets }))
        ]
      ) {
        assert.deepInclude(connection, {
          projectId: "0b5e61a2-6b0f-4f0e-8b6e-0f6d4f0e8b6e",
          apiUrl: "https://env.test"
        })
      }
    }))

  it.effect("treats an empty variable as absent, even if the ConfigProvider preserves it", () =>
    Effect.gen(function*() {
      const env = {
        ...environment,
        NEXT_PUBLIC_SERVER_STACK_API_URL: "",
        NEXT_PUBLIC_STACK_API_URL: "https://env.test",
        NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS: ""
      }
      for (const preserveEmptyStrings of [false, true]) {
        const connection = yield* callerIn(env, Client.layerConfig(), { preserveEmptyStrings })
        assert.strictEqual(connection.apiUrl, "https://env.test")
        assert.deepStrictEqual(Redacted.value(connection.extraRequestHeaders), {})
      }
    }))

  it.effect("layerConfig: names the option projectId if NEXT_PUBLIC_STACK_PROJECT_ID is missing or empty", () =>
    Effect.gen(function*() {
      const { NEXT_PUBLIC_STACK_PROJECT_ID: _, ...without } = environment
      for (const env of [without, { ...environment, NEXT_PUBLIC_STACK_PROJECT_ID: "" }]) {
        const error = yield* Effect.flip(callerIn(env, Client.layerConfig()))
        assert.deepInclude(error, { _tag: "InvalidOptions", option: "projectId" })
      }
    }))

  it.effect("layerConfig: creates a client without a key if NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY is missing or empty", () =>
    Effect.gen(function*() {
      const name = "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"
      const { [name]: _, ...without } = environment
      for (const env of [without, { ...environment, [name]: "" }]) {
        const connection = yield* callerIn(env, Client.layerConfig())
        const { headers, keys } = connection.access("client")
        assert.deepStrictEqual(keys, [])
        assert.strictEqual(headers["x-stack-access-type"], "client")
        assert.notProperty(headers, "x-stack-publishable-client-key")
        const told = Client.layerConfig({ apiGeneration: "2025" })
        const error = yield* Effect.flip(callerIn(env, told))
        assert.deepInclude(error, { _tag: "InvalidOptions", option: "publishableClientKey" })
      }
    }))

  it.effect("layerConfig: fails without the level's key, and names the option", () =>
    Effect.gen(function*() {
      const { STACK_SECRET_SERVER_KEY: _, STACK_SUPER_SECRET_ADMIN_KEY: __, ...without } = environment
      assert.deepInclude(yield* Effect.flip(callerIn(without, Server.layerConfig())), {
        _tag: "InvalidOptions",
        message: "The option secretServerKey is undefined. Pass it, or set STACK_SECRET_SERVER_KEY"
      })
      assert.deepInclude(yield* Effect.flip(callerIn(without, Admin.layerConfig())), {
        _tag: "InvalidOptions",
        message: "The option superSecretAdminKey is undefined. Pass it, or set STACK_SUPER_SECRET_ADMIN_KEY"
      })
    }))

  it.effect("layerConfig: reads names with NEXT_PUBLIC_ first, then names without, at every level", () =>
    Effect.gen(function*() {
      const server: Record<string, string> = {
        STACK_PROJECT_ID: "9d5b0a3b-62c3-4d2e-9d5b-0a3b9a0f7a11",
        STACK_PUBLISHABLE_CLIENT_KEY: "pck_of_the_server",
        STACK_API_URL: "https://server.test",
        STACK_EXTRA_REQUEST_HEADERS: "{\"X-Tenant\":\"server\"}",
        STACK_SECRET_SERVER_KEY: "ssk_of_the_environment",
        STACK_SUPER_SECRET_ADMIN_KEY: "sak_of_the_environment"
      }
      for (const layer of [Client.layerConfig(), Server.layerConfig(), Admin.layerConfig()]) {
        const connection = yield* callerIn(server, layer)
        assert.deepInclude(connection, {
          projectId: "9d5b0a3b-62c3-4d2e-9d5b-0a3b9a0f7a11",
          clientSecret: "pck_of_the_server",
          apiUrl: "https://server.test"
        })
        assert.deepStrictEqual(Redacted.value(connection.extraRequestHeaders), { "X-Tenant": "server" })
      }
      const both = yield* callerIn(
        { ...server, ...environment, NEXT_PUBLIC_STACK_URL: "https://public.test" },
        Client.layerConfig()
      )
      assert.deepInclude(both, {
        projectId: "0b5e61a2-6b0f-4f0e-8b6e-0f6d4f0e8b6e",
        clientSecret: "pck_of_the_environment",
        apiUrl: "https://server.test"
      })
      assert.deepStrictEqual(Redacted.value(both.extraRequestHeaders), { "X-Tenant": "environment" })
    }))

  it.effect("layerConfig: a Config for an option replaces its variable", () =>
    Effect.gen(function*() {
      const env = { ...environment, PROJECT: projectId, KEY: "ssk_of_another_name", TIMEOUT: "5 seconds" }
      const connection = yield* callerIn(
        env,
        Server.layerConfig({
          projectId: Config.String("PROJECT"),
          secretServerKey: Config.Redacted("KEY"),
          apiUrl: Config.withDefault(Config.String("MISSING"), "https://default.test"),
          requestTimeout: Config.Duration("TIMEOUT"),
          publishableClientKey: Config.succeed(undefined)
        })
      )
      assert.deepInclude(connection, { projectId, apiUrl: "https://default.test", clientSecret: undefined })
      assert.deepStrictEqual(keyHeaders(connection, "server"), { "secret-server-key": "ssk_of_another_name" })
      assert.strictEqual(Duration.toMillis(connection.requestTimeout), 5000)
    }))

  it.effect("fails with a ConfigError if the Config of an option fails", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(callerIn(environment, Client.layerConfig({ projectId: Config.String("NONE") })))
      assert.strictEqual(error._tag, "ConfigError")
      assert.include(error.message, "NONE")
    }))

  it.effect("treats an empty STACK_SECRET_SERVER_KEY as absent, like every other variable", () =>
    Effect.gen(function*() {
      const connection = yield* callerIn({ ...environment, STACK_SECRET_SERVER_KEY: "" }, Admin.layerConfig())
      assert.strictEqual(connection.access("server").headers["x-stack-access-type"], "admin")
    }))

  it.effect("refuses a secret key under the name of the publishable one", () =>
    Effect.gen(function*() {
      for (const key of ["ssk_secret", "sak_secret"]) {
        const env = { ...environment, NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: key }
        const error = yield* Effect.flip(callerIn(env, Client.layerConfig()))
        assert.deepInclude(error, { _tag: "InvalidOptions", option: "publishableClientKey" })
        assert.notInclude(String(error), key)
      }
    }))

  for (
    const garbage of [
      "{",
      "7",
      "null",
      "[]",
      "[\"a\"]",
      "\"text\"",
      "{\"a\":7}",
      "{\"a\":null}",
      "{\"a b\":\"c\"}",
      "{\"a\":\"x\\ny\"}"
    ]
  ) {
    it.effect(`refuses the extra headers ${garbage}`, () =>
      Effect.gen(function*() {
        const env = { ...environment, NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS: garbage }
        const error = yield* Effect.flip(callerIn(env, Client.layerConfig()))
        assert.deepInclude(error, { _tag: "InvalidOptions", option: "extraRequestHeaders" })
      }))
  }

  it.effect("treats empty extra headers as absent, as a string or as an object", () =>
    Effect.gen(function*() {
      for (const none of ["", "{}"]) {
        const env = { ...environment, NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS: none }
        const { extraRequestHeaders } = yield* callerIn(env, Client.layerConfig())
        assert.deepStrictEqual(Redacted.value(extraRequestHeaders), {})
      }
    }))
})

describe("Client.make", () => {
  it.effect("creates the service that Client.layer provides", () =>
    Effect.gen(function*() {
      const client = yield* Effect.provide(Client.make(right.client), TokenStore.layerNone)
      assert.strictEqual(client.caller.connection.projectId, projectId)
      assert.isUndefined(yield* client.session.currentTokens)
    }))

  it.effect("fails with InvalidOptions for a wrong option", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Client.make({ projectId: "abc" }))
      assert.deepInclude(error, { _tag: "InvalidOptions", option: "projectId" })
    }).pipe(Effect.provide(TokenStore.layerNone)))
})

describe("Server.make and Admin.make", () => {
  it.effect("create the services that the layers provide", () =>
    Effect.gen(function*() {
      const server = yield* Server.make(right.server)
      const admin = yield* Admin.make(right.admin)
      assert.strictEqual(server.caller.connection.projectId, projectId)
      assert.strictEqual(admin.caller.connection.projectId, projectId)
    }).pipe(Effect.provide(TokenStore.layerNone)))

  it.effect("fail with InvalidOptions for a wrong option", () =>
    Effect.gen(function*() {
      const server = yield* Effect.flip(Server.make({ ...right.server, projectId: "abc" }))
      assert.deepInclude(server, { _tag: "InvalidOptions", option: "projectId" })
      const admin = yield* Effect.flip(Admin.make({ ...right.admin, projectId: "abc" }))
      assert.deepInclude(admin, { _tag: "InvalidOptions", option: "projectId" })
    }).pipe(Effect.provide(TokenStore.layerNone)))

  it.effect("Server.make and Admin.make provide the calls of their level", () =>
    Effect.gen(function*() {
      const wire = yield* Wire
      const server = yield* Server.make({ ...right.server, apiUrl: "https://api.test" })
      const users = yield* Effect.provideService(Users.list(), Server.Server, server)
      assert.deepStrictEqual(users, { items: [], nextCursor: null })
      assert.lengthOf(wire.requests, 1)
    }).pipe(Effect.provide([layerWire(() => response(200, `{"items":[]}`)), TokenStore.layerNone])))

  it("the keys of Server and Admin contain their paths", () => {
    assert.strictEqual(Client.Client.key, "latchkey/session/Client")
    assert.strictEqual(Server.Server.key, "latchkey/server/Server")
    assert.strictEqual(Admin.Admin.key, "latchkey/admin/Admin")
  })
})

describe("building a layer", () => {
  for (const [level, layer] of Object.entries(layers)) {
    it.effect(`building the ${level} layer sends no request, immediately or within a day`, () =>
      Effect.gen(function*() {
        const wire = yield* Wire
        yield* Layer.build(Layer.provide(layer({ apiUrl: "https://api.test" }), signedIn))
        yield* TestClock.adjust("1 day")
        assert.lengthOf(wire.requests, 0)
      }).pipe(Effect.provide(layerWire(() => response(500, "")))))
  }
})
