import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Client, Cookies, CookieTokenStore, CurrentUser, Session, Tokens, TokenStore } from "latchkey"
import { suite } from "../suites/TokenStoreSuite.ts"
import { codePoint } from "../support/codePoint.ts"
import { appUrl, type Jar, makeJar } from "../support/host.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { jwt, layerClient, listen, networkError, projectId, Service, settle, start } from "./support.ts"

/** The cookie name written by clients of 2025. */
const refreshName = `stack-refresh-${projectId}`
/** The cookie names written by this store, with and without HTTPS. */
const [hostName, plainName] = [`__Host-${refreshName}--default`, `${refreshName}--default`]

/** Creates a store over a cookie jar, as a new tab does. */
const tab = (jar: Jar, url?: string) =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(CookieTokenStore.layer({ projectId }), jar.layer(url)))),
    Context.get(TokenStore.TokenStore)
  )

const over = (prepare: (jar: Jar) => void = () => {}) =>
  Layer.unwrap(Effect.map(makeJar, (jar) => {
    prepare(jar)
    return Layer.provide(CookieTokenStore.layer({ projectId }), jar.layer())
  }))

/** Sets cookies as the app's server might. */
const put = (jar: Jar, cookies: Readonly<Record<string, string>>, attributes = "Path=/") => {
  for (const [name, value] of Object.entries(cookies)) {
    jar.receive(appUrl, `${name}=${encodeURIComponent(value)}; ${attributes}`)
  }
}

const withCookies = (cookies: Readonly<Record<string, string>>) => over((jar) => put(jar, cookies))

const json = (refresh_token: string, updated_at_millis?: unknown) =>
  JSON.stringify({ refresh_token, updated_at_millis })

suite("in cookies", over(), {
  tabs: Effect.flatMap(makeJar, (jar) => Effect.all([tab(jar), tab(jar)])),
  unreadable: {
    "an empty cookie": withCookies({ [refreshName]: "" }),
    "the text undefined": withCookies({ [refreshName]: "undefined" }),
    "an access token alone": withCookies({ "stack-access": JSON.stringify(["r", "a"]) }),
    "a cookie of another project": withCookies({ "stack-refresh-another": "r" }),
    "JSON that is none": withCookies({ [`${refreshName}--default`]: "{\"refresh_token" }),
    "JSON without a token": withCookies({ [`${refreshName}--default`]: "{\"updated_at_millis\":1}" }),
    "JSON with a number for a token": withCookies({ [`${refreshName}--default`]: "{\"refresh_token\":7}" }),
    "JSON that is a list": withCookies({ [`${refreshName}--default`]: "[\"r\"]" }),
    "JSON that is null": withCookies({ [`${refreshName}--custom-abc`]: "null" }),
    "percent signs that encode nothing": over((jar) =>
      jar.receive(appUrl, `${refreshName}--default=%7B%E0%A4%A; Path=/`)
    ),
    "an unknown ending of the name": withCookies({ [`${refreshName}--other`]: "{\"refresh_token\":\"r\"}" }),
    "a cookie of another project, with an ending": withCookies({
      [`stack-refresh-${projectId.replace(/.$/, "x")}--default`]: json("r", 1)
    }),
    "a name with more than an ending": withCookies({ [`${refreshName}-x--default`]: json("r", 1) }),
    "a name with a beginning in its middle": withCookies({ [`stack-__Host-refresh-${projectId}`]: "r" }),
    "a name that nobody can remove": withCookies({ [`${refreshName}--custom-a b`]: "{\"refresh_token\":\"r\"}" })
  }
})

suite("in cookies that are blocked", over((jar) => jar.isBlocked = true))
suite("in cookies of a sandboxed frame", over((jar) => jar.isSandboxed = true))
suite("in a full cookie jar", over((jar) => jar.quota = 0))
suite("in a cookie jar with room for one cookie", over((jar) => jar.quota = 1))
suite(
  "in cookies of a page without HTTPS",
  Layer.unwrap(
    Effect.map(
      makeJar,
      (jar) => Layer.provide(CookieTokenStore.layer({ projectId }), jar.layer("http://localhost:3000/"))
    )
  )
)

const alice = Tokens.make({ refreshToken: "alice", accessToken: "of alice" })!
const bob = Tokens.make({ refreshToken: "bob", accessToken: "of bob" })!

const plain = (tokens: Tokens.Tokens | undefined) =>
  tokens &&
  [tokens.refreshToken && Redacted.value(tokens.refreshToken), tokens.accessToken && Redacted.value(tokens.accessToken)]

const pair = (refreshToken: string, accessToken: string) => JSON.stringify([refreshToken, accessToken])

/** The session that a new tab reads from the cookies. */
const found = (cookies: Readonly<Record<string, string>>) =>
  Effect.gen(function*() {
    const jar = yield* makeJar
    put(jar, cookies, "Path=/; Secure")
    return plain(yield* (yield* tab(jar)).get)
  })

