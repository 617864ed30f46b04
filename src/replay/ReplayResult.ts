/** The result of a replay. */
import type { Difference } from "./Difference.ts"

/** The result of a replay. */
export interface ReplayResult {
  /** The first difference; `undefined` if the client behaved as recorded. */
  readonly difference: Difference | undefined
  /** The number of events that were replayed. */
  readonly replayed: number
  /** The number of calls that cannot be replayed, because the recorder had dropped their start or their input is invalid. */
  readonly skipped: number
}
