/** Attacks on the authentication of requests, each with the refusal that it gets. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Emulator, Faults } from "latchkey/emulator"
import { Authentication } from "latchkey/server"
import {
  bearer,
  cookie,
  cookiesOf,
  encodeJson,
  flush,
  joinSlow,
  makeSession,
  makeSessionOf,
  origin,
  projectId,
  request,
  type Services,
  setup,
  type TestSession
} from "../authenticationSupport.ts"

const { authenticate } = Authentication

/** Runs a test with two users: one who asks, and one who attacks. */
const run = <A, E>(
  test: (context: {
    readonly ada: TestSession & { readonly userId: string }
    readonly eve: TestSession & { readonly userId: string }
    readonly paths: () => ReadonlyArray<string>
  }) => Effect.Effect<A, E, Services>,
  options: Partial<Authentication.AuthenticationOptions> = {}
) => {
  const { layer, paths, requests } = setup(options)
  return Effect.gen(function*() {
    const ada = yield* makeSession("Ada")
    const eve = yield* makeSession("Eve")
    requests.length = 0
    return yield* test({ ada, eve, paths })
  }).pipe(Effect.provide(layer))
}

const tagOf = (asked: Authentication.AuthenticationRequest, options?: Authentication.AuthenticateOptions) =>
  Effect.match(authenticate(asked, options), {
    onFailure: (error) => error._tag,
    onSuccess: ({ principal }) => principal._tag
  })

const stackAuth = ({ accessToken, refreshToken }: TestSession) => JSON.stringify({ accessToken, refreshToken })

describe("duplicate headers", () => {
  it.effect("two Authorization headers of a web Request are refused", () =>
    run(({ ada, eve }) =>
      Effect.gen(function*() {
        const headers = new Headers(bearer(ada))
        headers.append("authorization", `Bearer ${eve.accessToken}`)
        assert.strictEqual(yield* tagOf({ method: "GET", headers }), "CredentialsMalformed")
        const basicFirst = new Headers({ authorization: "Basic c3RhZ2luZzpzZWNyZXQ=" })
        basicFirst.append("authorization", `Bearer ${eve.accessToken}`)
        assert.strictEqual(yield* tagOf({ method: "GET", headers: basicFirst }), "CredentialsMalformed")
      })
    ))

  it.effect("two Authorization headers of Node.js, which keeps the first, are refused", () =>
    run(({ ada, eve }) =>
      Effect.gen(function*() {
        const headers = { authorization: `Bearer ${ada.accessToken}` }
        const rawHeaders = ["Authorization", headers.authorization, "authorization", `Bearer ${eve.accessToken}`]
        assert.strictEqual(yield* tagOf({ method: "GET", headers, rawHeaders }), "CredentialsMalformed")
        assert.strictEqual(yield* tagOf({ method: "GET", headers, rawHeaders: rawHeaders.slice(0, 2) }), "User")
        const others = ["Host", "app.example.com", "accept", "*/*", ...rawHeaders.slice(0, 2)]
        assert.strictEqual(yield* tagOf({ method: "GET", headers, rawHeaders: others }), "User")
      })
    ))

  it.effect("two headers of a record that differ in case are refused", () =>
    run(({ ada, eve }) =>
      Effect.gen(function*() {
        const headers = { Authorization: `Bearer ${ada.accessToken}`, authorization: `Bearer ${eve.accessToken}` }
        assert.strictEqual(yield* tagOf({ method: "GET", headers }), "CredentialsMalformed")
        const list = { authorization: [`Bearer ${ada.accessToken}`, `Bearer ${eve.accessToken}`] }
        assert.strictEqual(yield* tagOf({ method: "GET", headers: list }), "CredentialsMalformed")
      })
    ))

  for (const name of ["x-stack-auth", "x-hexclave-auth"]) {
    it.effect(`two ${name} headers are refused`, () =>
      run(({ ada, eve }) =>
        Effect.gen(function*() {
          const headers = new Headers({ [name]: stackAuth(ada) })
          headers.append(name, stackAuth(eve))
          assert.strictEqual(yield* tagOf({ method: "GET", headers }), "CredentialsMalformed")
        })
      ))
  }

  for (const name of ["x-stack-access-token", "x-hexclave-access-token"]) {
    it.effect(`two ${name} headers are refused`, () =>
      run(({ ada, eve }) =>
        Effect.gen(function*() {
          const headers = new Headers({ [name]: ada.accessToken })
          headers.append(name, eve.accessToken)
          assert.strictEqual(yield* tagOf({ method: "GET", headers }), "CredentialsMalformed")
        })
      ))
  }
})

