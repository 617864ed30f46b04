import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous, Client, CurrentUser, Password, Project, RequestHeaders, Session, TokenStore } from "latchkey"
import { Admin } from "latchkey/admin"
import { Server, Users } from "latchkey/server"
import { readFileSync } from "node:fs"
import { call } from "../../src/call/call.ts"
import { endpoint } from "../../src/wire/Endpoint.ts"
import { refreshCurrent } from "../../src/wire/sessions.ts"
import { success } from "../../src/wire/success.ts"
import { getCurrent } from "../../src/wire/users.ts"
import { runsOf } from "../support/propertyRuns.ts"
import {
  accessToken,
  type Arrival,
  connectionReset,
  issued,
  jwt,
  keys,
  layerAdmin,
  layerClient,
  layerServer,
  layerWire,
  projectId,
  projectJson,
  refreshToken,
  response,
  signedIn,
  userJson,
  Wire
} from "../support/Wire.ts"

const nonce = "x-stack-random-nonce"

/** Responds to each request of the tests. */
const service = layerWire(({ method, url }) => {
  const path = new URL(url).pathname.replace("/api/v1", "")
  if (method === "DELETE" || path === "/admin") return response(200, { success: true })
  switch (path) {
    case "/auth/anonymous/sign-up":
    case "/auth/password/sign-in":
      return response(200, issued)
    case "/auth/oauth/token":
    case "/auth/sessions/current/refresh":
      return response(200, { access_token: accessToken })
    case "/auth/password/set":
      return response(200, { success: true })
    case "/auth/sessions":
      return response(200, { items: [] })
    case "/users/me":
      return response(200, userJson)
    case "/users":
      return response(200, { items: [], is_paginated: true, pagination: { next_cursor: null } })
    default:
      return response(200, projectJson)
  }
}, () => response(200, { status: "ok" }))

/** Runs a call, and returns its only request. */
const sent = Effect.fnUntraced(
  function*<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.fn.Return<Arrival, E, R | Wire> {
    const { requests } = yield* Wire
    const before = requests.length
    yield* effect
    assert.lengthOf(requests, before + 1)
    return requests[before]!
  }
)

const signIn = Password.signIn({ email: "ada@example.com", password: Redacted.make("correct horse") })

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string
}

/** The headers of every JSON request except the nonce. */
const always = (level: string) => ({
  "x-stack-override-error-status": "true",
  "x-stack-project-id": projectId,
  "x-stack-access-type": level,
  "x-stack-client-version": `js latchkey@${version}`,
  "ngrok-skip-browser-warning": "true"
})

const client = { ...always("client"), "x-stack-publishable-client-key": keys.publishable }
const tokens = { "x-stack-access-token": accessToken, "x-stack-refresh-token": refreshToken }
const json = { "content-type": "application/json" }

/** Headers without the nonce, which has separate tests. */
const withoutNonce = ({ headers }: Arrival) => {
  const { [nonce]: value, ...others } = headers
  assert.isString(value)
  return others
}

