/** Invalid options: `createAuthClient` and `forRequest` throw, name the option and the fix, and send nothing. */
import { assert, describe, it } from "@effect/vitest"
import { Emulator } from "latchkey/emulator"
import { createAuthClient, forRequest, InvalidOptions } from "latchkey/promise"
import { createAdminClient } from "latchkey/promise/admin"
import { createServerClient } from "latchkey/promise/server"
import { checkRows } from "../support/mismatches.ts"
import { appUrl, rejection, startService, thrown } from "./support.ts"

// Untyped code can pass any options.
type Untyped = any

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
const request = new Request("https://app.example.com/")

const constructors: Readonly<Record<string, (options: Untyped) => unknown>> = {
  createAuthClient: (options) => createAuthClient(options),
  forRequest: (options) => forRequest(request, options)
}

/** Checks the error of each constructor. */
const assertThrows = (options: Untyped, option: string, message: string | RegExp, only?: string) => {
  for (const [name, construct] of Object.entries(constructors)) {
    if (only !== undefined && name !== only) continue
    const error = thrown(() => construct(options))
    assert.instanceOf(error, InvalidOptions, name)
    assert.strictEqual(error.option, option, name)
    assert.strictEqual(error.code, "INVALID_OPTIONS")
    assert.include(error.message, `The option ${option} `)
    if (typeof message === "string") assert.include(error.message, message, name)
    else assert.match(error.message, message, name)
  }
}

