/** Checks that the list of equivalent mutants names lines that exist. */
import { type Equivalent, equivalents } from "../mutate/equivalents.ts"
import type { Problem, Repository } from "./Repository.ts"

/** Reports the entries whose line is in no such file. */
export const findOutdated = (
  { exists, read }: Pick<Repository, "exists" | "read">,
  entries: ReadonlyArray<Equivalent>
): ReadonlyArray<Problem> =>
  entries.flatMap(({ file, line }) =>
    exists(file) && read(file).split("\n").some((text) => text.trim() === line)
      ? []
      : [{
        path: "scripts/mutate/equivalents.ts",
        message: `${file} has no line \`${line}\`; correct the entry, or remove it if the mutant no longer exists`
      }]
  )

/** Reports outdated entries of the list. */
export const checkEquivalentMutants = (repository: Repository): ReadonlyArray<Problem> =>
  findOutdated(repository, equivalents)
