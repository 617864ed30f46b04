/** Programs that tests run as separate processes. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { waitUntil } from "./turns.ts"

export interface Run {
  readonly child: ChildProcessWithoutNullStreams
  /** The output so far. */
  readonly output: () => string
  readonly errors: () => string
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | string | null>
}

/** Runs Node with these arguments until the scope closes. */
export const run = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = process.env) =>
  Effect.acquireRelease(
    Effect.sync((): Run => {
      const child = spawn(process.execPath, args, { env })
      const text = { output: "", errors: "" }
      child.stdout.on("data", (chunk) => text.output += chunk)
      child.stderr.on("data", (chunk) => text.errors += chunk)
      return {
        child,
        output: () => text.output,
        errors: () => text.errors,
        ended: new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)))
      }
    }),
    ({ child, ended }) =>
      Effect.promise(() => {
        child.kill("SIGKILL")
        return ended
      })
  )

/** Waits until a run has printed a pattern, and returns its first group. Fails the test if the run ends before. */
export const waitForOutput = Effect.fnUntraced(function*(run: Run, pattern: RegExp) {
  let hasEnded = false
  void run.ended.then(() => hasEnded = true)
  yield* waitUntil(() => hasEnded || pattern.test(run.output()))
  const [, group] = pattern.exec(run.output()) ?? assert.fail(`${pattern} was not printed: ${run.errors()}`)
  return group!
})