describe("CookieTokenStore, writing", () => {
  it.effect("writes two cookies with the names, values and lifetimes of the service's clients", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const jar = yield* makeJar
      yield* (yield* tab(jar)).modify(() => alice)
      const common = {
        domain: "app.example.com",
        isHostOnly: true,
        path: "/",
        isSecure: true,
        isHttpOnly: false,
        isPartitioned: false,
        sameSite: "lax"
      }
      assert.deepStrictEqual(jar.cookies.map(({ until: _, ...cookie }) => cookie), [
        { ...common, name: hostName, value: encodeURIComponent(json("alice", start)), maxAge: 31_536_000 },
        { ...common, name: "stack-access", value: encodeURIComponent("[\"alice\",\"of alice\"]"), maxAge: 86_400 }
      ])
    }))

  it.effect("omits Secure without HTTPS, and keeps SameSite=Lax", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      yield* (yield* tab(jar, "http://localhost:3000/")).modify(() => alice)
      assert.deepStrictEqual(jar.cookies.map(({ isSecure, name, sameSite }) => ({ name, isSecure, sameSite })), [
        { name: plainName, isSecure: false, sameSite: "lax" },
        { name: "stack-access", isSecure: false, sameSite: "lax" }
      ])
    }))

  it.effect("keeps an access token over 4 kB in memory", () =>
    Effect.gen(function*() {
      for (const length of [100, 3921, 3922, 5000, 50_000]) {
        const jar = yield* makeJar
        const [one, another] = [yield* tab(jar), yield* tab(jar)]
        yield* one.modify(() => alice)
        const large = Tokens.make({ refreshToken: "alice", accessToken: "a".repeat(length) })!
        yield* one.modify(() => large)
        assert.isAtMost(jar.cookies.reduce((sum, { name, value }) => sum + name.length + 1 + value.length, 0), 4096)
        assert.deepStrictEqual(plain(yield* one.get), plain(large))
        const fits = jar.cookies.length === 2
        assert.strictEqual(fits, length <= 3921, String(length))
        assert.deepStrictEqual(plain(yield* another.get), fits ? plain(large) : ["alice", undefined])
      }
    }))

  it.effect("keeps a refresh token over 4 kB in memory, and removes the previous session", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* tab(jar)
      yield* store.modify(() => alice)
      const large = Tokens.make({ refreshToken: "r".repeat(5000) })!
      yield* store.modify(() => large)
      assert.deepStrictEqual(plain(yield* store.get), plain(large))
      assert.deepStrictEqual(jar.cookies, [])
    }))

  it.effect("removes every other cookie of a session", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      put(jar, { "stack-refresh": "old", [`${refreshName}--default`]: json("old", 1), "stack-refresh-another": "x" })
      put(jar, { [`__Host-${refreshName}--default`]: json("old", 1), "hexclave-access": "[]" }, "Path=/; Secure")
      put(jar, { [`${refreshName}--custom-abc`]: json("old", 1) }, "Path=/; Domain=example.com")
      put(
        jar,
        { [refreshName]: "shared", [`hexclave-refresh-${projectId}`]: "x" },
        "Path=/; Domain=.example.com; Secure"
      )
      put(jar, { [refreshName]: "embedded" }, "Path=/; Secure; Partitioned; SameSite=None")
      put(jar, { [refreshName]: "of a folder", "stack-access": "[\"" }, "Path=/account")
      put(jar, { "stack-access": pair("old", "x") }, "Path=/account/")
      put(jar, { theme: "dark" })
      assert.lengthOf(jar.cookies, 13)
      yield* (yield* tab(jar)).modify(() => alice)
      assert.deepStrictEqual(jar.values(), {
        "stack-refresh-another": "x",
        theme: "dark",
        [hostName]: json("alice", 0),
        "stack-access": pair("alice", "of alice")
      })
      assert.lengthOf(jar.cookies, 4)
    }))

  for (const url of ["http://127.0.0.1:3000/account/", "http://localhost:3000/account/", "https://co.uk/account/"]) {
    it.effect(`removes other session cookies but not its own at ${url}`, () =>
      Effect.gen(function*() {
        const jar = yield* makeJar
        jar.receive(url, `${refreshName}=of a folder; Path=/account`)
        const store = yield* tab(jar, url)
        yield* store.modify(() => alice)
        assert.deepStrictEqual(jar.cookies.map(({ path, value }) => [path, decodeURIComponent(value)]), [
          ["/", json("alice", 0)],
          ["/", "[\"alice\",\"of alice\"]"]
        ])
        yield* store.modify(() => undefined)
        assert.deepStrictEqual(jar.cookies, [])
      }))
  }

  it.effect("removes every session cookie on sign-out", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* tab(jar)
      yield* store.modify(() => alice)
      put(jar, { "stack-refresh": "old", [`${refreshName}--default`]: json("old", 1), theme: "dark" })
      put(jar, { [`${refreshName}--custom-abc`]: json("old", 1), [refreshName]: "x" }, "Path=/; Domain=example.com")
      yield* store.modify(() => undefined)
      assert.deepStrictEqual(jar.values(), { theme: "dark" })
      assert.isUndefined(yield* store.get)
    }))

  it.effect("removes other clients' cookies for the same session", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      put(jar, { [`${refreshName}--default`]: json("alice", start), other: "kept" }, "Path=/; Secure")
      yield* (yield* tab(jar)).modify(() => alice)
      assert.hasAllKeys(jar.values(), [hostName, "stack-access", "other"])
    }))

  it.effect("writes each cookie once if the browser accepts it", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      yield* (yield* tab(jar)).modify(() => alice)
      assert.lengthOf(jar.writes, 2)
    }))

  it.effect("CookieTokenStore: writes no cookie without a change", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* tab(jar)
      yield* store.modify((tokens) => tokens)
      assert.deepStrictEqual(jar.writes, [])
      yield* store.modify(() => alice)
      const count = jar.writes.length
      yield* store.modify((tokens) => tokens)
      assert.lengthOf(jar.writes, count)
    }))

  it("another tab reads back any token string", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, minLength: 1, maxLength: 60 }),
        fc.option(fc.string({ unit: codePoint, minLength: 1, maxLength: 60 }), { nil: undefined }),
        (refreshToken, accessToken) =>
          Effect.runSync(Effect.scoped(Effect.gen(function*() {
            const tokens = Tokens.make({ refreshToken, accessToken })
            const jar = yield* makeJar
            const store = yield* tab(jar)
            yield* store.modify(() => tokens)
            assert.deepStrictEqual(plain(yield* store.get), plain(tokens))
            assert.deepStrictEqual(plain(yield* (yield* tab(jar)).get), plain(tokens))
          })))
      ),
      { numRuns: runsOf(100) }
    )
  })

  it.effect("a token that is not valid Unicode is kept in memory", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* tab(jar)
      const tokens: Tokens.Tokens = { refreshToken: Redacted.make("\ud800"), accessToken: Redacted.make("\udfff") }
      yield* store.modify(() => tokens)
      assert.deepStrictEqual(plain(yield* store.get), plain(tokens))
      assert.deepStrictEqual(jar.cookies, [])
    }))
})

