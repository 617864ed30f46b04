import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import {
  CookieTokenStore,
  InvalidOptions,
  NextTokenStore,
  RequestHost,
  RequestTokenStore,
  Tokens,
  TokenStore
} from "latchkey"
import { getRefreshNames } from "../../src/session/sessionCookies.ts"
import { type Jar, makeJar } from "../support/host.ts"
import { makeNext } from "../support/next.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { projectId, start } from "./support.ts"

const domain = "example.com"
const [app, docs, site] = ["https://app.example.com/account", "https://docs.example.com/", "https://example.com/"]

const refreshName = `stack-refresh-${projectId}`
const hostName = `__Host-${refreshName}--default`
/** `example.com` as the service's clients encode it. */
const sharedName = `${refreshName}--custom-CNW62VBGDHJJWRVFDM`

const alice = Tokens.make({ refreshToken: "alice", accessToken: "of alice" })!
const bob = Tokens.make({ refreshToken: "bob", accessToken: "of bob" })!

const json = (refresh_token: string, updated_at_millis: number) => JSON.stringify({ refresh_token, updated_at_millis })

const refreshTokenOf = (tokens: Tokens.Tokens | undefined) =>
  tokens?.refreshToken && Redacted.value(tokens.refreshToken)

const tab = (jar: Jar, url: string, options: Partial<CookieTokenStore.CookieTokenStoreOptions> = { domain }) =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(CookieTokenStore.layer({ projectId, ...options }), jar.layer(url)))),
    Context.get(TokenStore.TokenStore)
  )

const found = (jar: Jar, url: string) => Effect.flatMap(tab(jar, url), (store) => Effect.map(store.get, refreshTokenOf))

const put = (jar: Jar, url: string, name: string, value: string, attributes = "Path=/; Secure") =>
  jar.receive(url, `${name}=${encodeURIComponent(value)}; ${attributes}`)

const ofDomain = `Path=/; Secure; Domain=${domain}`

/** The cookies by domain. */
const places = (jar: Jar) =>
  jar.cookies.map(({ domain, isHostOnly, name }) => [name, isHostOnly ? domain : `*.${domain}`])

describe("CookieTokenStore with a domain", () => {
  it.effect("writes the refresh token for the domain, and the access token for the host", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const jar = yield* makeJar
      yield* (yield* tab(jar, app)).modify(() => alice)
      assert.deepStrictEqual(places(jar), [[sharedName, "*.example.com"], ["stack-access", "app.example.com"]])
      assert.deepInclude(jar.cookies[0], { maxAge: 31_536_000, path: "/", isSecure: true, sameSite: "lax" })
      assert.strictEqual(jar.values()[sharedName], json("alice", start))
    }))

  it.effect("shares sign-ins and sign-outs between tabs on several subdomains", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const stores = [yield* tab(jar, app), yield* tab(jar, docs), yield* tab(jar, site)]
      const seen = Effect.forEach(stores, (store) => Effect.map(store.get, refreshTokenOf))
      for (const writer of stores) {
        for (const tokens of [alice, bob, undefined]) {
          yield* writer.modify(() => tokens)
          assert.deepStrictEqual(yield* seen, Array(3).fill(refreshTokenOf(tokens)))
        }
        assert.isEmpty(jar.cookies.filter(({ name }) => name !== "stack-access"))
      }
    }))

  it.effect("notifies a tab on another subdomain of a sign-in within 100 ms", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const told: Array<unknown> = []
      yield* (yield* tab(jar, docs)).subscribe((tokens) => told.push(refreshTokenOf(tokens)))
      yield* (yield* tab(jar, app)).modify(() => alice)
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(told, ["alice"])
    }))

  it.effect("moves a host's session to the domain at the next write", () =>
    Effect.gen(function*() {
      for (const name of [hostName, refreshName, "stack-refresh", `__Host-hexclave-refresh-${projectId}--default`]) {
        const jar = yield* makeJar
        put(jar, app, name, name.endsWith("--default") ? json("alice", 1) : "alice")
        assert.isUndefined(yield* found(jar, docs))
        yield* (yield* tab(jar, app)).modify(() => alice)
        assert.deepStrictEqual(places(jar), [[sharedName, "*.example.com"], ["stack-access", "app.example.com"]], name)
        assert.strictEqual(yield* found(jar, docs), "alice")
      }
    }))

  it.effect("replaces a host cookie that has the domain cookie's name", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      put(jar, app, sharedName, json("old", 1))
      yield* (yield* tab(jar, app)).modify(() => alice)
      assert.deepStrictEqual(places(jar), [[sharedName, "*.example.com"], ["stack-access", "app.example.com"]])
    }))

  it.effect("CookieTokenStore: writes a host cookie if the host is outside the domain, or the domain is a public suffix", () =>
    Effect.gen(function*() {
      const hosts = [
        ["http://localhost:3000/", domain, `${refreshName}--default`],
        ["https://preview.example.org/", domain, hostName],
        ["https://notexample.com/", domain, hostName],
        ["https://shop.example.co.uk/", "co.uk", hostName],
        [app, "docs.example.com", hostName]
      ] as const
      for (const [url, domain, name] of hosts) {
        const jar = yield* makeJar
        const store = yield* tab(jar, url, { domain })
        yield* store.modify(() => alice)
        assert.deepStrictEqual(jar.cookies.map(({ isHostOnly, name }) => [name, isHostOnly]), [
          [name, true],
          ["stack-access", true]
        ], url)
        assert.strictEqual(yield* found(jar, url), "alice")
        yield* store.modify(() => undefined)
        assert.deepStrictEqual(jar.cookies, [])
      }
    }))

  it.effect("accepts the domain in upper case", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      yield* (yield* tab(jar, app, { domain: "Example.COM" })).modify(() => alice)
      assert.strictEqual(places(jar)[0]?.[0], sharedName)
    }))

  it.effect("CookieTokenStore: fails with InvalidOptions if the value is not a domain", () =>
    Effect.gen(function*() {
      const invalid = [
        "",
        "com",
        "localhost",
        ".example.com",
        "example.com.",
        "https://example.com",
        "example.com:3000"
      ]
      for (const domain of [...invalid, "*.example.com", "exa mple.com", "example.com/", "exämple.com"]) {
        const exit = yield* Effect.exit(tab(yield* makeJar, app, { domain }))
        assert.isTrue(Exit.isFailure(exit), domain)
        const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.instanceOf(error, InvalidOptions, domain)
        const typed = yield* Effect.flip(
          Layer.build(RequestHost.layer({ url: app, headers: {} }, { projectId, domain }))
        )
        assert.deepInclude(typed, { _tag: "InvalidOptions", option: "domain" })
      }
    }))
})

