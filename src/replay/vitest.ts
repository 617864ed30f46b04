/** Recordings as Vitest regression tests. */
import * as Effect from "effect/Effect"
import { it } from "vitest"
import * as Replay from "./Replay.ts"

/**
 * Adds a test for each recording. The keys are file paths, and the tests have the files' names. A test fails
 * with the difference if the client behaves otherwise than when it was recorded.
 *
 * **Example** (A folder's recordings)
 *
 * ```ts
 * import { testRecordings } from "latchkey/replay/vitest"
 *
 * // In a test file: import.meta.glob("./recordings/*.json", { eager: true, import: "default" })
 * declare const recordings: Record<string, unknown>
 *
 * testRecordings(recordings)
 * ```
 */
export const testRecordings = (recordings: Readonly<Record<string, unknown>>): void => {
  for (const [path, json] of Object.entries(recordings)) {
    it(nameOf(path), () => Effect.runPromise(Effect.asVoid(Effect.flatMap(Replay.parse(json), Replay.check))))
  }
}

/** Returns a file's name without its folder and its extension. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.json$/, "")
