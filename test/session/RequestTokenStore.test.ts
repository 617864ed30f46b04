import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { CurrentUser, RequestHost, RequestTokenStore, Session, Tokens, TokenStore } from "latchkey"
import { suite } from "../suites/TokenStoreSuite.ts"
import { codePoint } from "../support/codePoint.ts"
import { makeJar } from "../support/host.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { jwt, layerClient, projectId, Service, settle, storedExpired } from "./support.ts"

const refreshName = `stack-refresh-${projectId}`
const hostName = `__Host-${refreshName}--default`
const url = "https://app.example.com/api"

const over = (headers: RequestTokenStore.RequestHeaders) => {
  const request = { url, headers }
  return Layer.provide(RequestTokenStore.layer(request, { projectId }), RequestHost.layerHost(request))
}

const withAuth = (value: string) => over({ "x-stack-auth": value })

const withAuthorization = (authorization: string) => over({ authorization })

/** An access token without a refresh token. */
const alone = jwt({ sub: "user", aud: projectId, exp: 4_000_000_000 })

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
    "one with a list of tokens": withAuth(inAuth(["r"], [alone])),
    "one that is there twice": over({ "x-stack-auth": [inAuth("r", "a"), inAuth("r", "a")] }),
    "an access token that does not say when it expires": withAuth(inAuth(undefined, jwt({ aud: projectId }))),
    "an Authorization header without a scheme": withAuthorization(alone),
    "one of another scheme": withAuthorization(`Basic ${alone}`),
    "one with two tokens": withAuthorization(`Bearer ${alone} ${alone}`),
    "one that is there twice, in a list": over({ authorization: [`Bearer ${alone}`, `Bearer ${alone}`] }),
    "one that is there twice, in a line": withAuthorization(`Bearer ${alone}, Bearer ${alone}`),
    "one with nothing behind the scheme": withAuthorization("Bearer "),
    "one with an API key": withAuthorization("Bearer sk_0123456789"),
    "one with a token of another project": withAuthorization(`Bearer ${jwt({ aud: "another", exp: 4_000_000_000 })}`),
    "one with a token of a project whose id starts with this one's": withAuthorization(
      `Bearer ${jwt({ aud: `${projectId}0`, exp: 4_000_000_000 })}`
    ),
    "one with a token without an audience": withAuthorization(`Bearer ${jwt({ exp: 4_000_000_000 })}`),
    "one with a token that names no audience as a text": withAuthorization(`Bearer ${jwt({ aud: [1], exp: 4e9 })}`),
    "one with a token that does not say when it expires": withAuthorization(`Bearer ${jwt({ aud: projectId })}`),
    "one whose value of the newest clients begins later": withAuthorization(
      `Bearer x.stackauth_${btoa(inAuth("r", "a"))}`
    ),
    "one with an empty value of the newest clients": withAuthorization("Bearer stackauth_"),
    "one whose value is no Base64": withAuthorization("Bearer stackauth_a"),
    "one whose value is no JSON": withAuthorization(`Bearer stackauth_${btoa("{")}`),
    "one whose value is null": withAuthorization(`Bearer stackauth_${btoa("null")}`),
    "one whose value is a list": withAuthorization(`Bearer stackauth_${btoa("[]")}`),
    "one whose value has no tokens": withAuthorization(`Bearer stackauth_${btoa("{}")}`),
    "a cookie header that is none": over({ cookie: ";;=;%;stack-access" })
  }
})

suite("over a request with tokens in a header", withAuth(inAuth("r", "a")), {
  initial: Tokens.make({ refreshToken: "r", accessToken: "a" })
})

suite("over a request with only an access token in a header", withAuth(inAuth(null, alone)), {
  initial: Tokens.make({ accessToken: alone })
})

suite("over a request with a bearer token", withAuthorization(`Bearer ${alone}`), {
  initial: Tokens.make({ accessToken: alone })
})

