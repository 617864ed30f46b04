import * as Effect from "effect/Effect"
import { version } from "../../emulator/version.ts"
import type { Recording } from "../../recorder/Recording.ts"
import { escapeControls, escapeLines } from "../../replay/escapeControls.ts"
import * as Replay from "../../replay/Replay.ts"
import { describeSkipped } from "../replay.ts"
import { printCode, printCollapsed } from "./Section.ts"

/** Runs a recording, and returns the result as Markdown. Never fails, and ends after 30 seconds. */
export const describeReplay = (recording: Recording): Effect.Effect<string> =>
  Replay.run(recording).pipe(
    Effect.map(({ difference, replayed, skipped }) => {
      const clause = describeSkipped(skipped)
      const left = clause === undefined ? "" : ` ${clause}.`
      return difference === undefined
        ? `latchkey ${version} replays all ${replayed} events without a difference.${left}`
        : `latchkey ${version} behaves otherwise after ${replayed} events.${left}\n\n` +
          printCode("diff", limitLines(Replay.formatDifference(recording, difference)).join("\n"))
    }),
    Effect.catch(({ message }) => Effect.succeed(`The recording cannot be replayed: ${escapeControls(message)}.`)),
    Effect.timeoutOrElse({
      duration: "30 seconds",
      orElse: () => Effect.succeed(`latchkey ${version} did not finish the replay within 30 seconds.`)
    }),
    Effect.catchDefect(() => Effect.succeed(`latchkey ${version} fails with an exception in the replay.`))
  )

export const getTimeline = (recording: Recording): ReadonlyArray<string> =>
  limitLines(Replay.format(recording).trimEnd())

const limitLines = (text: string): ReadonlyArray<string> =>
  text.split("\n").map((line) => line.length > 400 ? `${line.slice(0, 397)}...` : line)

/** Returns a recording's JSON as Markdown, with a line for each event. */
export const printRecording = ({ events, ...rest }: Recording): string => {
  const head = JSON.stringify(rest).slice(0, -1)
  const json = `${head},"events":[\n${events.map((event) => JSON.stringify(event)).join(",\n")}\n]}`
  return `Save it as \`recording.json\`, and run \`npx latchkey replay recording.json\`.\n\n` +
    printCollapsed("recording.json", printCode("json", escapeLines(json)))
}
