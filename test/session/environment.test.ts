/** The environment variables of every layer that reads them, and the host that a secret key is sent to. */
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { Client, InvalidOptions, Project, TokenStore, Transport } from "latchkey"
import { Admin, InternalApiKeys } from "latchkey/admin"
import { AccessToken, Authentication, Jwks, Server, Users } from "latchkey/server"
import * as environment from "../../src/call/environment.ts"
import { layer as layerNext } from "../../src/next/services.ts"
import { checkRows, checkRowsEffect } from "../support/mismatches.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { projectId } from "../support/Wire.ts"

type Environment = Readonly<Record<string, string>>

const forServers = [
  "NEXT_PUBLIC_SERVER_HEXCLAVE_API_URL",
  "NEXT_PUBLIC_SERVER_STACK_API_URL",
  "NEXT_PUBLIC_HEXCLAVE_API_URL_SERVER",
  "NEXT_PUBLIC_STACK_API_URL_SERVER",
  "HEXCLAVE_API_URL_SERVER",
  "STACK_API_URL_SERVER"
]

const forBrowsers = [
  "NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL",
  "NEXT_PUBLIC_BROWSER_STACK_API_URL",
  "NEXT_PUBLIC_HEXCLAVE_API_URL_BROWSER",
  "NEXT_PUBLIC_STACK_API_URL_BROWSER",
  "HEXCLAVE_API_URL_BROWSER",
  "STACK_API_URL_BROWSER"
]

const forBoth = [
  "NEXT_PUBLIC_HEXCLAVE_API_URL",
  "NEXT_PUBLIC_STACK_API_URL",
  "HEXCLAVE_API_URL",
  "STACK_API_URL",
  "NEXT_PUBLIC_HEXCLAVE_URL",
  "NEXT_PUBLIC_STACK_URL"
]

const forVite = ["VITE_HEXCLAVE_API_URL", "VITE_STACK_API_URL"]

const publicNames = (name: string) => [
  `NEXT_PUBLIC_HEXCLAVE_${name}`,
  `NEXT_PUBLIC_STACK_${name}`,
  `HEXCLAVE_${name}`,
  `STACK_${name}`
]

/** Each address has its own host. */
const urlOf = (name: string) => `https://${name.toLowerCase().replaceAll("_", "-")}.test`
const urlsOf = (names: ReadonlyArray<string>): Environment =>
  Object.fromEntries(names.map((name) => [name, urlOf(name)]))

/** The root URL of the hosted service. */
const hosted = "https://api.stack-auth.com"

const keys = {
  HEXCLAVE_PROJECT_ID: projectId,
  STACK_SECRET_SERVER_KEY: "ssk_of_the_environment",
  HEXCLAVE_SUPER_SECRET_ADMIN_KEY: "sak_of_the_environment"
}

interface Sent {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
}

const fromEnv = (env: Environment) => ConfigProvider.fromEnv({ env: { ...env } })

/** Sends a request with a layer, and returns it. */
const sendWith = <R, E>(
  layer: Layer.Layer<R, E>,
  effect: Effect.Effect<unknown, unknown, R>,
  env: Environment,
  provider: ConfigProvider.ConfigProvider = fromEnv({ ...keys, ...env })
): Effect.Effect<Sent, E> =>
  Effect.gen(function*() {
    const sent: Array<Sent> = []
    const context = yield* Layer.build(layer)
    const transport: Transport = ({ headers, url }) =>
      Effect.sync(() => {
        sent.push({ origin: new URL(url).origin, headers })
        return { status: 404, header: () => undefined, body: "" }
      })
    yield* effect.pipe(Effect.ignore, Effect.provideContext(Context.add(context, Transport, transport)))
    assert.isNotEmpty(sent)
    return sent[0]!
  }).pipe(Effect.scoped, Effect.provideService(ConfigProvider.ConfigProvider, provider))

const withStore = <A, E>(layer: Layer.Layer<A, E, TokenStore.TokenStore>) => Layer.provide(layer, TokenStore.layerNone)

