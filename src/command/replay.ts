/** The command `latchkey replay`. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { parseArgs } from "node:util"
import { escapeControls } from "../replay/escapeControls.ts"
import * as Replay from "../replay/Replay.ts"
import { type Command, parseOptions } from "./Command.ts"
import { describeSkipped } from "./replay/describeSkipped.ts"
import { readRecording } from "./replay/readRecording.ts"

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
  const { positionals, values } = yield* parseOptions(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        print: { type: "boolean", default: false },
        check: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false }
      }
    })
  )
  if (values.help) return yield* Console.log(help)
  const [file] = positionals
  if (file === undefined || positionals.length > 1) return yield* Effect.fail(help)
  const recording = yield* readRecording(file)
  if (!values.check && !values.json) yield* Console.log(Replay.format(recording))
  if (values.print) return
  const result = yield* Effect.mapError(Replay.run(recording), ({ message }) => `${file}: ${escapeControls(message)}`)
  const { difference, replayed, skipped } = result
  // JSON has no line breaks within its texts. It may have other controls.
  if (values.json) yield* Console.log(JSON.stringify(result, undefined, 2).split("\n").map(escapeControls).join("\n"))
  if (difference !== undefined) return yield* Effect.fail(Replay.formatDifference(recording, difference))
  if (values.json) return
  const left = describeSkipped(skipped)
  yield* Console.log(`Replayed ${replayed} events without a difference${left === undefined ? "" : `, ${left}`}`)
})
