/** The parts of an error that are recorded. A response's body in it may have secrets, and any length. */
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
