/** Runs scripts of the repository against the build, in one process. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { resolve } from "node:path"
import { run } from "../support/processes.ts"

export interface Script {
  /** The path of the file. */
  readonly file: string
  readonly args?: ReadonlyArray<string>
  /** The service answers each PATCH with the status 500. */
  readonly refusesPatch?: boolean
}

/** The exit code and the output of a script. Both are the same as those of a separate process. */
export interface ScriptResult {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** The path of an example. */
export const example = (name: string): string => resolve(import.meta.dirname, "../../examples", name)

/** Runs scripts one after the other in one process, and returns the result of each. */
export const runScripts = (
  scripts: ReadonlyArray<Script>,
  env: NodeJS.ProcessEnv = {}
): Effect.Effect<ReadonlyArray<ScriptResult>> =>
  Effect.scoped(Effect.gen(function*() {
    const runner = resolve(import.meta.dirname, "scriptRunner.ts")
    const { ended, errors, output } = yield* run([runner], { ...env, SCRIPTS: JSON.stringify(scripts) })
    assert.strictEqual(yield* Effect.promise(() => ended), 0, errors() + output())
    return JSON.parse(output())
  }))
