/**
 * Device-bound sessions with a client in software that follows the W3C draft, and with hostile requests. The test with a
 * browser is `test/browser/deviceBound.browser.ts`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, type Navigation, Password, Session, type TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authentication, DeviceBoundSessions, SessionStore, StoredSessionHost } from "latchkey/server"
import { origin, projectId, request, setup } from "./authenticationSupport.ts"
import { type Alg, type Device, makeDevice, signProof } from "./softwareDevice.ts"

const path = "/auth/device"
const name = "__Host-latchkey-session"
const url = `${origin}${path}`
const hostOptions = { origin, deviceBoundPath: path }

const makeApp = (options: SessionStore.SessionStoreOptions = {}) => {
  const alarms: Array<SessionStore.ReplacedIdUsed> = []
  const app = setup({ origin }, { project: { config: { domains: [origin, "http://localhost:3000"] } } })
  const store = SessionStore.layerMemory({
    onReplacedIdUsed: (event) => Effect.sync(() => alarms.push(event)),
    ...options
  })
  return { ...app, alarms, layer: Layer.provideMerge(app.layer, store) }
}

/** Runs a handler of the app, and returns its response. */
const respondAfter = <A, E>(
  asked: Request,
  effect: Effect.Effect<A, E, Client.Client | TokenStore.TokenStore | Navigation.Navigation>,
  options: StoredSessionHost.StoredSessionHostOptions = hostOptions
) =>
  Effect.andThen(effect, StoredSessionHost.respond("done")).pipe(
    Effect.provide(
      Client.layer({ projectId, publishableClientKey: Emulator.adminOptions.publishableClientKey! }).pipe(
        Layer.provideMerge(StoredSessionHost.layer(asked, options))
      )
    )
  )

let users = 0

const signUp = (options?: StoredSessionHost.StoredSessionHostOptions, asked = request({}, { method: "POST" })) =>
  respondAfter(
    asked,
    Password.signUp({ email: `ada${++users}@example.com`, password: Redacted.make("correct horse battery") }),
    options
  )

/** Sends a request to the endpoint. */
const send = (headers: Record<string, string>, method = "POST") =>
  Effect.map(
    DeviceBoundSessions.handle(request(headers, { method, url }), { origin, path }),
    (response) => response!
  )

const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]!.split(";")[0]!

const challengeOf = (response: Response): string =>
  /challenge="([^"]+)"/.exec(response.headers.get("secure-session-registration")!)![1]!

const jsonOf = (response: Response) =>
  Effect.promise(() =>
    response.json() as Promise<{ readonly session_identifier: string; readonly [key: string]: unknown }>
  )

/** Signs up, and registers the device, as Chromium does. */
const register = Effect.fnUntraced(function*(device: Device, quote = (jwt: string) => jwt) {
  const signedUp = yield* signUp()
  const old = cookieOf(signedUp)
  const challenge = challengeOf(signedUp)
  const jwt = yield* signProof(device, { jti: challenge }, { jwk: device.jwk })
  const response = yield* send({ cookie: old, "secure-session-response": quote(jwt) })
  assert.strictEqual(response.status, 200)
  const { session_identifier: identifier } = yield* jsonOf(response.clone())
  return { old, challenge, jwt, response, identifier, cookie: cookieOf(response) }
})

/** Gets a challenge, like a browser whose cookie has expired. */
const ask = Effect.fnUntraced(function*(identifier: string) {
  const response = yield* send({ "sec-secure-session-id": identifier })
  assert.strictEqual(response.status, 403)
  const header = response.headers.get("secure-session-challenge")!
  assert.isTrue(header.endsWith(`;id="${identifier}"`))
  return /^"([\w-]+)"/.exec(header)![1]!
})

const refresh = Effect.fnUntraced(function*(device: Device, identifier: string) {
  const jti = yield* ask(identifier)
  const jwt = yield* signProof(device, { jti })
  return yield* send({ "sec-secure-session-id": identifier, "secure-session-response": jwt })
})

/** The tag of a request's principal. */
const tagOf = (cookie: string) =>
  Effect.map(Authentication.authenticate(request({ cookie })), ({ principal }) => principal._tag)

