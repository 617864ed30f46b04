import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { codeOf, messageOf } from "../../terminal/attempt.ts"

/** Reads a JSON file. Fails with a message for the terminal. A missing file is `undefined` if it is optional. */
export const readDocument = (
  file: string,
  { isOptional = false }: { readonly isOptional?: boolean } = {}
): Effect.Effect<unknown, string> =>
  Effect.suspend(() => {
    let text
    try {
      text = readFileSync(file, "utf8")
    } catch (error) {
      if (isOptional && codeOf(error) === "ENOENT") return Effect.undefined
      return Effect.fail(`${file} cannot be read: ${messageOf(error)}`)
    }
    try {
      return Effect.succeed<unknown>(JSON.parse(text))
    } catch (error) {
      return Effect.fail(`${file} is not valid JSON${describePosition(text, error)}`)
    }
  })

/** Returns a syntax error's line and column. Its message contains text from the file, which may be a password. */
const describePosition = (text: string, error: unknown): string => {
  const [, position] = /at position (\d+)/.exec(messageOf(error)) ?? []
  if (position === undefined) return text.trim() === "" ? ": the file is empty" : ""
  const lines = text.slice(0, Number(position)).split("\n")
  return `: line ${lines.length}, column ${lines.at(-1)!.length + 1}`
}
