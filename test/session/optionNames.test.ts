/** Options with unknown names: every entry point refuses them when it is built, and sends nothing. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import {
  Browser,
  Cache,
  Client,
  Cookies,
  CookieTokenStore,
  InvalidOptions,
  Navigation,
  NextTokenStore,
  Page,
  RequestHost,
  RequestTokenStore,
  TokenStore,
  Transport
} from "latchkey"
import { Admin } from "latchkey/admin"
import { FileTokenStore } from "latchkey/cli"
import { Emulator } from "latchkey/emulator"
import { createAuth as createFetchAuth, createWebhookHandler } from "latchkey/fetch"
import { createAuth as createHonoAuth } from "latchkey/hono"
import * as HttpApiAuth from "latchkey/http-api"
import { optionalAuth, requireAuth } from "latchkey/http-router"
import * as McpAuth from "latchkey/mcp"
import { createAuth as createNodeAuth, createNodeWebhookHandler } from "latchkey/node"
import { type AuthClient, createAuthClient, forRequest } from "latchkey/promise"
import { createAdminClient } from "latchkey/promise/admin"
import { createServerClient, type ServerClient } from "latchkey/promise/server"
import { Recorder } from "latchkey/recorder"
import { RedisSessionStore, RedisState } from "latchkey/redis"
import * as RpcAuth from "latchkey/rpc"
import {
  AccessToken,
  Authentication,
  Authorization,
  Jwks,
  type Principal,
  Server,
  SessionStore,
  StoredSessionHost,
  Webhooks
} from "latchkey/server"
import { optionRules } from "../../src/call/optionRules.ts"
import { layer as layerNext } from "../../src/next/services.ts"
import { findUnknownName, pickOptions, toPlain } from "../../src/session/optionNames.ts"
import { checkRows, checkRowsEffect } from "../support/mismatches.ts"
import { keys, projectId } from "../support/Wire.ts"

// Untyped code, and a spread object, can have any property.
type Untyped = any

const client = { projectId, publishableClientKey: keys.publishable }
const server = { projectId, secretServerKey: keys.server }
const admin = { projectId, superSecretAdminKey: keys.admin }
const owner = { projectId: "internal", publishableClientKey: keys.publishable }

const mcp = { resource: "https://app.example.com/mcp", authorizationServers: ["https://auth.example.com"] }

const request = new Request("https://app.example.com/")

const principal: Principal["Service"] = { _tag: "SignedOut", reason: "none" }

/** Builds a layer without a network, and returns its error or defect. */
const failureOf = (layer: Layer.Layer<never, unknown, Untyped> | Layer.Layer<Untyped, unknown, Untyped>) =>
  Effect.gen(function*() {
    let sent = 0
    const error = yield* Layer.build(layer as Layer.Layer<never, unknown>).pipe(
      Effect.scoped,
      Effect.catchDefect((defect) => Effect.fail(defect)),
      Effect.provide(
        Layer.mergeAll(
          TokenStore.layerNone,
          Cookies.layerMemory,
          Page.layerMemory("https://app.example.com/"),
          SessionStore.layerMemory(),
          Layer.succeed(Redis.Redis, {} as Untyped),
          Layer.succeed(Transport, () => {
            sent++
            return Effect.never
          })
        )
      ),
      Effect.flip
    )
    assert.strictEqual(sent, 0)
    return error
  })

const withOwner = (layer: Layer.Layer<Untyped, unknown, Client.Client>) =>
  Layer.provide(layer, Client.layer(owner).pipe(Layer.provide(TokenStore.layerNone)))

const provideServer = (layer: Layer.Layer<Untyped, unknown, Server.Server>) =>
  Layer.provide(layer, Server.layer(server))

