/** The error of a replay that differs. */
import * as Data from "effect/Data"
import type { Difference } from "./Difference.ts"

/** The client now behaves otherwise than when it was recorded. The message shows the difference in the timeline. */
export class ReplayDifference extends Data.TaggedError("ReplayDifference")<{
  readonly message: string
  readonly difference: Difference
}> {}
