import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createLocalJWKSet, type JWK, jwtVerify } from "jose"
import { Project } from "latchkey"
import { layerTest, projectId, signUp } from "./support.ts"

describe("the keys of a project", () => {
  it.effect("verify the access tokens that the service issues", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const keys = yield* Project.signingKeys
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
})
