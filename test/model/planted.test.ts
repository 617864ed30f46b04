/** The model finds bugs planted between a client and its store, over every kind of store. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { live } from "./live.ts"
import { histories, type Operation } from "./operations.ts"
import { type Place, places } from "./places.ts"
import { type Plant, plants, serverPlants } from "./plants.ts"

/** The number of sequences of 200 operations that each bug may survive. */
const limit = 10

const brokenIn = (operations: ReadonlyArray<Operation>, place: Place, plant?: Plant) =>
  Effect.runPromise(
    live(operations, place, plant).pipe(Random.withSeed("model"), Effect.scoped, Effect.provide(TestClock.layer()))
  )

describe("the model", () => {
  for (const [bug, plant] of Object.entries<Plant>({ ...plants, ...serverPlants })) {
    for (const place of plant.places ?? places) {
      it(`the model over ${place} finds that ${bug}`, async () => {
        const isSound = fc.asyncProperty(
          histories,
          async (operations) => await brokenIn(operations, place, plant) === undefined
        )
        const { counterexample, failed } = await fc.check(isSound, { numRuns: limit, seed: 7, endOnFailure: true })
        assert.isTrue(failed)
        const [operations] = counterexample!
        // The bug is the cause: without it, the same operations break no law.
        assert.isUndefined(await brokenIn(operations, place))
      })
    }
  }
})