describe("credentials of two users", () => {
  it.effect("a header and cookies of two users are refused", () =>
    run(({ ada, eve, paths }) =>
      Effect.gen(function*() {
        for (
          const header of [bearer(eve), { "x-stack-auth": stackAuth(eve) }, { "x-stack-access-token": eve.accessToken }]
        ) {
          const error = yield* Effect.flip(authenticate(request({ ...header, ...cookie(ada) })))
          assert.strictEqual(error._tag, "CredentialsConflict")
          assert.deepStrictEqual(
            error._tag === "CredentialsConflict" && error.sources,
            // Sound: each of these headers is a source.
            [Object.keys(header)[0] as "authorization", "cookie"]
          )
        }
        assert.lengthOf(paths(), 0)
      })
    ))

  it.effect("two sessions of one user are refused", () =>
    run(({ ada }) =>
      Effect.gen(function*() {
        const other = yield* makeSessionOf(ada.userId)
        assert.strictEqual(yield* tagOf(request({ ...bearer(other), ...cookie(ada) })), "CredentialsConflict")
      })
    ))

  it.effect("two headers of two users are refused", () =>
    run(({ ada, eve }) =>
      Effect.gen(function*() {
        const headers = { ...bearer(ada), "x-stack-auth": stackAuth(eve) }
        assert.strictEqual(yield* tagOf(request(headers)), "CredentialsConflict")
        assert.strictEqual(
          yield* tagOf(request({ "x-stack-auth": stackAuth(ada), "x-hexclave-auth": stackAuth(eve) })),
          "CredentialsConflict"
        )
      })
    ))

  it.effect("the same session in several sources is accepted", () =>
    run(({ ada, paths }) =>
      Effect.gen(function*() {
        assert.strictEqual(
          yield* tagOf(request({ ...bearer(ada), "x-stack-auth": stackAuth(ada), ...cookie(ada) })),
          "User"
        )
        assert.lengthOf(paths(), 0)
      })
    ))

  it.effect("a newer access token of the same session is accepted beside the cookies", () =>
    run(({ ada }) =>
      Effect.gen(function*() {
        yield* TestClock.adjust("11 minutes")
        const { principal } = yield* authenticate(request(cookie(ada)))
        if (principal._tag !== "User") return assert.fail(principal._tag)
        const { accessToken } = principal
        const headers = { authorization: `Bearer ${Redacted.value(accessToken)}`, ...cookie(ada) }
        assert.strictEqual(yield* tagOf(request(headers)), "User")
      })
    ))
})