const layers: Readonly<Record<string, (more: Untyped) => Layer.Layer<Untyped, unknown, Untyped>>> = {
  "Client.layer": (more) => Client.layer({ ...client, ...more }),
  "Client.make": (more) => Layer.effect(Client.Client, Client.make({ ...client, ...more })),
  "Client.layerConfig": (more) => Client.layerConfig({ ...client, ...more }),
  "Server.layer": (more) => Server.layer({ ...server, ...more }),
  "Server.layerConfig": (more) => Server.layerConfig({ ...server, ...more }),
  "Admin.layer": (more) => Admin.layer({ ...admin, ...more }),
  "Admin.layerConfig": (more) => Admin.layerConfig({ ...admin, ...more }),
  "Admin.layerOwner": (more) => withOwner(Admin.layerOwner({ projectId, ...more })),
  "Authentication.layer": (more) => Authentication.layer({ ...server, ...more }),
  "Authentication.layerConfig": (more) => Authentication.layerConfig({ ...server, ...more }),
  "Authentication.layerWithoutJwks": (more) =>
    Layer.provide(Authentication.layerWithoutJwks({ ...server, ...more }), Jwks.layer({ projectId })),
  "Authorization.layer": (more) => provideServer(Authorization.layer(more)),
  "AccessToken.layer": (more) => Layer.provide(AccessToken.layer({ projectId, ...more }), Jwks.layer({ projectId })),
  "Jwks.layer": (more) => Jwks.layer({ projectId, ...more }),
  "layer of latchkey/mcp": (more) => McpAuth.layer({ ...mcp, ...more }) as Untyped,
  "layerMetadata of latchkey/mcp": (more) => McpAuth.layerMetadata({ ...mcp, ...more }) as Untyped,
  "createAuth of latchkey/next": (more) => layerNext({ ...server, ...more }),
  "Browser.layer": (more) => Browser.layer({ projectId, ...more }),
  "RequestHost.layer": (more) => RequestHost.layer(request, { projectId, ...more }),
  "StoredSessionHost.layer": (more) => StoredSessionHost.layer(request, more),
  "Navigation.layer": (more) => Navigation.layer(more),
  "Cache.layer": (more) => Layer.provide(Cache.layer(more), Client.layer(client)),
  "CookieTokenStore.layer": (more) => CookieTokenStore.layer({ projectId, ...more }),
  "RequestTokenStore.layer": (more) => RequestTokenStore.layer(request, { projectId, ...more }),
  "NextTokenStore.layer": (more) => NextTokenStore.layer({ projectId, cookies: () => ({}) as Untyped, ...more }),
  "Recorder.layer": (more) => Recorder.layer(more),
  "SessionStore.layerMemory": (more) => SessionStore.layerMemory(more),
  "Webhooks.layerMemory": (more) => Webhooks.layerMemory(more) as Untyped,
  "FileTokenStore.layer": (more) => FileTokenStore.layer({ name: "app", projectId, directory: "/nowhere", ...more }),
  "RedisState.layer": (more) => RedisState.layer({ secret: "secret", ...more }) as Untyped,
  "RedisSessionStore.layer": (more) => RedisSessionStore.layer(more),
  "Emulator.layer": (more) => Emulator.layer(more),
  "Emulator.layerWithoutTransport": (more) => Emulator.layerWithoutTransport(more),
  "Emulator.layerClient": (more) => Emulator.layerClient(more)
}

/** The names of other libraries, misspelled names, and names that are in every object. */
const unknownNames = ["baseUrl", "apiURL", "tokenStore", "devTool", "ssk_1", "constructor", "toString", "0"]

const described = (error: unknown, name: string) => {
  assert.instanceOf(error, InvalidOptions)
  assert.strictEqual(error.option, name)
  assert.include(error.message, `The option ${name} is unknown`)
}