suite("over a request from the newest clients", withAuthorization(`Bearer stackauth_${btoa(inAuth("r", "a"))}`), {
  initial: Tokens.make({ refreshToken: "r", accessToken: "a" })
})

suite("over a request with cookies", over({ cookie: `${refreshName}=r; stack-access=%5B%22r%22%2C%22a%22%5D` }), {
  initial: Tokens.make({ refreshToken: "r", accessToken: "a" })
})

const ofSeveral = jwt({ sub: "user", aud: ["https://api.example.com", projectId], exp: 4_000_000_000 })

const ofAnonymous = jwt({ sub: "user", aud: `${projectId}:anon`, exp: 4_000_000_000 })

describe("RequestTokenStore", () => {
  const cookies = cookie({ [refreshName]: "of cookie", "stack-access": "[\"of cookie\",\"a\"]" })
  const sources: Readonly<Record<string, [RequestTokenStore.RequestHeaders, unknown]>> = {
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
    "an access token alone": [{ "x-stack-auth": inAuth(null, alone), cookie: cookies }, [undefined, alone]],
    "an access token beside a refresh token that is none": [{ "x-stack-auth": inAuth("", alone) }, [undefined, alone]],
    "a bearer token before cookies": [{ authorization: `Bearer ${alone}`, cookie: cookies }, [undefined, alone]],
    "a bearer token in a list of one": [{ Authorization: [`Bearer ${alone}`] }, [undefined, alone]],
    "a bearer token whatever the case of its scheme": [
      new Headers({ authorization: `bEARER  ${alone} ` }),
      [undefined, alone]
    ],
    "a bearer token for several audiences": [
      { authorization: `Bearer ${ofSeveral}` },
      [undefined, ofSeveral]
    ],
    "a bearer token of an anonymous user of today's service": [
      { authorization: `Bearer ${ofAnonymous}` },
      [undefined, ofAnonymous]
    ],
    "the header before a bearer token": [
      { authorization: `Bearer ${alone}`, "x-stack-auth": inAuth("r", "a") },
      ["r", "a"]
    ],
    "no user, when the header says so beside a bearer token": [
      { authorization: `Bearer ${alone}`, "x-stack-auth": inAuth(null, null) },
      undefined
    ],
    "a bearer token beside a header that is no JSON": [
      { authorization: `Bearer ${alone}`, "x-stack-auth": "{" },
      [undefined, alone]
    ],
    "cookies beside another service's bearer token": [
      { authorization: `Bearer ${jwt({ aud: "https://gateway.example.com", exp: 4e9 })}`, cookie: cookies },
      ["of cookie", "a"]
    ],
    "cookies beside an API key": [{ authorization: "Bearer sk_0123456789", cookie: cookies }, ["of cookie", "a"]],
    "cookies beside a password": [{ authorization: "Basic YTpi", cookie: cookies }, ["of cookie", "a"]],
    "the newest clients' value before all others": [
      {
        authorization: `Bearer stackauth_${btoa(inAuth("newest", "n"))}`,
        "x-stack-auth": inAuth("r", "a"),
        cookie: cookies
      },
      ["newest", "n"]
    ],
    "the same under its other name": [
      { authorization: `Bearer hexclave_${btoa(inAuth("newest", "n"))}` },
      ["newest", "n"]
    ],
    "the same with an access token alone": [
      { authorization: `Bearer stackauth_${btoa(inAuth(null, alone))}` },
      [undefined, alone]
    ],
    "the same in Base64 for URLs": [
      { authorization: `Bearer stackauth_${Buffer.from(inAuth("~~~???", ">>>")).toString("base64url")}` },
      ["~~~???", ">>>"]
    ],
    "no user, when the newest clients' value says so": [
      {
        authorization: `Bearer stackauth_${btoa(inAuth(null, null))}`,
        "x-stack-auth": inAuth("r", "a"),
        cookie: cookies
      },
      undefined
    ],
    "the header beside a value of the newest clients that is no JSON": [
      { authorization: `Bearer stackauth_${btoa("{")}`, "x-stack-auth": inAuth("r", "a"), cookie: cookies },
      ["r", "a"]
    ],
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
    it.effect(`RequestTokenStore: finds ${what}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(plain(yield* Effect.provide(stored, over(headers))), expected)
      }))
  }

  it("never throws for any headers", () => {
    const text = fc.oneof(fc.string({ unit: codePoint }), fc.json())
    const auth = fc.oneof(
      text,
      fc.record({ refreshToken: fc.jsonValue(), accessToken: fc.jsonValue() }).map((value) => JSON.stringify(value))
    )
    const authorization = fc.oneof(
      text,
      fc.tuple(fc.constantFrom("Bearer ", "bearer stackauth_", "Bearer hexclave_"), fc.oneof(text, fc.base64String()))
        .map((parts) => parts.join("")),
      auth.map((value) => `Bearer stackauth_${Buffer.from(value).toString("base64")}`)
    )
    fc.assert(
      fc.property(auth, authorization, text, (auth, authorization, cookie) =>
        Effect.runSync(Effect.gen(function*() {
          const tokens = yield* Effect.provide(stored, over({ "x-stack-auth": auth, authorization, cookie }))
          if (tokens === undefined) return
          assert.notInclude(["", "undefined"], Redacted.value((tokens.refreshToken ?? tokens.accessToken)!))
        }))),
      { numRuns: runsOf(100) }
    )
  })

  it("reads back any token string from the header", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        (refreshToken, accessToken) =>
          Effect.runSync(Effect.gen(function*() {
            const tokens = yield* Effect.provide(stored, withAuth(inAuth(refreshToken, accessToken)))
            assert.deepStrictEqual(plain(tokens), plain(Tokens.make({ refreshToken, accessToken })))
          }))
      ),
      { numRuns: runsOf(100) }
    )
  })

  it.effect("keeps writes for the request, and sends them to the browser", () =>
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
            RequestTokenStore.layer(request, { projectId }).pipe(
              Layer.provideMerge(RequestHost.layerHost(request))
            )
          )
        )
        assert.deepStrictEqual(jar.values(), {
          [hostName]: JSON.stringify({ refresh_token: "r", updated_at_millis: 0 }),
          "stack-access": "[\"r\",\"a\"]"
        })
        const next = over(new Headers({ cookie: jar.header(url) }))
        assert.deepStrictEqual(plain(yield* Effect.provide(stored, next)), ["r", "a"])
      }
    }))

  it.effect("leaves the browser's session unchanged if the header holds another one, until a user signs in", () =>
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
          assert.lengthOf((yield* lines).filter((line) => !line.includes("Max-Age=0")), 2)
          yield* modify(() => undefined)
          for (const line of yield* lines) assert.include(line, "Max-Age=0")
        }).pipe(
          Effect.provide(
            RequestTokenStore.layer(request, { projectId }).pipe(Layer.provideMerge(RequestHost.layerHost(request)))
          )
        )
      }
    }))

  it.effect("does not read the immutable request repeatedly", () =>
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

  it.effect("sends the browser an access token refreshed by a call", () =>
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
      assert.hasAllKeys(jar.values(), [hostName, "stack-access"])
      assert.lengthOf(service.to("POST /auth/oauth/token"), 1)
      // The next request needs no refresh.
      const next = { url, headers: { cookie: jar.header(url) } }
      yield* Effect.provide(
        CurrentUser.get(),
        layerClient().pipe(Layer.provide(RequestHost.layer(next, { projectId })))
      )
      assert.lengthOf(service.to("POST /auth/oauth/token"), 1)
    }).pipe(Effect.provide(Service.layer)))

  it.effect("RequestTokenStore: removes the cookies if the service refuses the refresh token", () =>
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
