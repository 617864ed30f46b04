import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "../../scripts/repository.ts"
import { type Example, examplesIn } from "./examples.ts"

/** Lists the examples of all guides. */
export const allExamples = (): ReadonlyArray<Example> =>
  readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).flatMap((name) =>
    examplesIn(basename(name, ".md"), readFileSync(join(root, "docs", name), "utf8"))
  )
