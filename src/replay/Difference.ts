import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** A client's behavior that is not as recorded. */
export interface Mismatch {
  /** The recorded behavior; `undefined` if the client did something that the recording does not contain. */
  readonly expected: string | undefined
  /** The behavior in the replay; `undefined` if the client did nothing. */
  readonly actual: string | undefined
}

/** The first point at which a client behaves otherwise than recorded. */
export interface Difference extends Mismatch {
  /** The number of the recorded event at which the replay differs. */
  readonly seq: number
}

/** A replay's result. */
export interface ReplayResult {
  /** The first difference; `undefined` if the client behaved as recorded. */
  readonly difference: Difference | undefined
  /** The number of replayed events. */
  readonly replayed: number
  /** The number of calls that cannot be replayed, because the recorder had dropped their start or their input is invalid. */
  readonly skipped: number
}

/** The client now behaves otherwise than when it was recorded. The message shows the difference in the timeline. */
export class ReplayDifference extends Data.TaggedError("ReplayDifference")<{
  readonly message: string
  readonly difference: Difference
}> {}

/** Fails if the description of the client's behavior is not as recorded. */
export const expectText = (expected: string, actual: string): Effect.Effect<void, Mismatch> =>
  expected === actual ? Effect.void : Effect.fail({ expected, actual })
