import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { CurrentUser, RequestHost, RequestStore, Session, Tokens, TokenStore } from "latchkey"
import { suite } from "../suites/TokenStoreSuite.ts"
import { makeJar } from "../support/host.ts"
import { layerClient, projectId, Service, settle, storedExpired } from "./support.ts"

const refreshName = `stack-refresh-${projectId}`
const url = "https://app.example.com/api"

const over = (headers: RequestStore.RequestHeaders) => {
  const request = { url, headers }
  return Layer.provide(RequestStore.layer(request, { projectId }), RequestHost.layerHost(request))
}

const withAuth = (value: string) => over({ "x-stack-auth": value })

const plain = (tokens: Tokens.Tokens | undefined) =>
  tokens &&
  [tokens.refreshToken && Redacted.value(tokens.refreshToken), tokens.accessToken && Redacted.value(tokens.accessToken)]

const stored = Effect.flatMap(TokenStore.TokenStore, (store) => store.get)

const inAuth = (refreshToken: unknown, accessToken?: unknown) => JSON.stringify({ refreshToken, accessToken })

const cookie = (cookies: Readonly<Record<string, string>>) =>
  Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ")

suite("over a request", over({}), {
  unreadable: {
    "an x-stack-auth header that is no JSON": withAuth("{"),
    "one that is null": withAuth("null"),
    "one that is a list": withAuth("[\"r\",\"a\"]"),
    "one that is a text": withAuth("\"r\""),
    "one that is empty": withAuth(""),
    "one without tokens": withAuth("{}"),
    "one that says that nobody is signed in": withAuth(inAuth(null, null)),
    "one with an access token alone": withAuth(inAuth(undefined, "a")),
    "one with the text undefined": withAuth(inAuth("undefined", "a")),
    "one with numbers": withAuth(inAuth(1, 2)),
    "a cookie header that is none": over({ cookie: ";;=;%;stack-access" })
  }
})

suite("over a request with tokens in its header", withAuth(inAuth("r", "a")), {
  initial: Tokens.make({ refreshToken: "r", accessToken: "a" })
})

suite("over a request with cookies", over({ cookie: `${refreshName}=r; stack-access=%5B%22r%22%2C%22a%22%5D` }), {
  initial: Tokens.make({ refreshToken: "r", accessToken: "a" })
})

