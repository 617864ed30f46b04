/** Writes the API reference into the pages of the site. Fails if it has dead links or leaves something out. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type ts from "typescript"
import { gapsIn } from "./completeness.ts"
import { findProblems } from "./findProblems.ts"
import { generate, NotGenerated } from "./generate.ts"
import { entries, folder, pagesIn, pagesOf } from "./pages.ts"
import { splitPages } from "./splitPages.ts"

/** Returns the program whose declarations it has printed, for the pages of errors and components. */
export const writeReference = async (): Promise<ts.Program> => {
  const all = entries()
  const program = await generate(all, folder)
  const pages = pagesIn(folder)
  const split = splitPages(pages)
  const problems = [
    ...findProblems(pages, pagesOf(all)),
    ...gapsIn(program, all, pages),
    ...findProblems(split, [...split.keys()])
  ]
  if (problems.length > 0) {
    throw new NotGenerated(`The reference has problems:\n${problems.map((problem) => `  ${problem}`).join("\n")}`)
  }
  for (const [page, text] of split) {
    mkdirSync(dirname(join(folder, page)), { recursive: true })
    writeFileSync(join(folder, page), text)
  }
  return program
}