describe("cookies tossed from a sibling domain", () => {
  const names = {
    newest: `hexclave-refresh-${projectId}--default`,
    current: `stack-refresh-${projectId}--default`,
    legacy: `stack-refresh-${projectId}`
  }
  const legacy = ({ refreshToken }: TestSession) => `${names.legacy}=${refreshToken}`

  it.effect("tossed cookies lose to a __Host- cookie, whatever their order and name", () =>
    run(({ ada, eve }) =>
      Effect.gen(function*() {
        for (const tossed of [cookiesOf(eve, names.newest), cookiesOf(eve, names.current), legacy(eve)]) {
          for (const cookies of [`${tossed}; ${cookiesOf(ada)}`, `${cookiesOf(ada)}; ${tossed}`]) {
            const { principal } = yield* authenticate(request({ cookie: cookies }))
            assert.strictEqual("userId" in principal && principal.userId, ada.userId)
          }
        }
      })
    ))

  it.effect("tossed cookies are refused beside another session without __Host-, whatever their name", () =>
    run(({ ada, eve, paths }) =>
      Effect.gen(function*() {
        for (const tossed of [cookiesOf(eve, names.newest), cookiesOf(eve, names.current), legacy(eve)]) {
          for (const own of [cookiesOf(ada, names.current), legacy(ada)]) {
            assert.strictEqual(yield* tagOf(request({ cookie: `${tossed}; ${own}` })), "CredentialsConflict")
            assert.strictEqual(yield* tagOf(request({ cookie: `${own}; ${tossed}` })), "CredentialsConflict")
          }
        }
        assert.lengthOf(paths(), 0)
      })
    ))

  it.effect("tossed cookies cannot imitate the prefix __Host-", () =>
    run(({ ada, eve }) =>
      Effect.gen(function*() {
        const tossed = cookiesOf(eve)
        for (const imitation of [`=${tossed}`, `\u00a0${tossed}`, `\u0085${tossed}`, `x=${tossed}`]) {
          const headers = { cookie: `${imitation}; ${cookiesOf(ada)}` }
          const { principal } = yield* authenticate({ method: "GET", headers })
          assert.strictEqual("userId" in principal && principal.userId, ada.userId)
        }
        const { principal } = yield* authenticate({ method: "GET", headers: { cookie: `=${tossed}` } })
        assert.strictEqual(principal._tag, "SignedOut")
      })
    ))

  it.effect("an access token is not used with the refresh token of another session", () =>
    run(({ ada, eve }) =>
      Effect.gen(function*() {
        const { refreshToken } = ada
        const cookies = `${cookiesOf({ refreshToken })}; stack-access=${
          encodeURIComponent(JSON.stringify([eve.refreshToken, eve.accessToken]))
        }`
        const { principal } = yield* authenticate(request({ cookie: cookies }))
        assert.strictEqual("userId" in principal && principal.userId, ada.userId)
      })
    ))
})