describe("an invalid option", () => {
  it("arguments in the style of other clients throw", () => {
    assertThrows("https://auth.example.com", "options", "must be an object with projectId")
    assertThrows(null, "options", "must be an object")
  })

  it("throws for every client, and is named", () =>
    checkRows(
      [
        [{ projectId: "abc" }, "projectId", "must be a UUID, or internal"],
        [{ projectId: "" }, "projectId", "must be a UUID, or internal"],
        [{ projectId: 7 }, "projectId", "must be a UUID, or internal"],
        [{ publishableClientKey: "" }, "publishableClientKey", "must be a key: not empty, and without spaces"],
        [{ publishableClientKey: "ssk_1" }, "publishableClientKey", "must start with pck_, but starts with ssk_"],
        [{ publishableClientKey: "<redacted>" }, "publishableClientKey", "the text <redacted>"],
        [{ secretServerKey: "ssk_1" }, "secretServerKey", "must not be in a client, where anyone can read it"],
        [{ superSecretAdminKey: "sak_1" }, "superSecretAdminKey", "must not be in a client, where anyone can read it"],
        [
          { apiUrl: "https://auth.example.com/api/v1" },
          "apiUrl",
          "must be the root of the service. Remove /api and the version"
        ],
        [{ apiUrl: "https://auth.example.com/api" }, "apiUrl", "Remove /api"],
        [{ apiUrl: "auth.example.com" }, "apiUrl", "must be an absolute http or https URL"],
        [{ apiUrl: null }, "apiUrl", "must be an absolute http or https URL"],
        [{ apiUrl: "https://a:b@auth.example.com" }, "apiUrl", "must not contain a user name or a password"],
        [{ apiUrl: "https://auth.example.com/?a" }, "apiUrl", "must not have a query or a hash"],
        [{ apiUrl: "http://auth.example.com" }, "apiUrl", "allowInsecureApiUrl"],
        [{ apiGeneration: "2024" }, "apiGeneration", "must be 2025 or 2026"],
        [{ headerFamily: "other" }, "headerFamily", "must be stack or hexclave"],
        [{ extraRequestHeaders: { "a b": "c" } }, "extraRequestHeaders", "must map header names to strings"],
        [{ requestTimeout: "soon" }, "requestTimeout", "must be a duration"],
        [{ responseLimit: 0 }, "responseLimit", "must be a number of bytes"],
        [{ apiOrigins: ["https://api.example.com/v1"] }, "apiOrigins", "such as https://api.example.com"],
        [{ apiOrigins: ["api.example.com"] }, "apiOrigins", "must be a list of https origins"],
        [{ apiOrigins: ["*"] }, "apiOrigins", "must be a list of https origins"],
        [{ apiOrigins: "https://api.example.com" }, "apiOrigins", "must be a list of https origins"],
        [{ apiOrigins: [7] }, "apiOrigins", "must be a list of https origins"],
        [{ fetch: "fetch" }, "fetch", "must be a function"],
        [{ fetch: null }, "fetch", "must be a function"],
        [{ domain: "not a domain" }, "domain", ""],
        [{ urls: { signIn: "login" } }, "urls.signIn", "must be a path that starts with a slash"],
        [{ urls: { sign_in: "/login" } }, "urls.sign_in", "is not a page"],
        [{ urls: { afterSignIn: "https://evil.example/" } }, "urls.afterSignIn", "Use a relative URL"],
        [{ redirectMethod: "push" }, "redirectMethod", "must be none, window, or an object"]
      ] as const,
      ([options]) => JSON.stringify(options),
      ([options, option, message]) => assertThrows({ projectId, ...options }, option, message)
    ))

  it("throws if it is only for the client of a browser or of a script", () =>
    checkRows(
      [
        [{ tokens: "cookies" }, "tokens", "is cookies, but this is no browser. Omit it, or use forRequest"],
        [{ tokens: "localStorage" }, "tokens", "must be cookies, memory, or an object with a valid refreshToken"],
        [{ tokens: null }, "tokens", "must be cookies, memory, or an object with a valid refreshToken"],
        [{ tokens: 7 }, "tokens", "must be cookies, memory, or an object with a valid refreshToken"],
        [{ storage: new Map(), tokens: "memory" }, "storage", "must not be combined with tokens"],
        [{ storage: new Map() }, "storage", "getItem"],
        [{ storage: "localStorage" }, "storage", "getItem"],
        [{ appUrl: "localhost:3000" }, "appUrl", "must be an absolute http or https URL"],
        [{ appUrl: "/app" }, "appUrl", "must be an absolute http or https URL"],
        [{ appUrl: 7 }, "appUrl", "must be an absolute http or https URL"],
        [{ appUrl: "javascript:alert(1)" }, "appUrl", "must be an absolute http or https URL"]
      ] as const,
      ([options]) => JSON.stringify(options),
      ([options, option, message]) => assertThrows({ projectId, ...options }, option, message, "createAuthClient")
    ))

  it("throws if it is unknown, with a suggestion", () =>
    checkRows(
      [
        ["baseUrl", "it is called apiUrl"],
        ["baseURL", "it is called apiUrl"],
        ["apiURL", "did you mean apiUrl?"],
        ["projectid", "did you mean projectId?"],
        ["anonKey", "it is called publishableClientKey"],
        ["cookieDomain", "it is called domain"],
        ["timeout", "it is called requestTimeout"],
        ["redirectUrls", "it is called urls"],
        ["constructor", "is unknown"],
        ["0", "is unknown"]
      ] as const,
      ([name]) => name,
      ([name, message]) => {
        for (const value of ["https://auth.example.com", undefined]) {
          assertThrows({ projectId, [name]: value }, name, message)
        }
        assertThrows(Object.assign(Object.create({ [name]: "x" }), { projectId }), name, message)
      }
    ))

  it("throws if it is unknown to the client of a script or a browser only", () =>
    checkRows(
      [
        ["tokenStore", "it is called tokens"],
        ["store", "it is called storage"],
        ["appURL", "did you mean appUrl?"]
      ] as const,
      ([name]) => name,
      ([name, message]) => assertThrows({ projectId, [name]: "x" }, name, message, "createAuthClient")
    ))

  it("throws if the project is missing, and names the variables", () => {
    for (const options of [{}, { projectId: undefined }, undefined]) {
      assertThrows(
        options,
        "projectId",
        /^The option projectId is undefined\. Pass it, or set NEXT_PUBLIC_STACK_PROJECT_ID/
      )
    }
  })

  it("throws at the caller's line", () => {
    const createFromApp = () => createAuthClient({ projectId: "abc" })
    const openFromApp = () => forRequest(request, { projectId: "abc" })
    for (const create of [createFromApp, openFromApp]) {
      const { stack } = thrown(create) as Error
      const [message, frame] = stack!.split("\n")
      assert.include(message, "InvalidOptions: The option projectId must be a UUID")
      assert.include(frame, create.name)
      assert.include(frame, "options.test")
    }
  })

  it("does not show a key in its message", () => {
    const key = "ssk_secret_of_the_test"
    for (const name of ["publishableClientKey", "secretServerKey", "superSecretAdminKey"]) {
      const error = thrown(() => createAuthClient({ projectId, [name]: key } as Untyped)) as Error
      assert.notInclude(`${error.stack}${JSON.stringify(error)}`, key)
    }
  })
})

