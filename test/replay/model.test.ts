/** The sequences of the model test, recorded in each tab and replayed to the same end. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import type { Recording } from "../../src/recorder/Recording.ts"
import { runRecording } from "../../src/replay/runRecording.ts"
import { live } from "../model/live.ts"
import { type Operation, sequences } from "../model/operations.ts"
import type { Place } from "../model/places.ts"
import type { Plant } from "../model/plants.ts"
import type { Recorders } from "../model/World.ts"

const record = async (operations: ReadonlyArray<Operation>, place: Place, plant?: Plant) => {
  const recorders: Recorders = []
  const broken = await Effect.runPromise(
    live(operations, place, plant, recorders).pipe(
      Random.withSeed("model"),
      Effect.scoped,
      Effect.provide(TestClock.layer())
    )
  )
  const recordings: Array<Recording> = []
  for (const recorder of recorders) recordings.push(await Effect.runPromise(recorder.export))
  return { broken, recordings }
}

describe("a recorded sequence of the model", () => {
  // The overlapping steps of the store `remote` are not all in a recording.
  for (const place of ["cookies", "storage", "phone"] as const) {
    it(`over ${place}, is replayed to the same end`, async () => {
      let events = 0
      await fc.assert(
        fc.asyncProperty(sequences, async (operations) => {
          const { recordings } = await record(operations, place)
          for (const recording of recordings) {
            const result = await Effect.runPromise(runRecording(recording))
            events += result.replayed
            assert.strictEqual(result.skipped, 0)
            assert.isUndefined(result.difference, JSON.stringify(result.difference))
          }
        }),
        { numRuns: 5, seed: 3, endOnFailure: true }
      )
      assert.isAbove(events, 3000)
    }, 120_000)
  }
})