describe("headers of a client's request", () => {
  it.effect("a client's request has a fixed list of headers if no user is signed in", () =>
    Effect.gen(function*() {
      const request = yield* sent(Project.get)
      assert.deepStrictEqual(withoutNonce(request), client)
      assert.strictEqual(request.method, "GET")
      assert.isUndefined(request.body)
    }).pipe(Effect.provide(layerClient(service))))

  it.effect("contain both tokens of the session if a user is signed in", () =>
    Effect.gen(function*() {
      const request = yield* sent(CurrentUser.get())
      assert.deepStrictEqual(withoutNonce(request), { ...client, ...tokens })
    }).pipe(Effect.provide(layerClient(service, {}, signedIn))))

  it.effect("allow an anonymous user if the access token has the claim is_anonymous", () => {
    const anonymous = jwt({ sub: "user", exp: 4_000_000_000, is_anonymous: true })
    const store = TokenStore.layerTokens({ refreshToken, accessToken: anonymous })
    return Effect.gen(function*() {
      const { headers } = yield* sent(CurrentUser.get())
      assert.strictEqual(headers["x-stack-access-token"], anonymous)
      assert.strictEqual(headers["x-stack-allow-anonymous-user"], "true")
    }).pipe(Effect.provide(layerClient(service, {}, store)))
  })

  it.effect("contain no token if the endpoint takes none, even if a user is signed in", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(withoutNonce(yield* sent(Project.get)), client)
      assert.deepStrictEqual(withoutNonce(yield* sent(signIn)), { ...client, ...json })
    }).pipe(Effect.provide(layerClient(service, {}, signedIn))))

  it.effect("contain no token header if no user is signed in, even if the endpoint takes tokens", () =>
    Effect.gen(function*() {
      const { caller } = yield* Client.Client
      assert.deepStrictEqual(withoutNonce(yield* sent(Effect.exit(call(caller, refreshCurrent, {})))), client)
    }).pipe(Effect.provide(layerClient(service))))

  it.effect("contain only the refresh token if there is no access token", () =>
    Effect.gen(function*() {
      const { caller } = yield* Client.Client
      const tokens = { refreshToken: Redacted.make(refreshToken), accessToken: undefined }
      const credentials = { ...caller.credentials, tokens: Effect.succeed(tokens) }
      const request = yield* sent(call({ ...caller, credentials }, getCurrent, {}))
      assert.deepStrictEqual(withoutNonce(request), { ...client, "x-stack-refresh-token": refreshToken })
    }).pipe(Effect.provide(layerClient(service))))

  it.effect("a client's request has a content type only if it has a body, including POST", () =>
    Effect.gen(function*() {
      const withBody = yield* sent(signIn)
      assert.strictEqual(withBody.headers["content-type"], "application/json")
      assert.deepStrictEqual(JSON.parse(withBody.body!), { email: "ada@example.com", password: "correct horse" })
      const without = yield* sent(Anonymous.signUp)
      assert.strictEqual(without.method, "POST")
      assert.isUndefined(without.body)
      assert.notProperty(without.headers, "content-type")
    }).pipe(Effect.provide(layerClient(service))))

  it.effect("are sent with the sign-out after the tokens were removed from the store", () =>
    Effect.gen(function*() {
      const request = yield* sent(Session.signOut)
      assert.deepStrictEqual(withoutNonce(request), { ...client, ...tokens, ...json })
      assert.strictEqual(request.body, "{}")
      assert.isUndefined(yield* (yield* TokenStore.TokenStore).get)
    }).pipe(Effect.provide(layerClient(service, {}, signedIn))))
})

describe("headers of a server's request", () => {
  it.effect("state the level of the key they contain", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(withoutNonce(yield* sent(Users.list())), {
        ...always("server"),
        "x-stack-secret-server-key": keys.server
      })
    }).pipe(Effect.provide(layerServer(service))))

  it.effect("a server's request contains the publishable key if it is set", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(withoutNonce(yield* sent(Users.list())), {
        ...always("server"),
        "x-stack-secret-server-key": keys.server,
        "x-stack-publishable-client-key": keys.publishable
      })
    }).pipe(Effect.provide(layerServer(service, { publishableClientKey: keys.publishable }))))

  it.effect("are client headers for calls of the client level if there is a publishable key", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(withoutNonce(yield* sent(Project.get)), client)
    }).pipe(Effect.provide(layerServer(service, { publishableClientKey: keys.publishable }))))

  it.effect("state the server level for calls of the client level if there is no publishable key", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(withoutNonce(yield* sent(Project.get)), {
        ...always("server"),
        "x-stack-secret-server-key": keys.server
      })
    }).pipe(Effect.provide(layerServer(service))))
})