describe("an option", () => {
  it("is optional, except the project", async () => {
    await using auth = createAuthClient({ projectId })
    assert.deepStrictEqual(auth.session.get(), { status: "signed-out" })
    await using other = createAuthClient({ projectId: "internal" })
    assert.strictEqual(other.session.get().status, "signed-out")
  })

  it("options may be inherited or class getters", async () => {
    await using service = await startService()
    class Settings {
      readonly projectId = Emulator.clientOptions.projectId
      readonly fetch = service.fetch
      get publishableClientKey() {
        return Emulator.clientOptions.publishableClientKey
      }
    }
    for (const options of [new Settings(), Object.create(new Settings())]) {
      await using auth = createAuthClient(options)
      assert.isNull((await auth.project.get()).error)
    }
  })

  it("an omitted option is read from the environment", async () => {
    await using service = await startService()
    const variables = {
      NEXT_PUBLIC_STACK_PROJECT_ID: Emulator.clientOptions.projectId,
      NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: Emulator.clientOptions.publishableClientKey,
      NEXT_PUBLIC_STACK_API_URL: "https://api.stack-auth.com"
    }
    Object.assign(process.env, variables)
    try {
      const { fetch } = service
      await using fromVariables = createAuthClient({ fetch })
      assert.strictEqual((await fromVariables.project.get().orThrow()).id, Emulator.clientOptions.projectId)
      assert.strictEqual(JSON.parse(JSON.stringify(fromVariables)).apiUrl, "https://api.stack-auth.com")
      await using ofRequest = forRequest(request, { fetch })
      assert.isNull((await ofRequest.project.get()).error)
      await using given = createAuthClient({ fetch, projectId })
      assert.strictEqual(JSON.parse(JSON.stringify(given)).projectId, projectId)
      process.env["NEXT_PUBLIC_STACK_API_URL"] = "https://auth.example.com/api/v1"
      assertThrows({}, "apiUrl", "It is read from NEXT_PUBLIC_STACK_API_URL")
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name]
    }
  })

  it("apiUrl: selects the host of the requests", async () => {
    const hosts: Array<string> = []
    await using auth = createAuthClient({
      projectId,
      apiUrl: "https://auth.example.com/sub/",
      fetch: (input) => {
        hosts.push(String(input))
        return Promise.resolve(new Response("{}", { status: 400 }))
      }
    })
    await auth.project.checkHealth()
    assert.deepStrictEqual(hosts, ["https://auth.example.com/sub/health"])
  })

  it("apiOrigins: may end with a slash", async () => {
    await using auth = createAuthClient({
      projectId,
      apiOrigins: ["https://api.example.com/"],
      fetch: () => Promise.resolve(new Response("OK"))
    })
    assert.strictEqual(await (await auth.fetch("https://api.example.com/x")).text(), "OK")
  })

  it("tokens: starts with a session, or with none", async () => {
    await using service = await startService()
    const user = await service.emulator.createUser()
    const { accessToken, refreshToken } = await service.emulator.createSession(user)
    for (const tokens of [{ accessToken, refreshToken }, { refreshToken }, { accessToken }]) {
      assert.strictEqual((await service.client({ tokens }).getUser().orThrow())?.id, user.id)
    }
    for (const tokens of [{ refreshToken: null }, { refreshToken: "" }, "memory"] as const) {
      assert.strictEqual(service.client({ tokens }).session.get().status, "signed-out")
    }
  })

  it("tokens: throws for any other value, instead of signing the user out", async () => {
    await using service = await startService()
    const { id } = await service.emulator.createUser()
    await using server = createServerClient({ ...Emulator.serverOptions, fetch: service.fetch })
    const call = server.sessions.create(id)
    const tokens = await call.orThrow()
    assert.strictEqual((await service.client({ tokens }).getUser().orThrow())?.id, id)
    const others: ReadonlyArray<Untyped> = [
      {},
      [],
      [tokens],
      // The tokens are not enumerable.
      { ...tokens },
      JSON.parse(JSON.stringify(tokens)),
      call,
      await call,
      { refresh_token: tokens.refreshToken },
      { refreshToken: `${tokens.refreshToken}\n` },
      { refreshToken: "undefined", accessToken: tokens.accessToken },
      { accessToken: "not a token" }
    ]
    for (const other of others) {
      const error = thrown(() => createAuthClient({ ...Emulator.clientOptions, tokens: other }))
      assert.instanceOf(error, InvalidOptions)
      assert.strictEqual(error.option, "tokens")
    }
  })

  it("apiOrigins: throws for unencrypted origins, and for origins that match no request", () => {
    for (
      const origin of ["http://api.example.com", "ws://api.example.com", "https://*.example.com", "https://a.test/b"]
    ) {
      assertThrows({ projectId, apiOrigins: [origin] }, "apiOrigins", "must be a list of https origins")
    }
    const accepted = {
      apiOrigins: [
        "http://localhost:3000",
        "https://api.example.com/",
        "http://127.0.0.1",
        "https://API.example.com:443"
      ]
    }
    createAuthClient({ projectId, ...accepted })
    createAuthClient({ projectId, apiOrigins: ["http://api.lan"], allowInsecureApiUrl: true })
  })

  it("extraRequestHeaders: throws for a Headers object, whose entries would not be sent", () => {
    for (const headers of [new Headers({ "x-a": "b" }), new Map([["x-a", "b"]])]) {
      assertThrows(
        { projectId, extraRequestHeaders: headers },
        "extraRequestHeaders",
        "must map header names to strings"
      )
    }
  })

  it("a client that failed to open sends no request", async () => {
    await using service = await startService()
    thrown(() => service.client({ projectId: "abc" }))
    assert.deepStrictEqual(service.requests, [])
    assert.deepInclude(await rejection(service.client({ appUrl: undefined }).signIn.oauth("github")), {
      code: "INVALID_OPTIONS"
    })
    assert.deepStrictEqual(service.requests, [])
    assert.isString(appUrl)
  })
})