/** Each layer that reads the environment, with a call. The first group sends a secret key. */
const secretEntryPoints: Readonly<Record<string, (env: Environment) => Effect.Effect<Sent, unknown>>> = {
  "Server.layerConfig": (env) => sendWith(withStore(Server.layerConfig()), Users.get(projectId), env),
  "Admin.layerConfig": (env) => sendWith(withStore(Admin.layerConfig()), InternalApiKeys.list, env),
  "Authentication.layerConfig": (env) => sendWith(Authentication.layerConfig(), Users.get(projectId), env),
  "createAuth of latchkey/next": (env) => sendWith(layerNext({}), Users.get(projectId), env)
}

const getKey = Effect.flatMap(Jwks.Jwks, ({ getKey }) => getKey("k"))

const entryPoints: typeof secretEntryPoints = {
  ...secretEntryPoints,
  "Client.layerConfig": (env) => sendWith(withStore(Client.layerConfig()), Project.get, env),
  "Jwks.layerConfig": (env) => sendWith(Jwks.layerConfig(), getKey, env),
  "AccessToken.layerConfig": (env) =>
    sendWith(AccessToken.layerConfig().pipe(Layer.provideMerge(Jwks.layerConfig())), getKey, env)
}

const pointNames = Object.keys(entryPoints)

/** The message of the `InvalidOptions` that a layer fails with. */
const messageOf = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.map(Effect.flip(effect), (error) => {
    assert.instanceOf(error, InvalidOptions)
    assert.strictEqual(error.option, "apiUrl")
    return error.message
  })

/** Makes the host look like a browser until the end of the scope. */
const browser = Effect.acquireRelease(
  Effect.sync(() => Object.assign(globalThis, { document: {} })),
  (host) => Effect.sync(() => Reflect.deleteProperty(host, "document"))
)

const pairs = <A, B>(as: ReadonlyArray<A>, bs: ReadonlyArray<B>) => as.flatMap((a) => bs.map((b) => [a, b] as const))

