/** Checks that the code of the guides fits a window of 1280 px without scrolling: 80 columns, as dprint formats with `lineWidth: 80`. */
import { examplesIn } from "../../examples/live/examples.ts"
import type { Problem, Repository } from "./Repository.ts"

const widest = 80

/** The pages that count the lines of their code, and so keep the formatting of the tests. */
const exempt: ReadonlyArray<string> = ["coming-from.md"]

/** Reports the lines of TypeScript that are too long. */
export const checkCodeWidth = ({ namesIn, read }: Repository): ReadonlyArray<Problem> =>
  namesIn("docs").filter((name) => name.endsWith(".md") && !exempt.includes(name)).flatMap((name) =>
    examplesIn(name, read(`docs/${name}`)).flatMap(({ code, line }) =>
      code.split("\n").flatMap((text, index): ReadonlyArray<Problem> =>
        text.length <= widest ? [] : [{
          path: `docs/${name}`,
          line: line + index,
          message: `has ${text.length} columns; break the line after at most ${widest}`
        }]
      )
    )
  )
