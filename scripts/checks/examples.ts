/** Checks that each example of a guide runs in the page, or names its requirement. */
import { examplesIn } from "../../examples/live/examples.ts"
import type { Problem, Repository } from "./Repository.ts"

export const checkExamples = ({ namesIn, read }: Repository): ReadonlyArray<Problem> =>
  namesIn("docs").filter((name) => name.endsWith(".md")).flatMap((name) => {
    const path = `docs/${name}`
    return examplesIn(name.slice(0, -".md".length), read(path)).flatMap((
      { line, needs, run }
    ): ReadonlyArray<Problem> =>
      run !== undefined || needs !== undefined ? [] : [{
        path,
        line,
        message:
          "has no comment <!-- run … --> with statements that run it, or <!-- needs … --> with the missing requirement"
      }]
    )
  })
