/** A mutant with its position in the sources. */
import type { Mutant } from "./operators.ts"

export interface Fault {
  readonly id: number
  readonly file: string
  readonly line: number
  /** The first line of the mutant, without indentation. */
  readonly code: string
  readonly change: string
  readonly mutant: Mutant
}