describe("headers of an admin's request", () => {
  const manage = endpoint("test", "GET", "/admin", { level: "admin" }, () => ({ success }))
  const callAdmin = Effect.flatMap(Admin.Admin, ({ caller }) => call(caller, manage, {}))

  it.effect("state the admin level and contain the admin key", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(withoutNonce(yield* sent(callAdmin)), {
        ...always("admin"),
        "x-stack-super-secret-admin-key": keys.admin
      })
    }).pipe(Effect.provide(layerAdmin(service))))

  it.effect("contain every configured key", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(withoutNonce(yield* sent(callAdmin)), {
        ...always("admin"),
        "x-stack-super-secret-admin-key": keys.admin,
        "x-stack-secret-server-key": keys.server,
        "x-stack-publishable-client-key": keys.publishable
      })
    }).pipe(Effect.provide(layerAdmin(service, {
      publishableClientKey: keys.publishable,
      secretServerKey: Redacted.make(keys.server)
    }))))

  it.effect("an admin's server calls state the server level and contain no admin key if there is a server key", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(withoutNonce(yield* sent(Users.list())), {
        ...always("server"),
        "x-stack-secret-server-key": keys.server
      })
    }).pipe(Effect.provide(layerAdmin(service, { secretServerKey: Redacted.make(keys.server) }))))

  it.effect("state the admin level for calls of lower levels without keys", () =>
    Effect.gen(function*() {
      const admin = { ...always("admin"), "x-stack-super-secret-admin-key": keys.admin }
      assert.deepStrictEqual(withoutNonce(yield* sent(Users.list())), admin)
      assert.deepStrictEqual(withoutNonce(yield* sent(Project.get)), admin)
    }).pipe(Effect.provide(layerAdmin(service))))
})

describe("the nonce", () => {
  const crockford = /^[0-9a-hjkmnp-tv-z]{45}$/

  it.effect("has 45 characters of Crockford's base 32, each with many values", () =>
    Effect.gen(function*() {
      const places = Array.from({ length: 45 }, () => new Set<string>())
      for (let seed = 0; seed < runsOf(300); seed++) {
        const { headers } = yield* Random.withSeed(sent(Project.get), seed)
        assert.match(headers[nonce]!, crockford)
        for (const [i, character] of [...headers[nonce]!].entries()) places[i]!.add(character)
      }
      for (const place of places) assert.isAtLeast(place.size, 16)
    }).pipe(Effect.provide(layerClient(service))))

  it.effect("encodes eight random numbers of 30 bits, except their last bits", () =>
    Effect.gen(function*() {
      const draws = Array.from({ length: 8 }, (_, i) => (i * 0.37 + 0.01) % 1)
      let count = 0
      const random = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => draws[count++ % draws.length]! }
      const { headers } = yield* sent(Effect.provideService(Project.get, Random.Random, random))
      const digits = draws.map((draw) => Math.floor(draw * 2 ** 30).toString(32).padStart(6, "0")).join("").slice(0, 45)
      // Crockford's alphabet has no i, l, o and u.
      const letters = [...digits].map((digit) => "0123456789abcdefghjkmnpqrstvwxyz"[parseInt(digit, 32)]).join("")
      assert.strictEqual(headers[nonce], letters)
    }).pipe(Effect.provide(layerClient(service))))

  it.effect("has the same length for the lowest and the highest random numbers", () =>
    Effect.gen(function*() {
      for (const draw of [0, 1e-12, 1 - 2 ** -53]) {
        const random = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => draw }
        const { headers } = yield* sent(Effect.provideService(Project.get, Random.Random, random))
        assert.match(headers[nonce]!, crockford)
      }
    }).pipe(Effect.provide(layerClient(service))))

  it.effect("the nonce differs for each call and each attempt", () =>
    Effect.gen(function*() {
      const { calls } = yield* Wire
      yield* Effect.forkChild(Effect.exit(Project.get))
      yield* TestClock.adjust("1 minute")
      yield* Effect.forkChild(Effect.exit(Project.get))
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(calls, 10)
      assert.strictEqual(new Set(calls.map(({ headers }) => headers[nonce])).size, 10)
    }).pipe(Effect.provide(layerClient(layerWire(() => connectionReset)))))
})