describe("an environment that the host denies access to", () => {
  /** Runs with variables of which one throws, as with a permission for single ones in Deno. */
  const withDenied = (variables: Readonly<Record<string, string>>, denied: RegExp, run: () => void) => {
    const { env } = process
    process.env = new Proxy<Record<string, string | undefined>>(variables, {
      get: (target, name) => {
        if (denied.test(String(name))) throw new Error(`Requires env access to ${String(name)}`)
        return Reflect.get(target, name)
      }
    })
    try {
      run()
    } finally {
      process.env = env
    }
  }
  const keys = { STACK_PROJECT_ID: projectId, STACK_SECRET_SERVER_KEY: "ssk_a", STACK_SUPER_SECRET_ADMIN_KEY: "sak_a" }

  it("a secret key is not sent to the hosted service if the variable of the address cannot be read", () =>
    withDenied({ ...keys, STACK_API_URL: "https://auth.example.com" }, /API_URL/, () => {
      for (const create of [() => createServerClient(), () => createAdminClient()]) {
        const error = thrown(create)
        assert.instanceOf(error, InvalidOptions)
        assert.strictEqual(error.option, "apiUrl")
        assert.match(error.message, /this host denies access to .*API_URL/)
      }
      const server: Untyped = createServerClient({ apiUrl: "https://auth.example.com" })
      assert.strictEqual(server.toJSON().apiUrl, "https://auth.example.com")
    }))

  it("other variables that cannot be read are missing", () =>
    withDenied({}, /STACK|HEXCLAVE/, () => {
      assert.instanceOf(thrown(() => createAuthClient()), InvalidOptions)
      createAuthClient({ projectId })
    }))
})