describe("CookieTokenStore without a domain", () => {
  it.effect("a refresh keeps a session shared by a domain in its cookies", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      put(jar, app, sharedName, json("alice", 1), ofDomain)
      const store = yield* tab(jar, app, {})
      yield* store.modify(() => alice)
      assert.deepStrictEqual(places(jar), [[sharedName, "*.example.com"], ["stack-access", "app.example.com"]])
      yield* store.modify(() => undefined)
      assert.deepStrictEqual(jar.cookies, [])
    }))

  it.effect("never writes another session to a domain named by a cookie, because another site may have set it", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      put(jar, "https://evil.example.com/", sharedName, json("of evil", start), ofDomain)
      yield* (yield* tab(jar, app, {})).modify(() => alice)
      assert.deepStrictEqual(places(jar), [[hostName, "app.example.com"], ["stack-access", "app.example.com"]])
      assert.notInclude(jar.header("https://evil.example.com/"), "alice")
    }))
})

describe("a server response", () => {
  const answer = (request: { url: string; headers: Record<string, string> }, tokens: Tokens.Tokens | undefined) =>
    Effect.gen(function*() {
      yield* (yield* TokenStore.TokenStore).modify(() => tokens)
      return (yield* RequestHost.headers).getSetCookie()
    }).pipe(
      Effect.provide(
        RequestTokenStore.layer(request, { projectId, domain }).pipe(
          Layer.provideMerge(RequestHost.layerHost(request))
        )
      )
    )

  it.effect("sets and removes the domain cookie", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      put(jar, app, sharedName, json("old", 1))
      put(jar, app, refreshName, "old", ofDomain)
      for (const line of yield* answer({ url: app, headers: { cookie: jar.header(app) } }, alice)) {
        jar.receive(app, line)
      }
      assert.strictEqual(yield* found(jar, docs), "alice")
      assert.sameDeepMembers(places(jar), [
        [sharedName, "*.example.com"],
        ["stack-access", "app.example.com"]
      ])
      for (const line of yield* answer({ url: docs, headers: { cookie: jar.header(docs) } }, undefined)) {
        jar.receive(docs, line)
      }
      assert.isUndefined(yield* found(jar, app))
    }))

  it.effect("sets a host cookie if the host is outside the domain or HTTPS is off", () =>
    Effect.gen(function*() {
      for (
        const [url, name] of [["https://example.org/", hostName], [
          "http://localhost/",
          `${refreshName}--default`
        ]] as const
      ) {
        const lines = yield* answer({ url, headers: {} }, alice)
        assert.lengthOf(lines, 2)
        assert.isTrue(lines[0]!.startsWith(`${name}=`), lines[0])
        assert.notInclude(lines.join(), "Domain=")
      }
    }))
})