describe("RequestStore", () => {
  const cookies = cookie({ [refreshName]: "of cookie", "stack-access": "[\"of cookie\",\"a\"]" })
  const sources: Readonly<Record<string, [RequestStore.RequestHeaders, unknown]>> = {
    "the header before cookies": [new Headers({ "x-stack-auth": inAuth("r", "a"), cookie: cookies }), ["r", "a"]],
    "the header of Node's request": [{ "x-stack-auth": inAuth("r", "a"), cookie: cookies }, ["r", "a"]],
    "headers in upper case": [{ "X-Stack-Auth": inAuth("r", "a"), Cookie: cookies }, ["r", "a"]],
    "cookies in upper case": [{ Cookie: cookies, get: "x" }, ["of cookie", "a"]],
    "a refresh token alone": [{ "x-stack-auth": inAuth("r"), cookie: cookies }, ["r", undefined]],
    "nobody, when the header says so": [{ "x-stack-auth": inAuth(null, null), cookie: cookies }, undefined],
    "cookies without a header": [new Headers({ cookie: cookies }), ["of cookie", "a"]],
    "cookies beside a header that is no JSON": [{ "x-stack-auth": "{", cookie: cookies }, ["of cookie", "a"]],
    "cookies beside a header that is null": [{ "x-stack-auth": "null", cookie: cookies }, ["of cookie", "a"]],
    "cookies beside a header that is a list": [{ "x-stack-auth": "[]", cookie: cookies }, ["of cookie", "a"]],
    "the newer cookies": [
      {
        cookie: cookie({
          [`__Host-${refreshName}--default`]: JSON.stringify({ refresh_token: "r", updated_at_millis: 1 }),
          "stack-access": "[\"r\",\"a\"]"
        })
      },
      ["r", "a"]
    ],
    "the legacy cookie": [{ cookie: "stack-refresh=r" }, ["r", undefined]]
  }
  for (const [what, [headers, expected]] of Object.entries(sources)) {
    it.effect(`finds ${what}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(plain(yield* Effect.provide(stored, over(headers))), expected)
      }))
  }

  it("never throws, whatever the headers are", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.json())
    const auth = fc.oneof(
      text,
      fc.record({ refreshToken: fc.jsonValue(), accessToken: fc.jsonValue() }).map((value) => JSON.stringify(value))
    )
    fc.assert(fc.property(auth, text, (auth, cookie) =>
      Effect.runSync(Effect.gen(function*() {
        const tokens = yield* Effect.provide(stored, over({ "x-stack-auth": auth, cookie }))
        if (tokens !== undefined) assert.notInclude(["", "undefined"], Redacted.value(tokens.refreshToken!))
      }))))
  }, 60_000)

  it("reads back any text of a token that the header brings", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        (refreshToken, accessToken) =>
          Effect.runSync(Effect.gen(function*() {
            const tokens = yield* Effect.provide(stored, withAuth(inAuth(refreshToken, accessToken)))
            assert.deepStrictEqual(plain(tokens), plain(Tokens.make({ refreshToken, accessToken })))
          }))
      )
    )
  }, 60_000)

  it.effect("keeps what is written for the request, and gives it to the browser", () =>
    Effect.gen(function*() {
      for (const headers of [new Headers(), new Headers({ "x-stack-auth": inAuth("old", "old") })]) {
        const jar = yield* makeJar
        const request = { url, headers }
        yield* Effect.gen(function*() {
          const store = yield* TokenStore.TokenStore
          const tokens = Tokens.make({ refreshToken: "r", accessToken: "a" })
          yield* store.modify(() => tokens)
          assert.deepStrictEqual(plain(yield* store.get), ["r", "a"])
          for (const line of (yield* RequestHost.headers).getSetCookie()) jar.receive(url, line)
        }).pipe(
          Effect.provide(
            RequestStore.layer(request, { projectId }).pipe(
              Layer.provideMerge(RequestHost.layerHost(request))
            )
          )
        )
        assert.deepStrictEqual(jar.values(), { [refreshName]: "r", "stack-access": "[\"r\",\"a\"]" })
        const next = over(new Headers({ cookie: jar.header(url) }))
        assert.deepStrictEqual(plain(yield* Effect.provide(stored, next)), ["r", "a"])
      }
    }))

  it.effect("leaves the browser's session alone where the header has another one, until somebody signs in", () =>
    Effect.gen(function*() {
      for (const own of [{}, { cookie: `${refreshName}=own` }]) {
        const request = { url, headers: { ...own, "x-stack-auth": inAuth("other", "old") } }
        yield* Effect.gen(function*() {
          const { modify } = yield* TokenStore.TokenStore
          const lines = Effect.map(RequestHost.headers, (headers) => headers.getSetCookie())
          yield* modify(() => Tokens.make({ refreshToken: "other", accessToken: "refreshed" }))
          assert.deepStrictEqual(yield* lines, [])
          yield* modify(() => undefined)
          assert.deepStrictEqual(yield* lines, [])
          yield* modify(() => Tokens.make({ refreshToken: "new", accessToken: "a" }))
          assert.lengthOf(yield* lines, 2)
          yield* modify(() => undefined)
          for (const line of yield* lines) assert.include(line, "Max-Age=0")
        }).pipe(
          Effect.provide(
            RequestStore.layer(request, { projectId }).pipe(Layer.provideMerge(RequestHost.layerHost(request)))
          )
        )
      }
    }))

  it.effect("does not look again and again at a request, which nobody changes", () =>
    Effect.gen(function*() {
      let reads = 0
      const headers = { get: () => (reads++, null) }
      yield* Effect.gen(function*() {
        yield* (yield* TokenStore.TokenStore).subscribe(() => {})
        const before = reads
        yield* settle
        assert.strictEqual(reads, before)
      }).pipe(Effect.provide(over(headers)))
    }))

  it.effect("gives the browser an access token that a call has refreshed", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const service = yield* Service
      yield* Effect.provide(storedExpired("r1"), TokenStore.layerMemory)
      const request = { url, headers: { cookie: `${refreshName}=r1` } }
      const layer = layerClient().pipe(Layer.provideMerge(RequestHost.layer(request, { projectId })))
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* CurrentUser.get())?.id, "user of r1")
        for (const line of (yield* RequestHost.headers).getSetCookie()) jar.receive(url, line)
      }).pipe(Effect.provide(layer))
      assert.hasAllKeys(jar.values(), [refreshName, "stack-access"])
      assert.lengthOf(service.to("POST /auth/oauth/token"), 1)
      // The next request needs none.
      const next = { url, headers: { cookie: jar.header(url) } }
      yield* Effect.provide(
        CurrentUser.get(),
        layerClient().pipe(Layer.provide(RequestHost.layer(next, { projectId })))
      )
      assert.lengthOf(service.to("POST /auth/oauth/token"), 1)
    }).pipe(Effect.provide(Service.layer)))

  it.effect("takes the cookies away when the service refuses the refresh token", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      jar.receive(url, `${refreshName}=unknown; Path=/`)
      const request = { url, headers: { cookie: jar.header(url) } }
      yield* Effect.gen(function*() {
        assert.isNull(yield* CurrentUser.get())
        assert.strictEqual((yield* Session.state)._tag, "SignedOut")
        for (const line of (yield* RequestHost.headers).getSetCookie()) jar.receive(url, line)
      }).pipe(Effect.provide(layerClient().pipe(Layer.provideMerge(RequestHost.layer(request, { projectId })))))
      assert.deepStrictEqual(jar.cookies, [])
    }).pipe(Effect.provide(Service.layer)))
})
