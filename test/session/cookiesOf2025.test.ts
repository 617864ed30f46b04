/** The cookie that official clients of 2025 read and write, on a service of 2025. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CookieTokenStore, Tokens, TokenStore } from "latchkey"
import { replace } from "../../src/server/cookieCredentials.ts"
import { read } from "../../src/server/credentialHeaders.ts"
import { appUrl, type Jar, makeJar } from "../support/host.ts"
import { jwt, projectId, start } from "./support.ts"

const oldName = `stack-refresh-${projectId}`
const newName = `__Host-stack-refresh-${projectId}--default`

const accessOf2025 = jwt({ sub: "ada", refreshTokenId: "s1", iat: start / 1000, exp: start / 1000 + 600 })
const renewedOf2025 = jwt({ sub: "ada", refreshTokenId: "s1", iat: start / 1000 + 1, exp: start / 1000 + 601 })
const accessOf2026 = jwt({ sub: "ada", refresh_token_id: "s1", iat: start / 1000, exp: start / 1000 + 600 })

const tokensOf = (refreshToken: string, accessToken?: string) => Tokens.make({ refreshToken, accessToken })!

const open = (jar: Jar, options: Partial<CookieTokenStore.CookieTokenStoreOptions> = {}, url?: string) =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(CookieTokenStore.layer({ projectId, ...options }), jar.layer(url)))),
    (context) => Effect.runSync(Effect.provideContext(Effect.service(TokenStore.TokenStore), context))
  )

/** Writes as an official client of 2025 does: a host-only cookie with the token, and the pair. */
const signInOfficially = (jar: Jar, refreshToken: string, accessToken: string) => {
  jar.receive(appUrl, `${oldName}=${refreshToken}; Path=/; Max-Age=31536000`)
  jar.receive(appUrl, `stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}; Path=/`)
}

/** Deletes the cookies that an official client of 2025 knows. */
const signOutOfficially = (jar: Jar) => {
  for (const name of [oldName, "stack-access"]) jar.receive(appUrl, `${name}=; Path=/; Max-Age=0`)
}

const refreshTokenIn = (store: TokenStore.TokenStore["Service"]) =>
  Effect.map(store.get, (tokens) => tokens?.refreshToken && Redacted.value(tokens.refreshToken))