describe("cross-site requests with cookies", () => {
  const refused: Readonly<Record<string, Record<string, string>>> = {
    "Sec-Fetch-Site cross-site": { "sec-fetch-site": "cross-site", origin },
    "Sec-Fetch-Site same-site": { "sec-fetch-site": "same-site", origin: "https://blog.example.com" },
    "an unknown Sec-Fetch-Site": { "sec-fetch-site": "same-origin, none", origin },
    "the origin of another site": { origin: "https://evil.example" },
    "a sibling domain": { origin: "https://blog.example.com" },
    "the app's host at another port": { origin: `${origin}:8443` },
    "the app's host without https": { origin: "http://app.example.com" },
    "the app's host as a prefix": { origin: `${origin}.evil.example` },
    "an opaque origin": { origin: "null" },
    "no origin": {}
  }
  for (const [name, headers] of Object.entries(refused)) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "CONNECT", "get2"]) {
      it.effect(`${method} with ${name} is refused`, () =>
        run(({ ada, paths }) =>
          Effect.gen(function*() {
            const asked = { method, url: `${origin}/orders`, headers: { ...headers, ...cookie(ada) } }
            assert.strictEqual(yield* tagOf(asked), "CrossSiteRequest")
            assert.lengthOf(paths(), 0)
          })
        ))
    }
    it.effect(`a WebSocket handshake with ${name} is refused`, () =>
      run(({ ada }) =>
        Effect.gen(function*() {
          const makeAsked = (protocols: string) => {
            const upgrade = { connection: "Upgrade", upgrade: protocols }
            return { method: "GET", url: `${origin}/live`, headers: { ...headers, ...upgrade, ...cookie(ada) } }
          }
          for (const protocols of ["WebSocket", "h2c, websocket", "websocket,h2c", "a , websocket , b"]) {
            assert.strictEqual(yield* tagOf(makeAsked(protocols)), "CrossSiteRequest", protocols)
          }
          assert.strictEqual(yield* tagOf(makeAsked("not-websocket")), "User")
          // An expired session is refused too, before any refresh.
          yield* TestClock.adjust("11 minutes")
          assert.strictEqual(yield* tagOf(makeAsked("websocket")), "CrossSiteRequest")
        })
      ))
    it.effect(`POST with ${name} and a header of the session is accepted`, () =>
      run(({ ada }) =>
        Effect.gen(function*() {
          const asked = { method: "POST", url: `${origin}/orders`, headers: { ...headers, ...bearer(ada) } }
          assert.strictEqual(yield* tagOf(asked), "User")
          assert.strictEqual(yield* tagOf({ ...asked, headers: { ...asked.headers, ...cookie(ada) } }), "User")
        })
      ))
    it.effect(`GET with ${name} is accepted`, () =>
      run(({ ada }) =>
        Effect.gen(function*() {
          for (const method of ["GET", "HEAD", "OPTIONS"]) {
            assert.strictEqual(yield* tagOf({ method, url: origin, headers: { ...headers, ...cookie(ada) } }), "User")
          }
        })
      ))
  }

  it.effect("a request without a method is unsafe", () =>
    run(({ ada }) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* tagOf({ url: origin, headers: cookie(ada) }), "CrossSiteRequest")
      })
    ))

  const accepted: Readonly<Record<string, Record<string, string>>> = {
    "Sec-Fetch-Site same-origin": { "sec-fetch-site": "same-origin" },
    "Sec-Fetch-Site none": { "sec-fetch-site": "none" },
    "the app's origin": { origin },
    "the app's origin behind a proxy": { origin, host: "app.example.com", "x-forwarded-proto": "https" },
    "the app's origin behind a proxy that terminates TLS silently": { origin, host: "app.example.com" },
    "the app's origin over HTTP/2": { origin, ":authority": "app.example.com" }
  }
  for (const [name, headers] of Object.entries(accepted)) {
    it.effect(`POST with ${name} is accepted`, () =>
      run(({ ada }) =>
        Effect.gen(function*() {
          const url = "host" in headers || ":authority" in headers ? "/orders" : `${origin}/orders`
          assert.strictEqual(yield* tagOf({ method: "POST", url, headers: { ...headers, ...cookie(ada) } }), "User")
        })
      ))
  }

  it.effect("POST from a trusted origin is accepted, and the option origin excludes the Host header", () =>
    run(({ ada }) =>
      Effect.gen(function*() {
        const post = (headers: Record<string, string>) =>
          tagOf({ method: "POST", url: "/orders", headers: { host: "evil.example", ...headers, ...cookie(ada) } })
        assert.strictEqual(yield* post({ origin: "https://admin.example.com" }), "User")
        assert.strictEqual(
          yield* post({ origin: "https://admin.example.com", "sec-fetch-site": "same-site" }),
          "User"
        )
        assert.strictEqual(yield* post({ origin }), "User")
        assert.strictEqual(yield* post({ origin: "https://evil.example" }), "CrossSiteRequest")
        assert.strictEqual(yield* post({ origin: "http://evil.example" }), "CrossSiteRequest")
      }), { origin, trustedOrigins: ["https://admin.example.com/"] }))
})

