import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createLocalJWKSet, type JWK, jwtVerify } from "jose"
import { Anonymous, Project } from "latchkey"
import type { Emulator } from "latchkey/emulator"
import { configure, device, layerTest, on, projectId, send, signUp, tagsOf } from "../support.ts"

describe("the keys of a project", () => {
  it.effect("verify the access tokens that the service issues", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const keys = yield* Project.getSigningKeys()
      assert.strictEqual(keys.length, 1)
      // Sound: a parameter that a key does not have is absent after the copy.
      const set = createLocalJWKSet({ keys: keys.map(({ ...key }) => key as JWK) })
      const verify = (token: string) =>
        Effect.tryPromise(() => jwtVerify(token, set, { audience: projectId, currentDate: new Date(0) }))
      const token = Redacted.value(tokens.accessToken!)
      const { payload } = yield* verify(token)
      assert.strictEqual(payload.sub, userId)
      yield* Effect.flip(verify(`${token.slice(0, -6)}AAAAAA`))
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("2026: each requested kind of user has two keys", () =>
    Effect.gen(function*() {
      const lengths = [
        yield* Project.getSigningKeys(),
        yield* Project.getSigningKeys({ includeRestricted: true }),
        yield* Project.getSigningKeys({ includeAnonymous: true }),
        yield* Project.getSigningKeys({ includeAnonymous: false, includeRestricted: false })
      ].map((keys) => keys.length)
      assert.deepStrictEqual(lengths, [2, 4, 6, 2])
      const kids = (yield* Project.getSigningKeys({ includeAnonymous: true })).map(({ kid }) => kid)
      assert.strictEqual(new Set(kids).size, 6)
      for (const kid of kids) assert.match(kid, /^[\w-]{12}$/)
    }).pipe(Effect.provide(layerTest())))

  it.effect("2026 keys may be cached for an hour, and 2025 keys may not", () =>
    Effect.gen(function*() {
      const cacheOf = (options: Emulator.Options) =>
        send("GET", `/projects/${projectId}/.well-known/jwks.json`, {}).pipe(
          Effect.map(({ headers }) => headers["cache-control"]),
          Effect.provide(layerTest(options), { local: true })
        )
      assert.strictEqual(yield* cacheOf({}), "public, max-age=3600")
      assert.strictEqual(yield* cacheOf({ generation: "2025" }), "no-store, max-age=0")
    }))

  it.effect("2025 services have no keys for restricted users", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Project.getSigningKeys({ includeRestricted: true }))
      assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("verify the tokens of restricted and anonymous users for separate audiences", () =>
    Effect.gen(function*() {
      yield* configure({ requireEmailVerification: true })
      const restricted = yield* signUp()
      const other = yield* device()
      const anonymous = yield* on(other)(Anonymous.signUp)
      const keys = yield* Project.getSigningKeys({ includeAnonymous: true })
      // Sound: a parameter that a key does not have is absent after the copy.
      const jwks = { keys: keys.map(({ ...key }) => key as JWK) }
      const verify = (token: Redacted.Redacted<string> | undefined, audience: string, some = jwks.keys) =>
        Effect.tryPromise(() =>
          jwtVerify(Redacted.value(token!), createLocalJWKSet({ keys: some }), { audience, currentDate: new Date(0) })
        )
      const issuer = "https://api.stack-auth.com/api/v1"
      const first = yield* verify(restricted.tokens.accessToken, `${projectId}:restricted`)
      assert.strictEqual(first.payload.iss, `${issuer}/projects-restricted-users/${projectId}`)
      assert.strictEqual(first.protectedHeader.kid, keys[2]!.kid)
      const second = yield* verify(anonymous.tokens.accessToken, `${projectId}:anon`)
      assert.strictEqual(second.payload.iss, `${issuer}/projects-anonymous-users/${projectId}`)
      assert.strictEqual(second.protectedHeader.kid, keys[4]!.kid)
      yield* Effect.flip(verify(restricted.tokens.accessToken, `${projectId}:restricted`, jwks.keys.slice(0, 2)))
    }).pipe(Effect.provide(layerTest())))
})