describe("precedence", () => {
  it.effect("extraRequestHeaders override built-in headers, case-insensitively", () =>
    Effect.gen(function*() {
      const request = yield* sent(signIn)
      assert.deepStrictEqual(withoutNonce(request), {
        ...client,
        "content-type": "application/json; extra",
        "x-stack-client-version": "js extra@1.0.0",
        "x-tenant": "extra"
      })
    }).pipe(Effect.provide(layerClient(service, {
      extraRequestHeaders: {
        "Content-Type": "application/json; extra",
        "X-STACK-Client-Version": "js extra@1.0.0",
        "X-Tenant": "extra"
      }
    }))))

  it.effect("RequestHeaders around a call override extraRequestHeaders, case-insensitively", () =>
    Effect.gen(function*() {
      const request = yield* sent(Effect.provideService(Project.get, RequestHeaders, {
        "x-tenant": "call",
        "X-Stack-Project-ID": "call"
      }))
      assert.deepStrictEqual(withoutNonce(request), {
        ...client,
        "x-stack-project-id": "call",
        "x-tenant": "call",
        "x-other": "extra"
      })
      const next = yield* sent(Project.get)
      assert.deepStrictEqual(withoutNonce(next), { ...client, "x-tenant": "extra", "x-other": "extra" })
    }).pipe(Effect.provide(layerClient(service, { extraRequestHeaders: { "X-Tenant": "extra", "X-Other": "extra" } }))))

  it.effect("RequestHeaders provided to the layer are sent with every request, and replaced by those of a call", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* sent(Project.get)).headers["x-tenant"], "layer")
      const around = yield* sent(Effect.provideService(Project.get, RequestHeaders, { "x-other": "call" }))
      assert.strictEqual(around.headers["x-other"], "call")
      assert.notProperty(around.headers, "x-tenant")
    }).pipe(
      Effect.provide(Layer.provide(layerClient(service), Layer.succeed(RequestHeaders, { "x-tenant": "layer" })))
    ))

  it.effect("every name is sent once, in lower case", () =>
    Effect.gen(function*() {
      const { headers } = yield* sent(signIn)
      for (const name of Object.keys(headers)) assert.strictEqual(name, name.toLowerCase())
    }).pipe(
      Effect.provide(
        layerClient(service, {
          extraRequestHeaders: { "Content-TYPE": "text/json", "NGROK-skip-browser-warning": "1" }
        })
      )
    ))
})

describe("the hexclave family", () => {
  it.effect("renames every header of the service, including tokens and keys", () =>
    Effect.gen(function*() {
      const { headers } = yield* sent(CurrentUser.get())
      const { "x-hexclave-random-nonce": random, ...others } = headers
      assert.lengthOf(random!, 45)
      const renamed = Object.entries({ ...client, ...tokens }).map(([name, value]) => [
        name.replace("x-stack-", "x-hexclave-"),
        value
      ])
      assert.deepStrictEqual(others, Object.fromEntries(renamed))
    }).pipe(Effect.provide(layerClient(service, { headerFamily: "hexclave" }, signedIn))))

  it.effect("renames the keys of the higher levels", () =>
    Effect.gen(function*() {
      const { headers } = yield* sent(Users.list())
      assert.strictEqual(headers["x-hexclave-secret-server-key"], keys.server)
      assert.strictEqual(headers["x-hexclave-access-type"], "server")
      assert.isFalse(Object.keys(headers).some((name) => name.startsWith("x-stack-")))
    }).pipe(Effect.provide(layerServer(service, { headerFamily: "hexclave" }))))
})