describe("forged tokens", () => {
  const forge = (token: string) => `${token.slice(0, token.lastIndexOf(".") + 1)}${"A".repeat(86)}`
  for (
    const [name, headersOf] of Object.entries<(session: TestSession) => Record<string, string>>({
      authorization: bearer,
      stackauth_: (session) => ({ authorization: `Bearer ${encodeJson(session)}` }),
      "x-stack-auth": (session) => ({ "x-stack-auth": stackAuth(session) }),
      "x-hexclave-auth": (session) => ({ "x-hexclave-auth": stackAuth(session) }),
      "x-stack-access-token": ({ accessToken }) => ({ "x-stack-access-token": accessToken })
    })
  ) {
    it.effect(`forged tokens in ${name} are refused, with and without a refresh token`, () =>
      run(({ ada, paths }) =>
        Effect.gen(function*() {
          const headers = headersOf({ refreshToken: ada.refreshToken, accessToken: forge(ada.accessToken) })
          for (const freshness of ["token", "session"] as const) {
            assert.strictEqual(yield* tagOf(request(headers), { freshness }), "AccessTokenInvalid")
          }
          assert.lengthOf(paths(), 0)
        })
      ))
  }

  it.effect("forged access tokens in cookies are ignored: the refresh token decides", () =>
    run(({ ada, eve, paths }) =>
      Effect.gen(function*() {
        const forged = { refreshToken: eve.refreshToken, accessToken: forge(ada.accessToken) }
        const { principal } = yield* authenticate(request(cookie(forged)))
        assert.strictEqual("userId" in principal && principal.userId, eve.userId)
        assert.lengthOf(paths(), 1)
        const invented = { refreshToken: "invented", accessToken: forge(ada.accessToken) }
        assert.strictEqual(yield* tagOf(request(cookie(invented))), "SignedOut")
      })
    ))
})

describe("a refresh storm", () => {
  it.effect("1,000 concurrent requests with one expired session send one refresh", () =>
    run(({ ada, paths }) =>
      Effect.gen(function*() {
        yield* TestClock.adjust("11 minutes")
        // A service that responds immediately would leave no time for a second refresh.
        const storm = yield* Effect.forEach(
          Array.from({ length: 1000 }),
          () => authenticate(request(cookie(ada))),
          { concurrency: "unbounded" }
        ).pipe(Faults.provide(Faults.slow("1 second")), Effect.forkChild)
        const results = yield* joinSlow(storm)
        assert.deepStrictEqual(paths(), ["POST /auth/sessions/current/refresh"])
        for (const { headers, principal } of results) {
          assert.strictEqual(principal._tag, "User")
          assert.isTrue(headers.has("set-cookie"))
        }
      })
    ))

  it.effect("interrupted requests do not affect the refresh of the others", () =>
    run(({ ada, paths }) =>
      Effect.gen(function*() {
        yield* TestClock.adjust("11 minutes")
        const slow = Faults.provide(Faults.slow("1 second"))
        const first = yield* Effect.forkChild(slow(authenticate(request(cookie(ada)))))
        const second = yield* Effect.forkChild(slow(authenticate(request(cookie(ada)))))
        yield* Effect.repeat(flush, { times: 5 })
        yield* Fiber.interrupt(first)
        assert.strictEqual((yield* joinSlow(second)).principal._tag, "User")
        assert.lengthOf(paths(), 1)
      })
    ))

  it.effect("invented refresh tokens are remembered, and do not displace sessions", () =>
    run(({ ada, paths }) =>
      Effect.gen(function*() {
        yield* TestClock.adjust("11 minutes")
        yield* authenticate(request(cookie(ada)))
        for (let i = 0; i < 3; i++) yield* authenticate(request(cookie({ refreshToken: "invented" })))
        yield* authenticate(request(cookie(ada)))
        assert.lengthOf(paths(), 2)
      })
    ))
})

describe("a session that has ended", () => {
  const end = ({ userId }: { readonly userId: string }) =>
    Effect.flatMap(Emulator.Emulator, (emulator) => emulator.revokeSessions({ userId }))

  it.effect("an ended session in a header is refused", () =>
    run(({ ada }) =>
      Effect.gen(function*() {
        yield* end(ada)
        yield* TestClock.adjust("11 minutes")
        assert.strictEqual(yield* tagOf(request({ "x-stack-auth": stackAuth(ada) })), "SessionRevoked")
        assert.strictEqual(yield* tagOf(request(bearer(ada))), "AccessTokenExpired")
      })
    ))
})
