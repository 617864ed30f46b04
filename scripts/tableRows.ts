/** Rows of tables in `docs` that must name functions: the checks report the missing ones, and `npm run generate` adds them. */
import { lineOf, type Problem } from "./checks/Repository.ts"
import type { Read } from "./repository.ts"

/** The functions that a row does not name. */
export interface Gap {
  readonly path: string
  /** The namespace or the group of the row. */
  readonly name: string
  /** The line. `undefined` if no table has it. */
  readonly row: string | undefined
  readonly missing: ReadonlyArray<string>
}

export const formatGaps = (gaps: ReadonlyArray<Gap>, read: Read): ReadonlyArray<Problem> =>
  gaps.map(({ missing, name, path, row }) => {
    const names = missing.join(", ")
    return row === undefined
      ? { path, message: `no table has a row for ${name}; add one with ${names}` }
      : { path, line: lineOf(read(path), row), message: `the row of ${name} lacks ${names}; run npm run generate` }
  })

/** Adds functions to the last list of a row. Without a list, such as in "the same", an author has to decide. */
const addTo = (row: string, missing: ReadonlyArray<string>): string =>
  row.replace(
    /(`\w+`(?:, `\w+`)+)(?!.*`\w+`, `)/,
    (list) => [list, ...missing.map((name) => `\`${name}\``)].join(", ")
  )

/** Returns the texts of the pages with the missing functions in their rows, by path. */
export const completePages = (gaps: ReadonlyArray<Gap>, read: Read): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  for (const { missing, path, row } of gaps) {
    if (row !== undefined) texts.set(path, (texts.get(path) ?? read(path)).replace(row, () => addTo(row, missing)))
  }
  return texts
}
