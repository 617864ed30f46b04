/**
 * A difference between a recording and its replay.
 *
 * @since 0.1.0
 */

/**
 * Behavior of a client that is not as recorded.
 *
 * @category models
 * @since 0.1.0
 */
export interface Mismatch {
  /** The recorded behavior; `undefined` if the client did something that the recording does not contain. */
  readonly expected: string | undefined
  /** The behavior in the replay; `undefined` if the client did nothing. */
  readonly actual: string | undefined
}

/**
 * The first point at which a client behaves otherwise than recorded.
 *
 * @category models
 * @since 0.1.0
 */
export interface Difference extends Mismatch {
  /** The number of the recorded event at which the replay differs. */
  readonly seq: number
}
