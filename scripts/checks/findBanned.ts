/** Finds banned phrases in prose. */
import { bannedOpenings, bannedPhrases } from "./banned.ts"
import type { Line } from "./readModule.ts"

/** A banned phrase, with the line that contains it. */
export interface Finding extends Line {
  readonly phrase: string
}

const phrases = new RegExp(`(?<![\\w'’-])(?:${bannedPhrases.join("|")})(?![\\w'’-])`, "gim")
const openings = new RegExp(`(?<=^|[.:;] )(?:${bannedOpenings.join("|")})(?= )`, "gm")

/** Finds banned phrases, also where a phrase continues on the next line. */
export const findBanned = (lines: ReadonlyArray<Line>): ReadonlyArray<Finding> =>
  lines.flatMap((line, index) => {
    const next = lines[index + 1]
    const continued = next !== undefined && next.number === line.number + 1 && line.text !== "" ? ` ${next.text}` : ""
    return [...(line.text + continued).matchAll(phrases), ...line.text.matchAll(openings)]
      .filter((match) => match.index < line.text.length)
      .map(([phrase]) => ({ ...line, phrase }))
  })

export const countWords = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, { text }) => sum + (text.match(/[a-z][\w'’-]*/gi) ?? []).length, 0)
