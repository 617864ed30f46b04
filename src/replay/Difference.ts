/** A difference between a recording and its replay. */
import * as Effect from "effect/Effect"

/** Behavior of a client that is not as recorded. */
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

/** Fails if the description of the client's behavior is not as recorded. */
export const expectText = (expected: string, actual: string): Effect.Effect<void, Mismatch> =>
  expected === actual ? Effect.void : Effect.fail({ expected, actual })