describe("CookieTokenStore, reading", () => {
  const newer = jwt({ iat: start / 1000 + 60, exp: start / 1000 + 660 })
  const older = jwt({ iat: start / 1000, exp: start / 1000 + 600 })
  const sources: Readonly<Record<string, [Record<string, string>, unknown]>> = {
    "both cookies": [{ [refreshName]: "r", "stack-access": pair("r", "a") }, ["r", "a"]],
    "the refresh token alone": [{ [refreshName]: "r" }, ["r", undefined]],
    "no access token of another session": [{ [refreshName]: "r", "stack-access": pair("s", "a") }, ["r", undefined]],
    "no access token in a cookie of another name": [{ [refreshName]: "r", other: pair("r", "a") }, ["r", undefined]],
    "no access token without a pair": [{ [refreshName]: "r", "stack-access": "a" }, ["r", undefined]],
    "no pair that begins with a blank": [{ [refreshName]: "r", "stack-access": " [\"r\",\"a\"]" }, ["r", undefined]],
    "no pair that is not JSON": [{ [refreshName]: "r", "stack-access": "[\"r\",\"a\"" }, ["r", undefined]],
    "no pair with a number": [{ [refreshName]: "r", "stack-access": "[\"r\",7]" }, ["r", undefined]],
    "the cookie from before there were projects": [{ "stack-refresh": "r" }, ["r", undefined]],
    "the name with an ending": [{ [`${refreshName}--default`]: json("r", 1) }, ["r", undefined]],
    "the name with a beginning": [
      { [`__Host-${refreshName}--default`]: json("r", 1), "stack-access": pair("r", "a") },
      ["r", "a"]
    ],
    "the name of a domain": [{ [`${refreshName}--custom-c5q6`]: json("r", 1) }, ["r", undefined]],
    "the name of a domain, as newer clients spell it": [
      { [`hexclave-refresh-${projectId}--custom-CNW62VBGDHJJWRVFDM`]: json("r", 1) },
      ["r", undefined]
    ],
    "the newest name": [
      { [`__Host-hexclave-refresh-${projectId}--default`]: json("r", 1), "hexclave-access": pair("r", "a") },
      ["r", "a"]
    ],
    "the newest of those that say when": [
      {
        [`${refreshName}--default`]: json("r1", 1),
        [`__Host-${refreshName}--default`]: json("r3", 3),
        [`${refreshName}--custom-a`]: json("r2", 2)
      },
      ["r3", undefined]
    ],
    "the name of clients of 2025, before one that says when it was written": [
      { [refreshName]: "r1", [`${refreshName}--default`]: json("r2", 1) },
      ["r1", undefined]
    ],
    "the name without a project, before one that says when it was written": [
      { "stack-refresh": "r1", [`__Host-${refreshName}--default`]: json("r2", start) },
      ["r1", undefined]
    ],
    "the newest family, before the name of clients of 2025": [
      { [refreshName]: "r1", [`hexclave-refresh-${projectId}--default`]: json("r2", 1) },
      ["r2", undefined]
    ],
    "one whose access token is newer than what another says of itself": [
      {
        [`${refreshName}--default`]: json("r2", start),
        "stack-access": pair("r1", newer),
        [`${refreshName}--custom-a`]: json("r1", 1)
      },
      ["r1", newer]
    ],
    "one that says to be newer than another's access token": [
      {
        [`${refreshName}--custom-a`]: json("r1", 1),
        "stack-access": pair("r1", older),
        [`${refreshName}--default`]: json("r2", start + 1)
      },
      ["r2", undefined]
    ],
    "one that is named by a pair whose token says nothing": [
      { [`${refreshName}--default`]: json("r1"), [refreshName]: "r2", "stack-access": pair("r2", "a") },
      ["r2", "a"]
    ],
    "none with an impossible time before others": [
      { [`${refreshName}--default`]: json("r1", 1e300), [`${refreshName}--custom-a`]: json("r2", 2) },
      ["r2", undefined]
    ],
    "one without a project last, even if it is in use": [
      { "stack-refresh": "r1", "stack-access": pair("r1", newer), [refreshName]: "r2" },
      ["r2", undefined]
    ],
    "one that can be read, before one that cannot": [
      { [`${refreshName}--default`]: "{\"refresh_token\":[]}", "stack-refresh": "r2", [refreshName]: "undefined" },
      ["r2", undefined]
    ]
  }
  for (const [what, [cookies, expected]] of Object.entries(sources)) {
    it.effect(`CookieTokenStore: finds ${what}`, () =>
      Effect.map(found(cookies), (tokens) => assert.deepStrictEqual(tokens, expected)))
  }

  // Cookies of scripts that encode few characters, and set Expires instead of Max-Age.
  const lasting = "path=/; expires=Fri, 01 Jan 2100 00:00:00 GMT"
  const gone = "path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT"
  const others: Readonly<Record<string, [signIn: ReadonlyArray<string>, signOut: ReadonlyArray<string>]>> = {
    "the first clients": [
      [
        `${refreshName}=r%20e%3Bf=%257B%22~%2C%5C; ${lasting}`,
        `stack-access=[%22r%20e%3Bf=%257B%5C%22~%2C%5C%5C%22%2C%22h.e.s%22]; ${lasting}`,
        `stack-refresh=; ${gone}`
      ],
      [`${refreshName}=; ${gone}`, `stack-access=; ${gone}`]
    ],
    "newer clients": [
      [
        `__Host-hexclave-refresh-${projectId}--default={%22refresh_token%22:%22r%20e%3Bf=%257B%5C%22~%2C%5C%5C%22%2C` +
        `%22updated_at_millis%22:1}; ${lasting}; secure; sameSite=Lax`,
        `hexclave-access=[%22r%20e%3Bf=%257B%5C%22~%2C%5C%5C%22%2C%22h.e.s%22]; ${lasting}; secure; sameSite=Lax`,
        `${refreshName}=; ${gone}; secure`
      ],
      [
        `__Host-hexclave-refresh-${projectId}--default=; ${gone}; secure; partitioned`,
        `__Host-hexclave-refresh-${projectId}--default=; ${gone}; secure`,
        `hexclave-access=; ${gone}; secure`,
        `${refreshName}=; ${gone}; secure`,
        // They remove every cookie of the project.
        `${hostName}=; ${gone}; secure`
      ]
    ],
    "the clients of 2026": [
      [
        `${hostName}={%22refresh_token%22:%22r%20e%3Bf=%257B%5C%22~%2C%5C%5C%22%2C` +
        `%22updated_at_millis%22:1}; ${lasting}; secure; sameSite=Lax`,
        `stack-access=[%22r%20e%3Bf=%257B%5C%22~%2C%5C%5C%22%2C%22h.e.s%22]; ${lasting}; secure; sameSite=Lax`,
        `${refreshName}=; ${gone}; secure`
      ],
      [`${hostName}=; ${gone}; secure`, `stack-access=; ${gone}; secure`, `${refreshName}=; ${gone}; secure`]
    ]
  }
  for (const [who, [signIn, signOut]] of Object.entries(others)) {
    it.effect(`alternates with ${who} of the service: sign-ins and sign-outs of both take effect`, () =>
      Effect.gen(function*() {
        const jar = yield* makeJar
        const document = jar.document(appUrl)
        const run = (lines: ReadonlyArray<string>) => {
          for (const line of lines) document.cookie = line
        }
        const store = yield* tab(jar)
        const theirs = ["r e;f=%7B\"~,\\", "h.e.s"]
        run(signIn)
        assert.deepStrictEqual(plain(yield* store.get), theirs)
        yield* store.modify(() => alice)
        assert.hasAllKeys(jar.values(), [hostName, "stack-access"])
        run(signIn)
        assert.deepStrictEqual(plain(yield* store.get), theirs)
        run(signOut)
        assert.isUndefined(yield* store.get)
        yield* store.modify(() => alice)
        assert.deepStrictEqual(plain(yield* (yield* tab(jar)).get), plain(alice))
        // The first clients do not know the current cookie name.
        if (who !== "the first clients") {
          run(signOut)
          assert.isUndefined(yield* store.get)
        }
        run(signIn)
        yield* store.modify(() => undefined)
        assert.deepStrictEqual(jar.cookies, [])
      }))
  }

  it.effect("finds the newer of two access tokens with the same name", () =>
    Effect.gen(function*() {
      for (const [folder, site] of [[older, newer], [newer, older]] as const) {
        const jar = yield* makeJar
        put(jar, { [refreshName]: "r", "stack-access": pair("r", folder) }, "Path=/account")
        put(jar, { [refreshName]: "r", "stack-access": pair("r", site) })
        assert.deepStrictEqual(plain(yield* (yield* tab(jar)).get), ["r", newer])
      }
    }))

  it.effect("finds the first of two access tokens of the same age", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      put(jar, { [refreshName]: "r", "stack-access": pair("r", "first") }, "Path=/account")
      put(jar, { "stack-access": pair("r", "second") })
      assert.deepStrictEqual(plain(yield* (yield* tab(jar)).get), ["r", "first"])
    }))

  it.effect("accepts write times within the range of Date, and no later ones", () =>
    Effect.gen(function*() {
      const other = { [`${refreshName}--custom-a`]: json("other", 8e15) }
      const findsOf = (at: number) => found({ [`${refreshName}--default`]: json("r", at), ...other })
      assert.deepStrictEqual(yield* findsOf(8.64e15), ["r", undefined])
      assert.deepStrictEqual(yield* findsOf(8.64e15 + 2), ["other", undefined])
    }))

  it.effect("finds the cookie in use among two of the same name, in any order", () =>
    Effect.gen(function*() {
      for (const [folder, site] of [["r1", "r2"], ["r2", "r1"]] as const) {
        const jar = yield* makeJar
        put(jar, { [refreshName]: folder }, "Path=/account")
        put(jar, { [refreshName]: site, "stack-access": pair("r1", "a") })
        assert.deepStrictEqual(plain(yield* (yield* tab(jar)).get), ["r1", "a"])
      }
    }))

  it.effect("prefers its own cookie to one that is older or has no write time", () =>
    Effect.gen(function*() {
      for (const stale of [json("stale", start), json("stale")]) {
        yield* TestClock.setTime(start)
        const jar = yield* makeJar
        const store = yield* tab(jar)
        yield* store.modify(() => alice)
        put(jar, { [`${refreshName}--default`]: stale })
        assert.deepStrictEqual(plain(yield* store.get), plain(alice))
      }
    }))

  it.effect("follows a later sign-in by a client of 2025, and does not restore the previous session afterwards", () =>
    Effect.gen(function*() {
      for (const name of [refreshName, "stack-refresh"]) {
        yield* TestClock.setTime(start)
        const jar = yield* makeJar
        const store = yield* tab(jar)
        yield* store.modify(() => alice)
        put(jar, { [name]: "later" })
        assert.deepStrictEqual(plain(yield* store.get), ["later", undefined], name)
        put(jar, { [name]: "" }, "Path=/; Max-Age=0")
        assert.isUndefined(yield* store.get, name)
        // A new sign-in takes effect even if it is the same session.
        yield* store.modify(() => alice)
        assert.deepStrictEqual(plain(yield* store.get), plain(alice), name)
      }
    }))

  it.effect("prefers its own session to an older one, also if a full jar kept its session in the legacy cookie", () =>
    Effect.gen(function*() {
      const older = {
        [`${refreshName}--default`]: json("older", start - 1),
        [`__Host-${refreshName}--default`]: json("older")
      }
      for (const [name, value] of Object.entries(older)) {
        yield* TestClock.setTime(start)
        const jar = yield* makeJar
        put(jar, { "stack-refresh": "alice" })
        jar.quota = 1
        const store = yield* tab(jar)
        yield* store.modify(() => alice)
        assert.deepStrictEqual(jar.values(), { "stack-refresh": "alice" })
        jar.quota = 10
        put(jar, { [name]: value }, "Path=/; Secure")
        assert.deepStrictEqual(plain(yield* store.get), plain(alice), name)
        // The order of the cookies does not matter.
        jar.cookies = [...jar.cookies].reverse()
        assert.deepStrictEqual(plain(yield* store.get), plain(alice), name)
        // The same holds for a tab that wrote neither cookie.
        assert.deepStrictEqual(plain(yield* (yield* tab(jar)).get), ["alice", undefined], name)
      }
    }))

  it.effect("follows a later sign-in on another domain of the site", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const jar = yield* makeJar
      const [one, another] = [yield* tab(jar), yield* tab(jar)]
      const told: Array<unknown> = []
      yield* one.subscribe((tokens) => told.push(plain(tokens)))
      yield* one.modify(() => alice)
      yield* TestClock.adjust("1 minute")
      put(jar, { [`${refreshName}--custom-c5q6`]: json("carol", start + 60_000) }, "Path=/; Domain=example.com")
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(told, [plain(alice), ["carol", undefined]])
      assert.deepStrictEqual(plain(yield* another.get), ["carol", undefined])
      // A refresh of the previous session does not restore it.
      yield* one.modify((found) => Tokens.isSameSession(found, alice) ? { ...alice } : found)
      assert.deepStrictEqual(plain(yield* one.get), ["carol", undefined])
    }))

  it.effect("keeps the access token if its cookie is lost, unless the session changed", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* tab(jar)
      yield* store.modify(() => alice)
      yield* TestClock.adjust("25 hours")
      assert.deepStrictEqual(Object.keys(jar.values()), [hostName])
      assert.deepStrictEqual(plain(yield* store.get), plain(alice))
      put(jar, { [refreshName]: "bob" })
      assert.deepStrictEqual(plain(yield* store.get), ["bob", undefined])
    }))

  it.effect("takes over a newer access token of another tab, and drops one that was expired", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const [one, another] = [yield* tab(jar), yield* tab(jar)]
      yield* one.modify(() => alice)
      yield* another.modify(() => ({ ...alice, accessToken: Redacted.make("newer") }))
      assert.deepStrictEqual(plain(yield* one.get), ["alice", "newer"])
      yield* one.modify(() => ({ refreshToken: alice.refreshToken!, accessToken: undefined }))
      assert.deepStrictEqual(plain(yield* one.get), ["alice", undefined])
      assert.deepStrictEqual(Object.keys(jar.values()), [hostName])
    }))

  it("never throws for any cookies", () => {
    const name = fc.constantFrom(
      refreshName,
      "stack-refresh",
      "stack-access",
      `${refreshName}--default`,
      `__Host-${refreshName}--default`,
      `${refreshName}--custom-a`,
      "__proto__"
    )
    const text = fc.string({ unit: codePoint })
    const value = fc.oneof(
      text,
      fc.json(),
      fc.tuple(text, text).map((pair) => JSON.stringify(pair)),
      fc.record({ refresh_token: fc.anything(), updated_at_millis: fc.anything() }).map((it) => {
        try {
          return JSON.stringify(it)
        } catch {
          return ""
        }
      }),
      fc.json().map((json) => `["${json}`)
    )
    const cookie = fc.tuple(name, value, fc.boolean()).map(([name, value, isEncoded]) =>
      `${name}=${isEncoded ? encodeURIComponent(value.replace(/\p{Surrogate}/gu, "")) : value}`
    )
    const header = fc.oneof(text, fc.array(fc.oneof(cookie, text)).map((parts) => parts.join("; ")))
    fc.assert(
      fc.property(header, (cookie) =>
        Effect.runSync(Effect.scoped(Effect.gen(function*() {
          const store = yield* CookieTokenStore.make({ projectId }).pipe(
            Effect.provideService(Cookies.Cookies, Cookies.makeDocument({ cookie }, () => appUrl))
          )
          const tokens = yield* store.get
          if (tokens !== undefined) assert.notInclude(["", "undefined"], Redacted.value(tokens.refreshToken!))
          yield* store.modify(() => alice)
          assert.deepStrictEqual(plain(yield* store.get), plain(alice))
        })))),
      { numRuns: runsOf(100) }
    )
  })
})

