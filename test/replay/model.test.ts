/** The sequences of the model test, recorded in each tab and replayed to the same end. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import type { Recording } from "../../src/recorder/Recording.ts"
import type { ReplayResult } from "../../src/replay/Difference.ts"
import type { ReplayOptions } from "../../src/replay/ReplayClient.ts"
import { runRecording } from "../../src/replay/runRecording.ts"
import { live } from "../model/live.ts"
import { type Operation, sequences } from "../model/operations.ts"
import { type Place, places } from "../model/places.ts"
import { type Plant, plants } from "../model/plants.ts"
import type { Recorders } from "../model/World.ts"
import { runsOf } from "../support/propertyRuns.ts"

/** Runs a sequence, and returns the broken laws and the recording of each tab. */
const record = async (operations: ReadonlyArray<Operation>, place: Place, plant?: Plant, capacity?: number) => {
  const recorders: Recorders = []
  if (capacity !== undefined) recorders.capacity = capacity
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

const replayAll = async (
  recordings: ReadonlyArray<Recording>,
  options?: ReplayOptions
): Promise<ReadonlyArray<ReplayResult>> => {
  const results: Array<ReplayResult> = []
  for (const recording of recordings) results.push(await Effect.runPromise(runRecording(recording, options)))
  return results
}

const differencesOf = (results: ReadonlyArray<ReplayResult>) =>
  results.flatMap(({ difference }) => difference === undefined ? [] : [difference])

/** The sequences that every place replays. Those after the first few are only searched for one that needs a guard. */
const searched = fc.sample(sequences, { numRuns: runsOf(20), seed: 6 })
const compared = searched.slice(0, runsOf(4))

interface Original {
  readonly broken: string | undefined
  readonly recordings: ReadonlyArray<Recording>
  readonly results: ReadonlyArray<ReplayResult>
}

/** The sequences of the default runs. The originals of all sequences would not fit into memory if `PROPERTY_RUNS` is raised. */
const cached = new Set<ReadonlyArray<Operation>>(searched.slice(0, 20))

const originals = new Map(places.map((place) => [place, new Map<ReadonlyArray<Operation>, Promise<Original>>()]))

const makeOriginal = async (operations: ReadonlyArray<Operation>, place: Place): Promise<Original> => {
  const { broken, recordings } = await record(operations, place)
  return { broken, recordings, results: await replayAll(recordings) }
}

/** Returns the recordings of a sequence and the results of their replay. Several tests need those of the default runs, so they are cached. */
const originalOf = (operations: ReadonlyArray<Operation>, place: Place): Promise<Original> => {
  if (!cached.has(operations)) return makeOriginal(operations, place)
  const known = originals.get(place)!
  const original = known.get(operations) ?? makeOriginal(operations, place)
  known.set(operations, original)
  return original
}

interface RareCase {
  readonly place: Place
  readonly seed: number
  readonly index: number
  readonly capacity?: number
}

/** Sequences in which the order of events at the same time matters. */
const rareCases: Readonly<Record<string, RareCase>> = {
  "calls that start at a change of the state, after the client's next step": { place: "storage", seed: 300, index: 5 },
  "a write of a refresh that another call had started": { place: "remote", seed: 100, index: 0 },
  "an interruption during a read of the store": { place: "phone", seed: 103, index: 3 },
  "a read of the store by a subscription from before the first event": {
    place: "remote",
    seed: 4,
    index: 3,
    capacity: 60
  },
  "operations of a session that was removed before the first event": {
    place: "cookies",
    seed: 309,
    index: 9,
    capacity: 250
  }
}

describe("a recorded sequence of the model", () => {
  for (const [name, { capacity, index, place, seed }] of Object.entries(rareCases)) {
    it(`a recorded sequence is replayed to the same end with ${name}`, async () => {
      const operations = fc.sample(sequences, { numRuns: index + 1, seed })[index]!
      const { recordings } = await record(operations, place, undefined, capacity)
      assert.isNotEmpty(recordings)
      assert.deepStrictEqual(differencesOf(await replayAll(recordings)), [])
    })
  }

  for (const place of places) {
    it(`a recorded sequence over ${place} is replayed to the same end`, async () => {
      let events = 0
      for (const operations of compared) {
        for (const { difference, replayed, skipped } of (await originalOf(operations, place)).results) {
          events += replayed
          assert.strictEqual(skipped, 0)
          assert.isUndefined(difference, JSON.stringify({ difference, operations }))
        }
      }
      assert.isAbove(events, 3000)
    })

    it(`a sequence over ${place} with dropped events is replayed from the first idle moment`, async () => {
      let events = 0
      for (const operations of compared) {
        const { recordings } = await record(operations, place, undefined, 80)
        for (const recording of recordings) {
          const run = Effect.catchTag(runRecording(recording), "InvalidRecording", () => Effect.succeed(undefined))
          const result = await Effect.runPromise(run)
          events += result?.replayed ?? 0
          assert.isUndefined(result?.difference, JSON.stringify({ difference: result?.difference, operations }))
        }
      }
      assert.isAbove(events, 600)
    })
  }

  for (const [bug, plant] of Object.entries<Plant>(plants)) {
    for (const place of places) {
      // The tokens of a planted client change when they are read, so a recording cannot contain them.
      if (!("client" in plant)) {
        it(`a sequence over ${place} fails and is replayed to the same end if ${bug}`, async () => {
          const isSound = fc.asyncProperty(
            sequences,
            async (operations) => (await record(operations, place, plant)).broken === undefined
          )
          const { counterexample, failed } = await fc.check(isSound, { numRuns: 20, seed: 7, endOnFailure: true })
          assert.isTrue(failed)
          const { recordings } = await record(counterexample![0], place, plant)
          assert.deepStrictEqual(differencesOf(await replayAll(recordings, plant)), [])
        })
      }

      it(`a replay over ${place} shows a difference when the guard is removed, so that ${bug}`, async () => {
        for (const operations of searched) {
          const { broken, recordings, results } = await originalOf(operations, place)
          assert.isUndefined(broken)
          assert.deepStrictEqual(differencesOf(results), [])
          if (differencesOf(await replayAll(recordings, plant)).length > 0) return
        }
        assert.fail("No sequence shows a difference")
      })
    }
  }
})
