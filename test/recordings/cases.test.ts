import { assert, beforeAll, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"
import { readFileSync, writeFileSync } from "node:fs"
import { handle } from "../../src/emulator/requests/router.ts"
import { Snapshot } from "../../src/emulator/state/Snapshot.ts"
import { assertNoMismatches } from "../support/mismatches.ts"
import {
  deviate,
  nameOf,
  type Outcome,
  printUnknown,
  probe,
  RecordedCases,
  removePermissions,
  textOf
} from "./cases.ts"
import { parsed } from "./compare.ts"
import { isInScope, recorded2025, recorded2026 } from "./recordings.ts"
import { prepare, translate } from "./replay.ts"
import { World } from "./world.ts"

interface Row {
  readonly name: string
  readonly expected: ReadonlyArray<Outcome & { readonly name: string }>
  readonly actual: Outcome & { readonly failure: string | undefined }
}

for (const recorded of [recorded2025, recorded2026]) {
  recorded.describe(`single deviations in requests of ${recorded.generation}`, () => {
    const rows: Array<Row> = []

    beforeAll(() =>
      Effect.gen(function*() {
        const world = new World(recorded)
        const cases = new RecordedCases(recorded)
        for (const recording of recorded.all.filter(isInScope)) {
          yield* Effect.gen(function*() {
            yield* world.advance(recording)
            prepare(world, recording)
            const request = translate(world, recording)
            const own = cases.byBase.get(recording) ?? []
            const snapshot = own.length === 0 ? undefined : new Snapshot(world.state)
            for (const one of own) {
              const change = one.deviation.kind === "permission"
                ? (state: typeof world.state) => removePermissions(state, recording, (id) => world.names.of(id))
                : () => undefined
              const actual = yield* probe(snapshot!, translate(world, deviate(one, recording)), change)
              rows.push({ name: `${one.endpoint.id}: ${nameOf(one.deviation)}`, expected: cases.of(one), actual })
            }
            const answer = yield* handle(world.state, request)
            world.learn(recording, parsed(answer.body), answer.headers["location"])
          }).pipe(Effect.provide(TestClock.layer()))
        }
      }).pipe(Effect.provide(TestConsole.layer), Effect.runPromise)
    )

    it("cases have the status and code of recordings with the same deviation", () => {
      const known = rows.filter(({ expected }) => expected.length > 0)
      assertNoMismatches(
        known.flatMap(({ actual, expected, name }) =>
          expected.some(({ code, status }) => status === actual.status && code === actual.code)
            ? []
            : [
              `${name}: ${textOf(actual)} instead of ${
                expected.map((one) => `${textOf(one)} (${one.name})`).join(", ")
              }`
            ]
        )
      )
    })

    it("no case is a defect of the emulator", () => {
      assertNoMismatches(
        rows.flatMap(({ actual: { failure }, name }) => failure === undefined ? [] : [`${name}: ${failure}`])
      )
      assert.isAbove(rows.length, 500)
    })
  })
}

recorded2025.describe("the cases without a recording", () =>
  recorded2026.describe("of both generations", () => {
    it("cases match the page about the emulator: CASES=write npm test -- test/recordings/cases", () => {
      const path = new URL("../../docs/emulator-cases.md", import.meta.url)
      const page = readFileSync(path, "utf8")
      const [start, end] = ["<!-- table of cases -->\n", "<!-- end of the table -->"] as const
      const table = printUnknown([new RecordedCases(recorded2025), new RecordedCases(recorded2026)])
      const before = page.slice(0, page.indexOf(start) + start.length)
      const expected = `${before}\n${table}\n\n${page.slice(page.indexOf(end))}`
      if (process.env["CASES"] === "write") writeFileSync(path, expected)
      else assert.strictEqual(page, expected)
    })
  }))
