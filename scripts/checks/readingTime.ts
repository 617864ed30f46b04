/** Checks that no guide takes longer than ten minutes to read. Code blocks do not count. */
import { mapProse } from "../../site/markdown.ts"
import type { Problem, Repository } from "./Repository.ts"

const wordsPerMinute = 230

const longest = 10

/** The pages to look something up in, which are read in parts, and the reason. */
const exempt: Readonly<Record<string, string>> = {
  "known-errors.md": "a generated list of errors"
}

/** Returns the minutes that the prose and the tables of a page take. */
export const minutesOf = (text: string): number => {
  let words = 0
  mapProse(text, (prose) => {
    words += prose.replace(/<!--[\s\S]*?-->/g, "").split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    return prose
  })
  return words / wordsPerMinute
}

/** Reports guides that are too long, and exemptions without a reason to exist. */
export const checkReadingTime = ({ exists, namesIn, read }: Repository): ReadonlyArray<Problem> => {
  const isLong = (name: string): boolean => minutesOf(read(`docs/${name}`)) > longest
  const unused = Object.keys(exempt).filter((name) => !exists(`docs/${name}`) || !isLong(name))
  return [
    ...namesIn("docs").filter((name) => name.endsWith(".md") && !(name in exempt) && isLong(name)).map((
      name
    ): Problem => ({
      path: `docs/${name}`,
      message: `takes ${
        minutesOf(read(`docs/${name}`)).toFixed(1)
      } minutes to read; split it by task into pages of ${longest} minutes at most`
    })),
    ...unused.map((name): Problem => ({
      path: "scripts/checks/readingTime.ts",
      message: `docs/${name} is missing or short; remove its exemption`
    }))
  ]
}