describe("an address in the environment of a server", () => {
  const names = [...forServers, ...forBoth]

  it.effect("an address alone: every layer sends its requests there", () =>
    checkRowsEffect(
      pairs(pointNames, names),
      ([point, name]) => `${name} with ${point}`,
      ([point, name]) =>
        Effect.gen(function*() {
          const { headers, origin } = yield* entryPoints[point]!({ [name]: urlOf(name) })
          assert.strictEqual(origin, urlOf(name))
          if (secretEntryPoints[point] !== undefined) {
            assert.include(JSON.stringify(headers), point.startsWith("Admin") ? "sak_" : "ssk_")
          }
        })
    ))

  it.effect("names for servers precede names for both, and HEXCLAVE precedes STACK", () =>
    checkRowsEffect(
      pairs(pointNames, names.map((_, index) => names.slice(index))),
      ([point, names]) => `${names[0]} with ${point}`,
      ([point, names]) =>
        Effect.gen(function*() {
          const { origin } = yield* entryPoints[point]!(urlsOf([...names.toReversed(), ...forBrowsers, ...forVite]))
          assert.strictEqual(origin, urlOf(names[0]!))
        })
    ))

  it.effect("an empty address is skipped if another variable has a value", () =>
    checkRowsEffect(names.slice(1), String, (name) =>
      Effect.gen(function*() {
        const before = names.slice(0, names.indexOf(name)).map((name) => [name, ""])
        const env = { ...Object.fromEntries(before), [name]: urlOf(name) }
        assert.strictEqual((yield* entryPoints["Server.layerConfig"]!(env)).origin, urlOf(name))
      })))

  it.effect("set for browsers or Vite only: every layer fails, and names the variable", () =>
    checkRowsEffect(
      pairs(pointNames, [...forBrowsers, ...forVite]),
      ([point, name]) => `${name} with ${point}`,
      ([point, name]) =>
        Effect.gen(function*() {
          assert.strictEqual(
            yield* messageOf(entryPoints[point]!({ [name]: urlOf(name) })),
            `The option apiUrl is undefined. ${name} is set, but not read on servers. ` +
              "Pass the option, or set NEXT_PUBLIC_STACK_API_URL or STACK_API_URL"
          )
        })
    ))

  it.effect("empty: every layer fails, and names the variable", () =>
    checkRowsEffect(
      pairs(pointNames, [...names, ...forBrowsers, ...forVite]),
      ([point, name]) => `${name} with ${point}`,
      ([point, name]) =>
        Effect.gen(function*() {
          assert.strictEqual(
            yield* messageOf(entryPoints[point]!({ [name]: "" })),
            `The option apiUrl is undefined, and ${name} is empty. ` +
              "Set it to the URL of the API, or remove it to use the hosted service"
          )
        })
    ))

  it.effect("empty in other kinds of ConfigProvider: a layer fails, and names the variable", () =>
    checkRowsEffect(
      [
        ConfigProvider.fromUnknown({ ...keys, STACK_API_URL: "" }),
        ConfigProvider.fromUnknown({ ...keys, STACK_API_URL: "" }, { preserveEmptyStrings: true }),
        ConfigProvider.fromEnv({ env: { ...keys, STACK_API_URL: "" }, preserveEmptyStrings: true }),
        ConfigProvider.nested(
          ConfigProvider.fromEnv({
            env: Object.fromEntries(
              Object.entries({ ...keys, STACK_API_URL: "" }).map(([name, value]) => [`APP_${name}`, value])
            )
          }),
          "APP"
        )
      ].entries(),
      ([index]) => String(index),
      ([, provider]) =>
        Effect.map(
          messageOf(sendWith(withStore(Server.layerConfig()), Users.get(projectId), {}, provider)),
          (message) => assert.include(message, "STACK_API_URL is empty")
        )
    ))

  it.effect("invalid or without https: every layer fails, names the variable, and never contains the value", () =>
    checkRowsEffect(
      pairs(
        pointNames,
        pairs([...names, "STACK_API_URL_BROWSER"], ["undefined", "auth.example.com", "http://auth.internal"])
      ),
      ([point, [name, value]]) => `${name}=${value} with ${point}`,
      ([point, [name, value]]) =>
        Effect.gen(function*() {
          const env = { [name]: value, ...(name.includes("BROWSER") ? { STACK_API_URL: "https://api.test" } : {}) }
          const message = yield* messageOf(entryPoints[point]!(env))
          assert.match(message, new RegExp(`must be .*\\. It is read from ${name}$`))
          assert.notInclude(message, value === "undefined" ? "\0" : value)
        })
    ))

  it.effect("variables of other programs, or with longer names, are ignored", () =>
    checkRowsEffect(
      ["STACK_API_URL_OTHER", "STACK_API", "MY_STACK_API_URL", "STACK_URL", "API_URL", "HEXCLAVE_API_URL_"],
      String,
      (name) =>
        Effect.gen(function*() {
          for (const value of ["", "https://other.test"]) {
            assert.strictEqual((yield* entryPoints["Server.layerConfig"]!({ [name]: value })).origin, hosted)
          }
        })
    ))

  it.effect("an address in the options replaces all variables", () =>
    Effect.gen(function*() {
      const layer = withStore(Server.layerConfig({ apiUrl: "https://given.test" }))
      for (const env of [urlsOf([...names, ...forBrowsers]), { STACK_API_URL: "" }, { STACK_API_URL_BROWSER: "x" }]) {
        assert.strictEqual((yield* sendWith(layer, Users.get(projectId), env)).origin, "https://given.test")
      }
    }))

  it.effect("tokens may name the address for browsers as their issuer", () =>
    Effect.gen(function*() {
      const env = { STACK_API_URL_SERVER: "https://internal.test", STACK_API_URL: "https://public.test" }
      const read = Effect.provideService(
        Effect.map(Layer.build(layerNext({})), (context) => [...context.mapUnsafe.values()]),
        ConfigProvider.ConfigProvider,
        fromEnv({ ...keys, ...env })
      )
      const services = yield* Effect.scoped(read)
      assert.deepInclude(services.find((service) => "apiUrl" in (service as object)), {
        apiUrl: { browser: "https://public.test", server: "https://internal.test" }
      })
    }))

  it("never lets a secret key reach the hosted service if any name is set", () =>
    fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom(...names, ...forBrowsers, ...forVite),
          fc.constantFrom("", " ", "https://a.test", "https://b.test/", "http://c.test", "undefined", "{}"),
          { minKeys: 1 }
        ),
        fc.constantFrom(...Object.keys(secretEntryPoints)),
        async (env, point) => {
          const origin = await Effect.runPromise(
            secretEntryPoints[point]!(env).pipe(
              Effect.map(({ origin }) => origin),
              Effect.catch((error) => Effect.succeed(error instanceof InvalidOptions ? error.option : "another error"))
            )
          )
          assert.include(["https://a.test", "https://b.test", "apiUrl"], origin)
        }
      ),
      { numRuns: runsOf(200) }
    ))
})

