/** The parts of an error that a recording contains. */

/**
 * The parts of an error that a recording contains. An error itself may have the body of a response, with secrets and of any
 * length.
 */
export interface ErrorSummary {
  readonly tag: unknown
  readonly code: unknown
  /** The tag of the reason of an `ApiError`. */
  readonly reason: unknown
}

/** Returns the parts of an error that a recording contains. */
export const summarizeError = (error: unknown): ErrorSummary => {
  // Sound: each part is read as `unknown`, and a missing one is `undefined`.
  const { _tag, code, reason } = Object(error) as { readonly [Part in "_tag" | "code" | "reason"]?: unknown }
  return { tag: _tag, code, reason: Object(reason)._tag }
}
