/**
 * The parts of an error that are recorded. An error itself may have a response's body, with secrets and without a limit on its
 * length.
 */
export interface ErrorSummary {
  readonly tag: unknown
  readonly code: unknown
  /** The tag of an `ApiError`'s reason. */
  readonly reason: unknown
}

export const summarizeError = (error: unknown): ErrorSummary => {
  // Sound: each part is read as `unknown`, and a missing one is `undefined`.
  const { _tag, code, reason } = Object(error) as { readonly [Part in "_tag" | "code" | "reason"]?: unknown }
  return { tag: _tag, code, reason: Object(reason)._tag }
}