describe("an option with an unknown name", () => {
  it.effect("an unknown option fails every layer, which names the option and sends no request", () =>
    checkRowsEffect(
      Object.keys(layers).flatMap((entry) => unknownNames.map((name) => [entry, name] as const)),
      ([entry, name]) => `${name} with ${entry}`,
      ([entry, name]) =>
        Effect.gen(function*() {
          described(yield* failureOf(layers[entry]!({ [name]: "https://auth.example.com/planted" })), name)
        })
    ))

  it.effect("is refused if its value is undefined, or if it is inherited", () =>
    Effect.gen(function*() {
      described(yield* failureOf(Client.layer({ ...client, baseUrl: undefined } as Untyped)), "baseUrl")
      const inherited = Object.assign(Object.create({ baseUrl: "https://auth.example.com" }), client)
      described(yield* failureOf(Client.layer(inherited)), "baseUrl")
    }))

  it.effect("is refused if it is a getter of the object's class", () =>
    Effect.gen(function*() {
      class Settings {
        readonly projectId = projectId
        readonly secretServerKey = keys.server
        get baseUrl() {
          return "https://auth.example.com"
        }
      }
      described(yield* failureOf(Server.layer(new Settings())), "baseUrl")
      described(yield* failureOf(Authentication.layer(new Settings())), "baseUrl")
      described(yield* failureOf(Server.layerConfig(new Settings())), "baseUrl")
    }))

  it("is refused by every client and server with promises, which sends nothing", async () => {
    const fetchBefore = globalThis.fetch
    let sent = 0
    globalThis.fetch = (() => {
      sent++
      return new Promise(() => {})
    }) as Untyped
    try {
      const more: Untyped = { baseUrl: "https://auth.example.com" }
      const ownerAuth = createAuthClient(owner)
      const serverClient = createServerClient(server)
      const calls: Readonly<Record<string, () => Promise<unknown>>> = {
        createAuthClient: async () => createAuthClient({ ...client, ...more }),
        forRequest: async () => forRequest(request, { ...client, ...more }),
        createServerClient: async () => createServerClient({ ...server, ...more }),
        "forRequest of a server client": async () => serverClient.forRequest(request, more),
        createAdminClient: async () => createAdminClient({ ...admin, ...more }),
        "createAdminClient for an owner": async () => createAdminClient({ owner: ownerAuth, projectId, ...more }),
        "createAuth of latchkey/fetch": () => createFetchAuth({ ...server, ...more }).authenticateRequest(request),
        createMcpAuth: async () => McpAuth.createMcpAuth(createFetchAuth(server), { ...mcp, ...more }),
        "createAuth of latchkey/node": () =>
          createNodeAuth({ ...server, ...more }).authenticateRequest(request as Untyped)
      }
      for (const [entry, call] of Object.entries(calls)) {
        const error = await call().then(() => "no error", (error: unknown) => error)
        assert.instanceOf(error, InvalidOptions, entry)
        assert.include(error.message, "The option baseUrl is unknown")
      }
      assert.strictEqual(sent, 0)
    } finally {
      globalThis.fetch = fetchBefore
    }
  })

  it("createAuthClient accepts the options of a browser's host, and suggests its name for another one", () => {
    const options = { ...client, domain: "example.com", urls: { signIn: "/login" }, redirectMethod: "none" } as const
    assert.isDefined(createAuthClient(options))
    const wrong: Untyped = { ...options, tokenStore: "cookie" }
    assert.throws(() => createAuthClient(wrong), "The option tokenStore is unknown: it is called tokens")
  })

  it.effect("one object can have the options of the client and of its host", () =>
    Effect.gen(function*() {
      const shared = { ...client, apiUrl: "https://auth.example.com" }
      const context = yield* Layer.build(
        Client.layer(shared).pipe(Layer.provideMerge(RequestHost.layer(request, shared)))
      )
      assert.isDefined(context)
      const options = { ...server, apiUrl: "https://auth.example.com" }
      yield* Layer.build(AccessToken.layer(options).pipe(Layer.provide(Jwks.layer(options))))
    }))
})

