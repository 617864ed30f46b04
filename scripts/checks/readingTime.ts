/** Checks that no guide takes more than ten minutes to read. */
import type { Problem, Repository } from "./Repository.ts"

/** The words that an adult reads in a minute, and the longest time in minutes. */
const wordsPerMinute = 230
const limit = 10

/** Pages for lookups, which readers do not read from start to end. */
const lookups: Readonly<Record<string, string>> = {
  "known-errors": "one entry per error of the service",
  "emulator-differences": "one row per deviation and per case without a recording"
}

/** Returns the minutes for the prose and the tables of a page. Code and comments are not read word by word. */
export const readingMinutes = (text: string): number =>
  (text.replace(/<!--[\s\S]*?-->/g, "").replace(/^```[\s\S]*?^```$/gm, "").match(/[^\s|]+/g)?.length ?? 0) /
  wordsPerMinute

export const checkReadingTime = ({ namesIn, read }: Repository): ReadonlyArray<Problem> =>
  namesIn("docs").filter((name) => name.endsWith(".md") && lookups[name.slice(0, -".md".length)] === undefined).flatMap(
    (name) => {
      const minutes = readingMinutes(read(`docs/${name}`))
      return minutes <= limit
        ? []
        : [{
          path: `docs/${name}`,
          message: `takes ${minutes.toFixed(1)} minutes to read, at most ${limit}. Split it by task`
        }]
    }
  )