describe("CookieTokenStore, cookies rejected by the browser", () => {
  for (const mood of ["isBlocked", "isSandboxed"] as const) {
    it.effect(`keeps a new session in memory for this page while the jar ${mood}`, () =>
      Effect.gen(function*() {
        const jar = yield* makeJar
        jar[mood] = true
        const store = yield* tab(jar)
        yield* store.modify(() => alice)
        assert.deepStrictEqual(plain(yield* store.get), plain(alice))
        assert.isUndefined(yield* (yield* tab(jar)).get)
        yield* store.modify(() => undefined)
        assert.isUndefined(yield* store.get)
      }))
  }

  it.effect("keeps the access token in memory if there is room for one cookie", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      jar.quota = 1
      const store = yield* tab(jar)
      yield* store.modify(() => alice)
      assert.deepStrictEqual(jar.values(), { [hostName]: json("alice", 0) })
      assert.deepStrictEqual(plain(yield* store.get), plain(alice))
    }))

  it.effect("uses the room of older session cookies", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      put(jar, { "stack-refresh": "old", [`${refreshName}--default`]: json("old", 1) })
      jar.quota = 2
      yield* (yield* tab(jar)).modify(() => alice)
      assert.deepStrictEqual(plain(yield* (yield* tab(jar)).get), plain(alice))
    }))

  it.effect("follows another tab that was able to write", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      jar.quota = 0
      const [one, another] = [yield* tab(jar), yield* tab(jar)]
      yield* one.modify(() => alice)
      jar.quota = 10
      yield* another.modify(() => bob)
      assert.deepStrictEqual(plain(yield* one.get), plain(bob))
      yield* another.modify(() => undefined)
      assert.isUndefined(yield* one.get)
    }))

  it.effect("never undoes another tab's sign-out with the tokens in memory", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const [one, another] = [yield* tab(jar), yield* tab(jar)]
      const large = Tokens.make({ refreshToken: "alice", accessToken: "a".repeat(5000) })!
      for (const tokens of [alice, large]) {
        yield* one.modify(() => tokens)
        assert.deepStrictEqual(plain(yield* one.get), plain(tokens))
        yield* another.modify(() => undefined)
        assert.isUndefined(yield* one.get)
        yield* one.modify((found) => found)
        assert.deepStrictEqual(jar.cookies, [])
      }
    }))

  it.effect("keeps the session in another client's cookie if its own cookie holds an older session", () =>
    Effect.gen(function*() {
      const kept = new Map([[hostName, json("older", 1)], [`${refreshName}--custom-a`, json("alice", start)]])
      const cookies = Cookies.Cookies.of({
        all: Effect.sync(() => Array.from(kept, ([name, value]) => ({ name, value }))),
        set: () => Effect.void,
        remove: (name) => Effect.sync(() => kept.delete(name))
      })
      const open = Effect.provideService(CookieTokenStore.make({ projectId }), Cookies.Cookies, cookies)
      yield* (yield* open).modify(() => alice)
      assert.deepStrictEqual(plain(yield* (yield* open).get), ["alice", undefined])
    }))

  it.effect("is signed out after a sign-out even if a cookie cannot be removed", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      // Visible to scripts at first, later replaced by the server.
      const document = { cookie: `${refreshName}=stuck` }
      Object.defineProperty(document, "cookie", { get: () => `${refreshName}=stuck`, set: () => {} })
      const store = yield* CookieTokenStore.make({ projectId }).pipe(
        Effect.provideService(Cookies.Cookies, Cookies.makeDocument(document, () => appUrl))
      )
      assert.deepStrictEqual(plain(yield* store.get), ["stuck", undefined])
      yield* store.modify(() => undefined)
      assert.isUndefined(yield* store.get)
      yield* store.modify(() => alice)
      assert.deepStrictEqual(plain(yield* store.get), plain(alice))
      assert.deepStrictEqual(jar.cookies, [])
    }))
})