describe("an option that is inherited, or a getter of a class", () => {
  const apiUrl = "https://auth.example.com"

  class Settings {
    readonly projectId = projectId
    get apiUrl() {
      return apiUrl
    }
  }
  class ServerSettings extends Settings {
    get secretServerKey() {
      return keys.server
    }
  }
  class AdminSettings extends Settings {
    get superSecretAdminKey() {
      return keys.admin
    }
  }

  it("every client and server uses inherited and getter options, so that no key goes to the hosted service", async () => {
    const fetchBefore = globalThis.fetch
    const addresses: Array<string> = []
    globalThis.fetch = ((url: string) => {
      addresses.push(new URL(url).origin)
      return Promise.resolve(new Response("{}", { status: 400 }))
    }) as Untyped
    try {
      const signIn = (auth: Pick<AuthClient, "signIn">) =>
        auth.signIn.password({ email: "ada@example.com", password: "correct horse" })
      const getUser = (server: ServerClient) => server.users.get(projectId)
      const signedIn = new Request("https://app.example.com/", { headers: { "x-stack-auth": `{"refreshToken":"r"}` } })
      const calls: Readonly<Record<string, () => Promise<unknown>>> = {
        createAuthClient: () => signIn(createAuthClient(new Settings())),
        forRequest: () => signIn(forRequest(request, new Settings())),
        createServerClient: () => getUser(createServerClient(new ServerSettings())),
        "forRequest of a server client": () => signIn(createServerClient(new ServerSettings()).forRequest(request)),
        createAdminClient: () => createAdminClient(new AdminSettings()).apiKeys.list(),
        "createAuth of latchkey/fetch": () => createFetchAuth(new ServerSettings()).authenticateRequest(signedIn),
        "an inherited option": () => getUser(createServerClient(Object.create(new ServerSettings())))
      }
      for (const [entry, call] of Object.entries(calls)) {
        addresses.length = 0
        await call().catch(() => undefined)
        assert.deepStrictEqual([entry, ...new Set(addresses)], [entry, apiUrl])
      }
    } finally {
      globalThis.fetch = fetchBefore
    }
  })
})

describe("an unknown option of one call", () => {
  const wrong: Untyped = { freshnes: "session" }
  const refused = (call: () => unknown, name: string) => {
    try {
      call()
    } catch (error) {
      return described(error, name)
    }
    assert.fail(`${name} is accepted`)
  }
  const defectOf = <E>(effect: Effect.Effect<unknown, E, Untyped>) =>
    effect.pipe(
      Effect.catchDefect((defect) => Effect.fail(defect)),
      Effect.flip,
      Effect.provide(Authentication.layer(server)),
      Effect.provideService(Transport, () => Effect.never)
    ) as Effect.Effect<unknown>

  it.effect("authenticate: is refused by name, before the credentials are read", () =>
    Effect.gen(function*() {
      described(yield* defectOf(Authentication.authenticate(request, wrong)), "freshnes")
      described(yield* defectOf(Authentication.authenticateOptional(request, wrong)), "freshnes")
      const value = yield* defectOf(Authentication.authenticate(request, { freshness: "sessions" } as Untyped))
      assert.instanceOf(value, InvalidOptions)
      assert.include(value.message, "The option freshness must be token or session")
    }))

  it.effect("require: a misspelled team does not become a check of the project", () =>
    Effect.gen(function*() {
      const requirement: Untyped = { permission: "read", teamId: "4e2b5c1d-8f60-4f6e-9a4d-2c7f0a9b1e35" }
      const call = Effect.flatMap(Authorization.Authorization, (checks) => checks.require(principal, requirement))
      described(yield* defectOf(call), "teamId")
    }))

  it("creating a handler with an unknown option throws", () => {
    const handler: Untyped = () => new Response()
    const [fetchAuth, nodeAuth, honoAuth] = [createFetchAuth(server), createNodeAuth(server), createHonoAuth(server)]
    for (
      const call of [
        () => fetchAuth.withAuth(handler, wrong),
        () => fetchAuth.protect(handler, wrong),
        () => nodeAuth.withAuth(handler, wrong),
        () => nodeAuth.protect(handler, wrong),
        () => nodeAuth.middleware(wrong),
        () => nodeAuth.requireAuth(wrong),
        () => nodeAuth.fastifyHook(wrong),
        () => honoAuth.middleware(wrong),
        () => honoAuth.requireAuth(wrong)
      ]
    ) refused(call, "freshnes")
  })

  it("webhooks: creating a handler throws", () => {
    const options: Untyped = { secret: `whsec_${btoa("k".repeat(24))}`, onEvent: () => {}, tolerence: "1 minute" }
    refused(() => createWebhookHandler(options), "tolerence")
    refused(() => createNodeWebhookHandler(options), "tolerence")
  })

  it.effect("webhooks: verify dies of an unknown option", () =>
    Effect.gen(function*() {
      const { secret, tolerence } = { secret: "whsec_", tolerence: "1 minute" }
      const call = Webhooks.verify(new Request("https://app.example.com/"), secret, { tolerence } as Untyped)
      described(yield* defectOf(call), "tolerence")
    }))

  it("http-router: creating a middleware throws", () => {
    refused(() => requireAuth(wrong), "freshnes")
    refused(() => optionalAuth(wrong), "freshnes")
  })

  it.effect("http-api: the layer dies of an unknown option", () =>
    Effect.gen(function*() {
      described(yield* failureOf(Layer.provide(HttpApiAuth.layer(wrong), Authentication.layer(server))), "freshnes")
    }))

  it.effect("http-api: the layer of a client fails with InvalidOptions for an unknown option", () =>
    Effect.gen(function*() {
      const options: Untyped = { origins: ["https://api.example.com"], orgins: [] }
      const layer = HttpApiAuth.layerClient(options).pipe(
        Layer.provide(FetchHttpClient.layer),
        Layer.provide(Client.layer(client))
      )
      described(yield* failureOf(layer), "orgins")
    }))

  it.effect("rpc: the layer dies of an unknown option", () =>
    Effect.gen(function*() {
      described(yield* failureOf(Layer.provide(RpcAuth.layer(wrong), Authentication.layer(server))), "freshnes")
    }))

  it("creating a store with an unknown option throws", () => {
    refused(() => SessionStore.make({} as Untyped, { idleLifetme: "1 day" } as Untyped), "idleLifetme")
    refused(() => Webhooks.makeMemory({ size: 10 } as Untyped), "size")
  })
})