describe("secret keys in options, without an address", () => {
  const options = { projectId, secretServerKey: "ssk_of_the_options" }
  const adminOptions = { projectId, superSecretAdminKey: "sak_of_the_options" }
  /** With the address of the options, if there is one. */
  const points: Readonly<
    Record<string, (env: Environment, given?: { readonly apiUrl: string }) => Effect.Effect<Sent, unknown>>
  > = {
    "Server.layer": (env, given) =>
      sendWith(withStore(Server.layer({ ...options, ...given })), Users.get(projectId), env),
    "Admin.layer": (env, given) =>
      sendWith(withStore(Admin.layer({ ...adminOptions, ...given })), InternalApiKeys.list, env),
    "Authentication.layer": (env, given) =>
      sendWith(Authentication.layer({ ...options, ...given }), Users.get(projectId), env)
  }
  const names = [...forServers, ...forBrowsers, ...forBoth, ...forVite]

  it.effect("secret keys without an address option fail, and name the variable with an address", () =>
    checkRowsEffect(
      pairs(Object.keys(points), names),
      ([point, name]) => `${name} with ${point}`,
      ([point, name]) =>
        Effect.gen(function*() {
          const message = yield* messageOf(points[point]!({ [name]: urlOf(name) }))
          assert.include(message, `${name} is set`)
        })
    ))

  it.effect("secret keys are sent to the given address, or to the hosted service if no variable has one", () =>
    checkRowsEffect(Object.keys(points), String, (point) =>
      Effect.gen(function*() {
        assert.strictEqual((yield* points[point]!({})).origin, hosted)
        const env = urlsOf(names)
        for (const apiUrl of [hosted, "https://other.test"]) {
          assert.strictEqual((yield* points[point]!(env, { apiUrl })).origin, apiUrl)
        }
      })))
})

describe("an address in the environment of a browser", () => {
  const names = [...forBrowsers, ...forBoth]

  it.effect("the names for browsers precede those for both, and HEXCLAVE precedes STACK", () =>
    checkRowsEffect(
      names.map((_, index) => names.slice(index)),
      (names) => names[0]!,
      (names) =>
        Effect.gen(function*() {
          yield* browser
          const { origin } = yield* entryPoints["Client.layerConfig"]!(urlsOf([...names.toReversed(), ...forServers]))
          assert.strictEqual(origin, urlOf(names[0]!))
        })
    ))

  it.effect("set for servers only: the layer fails, and names the variable", () =>
    checkRowsEffect([...forServers, ...forVite], String, (name) =>
      Effect.gen(function*() {
        yield* browser
        const message = yield* messageOf(entryPoints["Client.layerConfig"]!({ [name]: urlOf(name) }))
        assert.include(message, `${name} is set, but not read in browsers`)
      })))
})

