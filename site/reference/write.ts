/** Writes the API reference into the pages of the site. Fails if it has dead links or leaves something out. */
import { gapsIn } from "./completeness.ts"
import { findProblems } from "./findProblems.ts"
import { generate, NotGenerated } from "./generate.ts"
import { entries, folder, pagesIn, pagesOf } from "./pages.ts"

export const writeReference = async (): Promise<void> => {
  const all = entries()
  const program = await generate(all, folder)
  const pages = pagesIn(folder)
  const problems = [...findProblems(pages, pagesOf(all)), ...gapsIn(program, all, pages)]
  if (problems.length > 0) {
    throw new NotGenerated(`The reference has problems:\n${problems.map((problem) => `  ${problem}`).join("\n")}`)
  }
}
