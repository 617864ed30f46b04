export interface EnvVariable {
  readonly name: string
  readonly value: string
  /** The file's line, from 1. */
  readonly line: number
}

/** Parses a file like `.env` as dotenv does. Ignores lines without a variable. A quoted value may have several lines. */
export const parseEnvFile = (text: string): ReadonlyArray<EnvVariable> => {
  const source = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n")
  return Array.from(source.matchAll(assignment), (match) => ({
    name: match[1]!,
    value: unquote(match[2] ?? ""),
    line: source.slice(0, match.index).split("\n").length
  }))
}

const assignment = /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*("(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|[^\n#]*)/gm

const unquote = (text: string): string => {
  const trimmed = text.trim()
  const quoted = /^(["'`])([^]*)\1$/.exec(trimmed)
  if (quoted === null) return trimmed
  return quoted[1] === "\"" ? quoted[2]!.replaceAll("\\n", "\n").replaceAll("\\\"", "\"") : quoted[2]!
}