describe("the refresh grant", () => {
  const expired = TokenStore.layerTokens({
    refreshToken: "a refresh+token/of=the&test",
    accessToken: jwt({ exp: 0, iat: 0 })
  })

  it.effect("is an OAuth form with exactly these fields, and none of the service's headers", () =>
    Effect.gen(function*() {
      const { body, headers, method, url } = yield* sent(Session.getAccessToken())
      assert.strictEqual(method, "POST")
      assert.strictEqual(url, "https://api.test/api/v1/auth/oauth/token")
      assert.deepStrictEqual(headers, {
        "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
        accept: "application/json"
      })
      assert.deepStrictEqual([...new URLSearchParams(body)], [
        ["grant_type", "refresh_token"],
        ["refresh_token", "a refresh+token/of=the&test"],
        ["client_id", projectId],
        ["client_secret", keys.publishable]
      ])
      assert.notInclude(body!, "token/of=the&test")
    }).pipe(
      Effect.provideService(RequestHeaders, { "x-tenant": "call" }),
      Effect.provide(layerClient(service, { extraRequestHeaders: { "x-other": "extra" } }, expired))
    ))

  it.effect("is a request with the refresh token header and the secret key if there is no publishable key", () =>
    Effect.gen(function*() {
      const { body, headers, method, url } = yield* sent(Session.getAccessToken())
      assert.strictEqual(method, "POST")
      assert.strictEqual(url, "https://api.test/api/v1/auth/sessions/current/refresh")
      assert.isUndefined(body)
      assert.strictEqual(headers["x-stack-access-type"], "server")
      assert.strictEqual(headers["x-stack-secret-server-key"], keys.server)
      assert.strictEqual(headers["x-stack-refresh-token"], "a refresh+token/of=the&test")
      assert.notProperty(headers, "x-stack-access-token")
    }).pipe(Effect.provide(
      Server.layer({ projectId, apiUrl: "https://api.test", secretServerKey: Redacted.make(keys.server) }).pipe(
        Layer.provideMerge(Layer.merge(expired, service))
      )
    )))
})

describe("health", () => {
  it.effect("is requested without headers at the root of the API", () =>
    Effect.gen(function*() {
      const request = yield* sent(Project.checkHealth)
      assert.strictEqual(request.url, "https://api.test/health")
      assert.strictEqual(request.method, "GET")
      assert.deepStrictEqual(request.headers, {})
      assert.isUndefined(request.body)
    }).pipe(
      Effect.provideService(RequestHeaders, { "x-tenant": "call" }),
      Effect.provide(layerClient(service, {}, signedIn))
    ))
})

describe("response headers", () => {
  it.effect("docs/retries.md lists every response header that the client reads", () => {
    const read = new Set<string>()
    const recording = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
      ...response(status, status === 200 ? projectJson : "Slow down"),
      header: (name: string) => {
        read.add(name)
        return headers[name]
      }
    })
    return Effect.gen(function*() {
      yield* Effect.exit(Project.get)
      yield* Effect.exit(Project.get)
      const docs = readFileSync(new URL("../../docs/retries.md", import.meta.url), "utf8")
      const exposed = /^Access-Control-Expose-Headers: (.+)$/m.exec(docs)![1]!.toLowerCase().split(", ")
      assert.sameMembers([...read], exposed)
    }).pipe(
      Effect.provide(
        layerClient(layerWire((_, index) => index === 0 ? recording(429, { "retry-after": "61" }) : recording(200)))
      )
    )
  })
})

describe("the nonce of a request", () => {
  /** The nonce of a request if each random number has these 30 bits. */
  const nonceOf = (bits: number) =>
    Effect.gen(function*() {
      const random = { ...(yield* Random.Random), nextDoubleUnsafe: () => bits / 2 ** 30 }
      yield* Effect.provideService(Project.get, Random.Random, random)
      return (yield* Wire).requests.at(-1)!.headers[nonce]
    })

  it.effect("has one base 32 character per five random bits, and 45 characters", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* nonceOf(0), "0".repeat(45))
      assert.strictEqual(yield* nonceOf(2 ** 30 - 1), "z".repeat(45))
      const letters = 1 << 25 | 2 << 20 | 3 << 15 | 4 << 10 | 5 << 5 | 6
      assert.strictEqual(yield* nonceOf(letters), "123456".repeat(8).slice(0, 45))
    }).pipe(Effect.provide(layerClient(service))))
})