describe("CookieTokenStore, subscribing", () => {
  it.effect("CookieTokenStore: polls every 100 ms, only while it has subscribers", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* tab(jar)
      const readsOf = Effect.fnUntraced(function*(millis: number) {
        const before = jar.reads
        yield* TestClock.adjust(millis)
        return jar.reads - before
      })
      assert.strictEqual(yield* readsOf(10_000), 0)
      yield* Effect.scoped(Effect.gen(function*() {
        yield* store.subscribe(() => {})
        yield* store.subscribe(() => {})
        yield* store.subscribe(() => {})
        yield* settle
        assert.strictEqual(yield* readsOf(99), 0)
        assert.strictEqual(yield* readsOf(1), 1)
        assert.strictEqual(yield* readsOf(1000), 10)
        yield* Effect.scoped(store.subscribe(() => {}))
        assert.strictEqual(yield* readsOf(1000), 10)
      }))
      assert.strictEqual(yield* readsOf(10_000), 0)
      yield* Effect.scoped(Effect.andThen(
        store.subscribe(() => {}),
        Effect.map(readsOf(1000), (reads) => assert.strictEqual(reads, 10))
      ))
      assert.strictEqual(yield* readsOf(10_000), 0)
    }))

  it.effect("does not report cookies that existed before the subscription", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const [one, another] = [yield* tab(jar), yield* tab(jar)]
      const told: Array<unknown> = []
      yield* one.modify(() => alice)
      yield* another.subscribe((tokens) => told.push(plain(tokens)))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(told, [])
    }))

  it.effect("reports its own changes immediately and those of others within 100 ms, each once", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const [one, another] = [yield* tab(jar), yield* tab(jar)]
      const told: Array<unknown> = []
      yield* one.subscribe((tokens) => told.push(plain(tokens)))
      yield* one.modify(() => alice)
      assert.deepStrictEqual(told, [plain(alice)])
      // Signing in to the same session again is not a change.
      yield* one.modify(() => ({ ...alice }))
      assert.lengthOf(told, 1)
      yield* another.modify(() => bob)
      assert.lengthOf(told, 1)
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(told, [plain(alice), plain(bob)])
      jar.cookies = []
      // A read between two polls does not hide the change from subscribers.
      assert.isUndefined(yield* one.get)
      assert.deepStrictEqual(told, [plain(alice), plain(bob), undefined])
      yield* TestClock.adjust("1 second")
      assert.lengthOf(told, 3)
    }))
})