describe("session cookies of a 2025 service", () => {
  it.effect("include the name that clients of 2025 read, with the refresh token as its value, for a year", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const jar = yield* makeJar
      yield* (yield* open(jar)).modify(() => tokensOf("r1", accessOf2025))
      assert.deepStrictEqual(jar.values(), {
        [newName]: JSON.stringify({ refresh_token: "r1", updated_at_millis: start }),
        [oldName]: "r1",
        "stack-access": JSON.stringify(["r1", accessOf2025])
      })
      const { domain, isHostOnly, isHttpOnly, maxAge, path } = jar.cookies.find(({ name }) => name === oldName)!
      assert.deepStrictEqual({ domain, isHostOnly, isHttpOnly, maxAge, path }, {
        domain: "app.example.com",
        isHostOnly: true,
        isHttpOnly: false,
        maxAge: 31_536_000,
        path: "/"
      })
    }))

  it.effect("keep a user of an official client signed in there when the store refreshes the session", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      signInOfficially(jar, "r1", accessOf2025)
      const store = yield* open(jar)
      yield* store.modify((tokens) => ({ ...tokens!, accessToken: Redacted.make(renewedOf2025) }))
      assert.strictEqual(jar.values()[oldName], "r1")
      assert.strictEqual(jar.values()["stack-access"], JSON.stringify(["r1", renewedOf2025]))
    }))

  it.effect("session cookies of a 2025 service keep the old name when the access token is dropped", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* open(jar)
      yield* store.modify(() => tokensOf("r1", accessOf2025))
      yield* store.modify(() => tokensOf("r1"))
      assert.deepStrictEqual(Object.keys(jar.values()), [newName, oldName])
      // The old cookie of another session does not count.
      yield* store.modify(() => tokensOf("r2"))
      assert.deepStrictEqual(Object.keys(jar.values()), [newName])
    }))

  it.effect("follow a sign-in of an official client", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* open(jar)
      yield* store.modify(() => tokensOf("r1", accessOf2025))
      signInOfficially(jar, "r2", accessOf2025)
      assert.strictEqual(yield* refreshTokenIn(store), "r2")
    }))

  it.effect("have no access token after a sign-out of an official client, so the next call finds the session ended", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* open(jar)
      yield* store.modify(() => tokensOf("r1", accessOf2025))
      signOutOfficially(jar)
      // A new page.
      assert.deepStrictEqual(yield* (yield* open(jar)).get, tokensOf("r1"))
    }))

  it.effect("are all removed by a sign-out of the store", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const store = yield* open(jar)
      yield* store.modify(() => tokensOf("r1", accessOf2025))
      yield* store.modify(() => undefined)
      assert.deepStrictEqual(jar.values(), {})
    }))

  it.effect("are shared by a domain under both names, and replaced by a sign-in at another subdomain", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const options = { domain: "example.com" }
      yield* (yield* open(jar, options)).modify(() => tokensOf("r1", accessOf2025))
      assert.deepStrictEqual(
        jar.cookies.filter(({ name }) => name === oldName).map(({ domain, isHostOnly }) => ({ domain, isHostOnly })),
        [{ domain: "example.com", isHostOnly: false }]
      )
      const other = yield* open(jar, options, "https://docs.example.com/")
      yield* other.modify(() => tokensOf("r2", accessOf2025))
      assert.strictEqual(yield* refreshTokenIn(yield* open(jar, options)), "r2")
    }))

  it.effect("session cookies fit into 4 kB: the access token is omitted first", () =>
    Effect.gen(function*() {
      for (const [length, names] of [[2100, [newName, oldName, "stack-access"]], [3000, [newName, oldName]]] as const) {
        const jar = yield* makeJar
        const long = jwt({ sub: "ada", refreshTokenId: "s1", exp: start / 1000, pad: "x".repeat(length) })
        yield* (yield* open(jar)).modify(() => tokensOf("r1", long))
        assert.deepStrictEqual(Object.keys(jar.values()), [...names], `a claim of ${length} characters`)
        assert.isAtMost(jar.header(appUrl).length, 4096 + "; ".length * 2)
      }
    }))

  it.effect("servers set the session cookies of a 2025 service", () =>
    Effect.gen(function*() {
      const headers = read({ headers: { cookie: `${oldName}=r1` } })
      const { setCookies } = yield* replace({ headers, url: appUrl }, { projectId }, tokensOf("r1", accessOf2025))
      assert.isTrue(setCookies.some((cookie) => cookie.startsWith(`${oldName}=r1;`)))
    }))
})

describe("the option apiGeneration of a cookie store", () => {
  for (
    const [apiGeneration, accessToken, hasOld] of [
      [undefined, accessOf2025, true],
      [undefined, accessOf2026, false],
      [undefined, "opaque", false],
      ["2025", "opaque", true],
      ["2025", accessOf2026, true],
      ["2026", accessOf2025, false]
    ] as const
  ) {
    const token = accessToken === accessOf2025
      ? "a token of 2025"
      : accessToken === accessOf2026
      ? "one of 2026"
      : accessToken
    it.effect(`apiGeneration ${apiGeneration ?? "is not set"}, with ${token}: ${hasOld ? "writes" : "removes"} the name of 2025`, () =>
      Effect.gen(function*() {
        const jar = yield* makeJar
        signInOfficially(jar, "r1", "of r1")
        const store = yield* open(jar, { apiGeneration })
        yield* store.modify(() => tokensOf("r1", accessToken))
        assert.strictEqual(oldName in jar.values(), hasOld)
      }))
  }
})
