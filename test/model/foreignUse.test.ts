import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isRaised, runsOf } from "../support/propertyRuns.ts"
import { rules, runHistory } from "./foreignUseHistory.ts"
import { type Kind, live } from "./foreignUseWorld.ts"

const firstSeed = Number(process.env["MODEL_SEED"] ?? 1)

/** Runs lives, and counts. */
const count = Effect.fnUntraced(function*(kind: Kind, runs: number, firstSeed: number) {
  const falseAlarms: Array<string> = []
  let stolen = 0
  let found = 0
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const outcome = yield* live(seed, kind)
    if (outcome.falseAlarms.length > 0) falseAlarms.push(`seed ${seed}: ${outcome.steps.join(", ")}`)
    if (outcome.thefts > 0) stolen++
    if (outcome.thefts > 0 && outcome.alarms.length > 0) found++
  }
  return { falseAlarms, stolen, found }
})

/** Runs histories, and counts. */
const countHistories = (runs: number, use: typeof rules = rules) => {
  const wrong: Array<number> = []
  let stolen = 0
  let found = 0
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const history = runHistory(seed, use)
    if (history.falseAlarms > 0) wrong.push(seed)
    if (history.thefts > 0) stolen++
    if (history.found > 0) found++
  }
  return { wrong, stolen, found }
}

/** Rules with one planted bug each, and the number of histories that finds it. */
const planted: Readonly<Record<string, typeof rules>> = {
  "ignores open requests": {
    ...rules,
    isForeign: (memory, at, since) => rules.isForeign(memory && { ...memory, open: [] }, at, since)
  },
  "forgets lost requests without a pause": {
    ...rules,
    settle: (memory, id, issue) => ({ ...rules.settle(memory, id, issue), quietUntil: memory?.quietUntil ?? 0 })
  },
  "ignores that another program uses the session": { ...rules, share: (memory) => rules.refuse(memory, "")! },
  "ignores tokens of other programs in the store": { ...rules, observe: (memory) => memory },
  "trusts the storage after a crash": { ...rules, isForeign: (memory, at) => rules.isForeign(memory, at, 0) },
  "remembers no request before it is sent": {
    ...rules,
    begin: (memory) => rules.share(memory) && { ...memory!, open: [] }
  }
}

describe("the model of foreign uses", () => {
  it("a history with tabs, servers, sleep, crashes and lost messages: has no false alarm", () => {
    const { found, stolen, wrong } = countHistories(runsOf(2000))
    if (isRaised) {
      console.log(`${runsOf(2000)} histories, ${stolen} with a theft, ${found} found, ${wrong.length} false alarms`)
    }
    assert.deepStrictEqual(wrong, [])
    assert.isAbove(found, 0)
  }, 3_600_000)

  for (const [bug, use] of Object.entries(planted)) {
    it(`a rule that ${bug}: raises a false alarm in the model`, () => {
      assert.isNotEmpty(countHistories(runsOf(2000), use).wrong)
    })
  }

  it.effect("a life with sleep, crashes, servers and lost messages: has no false alarm", () =>
    Effect.gen(function*() {
      const { falseAlarms, found, stolen } = yield* count("wild", runsOf(20), firstSeed)
      if (isRaised) {
        console.log(
          `wild: ${runsOf(20)} runs, ${stolen} with a theft, ${found} found, ${falseAlarms.length} false alarms`
        )
      }
      assert.deepStrictEqual(falseAlarms, [])
      if (isRaised) assert.isAbove(found, 0)
    }), 3_600_000)

  it.effect("an active tab: finds most thefts", () =>
    Effect.gen(function*() {
      const { falseAlarms, found, stolen } = yield* count("plain", runsOf(20), firstSeed)
      if (isRaised) console.log(`plain: ${stolen} thefts, ${found} found`)
      assert.deepStrictEqual(falseAlarms, [])
      assert.isAbove(found, stolen / 2)
    }), 3_600_000)
})