describe("other options in the environment", () => {
  it.effect("the first name that is set wins, and HEXCLAVE precedes STACK", () =>
    checkRowsEffect(
      ["PROJECT_ID", "PUBLISHABLE_CLIENT_KEY"].flatMap((name) =>
        publicNames(name).map((_, index, names) => [name, names.slice(index)] as const)
      ),
      ([, names]) => names[0]!,
      ([option, names]) =>
        Effect.gen(function*() {
          const valueOf = (name: string) =>
            option === "PROJECT_ID"
              ? `00000000-0000-4000-8000-00000000000${publicNames(option).indexOf(name)}`
              : `pck_${name}`
          const env = Object.fromEntries(names.toReversed().map((name) => [name, valueOf(name)]))
          const context = yield* Layer.build(withStore(Client.layerConfig())).pipe(
            Effect.provideService(ConfigProvider.ConfigProvider, fromEnv({ STACK_PROJECT_ID: projectId, ...env }))
          )
          const { clientSecret, projectId: id } = Context.get(context, Client.Client).caller.connection
          assert.strictEqual(option === "PROJECT_ID" ? id : clientSecret, valueOf(names[0]!))
        })
    ))

  it.effect("extra headers: the first name that is set wins", () =>
    checkRowsEffect(
      publicNames("EXTRA_REQUEST_HEADERS").map((_, index, names) => names.slice(index)),
      (names) => names[0]!,
      (names) =>
        Effect.gen(function*() {
          const env = Object.fromEntries(names.toReversed().map((name) => [name, JSON.stringify({ "x-name": name })]))
          const { headers } = yield* entryPoints["Server.layerConfig"]!(env)
          assert.strictEqual(headers["x-name"], names[0])
        })
    ))

  it.effect("secret keys: HEXCLAVE precedes STACK, and either is enough", () =>
    Effect.gen(function*() {
      const send = (env: Environment) =>
        sendWith(
          withStore(Server.layerConfig()),
          Users.get(projectId),
          {},
          fromEnv({ STACK_PROJECT_ID: projectId, ...env })
        )
      for (
        const env of [
          { HEXCLAVE_SECRET_SERVER_KEY: "ssk_wanted", STACK_SECRET_SERVER_KEY: "ssk_other" },
          { HEXCLAVE_SECRET_SERVER_KEY: "ssk_wanted" },
          { HEXCLAVE_SECRET_SERVER_KEY: "", STACK_SECRET_SERVER_KEY: "ssk_wanted" }
        ]
      ) {
        assert.strictEqual((yield* send(env)).headers["x-stack-secret-server-key"], "ssk_wanted")
      }
    }))

  it.effect("an address in one family and a key in the other are used together", () =>
    Effect.gen(function*() {
      const env = {
        HEXCLAVE_API_URL: "https://auth.test",
        STACK_SECRET_SERVER_KEY: "ssk_1",
        STACK_PROJECT_ID: projectId
      }
      const sent = yield* sendWith(withStore(Server.layerConfig()), Users.get(projectId), {}, fromEnv(env))
      assert.strictEqual(sent.origin, "https://auth.test")
      assert.strictEqual(sent.headers["x-stack-secret-server-key"], "ssk_1")
    }))
})

describe("src/call/environment", () => {
  it("getAllNames: has every name of every option once", () => {
    assert.sameMembers([...environment.getAllNames("apiUrl")], [...forServers, ...forBrowsers, ...forBoth, ...forVite])
    for (
      const [option, name] of [["projectId", "PROJECT_ID"], ["publishableClientKey", "PUBLISHABLE_CLIENT_KEY"]] as const
    ) {
      const vite = [`VITE_HEXCLAVE_${name}`, `VITE_STACK_${name}`]
      assert.sameMembers([...environment.getAllNames(option)], [...publicNames(name), ...vite])
    }
    assert.deepStrictEqual(environment.getAllNames("secretServerKey"), [
      "HEXCLAVE_SECRET_SERVER_KEY",
      "STACK_SECRET_SERVER_KEY"
    ])
  })

  it("makeEnvironment: sets every name, and no secret key with a prefix for browsers", () => {
    const env = environment.makeEnvironment({
      apiUrl: "u",
      projectId: "p",
      secretServerKey: "s",
      publishableClientKey: undefined
    })
    assert.strictEqual(env["NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL"], "u")
    assert.deepStrictEqual(
      Object.entries(env).flatMap(([name, value]) => value === "s" ? [name] : []),
      ["HEXCLAVE_SECRET_SERVER_KEY", "STACK_SECRET_SERVER_KEY"]
    )
    assert.notInclude(Object.values(env), undefined)
  })

  it("isServiceVariable: is true for the names of both brands, with any prefix", () => {
    checkRows(
      [
        ["STACK_API_URL", true],
        ["VITE_HEXCLAVE_PROJECT_ID", true],
        ["EXPO_PUBLIC_STACK_PROJECT_ID", true],
        ["HAYSTACK_URL", false],
        ["STACKS", false],
        ["DATABASE_URL", false]
      ] as const,
      ([name]) => name,
      ([name, expected]) => assert.strictEqual(environment.isServiceVariable(name), expected)
    )
  })

  it("removePrefix: removes the prefix for browsers only", () => {
    for (const prefix of ["", "VITE_", "NEXT_PUBLIC_", "EXPO_PUBLIC_"]) {
      assert.strictEqual(environment.removePrefix(`${prefix}STACK_SECRET_SERVER_KEY`), "STACK_SECRET_SERVER_KEY")
      assert.strictEqual(environment.removePrefix(`${prefix}HEXCLAVE_API_URL`), "HEXCLAVE_API_URL")
    }
    assert.strictEqual(environment.removePrefix("VITE_OTHER"), "VITE_OTHER")
  })
})
