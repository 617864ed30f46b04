import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isRaised, runsOf } from "../support/propertyRuns.ts"
import { type History, rules, runHistory } from "./foreignUseHistory.ts"
import { runServerHistory, serverRules } from "./foreignUseServers.ts"
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
const countHistories = (runs: number, run: (seed: number) => History) => {
  const wrong: Array<number> = []
  let stolen = 0
  let found = 0
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const history = run(seed)
    if (history.falseAlarms > 0) wrong.push(seed)
    if (history.thefts > 0) stolen++
    if (history.found > 0) found++
  }
  return { wrong, stolen, found }
}

/** Returns the first seed whose history has a false alarm. */
const findFalseAlarm = (runs: number, run: (seed: number) => History): number | undefined => {
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) if (run(seed).falseAlarms > 0) return seed
  return undefined
}

/** Rules with one planted bug each. */
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

/** The same for servers. */
const plantedInServers: Readonly<Record<string, typeof serverRules>> = {
  "ignores open requests": { ...serverRules, isForeign: planted["ignores open requests"]!.isForeign },
  "forgets lost requests without a pause": {
    ...serverRules,
    settle: planted["forgets lost requests without a pause"]!.settle
  },
  "trusts a new memory, which Redis may have evicted": {
    ...serverRules,
    settle: (memory, id, issue) => {
      const settled = rules.settle(memory, id, issue)
      return memory?.newest === undefined ? { ...settled, quietUntil: 0 } : settled
    }
  },
  "sends a request that Redis has not stored": { ...serverRules, isRequired: false },
  "reports a use that Redis has not stored": { ...serverRules, isConfirmed: false },
  "remembers a request once, also if the process sleeps": { ...serverRules, remembersAgain: false },
  "has a memory for each process": { ...serverRules, isMemoryShared: false }
}

describe("the model of foreign uses", () => {
  for (
    const { kind, run } of [
      { kind: "tabs, servers, sleep, crashes and lost messages", run: runHistory },
      { kind: "a server's processes, Redis that fails, sleep, crashes and lost messages", run: runServerHistory }
    ]
  ) {
    it(`a history with ${kind}: has no false alarm`, () => {
      const { found, stolen, wrong } = countHistories(runsOf(2000), run)
      if (isRaised) {
        console.log(
          `${kind}: ${runsOf(2000)} histories, ${stolen} with a theft, ${found} found, ${wrong.length} false alarms`
        )
      }
      assert.deepStrictEqual(wrong, [])
      assert.isAbove(found, 0)
    }, 3_600_000)
  }

  for (const [bug, use] of Object.entries(planted)) {
    it(`a rule that ${bug}: raises a false alarm in the model`, () => {
      assert.isDefined(findFalseAlarm(runsOf(50_000), (seed) => runHistory(seed, use)))
    })
  }

  for (const [bug, use] of Object.entries(plantedInServers)) {
    it(`a server that ${bug}: raises a false alarm in the model`, () => {
      assert.isDefined(findFalseAlarm(runsOf(50_000), (seed) => runServerHistory(seed, use)))
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
