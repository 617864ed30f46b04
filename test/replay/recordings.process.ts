/** The results of `testRecordings`, in a run of Vitest. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { makeFolder } from "../command/support.ts"
import { run } from "../support/processes.ts"

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly assertionResults: ReadonlyArray<{
      readonly title: string
      readonly status: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

it.live(
  "testRecordings adds a test for each file, which fails with the difference or the first problem",
  () =>
    Effect.scoped(Effect.gen(function*() {
      const report = resolve(yield* makeFolder({}), "report.json")
      const { ended, errors } = yield* run([
        resolve(import.meta.dirname, "../../node_modules/vitest/vitest.mjs"),
        "run",
        "--config",
        resolve(import.meta.dirname, "fixture/vitest.config.ts"),
        "--reporter=json",
        `--outputFile=${report}`
      ])
      assert.strictEqual(yield* Effect.promise(() => ended), 1, errors())
      const { testResults: [file] }: Report = JSON.parse(readFileSync(report, "utf8"))
      const [same, changed, invalid] = file!.assertionResults
      assert.deepStrictEqual(
        [same, changed, invalid].map((result) => [result?.title, result?.status]),
        [["same", "passed"], ["changed", "failed"], ["invalid", "failed"]]
      )
      assert.match(changed!.failureMessages[0]!, /^ReplayDifference: .*\n.*call users\.me\.get/)
      assert.match(changed!.failureMessages[0]!, /^-.*success\n\+.*InvalidResponse/m)
      assert.match(invalid!.failureMessages[0]!, /^InvalidRecording: The recording has a format version/)
    }))
)
