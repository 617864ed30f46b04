import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { SecureRandom } from "latchkey"

const random = (length: number) => Effect.flatMap(SecureRandom, (random) => random(length))

describe("SecureRandom", () => {
  it.effect("returns the requested number of bytes, different each time", () =>
    Effect.gen(function*() {
      for (const length of [0, 1, 20, 32, 1000]) assert.lengthOf(yield* random(length), length)
      const all = yield* Effect.replicateEffect(random(20), 100)
      assert.strictEqual(new Set(all.map((bytes) => bytes.join())).size, 100)
    }))

  it.effect("ignores seeds", () =>
    Effect.gen(function*() {
      const seeded = Random.withSeed(random(16), "seed")
      assert.notDeepEqual(yield* seeded, yield* seeded)
    }))

  it.effect("SecureRandom: fails if the host has no secure random numbers, or refuses the number", () =>
    Effect.gen(function*() {
      // Web Crypto returns at most 65,536 at a time.
      assert.strictEqual((yield* Effect.flip(random(65537)))._tag, "HostUnavailable")
    }))
})
