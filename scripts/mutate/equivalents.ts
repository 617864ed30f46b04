/**
 * Mutants that no test can find, since the changed code does the same. Each was read by a person; each entry says why.
 *
 * An entry that fits no mutant any more is an error, so that the list stays true.
 */

export interface Equivalent {
  /** The module, relative to the repository. */
  readonly file: string
  /** The line on which the mutant begins, without its indentation. */
  readonly line: string
  /** The change as the report shows it. */
  readonly change: string
  /** Why the change cannot be seen. */
  readonly reason: string
}

export const equivalents: ReadonlyArray<Equivalent> = []
