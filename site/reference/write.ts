/** Writes the API reference into the pages of the site. Fails if it leaves something out. */
import { gapsIn } from "./completeness.ts"
import { generate, NotGenerated } from "./generate.ts"
import { entries, folder, pagesIn } from "./pages.ts"

export const writeReference = async (): Promise<void> => {
  const all = entries()
  const program = await generate(all, folder)
  const gaps = gapsIn(program, all, pagesIn(folder))
  if (gaps.length > 0) {
    throw new NotGenerated(`The reference leaves out what the sources declare:\n${gaps.map((gap) => `  ${gap}`).join("\n")}`)
  }
}
