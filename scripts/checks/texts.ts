/** Checks that each English text is used by a component, and that none has a word of another style. */
import { defaultTexts } from "../../react/texts/texts.ts"
import type { Problem, Repository } from "./Repository.ts"

/** Finds the texts of a module: sections that it passes to `useTexts`, and the keys that it reads from them. */
const usesIn = (code: string): ReadonlyArray<string> => {
  const calls = Array.from(
    code.matchAll(/const (?:(\w+)|\{([^}]*)\}) = useTexts\(\s*"(\w+)"/g),
    ({ 1: alias, 2: names = "", 3: section, index }) => ({ alias, index, names, section: section! })
  )
  return calls.flatMap(({ alias, index, names, section }) => {
    if (alias === undefined) return names.split(",").map((name) => `${section}.${name.split(":")[0]!.trim()}`)
    // Until the variable is declared again, by the next component of the module.
    const end = calls.find((call) => call.index > index && call.alias === alias)?.index
    const scope = code.slice(index, end)
    // In `texts[name]`, the keys are literals in the same module.
    const dynamic = new RegExp(`\\b${alias}\\[`).test(scope) ? [...code.matchAll(/"(\w+)"/g)] : []
    return [...scope.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g")), ...dynamic].map(([, key]) =>
      `${section}.${key!}`
    )
  })
}

export const checkTexts = ({ filesAt, read }: Repository): ReadonlyArray<Problem> => {
  const used = new Set(
    filesAt("react").filter((path) => !path.startsWith("react/texts/")).flatMap((path) => usesIn(read(path)))
  )
  const files = filesAt("react/texts/en")
  const texts = Object.entries(defaultTexts).flatMap(([section, entries]) =>
    Object.entries(entries).map(([key, text]: [string, unknown]) => ({ section, key, text }))
  )
  /** Returns the place of a text: the first line with its key after the start of its section. */
  const placeOf = (section: string, key: string): Pick<Problem, "path" | "line"> => {
    for (const path of files) {
      const lines = read(path).split("\n")
      const start = lines.findIndex((line) => line.startsWith(`export const ${section} `))
      const index = lines.findIndex((line, index) => index > start && line.trim().startsWith(`${key}:`))
      if (start >= 0) return { path, line: (index < 0 ? start : index) + 1 }
    }
    return { path: "react/texts/texts.ts" }
  }
  return [
    ...texts.length > 100 ? [] : [{ path: "react/texts/texts.ts", message: `has only ${texts.length} texts` }],
    // The messages of errors are looked up by tag.
    ...texts.filter(({ key, section }) =>
      section !== "errors" && section !== "reasons" && !used.has(`${section}.${key}`)
    ).map(({ key, section }) => ({
      ...placeOf(section, key),
      message: `no component uses the text ${section}.${key}; remove it`
    })),
    ...texts.filter(({ text }) => typeof text === "string" && /e-mail|\bmails?\b|please|\bmailed\b/i.test(text))
      .map(({ key, section }) => ({
        ...placeOf(section, key),
        message: `the text ${section}.${key} says e-mail, mail or please; write email, and leave please out`
      }))
  ]
}
