/** Verification of access tokens: the options, the claims, and the tokens of both generations. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { AccessToken, Jwks } from "latchkey/server"
import { fromWebCrypto, Sha256 } from "../../src/platform/Sha256.ts"
import { configure, device, layerTest, on, signUp } from "../emulator/support.ts"
import {
  claimsAt,
  KeyService,
  layerVerifier,
  options,
  outcome,
  projectId,
  publish,
  secondKey,
  sign,
  userId
} from "./tokens.ts"

const emulated = { projectId: Emulator.adminOptions.projectId }

const layerEmulated = (generation: Emulator.Options["generation"]) =>
  AccessToken.layer(emulated).pipe(
    Layer.provide(Jwks.layer(emulated)),
    Layer.provideMerge(layerTest({ generation }))
  )

describe.each(["2025", "2026"] as const)("AccessToken.verify with a service of %s", (generation) => {
  it.effect("returns the claims of the service's token", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const claims = yield* AccessToken.verify(tokens.accessToken!)
      assert.strictEqual(claims.userId, userId)
      assert.strictEqual(claims.projectId, emulated.projectId)
      assert.strictEqual(claims.email, generation === "2026" ? "ada@example.com" : undefined)
      assert.strictEqual(claims.emailVerified, generation === "2026" ? false : undefined)
    }).pipe(Effect.provide(layerEmulated(generation))))
})

describe("AccessToken.verify", () => {
  it.effect("accepts a plain and a redacted token", () =>
    Effect.gen(function*() {
      const token = yield* sign()
      assert.strictEqual((yield* AccessToken.verify(token)).userId, userId)
      assert.strictEqual((yield* AccessToken.verify(Redacted.make(token))).userId, userId)
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("refuses a signature that is no 64 bytes, without a request for keys", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const token = yield* sign()
      for (const changed of [`${token}A`, token.slice(0, -1), `${token.slice(0, -1)}B`]) {
        assert.strictEqual(yield* outcome(changed), "signature")
      }
      assert.strictEqual(service.requests.length, 0)
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("returns frozen claims, because requests share them", () =>
    Effect.gen(function*() {
      const claims = yield* Effect.flatMap(sign(), AccessToken.verify)
      assert.isFrozen(claims)
      assert.isFrozen(claims.audience)
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("refuses tokens of restricted and anonymous users unless they are allowed", () =>
    Effect.gen(function*() {
      yield* configure({ requireEmailVerification: true })
      const restricted = Redacted.value((yield* signUp()).tokens.accessToken!)
      const anonymous = Redacted.value((yield* on(yield* device())(Anonymous.signUp)).tokens.accessToken!)
      for (const allowed of [undefined, { allowAnonymous: true }]) {
        assert.strictEqual(yield* outcome(restricted, allowed), "restricted")
      }
      for (const allowed of [undefined, { allowRestricted: true }]) {
        assert.strictEqual(yield* outcome(anonymous, allowed), "anonymous")
      }
      assert.isTrue((yield* AccessToken.verify(restricted, { allowRestricted: true })).isRestricted)
      assert.isTrue((yield* AccessToken.verify(anonymous, { allowAnonymous: true })).isAnonymous)
      // The memo holds both tokens now, and must not make them valid for other callers.
      assert.strictEqual(yield* outcome(restricted), "restricted")
      assert.strictEqual(yield* outcome(anonymous), "anonymous")
    }).pipe(Effect.provide(layerEmulated("2026"))))

  it.effect("AccessToken.verify: refuses the normal audience with claims of another kind of user", () =>
    Effect.gen(function*() {
      const anonymous = yield* sign({ claims: { is_anonymous: true, is_restricted: true } })
      assert.strictEqual(yield* outcome(anonymous), "anonymous")
      assert.strictEqual(yield* outcome(anonymous, { allowRestricted: true }), "anonymous")
      assert.strictEqual(yield* outcome(anonymous, { allowAnonymous: true }), userId)
      const restricted = yield* sign({ claims: { is_restricted: true } })
      assert.strictEqual(yield* outcome(restricted), "restricted")
      assert.strictEqual(yield* outcome(restricted, { allowRestricted: true }), userId)
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("AccessToken.verify: an anonymous audience overrides claims that deny it", () =>
    Effect.gen(function*() {
      const token = yield* sign({
        claims: { iss: claimsAt(0).iss.replace("projects", "projects-anonymous-users"), aud: `${projectId}:anon` }
      })
      assert.strictEqual(yield* outcome(token), "anonymous")
      assert.isTrue((yield* AccessToken.verify(token, { allowAnonymous: true })).isAnonymous)
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("AccessToken.verify: accepts a list with one audience", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Effect.flatMap(sign({ claims: { aud: [projectId] } }), outcome), userId)
      const several = yield* sign({ claims: { aud: [projectId, `${projectId}:anon`] } })
      assert.strictEqual(yield* outcome(several), "audience")
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("fails with AccessTokenExpired at the expiry plus the tolerance", () =>
    Effect.gen(function*() {
      const token = yield* sign()
      yield* TestClock.adjust(604_999)
      assert.strictEqual(yield* outcome(token), userId)
      yield* TestClock.adjust(1)
      const error = yield* Effect.flip(AccessToken.verify(token))
      assert.deepInclude(error, { _tag: "AccessTokenExpired", expiredAt: new Date(600_000) })
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("AccessToken.verify: tolerates up to 60 seconds of clock difference", () =>
    Effect.gen(function*() {
      const token = yield* sign({ claims: { iat: 60, nbf: 60 } })
      assert.strictEqual(yield* outcome(token), userId)
      yield* TestClock.adjust(659_999)
      assert.strictEqual(yield* outcome(token), userId)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* outcome(token), "AccessTokenExpired")
    }).pipe(Effect.provide(layerVerifier({ clockTolerance: "1 minute" }))))

  it.effect("accepts the issuer of the public URL if apiUrl is internal", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Effect.flatMap(sign(), outcome), userId)
      const internal = yield* sign({ claims: { iss: `http://auth.internal:8102/api/v1/projects/${projectId}` } })
      assert.strictEqual(yield* outcome(internal), "issuer")
    }).pipe(
      Effect.provide(
        layerVerifier({ apiUrl: "http://auth.internal:8102", allowInsecureApiUrl: true, issuer: "https://api.test/" })
      )
    ))

  it.effect("accepts the issuer of each URL if browsers and servers have one", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Effect.flatMap(sign(), outcome), userId)
      const token = yield* sign({ claims: { iss: `https://auth.internal/api/v1/projects/${projectId}` } })
      assert.strictEqual(yield* outcome(token), userId)
    }).pipe(
      Effect.provide(layerVerifier({ apiUrl: { browser: "https://api.test", server: "https://auth.internal" } }))
    ))

  it.effect("accepts a project id in upper case", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Effect.flatMap(sign(), outcome), userId)
    }).pipe(Effect.provide(layerVerifier({ projectId: projectId.toUpperCase() }))))
})

describe("the memo", () => {
  it.effect("forgets a token when its key leaves the set", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const token = yield* sign({ claims: { exp: 10_000 } })
      assert.strictEqual(yield* outcome(token), userId)
      service.respond = publish(secondKey)
      yield* TestClock.adjust("21 minutes")
      assert.strictEqual(yield* outcome(token), "unknownKey")
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("forgets a token when another key gets its id", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const token = yield* sign({ claims: { exp: 10_000 } })
      assert.strictEqual(yield* outcome(token), userId)
      service.respond = publish({ ...secondKey, jwk: { ...secondKey.jwk, kid: "firstKey1234" } })
      yield* TestClock.adjust("21 minutes")
      assert.strictEqual(yield* outcome(token), "signature")
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("keeps a token when the same keys are fetched again", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const token = yield* sign({ claims: { exp: 10_000 } })
      const first = yield* AccessToken.verify(token)
      yield* TestClock.adjust("21 minutes")
      assert.strictEqual(yield* AccessToken.verify(token), first)
      assert.strictEqual(service.requests.length, 2)
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("returns the same claims for the same token, and is bounded", () =>
    Effect.gen(function*() {
      const [one, two, three] = [
        yield* sign(),
        yield* sign({ claims: { name: "2" } }),
        yield* sign({ claims: { name: "3" } })
      ]
      const first = yield* AccessToken.verify(one)
      yield* AccessToken.verify(two)
      assert.strictEqual(yield* AccessToken.verify(one), first)
      yield* AccessToken.verify(three)
      assert.strictEqual(yield* AccessToken.verify(one), first)
      const second = yield* AccessToken.verify(two)
      yield* AccessToken.verify(three)
      assert.strictEqual(yield* AccessToken.verify(two), second)
      assert.notStrictEqual(yield* AccessToken.verify(one), first)
    }).pipe(Effect.provide(layerVerifier({ capacity: 2 }))))

  it.effect("remembers tokens on hosts without node:crypto", () =>
    Effect.gen(function*() {
      const token = yield* sign()
      assert.strictEqual(yield* AccessToken.verify(token), yield* AccessToken.verify(token))
    }).pipe(Effect.provide(layerVerifier().pipe(Layer.provide(Layer.succeed(Sha256, fromWebCrypto))))))

  it.effect("the memo is off with a capacity of 0", () =>
    Effect.gen(function*() {
      const token = yield* sign()
      assert.notStrictEqual(yield* AccessToken.verify(token), yield* AccessToken.verify(token))
    }).pipe(Effect.provide(layerVerifier({ capacity: 0 }))))
})

describe("the options of AccessToken.layer", () => {
  const failure = (more: Partial<AccessToken.AccessTokenOptions>) =>
    Effect.map(
      Effect.flip(Layer.build(layerVerifier(more))),
      ({ _tag, message, option }) => [_tag, option, message]
    )

  it.effect("AccessToken.layer: refuses invalid options", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* failure({ projectId: "../x" }), [
        "InvalidOptions",
        "projectId",
        "The option projectId must be a UUID, or internal"
      ])
      assert.deepStrictEqual(yield* failure({ clockTolerance: "61 seconds" }), [
        "InvalidOptions",
        "clockTolerance",
        "The option clockTolerance must be a duration of at most 1m"
      ])
      for (const clockTolerance of [-1, NaN, "soon" as never]) {
        assert.strictEqual((yield* failure({ clockTolerance }))[1], "clockTolerance")
      }
      for (const capacity of [-1, 0.5, NaN, Infinity, "1" as never]) {
        assert.strictEqual((yield* failure({ capacity }))[1], "capacity")
      }
      assert.strictEqual((yield* failure({ issuer: "api.test" }))[1], "issuer")
      assert.strictEqual((yield* failure({ apiUrl: "http://api.test" }))[1], "apiUrl")
    }).pipe(Effect.scoped))

  it.effect("AccessToken.layer: reads its options from the environment", () =>
    Effect.gen(function*() {
      const { projectId } = options
      const layer = AccessToken.layerConfig({ projectId }).pipe(Layer.provide(Jwks.layerConfig({ projectId })))
      assert.isDefined(yield* Layer.build(layer))
      const missing = yield* Effect.flip(
        Layer.build(AccessToken.layerConfig().pipe(Layer.provide(Jwks.layerConfig(options))))
      )
      assert.match(missing.message, /projectId is undefined. Pass it, or set NEXT_PUBLIC_STACK_PROJECT_ID/)
    }).pipe(Effect.scoped))
})