/** Two clients over two stores over one cookie jar, like two tabs. */
const tabs = Effect.gen(function*() {
  const jar = yield* makeJar
  const open = Effect.map(
    Layer.build(
      Layer.fresh(
        layerClient().pipe(
          Layer.provideMerge(CookieTokenStore.layer({ projectId })),
          Layer.provide(jar.layer())
        )
      )
    ),
    (context) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.provideContext(
        effect,
        Context.pick(Client.Client, TokenStore.TokenStore)(context)
      )
  )
  return { jar, a: yield* open, b: yield* open }
})

const tokenRoute = "POST /auth/oauth/token"

const sleepAfterSignIn = Effect.gen(function*() {
  const service = yield* Service
  const two = yield* tabs
  const tokens = yield* service.begin("r1")
  yield* two.a(Effect.flatMap(Client.Client, ({ session }) => session.signIn(tokens)))
  yield* TestClock.adjust("8 hours")
  return { ...two, service }
})

describe("two tabs", () => {
  for (const answered of [50, 500, 5000]) {
    it.effect(`a sign-out in one tab during the other's refresh of ${answered} ms signs out both within a second`, () =>
      Effect.gen(function*() {
        const { a, b, jar, service } = yield* sleepAfterSignIn
        const states = yield* b(listen)
        service.delayMillis = answered
        const refreshing = yield* Effect.forkChild(b(Session.getAccessToken()))
        yield* TestClock.adjust(25)
        const leaving = yield* Effect.forkChild(Effect.exit(a(Session.signOut)))
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* a(Session.state))._tag, "SignedOut")
        assert.strictEqual(states.at(-1)?._tag, "SignedOut")
        // The mark of the sign-out remains.
        assert.deepStrictEqual(jar.cookies.map(({ name }) => name), ["latchkey-ended"])
        const writes = jar.writes.length
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(leaving)
        assert.isNull(yield* Fiber.join(refreshing))
        assert.strictEqual((yield* b(Session.state))._tag, "SignedOut")
        assert.isNull(yield* b(CurrentUser.get()))
        assert.deepStrictEqual(jar.cookies.map(({ name }) => name), ["latchkey-ended"])
        assert.lengthOf(jar.writes, writes)
        assert.strictEqual(states.filter(({ _tag }) => _tag === "SignedOut").length, 1)
      }).pipe(Effect.provide(Service.layer)))
  }

  it.effect("two tabs that wake from eight hours of sleep request at most two tokens, and stay signed in", () =>
    Effect.gen(function*() {
      const { a, b, jar, service } = yield* sleepAfterSignIn
      const [ofA, ofB] = [yield* a(listen), yield* b(listen)]
      service.delayMillis = 300
      const users = yield* Effect.forkChild(Effect.all(
        [a, b, a, b, a, b].map((on) => on(CurrentUser.get())),
        { concurrency: "unbounded" }
      ))
      yield* TestClock.adjust("1 minute")
      for (const user of yield* Fiber.join(users)) assert.strictEqual(user?.id, "user of r1")
      assert.isAtMost(service.to(tokenRoute).length, 2)
      for (const states of [ofA, ofB]) assert.strictEqual(states.at(-1)?._tag, "Active")
      assert.lengthOf(jar.cookies, 2)
      // From here on both use the same token.
      service.delayMillis = 0
      yield* Effect.all([a(CurrentUser.get()), b(CurrentUser.get())])
      assert.isAtMost(service.to(tokenRoute).length, 2)
    }).pipe(Effect.provide(Service.layer)))

  it.effect("the tab that wakes later uses the other tab's token", () =>
    Effect.gen(function*() {
      const { a, b, service } = yield* sleepAfterSignIn
      yield* a(CurrentUser.get())
      yield* b(CurrentUser.get())
      assert.lengthOf(service.to(tokenRoute), 1)
    }).pipe(Effect.provide(Service.layer)))

  it.effect("two tabs keep a newer sign-in when the previous session's refresh ends", () =>
    Effect.gen(function*() {
      const { a, b, jar, service } = yield* sleepAfterSignIn
      service.delayMillis = 500
      const refreshing = yield* Effect.forkChild(b(CurrentUser.get()))
      yield* TestClock.adjust(100)
      const tokens = yield* service.begin("r2")
      yield* a(Effect.flatMap(Client.Client, ({ session }) => session.signIn(tokens)))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(refreshing))?.id, "user of r2")
      assert.strictEqual(JSON.parse(jar.values()[hostName]!).refresh_token, "r2")
    }).pipe(Effect.provide(Service.layer)))
})

