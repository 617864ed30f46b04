/** Recordings in files. */
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"
import type { Recording } from "../../recorder/Recording.ts"
import { parse } from "../../replay/parseRecording.ts"
import { parseJson } from "../../wire/Json.ts"

/** Reads a recording. Fails with a message for the terminal. */
export const readRecording = (file: string): Effect.Effect<Recording, string> =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (error) => `Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`
  }).pipe(
    Effect.flatMap((text) => {
      // A byte order mark is not JSON.
      const json = parseJson(text.replace(/^\uFEFF/, ""))
      return json === undefined
        ? Effect.fail(`${file} is not JSON`)
        : Effect.mapError(parse(json), ({ message }) => `${file}: ${message}`)
    })
  )