describe("suggestOption", () => {
  const known = [
    "apiUrl",
    "publishableClientKey",
    "secretServerKey",
    "requestTimeout",
    "extraRequestHeaders",
    "projectId"
  ]

  it("suggestOption: returns the local name, the replacement, or the most similar name", () =>
    checkRows(
      [
        ["baseUrl", ": it is called apiUrl"],
        ["publishableKey", ": it is called publishableClientKey"],
        ["secretKey", ": it is called secretServerKey"],
        ["timeout", ": it is called requestTimeout"],
        ["apiURL", ": did you mean apiUrl?"],
        ["apiurl", ": did you mean apiUrl?"],
        ["projectID", ": did you mean projectId?"],
        ["porjectId", ": did you mean projectId?"],
        ["publishableClientkeys", ": did you mean publishableClientKey?"],
        ["devTool", ": use DevTools of latchkey/react/devtools"],
        ["inheritsFrom", ": pass the options to each client"],
        ["adminKey", ""],
        ["other", ""],
        ["constructor", ""],
        ["__proto__", ""],
        ["", ""]
      ] as const,
      ([name]) => name,
      ([name, expected]) => assert.strictEqual(optionRules.unknown(name, ...known), `is unknown${expected}`)
    ))
})

describe("src/session/optionNames", () => {
  it("findUnknownName: accepts untyped options", () => {
    for (const none of [undefined, null, 7, true, {}]) assert.isUndefined(findUnknownName(none as Untyped, {}))
    assert.strictEqual(findUnknownName("text" as Untyped, {}), "0")
  })

  it("toPlain: ignores the methods of classes and of Object", () => {
    class Settings {
      readonly a = 1
      get b() {
        return 2
      }
      load() {}
    }
    assert.deepStrictEqual(Object.keys(toPlain(new Settings())), ["a", "b"])
    for (const none of [undefined, null, {}]) assert.deepStrictEqual(toPlain(none as Untyped), none)
  })

  it("toPlain: returns own options, inherited ones and the getters of a class", () => {
    class Settings {
      readonly a = 1
      get b() {
        return 2
      }
    }
    assert.deepStrictEqual(toPlain(Object.create(new Settings())), { a: 1, b: 2 })
  })

  it("pickOptions: returns the named options that exist, including inherited ones", () => {
    assert.deepStrictEqual(pickOptions(Object.create({ a: 1 }) as object, { a: true, d: true }), { a: 1 })
    assert.deepStrictEqual(pickOptions({ a: 1, b: undefined, c: 3 }, { a: true, b: true, d: true }), {
      a: 1,
      b: undefined
    })
  })
})