describe("an interrupted call", () => {
  it.effect("writes no cookie after any interruption", () =>
    Effect.forEach([0, 1, 100, 299, 300, 301, 599], (millis) =>
      Effect.gen(function*() {
        const { a, jar, service } = yield* sleepAfterSignIn
        service.delayMillis = 300
        const call = yield* Effect.forkChild(a(CurrentUser.get()))
        yield* TestClock.adjust(millis)
        yield* Fiber.interrupt(call)
        const writes = jar.writes.length
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(jar.writes, writes, String(millis))
      }).pipe(Effect.provide(Layer.fresh(Service.layer)), Effect.scoped)))

  it.effect("leaves the cookies unchanged if the network fails", () =>
    Effect.gen(function*() {
      const { a, jar, service } = yield* sleepAfterSignIn
      const before = jar.values()
      service.script(tokenRoute, networkError, networkError, networkError, networkError, networkError)
      const call = yield* Effect.forkChild(Effect.exit(a(CurrentUser.get())))
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual((yield* Fiber.join(call))._tag, "Failure")
      assert.deepStrictEqual(jar.values(), before)
    }).pipe(Effect.provide(Service.layer)))

  it.effect("leaves no cookie polling behind", () =>
    Effect.gen(function*() {
      const { a, jar } = yield* sleepAfterSignIn
      const following = yield* Effect.forkChild(a(Stream.runDrain(Session.changes)))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(following)
      const reads = jar.reads
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(jar.reads, reads)
    }).pipe(Effect.provide(Service.layer)))
})