describe("sign-in with deviceBoundPath", () => {
  it.effect("asks the browser to register, and sets the ordinary cookie", () =>
    Effect.gen(function*() {
      const response = yield* signUp()
      assert.match(
        response.headers.get("secure-session-registration")!,
        /^\(ES256 RS256\);path="\/auth\/device";challenge="[\w-]{43}"$/
      )
      assert.match(response.headers.getSetCookie()[0]!, /; Max-Age=31536000; /)
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("does not ask without the option, over http, or for a request without a sign-in", () =>
    Effect.gen(function*() {
      const local = new Request("http://localhost:3000/sign-in", { method: "POST" })
      const responses = [
        yield* signUp({ origin }),
        yield* signUp({ deviceBoundPath: path }, local),
        yield* respondAfter(request({ cookie: cookieOf(yield* signUp()) }), Effect.void)
      ]
      for (const response of responses) assert.isFalse(response.headers.has("secure-session-registration"))
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("a browser that never registers keeps its session, with the usual rotation", () =>
    Effect.gen(function*() {
      let cookie = cookieOf(yield* signUp())
      for (let hour = 0; hour < 5; hour++) {
        yield* TestClock.adjust("1 hour")
        const { headers, principal } = yield* Authentication.authenticate(request({ cookie }))
        assert.strictEqual(principal._tag, "User")
        cookie = headers.getSetCookie()[0]?.split(";")[0] ?? cookie
      }
      assert.strictEqual(yield* tagOf(cookie), "User")
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("fails for a path that would change the header", () =>
    Effect.gen(function*() {
      for (const deviceBoundPath of ["", "auth", "/a\";b=\"", "/a b", "https://evil.example/"]) {
        const error = yield* Effect.flip(signUp({ origin, deviceBoundPath }))
        assert.strictEqual(error._tag, "InvalidOptions")
        assert.include(error.message, "deviceBoundPath")
      }
    }).pipe(Effect.provide(makeApp().layer)))
})

describe("DeviceBoundSessions.handle", () => {
  for (const alg of ["ES256", "RS256"] as const satisfies ReadonlyArray<Alg>) {
    it.effect(`registers and refreshes with ${alg}, without an end`, () =>
      Effect.gen(function*() {
        const device = yield* makeDevice(alg)
        const { cookie, identifier, response } = yield* register(device)
        assert.match(
          response.headers.getSetCookie()[0]!,
          /^__Host-latchkey-session=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/
        )
        assert.strictEqual(response.headers.get("cache-control"), "no-store")
        assert.deepStrictEqual(yield* jsonOf(response), {
          session_identifier: identifier,
          refresh_url: path,
          scope: { origin, include_site: false },
          credentials: [{ type: "cookie", name, attributes: "Path=/; HttpOnly; Secure; SameSite=Lax" }]
        })
        assert.strictEqual(yield* tagOf(cookie), "User")
        for (let round = 0; round < 4; round++) {
          yield* TestClock.adjust("3 hours")
          const refreshed = yield* refresh(device, identifier)
          assert.strictEqual(refreshed.status, 200)
          assert.strictEqual(yield* tagOf(cookieOf(refreshed)), "User")
        }
      }).pipe(Effect.provide(makeApp().layer)))
  }

  it.effect("accepts the draft's forms: quoted headers, the claim key, aud and sub", () =>
    Effect.gen(function*() {
      const device = yield* makeDevice()
      const signedUp = yield* signUp()
      const claims = { jti: challengeOf(signedUp), key: device.jwk, aud: url, iat: "1725579055" }
      const registered = yield* send({
        cookie: cookieOf(signedUp),
        "secure-session-response": `"${yield* signProof(device, claims)}";a=1`
      })
      const { session_identifier: identifier } = yield* jsonOf(registered)
      const jti = yield* ask(identifier)
      const response = yield* send({
        "sec-secure-session-id": `"${identifier}"`,
        "secure-session-response": `"${yield* signProof(device, { jti, aud: url, sub: identifier })}"`
      })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("a copied cookie is useless after its lifetime, and its use ends nothing", () => {
    const { alarms, layer } = makeApp()
    return Effect.gen(function*() {
      const device = yield* makeDevice()
      const { cookie: stolen, identifier } = yield* register(device)
      assert.strictEqual(yield* tagOf(stolen), "User")
      yield* TestClock.adjust("11 minutes")
      const { cookie } = { cookie: cookieOf(yield* refresh(device, identifier)) }
      assert.strictEqual(yield* tagOf(stolen), "SignedOut")
      assert.strictEqual(yield* tagOf(cookie), "User")
      assert.deepStrictEqual(alarms, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("the ordinary cookie from before the registration is no way around the device", () => {
    const { alarms, layer } = makeApp()
    return Effect.gen(function*() {
      const device = yield* makeDevice()
      const { cookie, old } = yield* register(device)
      assert.strictEqual(yield* tagOf(cookie), "User")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* tagOf(old), "SignedOut")
      assert.lengthOf(alarms, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a lost response to a registration keeps the session, and a lost response to a refresh as well", () => {
    const { alarms, layer } = makeApp()
    return Effect.gen(function*() {
      const device = yield* makeDevice()
      const lost = yield* register(device)
      yield* TestClock.adjust("50 minutes")
      assert.strictEqual(yield* tagOf(lost.old), "User")
      const { cookie, identifier } = yield* register(device)
      yield* tagOf(cookie)
      yield* TestClock.adjust("9 minutes")
      yield* refresh(device, identifier)
      assert.strictEqual(yield* tagOf(cookie), "User")
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(yield* tagOf(cookieOf(yield* refresh(device, identifier))), "User")
      assert.deepStrictEqual(alarms, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("responds with 401 after a sign-out, so that the browser forgets the session", () =>
    Effect.gen(function*() {
      const device = yield* makeDevice()
      const { cookie, identifier } = yield* register(device)
      const out = yield* respondAfter(request({ cookie }, { method: "POST" }), Session.signOut)
      assert.match(out.headers.getSetCookie()[0]!, /Max-Age=0/)
      const response = yield* send({ "sec-secure-session-id": identifier })
      assert.strictEqual(response.status, 401)
      assert.isFalse(response.headers.has("set-cookie"))
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("returns undefined for other paths, and 405 for other methods", () =>
    Effect.gen(function*() {
      const other = request({}, { method: "POST", url: `${url}/` })
      assert.isUndefined(yield* DeviceBoundSessions.handle(other, { origin, path }))
      const { headers, status } = yield* send({}, "GET")
      assert.deepStrictEqual([status, headers.get("allow")], [405, "POST"])
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("an unknown option is a defect", () =>
    Effect.gen(function*() {
      const options = { origin, path, pth: "x" }
      const exit = yield* Effect.exit(DeviceBoundSessions.handle(request({}, { url }), options))
      assert.include(String(exit), "pth")
    }).pipe(Effect.provide(makeApp().layer)))
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("hostile registrations", () => {
  /** A registration with a proof that `makeProof` creates. The session must stay an ordinary one. */
  const isRefused = (
    makeProof: (device: Device, challenge: string, other: Device) => Effect.Effect<string>,
    alg?: Alg
  ) =>
    Effect.gen(function*() {
      const [device, other] = [yield* makeDevice(alg), yield* makeDevice()]
      const signedUp = yield* signUp()
      const cookie = cookieOf(signedUp)
      const proof = yield* makeProof(device, challengeOf(signedUp), other)
      const response = yield* send({ cookie, "secure-session-response": proof })
      assert.strictEqual(response.status, 401)
      assert.isFalse(response.headers.has("set-cookie"))
      yield* TestClock.adjust("20 minutes")
      assert.strictEqual(yield* tagOf(cookie), "User")
    }).pipe(Effect.provide(makeApp().layer))

  const rows: Readonly<Record<string, (device: Device, jti: string, other: Device) => Effect.Effect<string>>> = {
    "no proof": () => Effect.succeed(""),
    "a proof that is no JWT": () => Effect.succeed("a.b.c"),
    "the signature of another key": (device, jti, other) => signProof(other, { jti }, { jwk: device.jwk }),
    "a changed challenge": (device, jti) =>
      Effect.map(signProof(device, { jti: "x" }, { jwk: device.jwk }), (jwt) => {
        const [header, , signature] = jwt.split(".")
        return `${header}.${encode({ jti })}.${signature}`
      }),
    "the algorithm none": ({ jwk }, jti) =>
      Effect.succeed(`${encode({ alg: "none", typ: "dbsc+jwt", jwk })}.${encode({ jti })}.`),
    "an HMAC with the public key": (device, jti) => signProof(device, { jti }, { jwk: device.jwk, alg: "HS256" }),
    "another algorithm than the key's": (device, jti) => signProof(device, { jti }, { jwk: device.jwk, alg: "RS256" }),
    "the type JWT": (device, jti) => signProof(device, { jti }, { jwk: device.jwk, typ: "JWT" }),
    "no type": (device, jti) => signProof(device, { jti }, { jwk: device.jwk, typ: undefined }),
    "no key": (device, jti) => signProof(device, { jti }),
    "a symmetric key": (device, jti) => signProof(device, { jti }, { jwk: { kty: "oct", k: "AAAA" } }),
    "a point that is not on the curve": (device, jti) =>
      signProof(device, { jti }, { jwk: { ...device.jwk, y: "A".repeat(43) } }),
    "another session's challenge": (device) =>
      Effect.flatMap(
        Effect.orDie(signUp()),
        (response) => signProof(device, { jti: challengeOf(response) }, { jwk: device.jwk })
      ).pipe(Effect.provide(makeApp().layer), Effect.orDie),
    "no challenge": (device) => signProof(device, {}, { jwk: device.jwk }),
    "a challenge that is no text": (device, jti) => signProof(device, { jti: [jti] }, { jwk: device.jwk }),
    "another audience": (device, jti) =>
      signProof(device, { jti, aud: "https://evil.example/auth/device" }, { jwk: device.jwk }),
    "a subject": (device, jti) => signProof(device, { jti, sub: "x" }, { jwk: device.jwk }),
    "an unknown critical header": (device, jti) =>
      signProof(device, { jti }, { jwk: device.jwk, crit: ["x"], x: true }),
    "more than 4,096 characters": (device, jti) =>
      signProof(device, { jti, padding: "x".repeat(4096) }, { jwk: device.jwk }),
    "two proofs": (device, jti) =>
      Effect.map(signProof(device, { jti }, { jwk: device.jwk }), (jwt) => `${jwt}, ${jwt}`)
  }
  for (const [what, makeProof] of Object.entries(rows)) {
    it.effect(`a registration with ${what} is refused, and the session stays an ordinary one`, () =>
      isRefused(makeProof))
  }

  it.effect("a registration with an RSA key of 1,024 bits is refused", () =>
    isRefused((_, jti) =>
      Effect.flatMap(makeDevice("RS256", 1024), (weak) => signProof(weak, { jti }, { jwk: weak.jwk }))
    ))

  it.effect("a registration without the cookie, or with another user's, is refused", () =>
    Effect.gen(function*() {
      const device = yield* makeDevice()
      const [victim, thief] = [yield* signUp(), yield* signUp()]
      const proof = yield* signProof(device, { jti: challengeOf(victim) }, { jwk: device.jwk })
      const headers = { "secure-session-response": proof }
      assert.strictEqual((yield* send(headers)).status, 401)
      assert.strictEqual((yield* send({ ...headers, cookie: cookieOf(thief) })).status, 401)
      assert.strictEqual((yield* send({ ...headers, cookie: cookieOf(victim) })).status, 200)
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("a thief with the cookie cannot register, once the browser has", () =>
    Effect.gen(function*() {
      const device = yield* makeDevice()
      const { challenge, jwt, old } = yield* register(device)
      assert.strictEqual((yield* send({ cookie: old, "secure-session-response": jwt })).status, 401)
      const own = yield* makeDevice()
      const proof = yield* signProof(own, { jti: challenge }, { jwk: own.jwk })
      assert.strictEqual((yield* send({ cookie: old, "secure-session-response": proof })).status, 401)
    }).pipe(Effect.provide(makeApp().layer)))
})

describe("hostile refreshes", () => {
  it.effect("the device refreshes with its challenge after ten others without an answer", () =>
    Effect.gen(function*() {
      const device = yield* makeDevice()
      const { identifier } = yield* register(device)
      const jti = yield* ask(identifier)
      for (let times = 0; times < 10; times++) yield* ask(identifier)
      const jwt = yield* signProof(device, { jti })
      const response = yield* send({ "sec-secure-session-id": identifier, "secure-session-response": jwt })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(makeApp().layer)))

  const rows: Readonly<
    Record<string, (device: Device, jti: string, identifier: string, other: Device) => Effect.Effect<string>>
  > = {
    "the signature of another key": (_, jti, __, other) => signProof(other, { jti }),
    "another key in the header": (_, jti, __, other) => signProof(other, { jti }, { jwk: other.jwk }),
    "another key in the claims": (_, jti, __, other) => signProof(other, { jti, key: other.jwk }),
    "the algorithm none": (_, jti) => Effect.succeed(`${encode({ alg: "none", typ: "dbsc+jwt" })}.${encode({ jti })}.`),
    "the type JWT": (device, jti) => signProof(device, { jti }, { typ: "JWT" }),
    "another session as subject": (device, jti) => signProof(device, { jti, sub: "x" }),
    "another audience": (device, jti) => signProof(device, { jti, aud: `${origin}/other` }),
    "more than 4,096 characters": (device, jti) => signProof(device, { jti, padding: "x".repeat(4096) })
  }
  for (const [what, makeProof] of Object.entries(rows)) {
    it.effect(`a refresh with ${what} is refused, and the challenge stays valid for the device`, () =>
      Effect.gen(function*() {
        const [device, other] = [yield* makeDevice(), yield* makeDevice()]
        const { identifier } = yield* register(device)
        const jti = yield* ask(identifier)
        const proof = yield* makeProof(device, jti, identifier, other)
        const refused = yield* send({ "sec-secure-session-id": identifier, "secure-session-response": proof })
        assert.strictEqual(refused.status, 401)
        assert.isFalse(refused.headers.has("set-cookie"))
        const own = yield* signProof(device, { jti })
        const response = yield* send({ "sec-secure-session-id": identifier, "secure-session-response": own })
        assert.strictEqual(response.status, 200)
      }).pipe(Effect.provide(makeApp().layer)))
  }

  it.effect("a replayed proof gets a new challenge instead of a cookie", () =>
    Effect.gen(function*() {
      const device = yield* makeDevice()
      const { identifier } = yield* register(device)
      const jwt = yield* signProof(device, { jti: yield* ask(identifier) })
      const headers = { "sec-secure-session-id": identifier, "secure-session-response": jwt }
      assert.strictEqual((yield* send(headers)).status, 200)
      const replayed = yield* send(headers)
      assert.strictEqual(replayed.status, 403)
      assert.isTrue(replayed.headers.has("secure-session-challenge"))
      assert.isFalse(replayed.headers.has("set-cookie"))
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("another session's proof and identifier get nothing", () =>
    Effect.gen(function*() {
      const [device, other] = [yield* makeDevice(), yield* makeDevice()]
      const [victim, thief] = [yield* register(device), yield* register(other)]
      const jwt = yield* signProof(other, { jti: yield* ask(thief.identifier) })
      const mixed = yield* send({ "sec-secure-session-id": victim.identifier, "secure-session-response": jwt })
      assert.strictEqual(mixed.status, 401)
      // A signature of the right device over a challenge of another session.
      const foreign = yield* signProof(device, { jti: yield* ask(thief.identifier) })
      const response = yield* send({ "sec-secure-session-id": victim.identifier, "secure-session-response": foreign })
      assert.strictEqual(response.status, 403)
      for (const identifier of ["x", "a.b", victim.cookie.slice(name.length + 1), "x".repeat(1e5)]) {
        assert.strictEqual((yield* send({ "sec-secure-session-id": identifier })).status, 401)
      }
    }).pipe(Effect.provide(makeApp().layer)))

  it.effect("the cookie alone, and the identifier alone, get no new cookie", () =>
    Effect.gen(function*() {
      const device = yield* makeDevice()
      const { cookie, identifier } = yield* register(device)
      for (const headers of [{ cookie }, { cookie, "sec-secure-session-id": identifier }]) {
        const response = yield* send(headers)
        assert.isTrue(response.status === 401 || response.status === 403)
        assert.isFalse(response.headers.has("set-cookie"))
      }
      assert.strictEqual(yield* tagOf(`${name}=${identifier}`), "SignedOut")
    }).pipe(Effect.provide(makeApp().layer)))
})
