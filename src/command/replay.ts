import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"
import type { Recording } from "../recorder/Recording.ts"
import { escapeControls, escapeLines } from "../replay/escapeControls.ts"
import { parse } from "../replay/parseRecording.ts"
import * as Replay from "../replay/Replay.ts"
import { messageOf } from "../terminal/attempt.ts"
import { parseJson } from "../wire/Json.ts"
import { type Command, parseOptions } from "./Command.ts"

const help = `Usage: latchkey replay <file> [options]

Prints the timeline of a recording, and runs it again with this version of
Latchkey. Fails with the difference if the client now behaves otherwise.

Options:
  --print   Only print the timeline
  --check   Only run the recording, without the timeline
  --json    Print the result as JSON
  --help    Print this text
`

/** Runs `latchkey replay`. Fails with a message for the terminal. */
export const replay: Command = Effect.fnUntraced(function*(args) {
  const { positionals, values } = yield* parseOptions(args, {
    allowPositionals: true,
    options: {
      print: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false }
    }
  })
  if (values.help) return yield* Console.log(help)
  const [file] = positionals
  if (file === undefined || positionals.length > 1) return yield* Effect.fail(help)
  const recording = yield* readRecording(file)
  if (!values.check && !values.json) yield* Console.log(Replay.format(recording))
  if (values.print) return
  const result = yield* Effect.mapError(Replay.run(recording), ({ message }) => `${file}: ${escapeControls(message)}`)
  const { difference, replayed, skipped } = result
  if (values.json) yield* Console.log(escapeLines(JSON.stringify(result, undefined, 2)))
  if (difference !== undefined) return yield* Effect.fail(Replay.formatDifference(recording, difference))
  if (values.json) return
  const left = describeSkipped(skipped)
  yield* Console.log(`Replayed ${replayed} events without a difference${left === undefined ? "" : `, ${left}`}`)
})

/** Reads a recording. Fails with a message for the terminal. */
export const readRecording = (file: string): Effect.Effect<Recording, string> =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (error) => `Cannot read ${file}: ${messageOf(error)}`
  }).pipe(
    Effect.flatMap((text) => {
      // A byte order mark is not JSON.
      const json = parseJson(text.replace(/^\uFEFF/, ""))
      return json === undefined
        ? Effect.fail(`${file} is not JSON`)
        : Effect.mapError(parse(json), ({ message }) => `${file}: ${message}`)
    })
  )

/** Returns a clause for the number of skipped calls; `undefined` for none. */
export const describeSkipped = (skipped: number): string | undefined =>
  skipped === 0
    ? undefined
    : skipped === 1
    ? "1 call is incomplete and was left out"
    : `${skipped} calls are incomplete and were left out`