describe("NextTokenStore with a domain", () => {
  const run = (
    cookies: ReturnType<typeof makeNext>["cookies"],
    tokens: Tokens.Tokens | undefined,
    headers: Record<string, string> = {}
  ) =>
    Effect.flatMap(TokenStore.TokenStore, (store) => store.modify(() => tokens)).pipe(
      Effect.provide(NextTokenStore.layer({ projectId, domain, cookies, headers }))
    )

  it.effect("sets and removes the domain cookie if the headers name a host below it", () =>
    Effect.gen(function*() {
      for (const name of ["host", "x-forwarded-host"]) {
        const jar = yield* makeJar
        const action = makeNext("", "server action")
        yield* run(action.cookies, alice, { [name]: "App.example.com:443, proxy", "x-forwarded-proto": "https" })
        for (const line of action.lines()) jar.receive(app, line)
        assert.deepStrictEqual(places(jar), [[sharedName, "*.example.com"], ["stack-access", "app.example.com"]])
        const signOut = makeNext(jar.header(docs), "server action")
        yield* run(signOut.cookies, undefined)
        for (const line of signOut.lines()) jar.receive(docs, line)
        assert.isUndefined(yield* found(jar, app))
      }
    }))

  it.effect("sets a host cookie if the host is unknown or outside the domain", () =>
    Effect.gen(function*() {
      for (const headers of [{}, { host: "localhost:3000" }, { host: "notexample.com" }]) {
        const action = makeNext("", "server action")
        yield* run(action.cookies, alice, headers)
        assert.isTrue(action.lines()[0]!.startsWith(`${refreshName}--default=`))
        assert.notInclude(action.lines().join(), "Domain=")
      }
    }))

  it.effect("sets the domain cookie without headers if the browser sent it", () =>
    Effect.gen(function*() {
      const action = makeNext(`${sharedName}=${encodeURIComponent(json("alice", 1))}`, "server action")
      yield* run(action.cookies, alice)
      assert.include(action.lines()[0], "Domain=example.com")
      assert.isTrue(action.lines()[0]!.startsWith(`${sharedName}=`))
    }))
})

/** Returns the refresh token that the service's client 2.8.86 reads. */
const officialRead = (cookies: Readonly<Record<string, string>>): string | undefined => {
  for (const name of [refreshName, "stack-refresh"]) if (cookies[name]) return cookies[name]
  let newest: { readonly token: string; readonly at: number } | undefined
  for (const [name, value] of Object.entries(cookies)) {
    if (!name.startsWith(`${refreshName}--`) && !name.startsWith(`__Host-${refreshName}--`)) continue
    try {
      const { refresh_token: token, updated_at_millis: at = -Infinity } = JSON.parse(value)
      if (typeof token === "string" && (newest === undefined || at > newest.at)) newest = { token, at }
    } catch {
      // Not a client cookie.
    }
  }
  return newest?.token
}

describe("a session and the service's client", () => {
  const names = [refreshName, "stack-refresh", hostName, `${refreshName}--default`, sharedName]
  const cookies = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom("r1", "r2", "r3"), fc.nat(5)))

  it("both read the same session from any cookies", () => {
    fc.assert(
      fc.property(cookies, (given) =>
        Effect.runSync(Effect.scoped(Effect.gen(function*() {
          const jar = yield* makeJar
          for (const [name, token, at] of given) {
            const value = name.includes("--") ? json(token, at) : token
            put(jar, app, name, value, name === sharedName ? ofDomain : undefined)
          }
          assert.strictEqual(yield* found(jar, app), officialRead(jar.values()))
        })))),
      { numRuns: runsOf(100) }
    )
  })

  it("both read the session written by this store, after any earlier cookies and with any domain", () => {
    fc.assert(
      fc.property(
        cookies,
        fc.constantFrom(undefined, domain),
        fc.boolean(),
        (given, domain, isSignOut) =>
          Effect.runSync(Effect.scoped(Effect.gen(function*() {
            const jar = yield* makeJar
            for (const [name, token, at] of given) {
              const value = name.includes("--") ? json(token, at) : token
              put(jar, app, name, value, name === sharedName ? ofDomain : undefined)
            }
            yield* (yield* tab(jar, app, { domain })).modify(() => isSignOut ? undefined : alice)
            assert.strictEqual(officialRead(jar.values()), isSignOut ? undefined : "alice")
            assert.lengthOf(jar.cookies, isSignOut ? 0 : 2)
          })))
      ),
      { numRuns: runsOf(100) }
    )
  })
})

describe("refreshNames", () => {
  it("refreshNames: encodes domains in base 32 like the service's clients", () => {
    const domains = { "example.com": "CNW62VBGDHJJWRVFDM", "app.example.com": "C5R70BK5F1GPTW3CCMQ66VVD" }
    for (const [domain, letters] of Object.entries(domains)) {
      assert.strictEqual(getRefreshNames("p", domain)[0]?.name, `stack-refresh-p--custom-${letters}`)
    }
  })
})
