import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { createLocalJWKSet, errors, exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from "jose"
import { AccessToken, Client, Session, Sessions, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { clientHeaders, codeOf, jsonOf, layerTest, nobody, otherProject, projectId, send, signUp } from "../support.ts"

const issuer = `https://api.stack-auth.com/api/v1/projects/${projectId}`

const jwksOf = (id: string) =>
  Effect.map(send("GET", `/projects/${id}/.well-known/jwks.json`, {}), (response): JSONWebKeySet => jsonOf(response))

/** Verifies a token by the service's public keys, at the clock's time. */
const verify = Effect.fnUntraced(function*(token: string, keys: JSONWebKeySet) {
  const currentDate = new Date(yield* Clock.currentTimeMillis)
  return yield* Effect.tryPromise({
    try: () =>
      jwtVerify(token, createLocalJWKSet(keys), { issuer, audience: projectId, algorithms: ["ES256"], currentDate }),
    catch: (error) => error
  })
})

const signedUpToken = Effect.map(signUp(), ({ tokens }) => Redacted.value(tokens.accessToken!))

/** Sends a token to the service, and returns the refusal. */
const refusalOf = (token: string) =>
  Effect.map(send("GET", "/users/me", { ...clientHeaders, "x-stack-access-token": token }), codeOf)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const decode = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString())

describe("an access token", () => {
  it.effect("verifies against the project's published keys", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_700_000_000_999)
      const { tokens, userId } = yield* signUp()
      const keys = yield* jwksOf(projectId)
      const { payload, protectedHeader } = yield* verify(Redacted.value(tokens.accessToken!), keys)
      const [session] = yield* Sessions.list
      assert.deepStrictEqual(payload, {
        sub: userId,
        iss: issuer,
        aud: projectId,
        iat: 1_700_000_000,
        exp: 1_700_000_600,
        branchId: "main",
        refreshTokenId: session!.id,
        role: "authenticated"
      })
      assert.deepStrictEqual(protectedHeader, { alg: "ES256", kid: keys.keys[0]!.kid! })
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("verifies until it expires", () =>
    Effect.gen(function*() {
      const token = yield* signedUpToken
      const keys = yield* jwksOf(projectId)
      yield* TestClock.adjust("599 seconds")
      yield* verify(token, keys)
      yield* TestClock.adjust("1 second")
      assert.instanceOf(yield* Effect.flip(verify(token, keys)), errors.JWTExpired)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a refresh returns a new token with the same session and signing key", () =>
    Effect.gen(function*() {
      const first = yield* signedUpToken
      yield* TestClock.adjust("10 minutes")
      const second = Redacted.value((yield* Session.getAccessToken())!)
      assert.notStrictEqual(second, first)
      const { payload, protectedHeader } = yield* verify(second, yield* jwksOf(projectId))
      assert.strictEqual(protectedHeader.kid, decode(first.split(".")[0]!).kid)
      assert.strictEqual(payload["refreshTokenId"], decode(first.split(".")[1]!).refreshTokenId)
      assert.strictEqual(payload.iat, 600)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is parsed by the client", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const parsed = AccessToken.parse(tokens.accessToken!)!
      assert.strictEqual(parsed.userId, userId)
      assert.strictEqual(parsed.sessionId, (yield* Sessions.list)[0]!.id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("has the service's URL as issuer", () =>
    Effect.gen(function*() {
      const body = {
        email: "ada@example.com",
        password: "correct horse",
        verification_callback_url: "http://localhost/"
      }
      const { access_token } = jsonOf(yield* send("POST", "/auth/password/sign-up", clientHeaders, body))
      assert.strictEqual(decode(access_token.split(".")[1]).iss, `https://api.test/api/v1/projects/${projectId}`)
    }).pipe(Effect.provide(layerTest())))
})

describe("the published keys", () => {
  it.effect("are one public key on P-256, without private parameters", () =>
    Effect.gen(function*() {
      const { keys } = yield* jwksOf(projectId)
      assert.strictEqual(keys.length, 1)
      const { kid, x, y, ...rest } = keys[0]!
      assert.deepStrictEqual(rest, { kty: "EC", crv: "P-256", alg: "ES256" })
      assert.match(kid!, /^[\w-]{12}$/)
      assert.match(x!, /^[\w-]{43}$/)
      assert.match(y!, /^[\w-]{43}$/)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("two projects have different keys", () =>
    Effect.gen(function*() {
      const [one] = (yield* jwksOf(projectId)).keys
      const [other] = (yield* jwksOf(otherProject.id)).keys
      assert.notStrictEqual(one!.kid, other!.kid)
      assert.notStrictEqual(one!.x, other!.x)
    }).pipe(Effect.provide(layerTest({ projects: [otherProject] }))))

  it.effect("an unknown project has no published keys", () =>
    Effect.gen(function*() {
      for (const id of [nobody, "unknown", "%E0%A4%A", "__proto__"]) {
        const response = yield* send("GET", `/projects/${id}/.well-known/jwks.json`, {})
        assert.strictEqual(response.status, 404, id)
        assert.strictEqual(response.headers["content-type"], "text/plain; charset=utf-8")
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("a forged token", () => {
  /** Changes one character in the middle, where every bit is significant. */
  const tampered = (text: string) => {
    const at = text.length >> 1
    return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1)
  }

  it.effect("a forged token with another payload is unparsable to the service and to every verifier", () =>
    Effect.gen(function*() {
      const token = yield* signedUpToken
      const [header, payload, signature] = token.split(".")
      const forged = [header, encode({ ...decode(payload!), exp: 4_000_000_000 }), signature].join(".")
      // Twice, because the service caches verified tokens.
      assert.strictEqual(yield* refusalOf(forged), "UNPARSABLE_ACCESS_TOKEN")
      assert.strictEqual(yield* refusalOf(forged), "UNPARSABLE_ACCESS_TOKEN")
      const error = yield* Effect.flip(verify(forged, yield* jwksOf(projectId)))
      assert.instanceOf(error, errors.JWSSignatureVerificationFailed)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a forged token with another signature is unparsable", () =>
    Effect.gen(function*() {
      const [header, payload, signature] = (yield* signedUpToken).split(".")
      for (const other of [tampered(signature!), signature!.slice(4), "", "AAAA", "!!!!"]) {
        assert.strictEqual(yield* refusalOf([header, payload, other].join(".")), "UNPARSABLE_ACCESS_TOKEN")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a forged token with no algorithm or another algorithm is unparsable", () =>
    Effect.gen(function*() {
      const [header, payload, signature] = (yield* signedUpToken).split(".")
      for (const alg of ["none", "None", "HS256", "ES384", undefined]) {
        const changed = encode({ ...decode(header!), alg })
        assert.strictEqual(yield* refusalOf(`${changed}.${payload}.${signature}`), "UNPARSABLE_ACCESS_TOKEN", alg)
        assert.strictEqual(yield* refusalOf(`${changed}.${payload}.`), "UNPARSABLE_ACCESS_TOKEN", alg)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("signed with another key is unparsable, even if it names the right one", () =>
    Effect.gen(function*() {
      const token = yield* signedUpToken
      const [header, payload] = token.split(".").slice(0, 2).map(decode)
      const { privateKey, publicKey } = yield* Effect.promise(() => generateKeyPair("ES256", { extractable: true }))
      const jwk = yield* Effect.promise(() => exportJWK(publicKey))
      for (const more of [{}, { jwk }]) {
        const forged = yield* Effect.promise(() =>
          new SignJWT(payload).setProtectedHeader({ ...header, ...more }).sign(privateKey)
        )
        assert.strictEqual(yield* refusalOf(forged), "UNPARSABLE_ACCESS_TOKEN")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("text that is not a token is unparsable", () =>
    Effect.forEach(
      ["garbage", "a.b", "a.b.c", "a.b.c.d", "...", `${encode(null)}.${encode(1)}.AA`, "ö.ö.ö"],
      (token) => Effect.map(refusalOf(token), (code) => assert.strictEqual(code, "UNPARSABLE_ACCESS_TOKEN", token))
    ).pipe(Effect.provide(layerTest())))

  it.effect("a token of another project's user is refused for both projects", () =>
    Effect.gen(function*() {
      const other = Client.layer({
        projectId: otherProject.id,
        publishableClientKey: otherProject.publishableClientKey
      })
        .pipe(Layer.provide(TokenStore.layerMemory))
      const token = yield* Effect.provide(signedUpToken, other)
      const response = yield* send("GET", "/users/me", { ...clientHeaders, "x-stack-access-token": token })
      assert.strictEqual(response.status, 401)
      assert.strictEqual(codeOf(response), "INVALID_PROJECT_FOR_ACCESS_TOKEN")
      assert.deepStrictEqual(jsonOf(response).details, {
        expected_project_id: projectId,
        actual_project_id: otherProject.id
      })
      const error = yield* Effect.flip(verify(token, yield* jwksOf(projectId)))
      assert.instanceOf(error, errors.JWKSNoMatchingKey)
    }).pipe(Effect.provide(layerTest({ projects: [otherProject] }))))

  it.effect("a token of another emulator with the same project is unparsable", () =>
    Effect.gen(function*() {
      const token = yield* Effect.provide(signedUpToken, Layer.fresh(Emulator.layerClient()))
      assert.strictEqual(yield* refusalOf(token), "UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(layerTest())))
})
