/** Redacts fields in an input. */
import { toRedacted } from "../platform/toRedacted.ts"

/** An object whose named fields are `Redacted` where they could be strings. */
export type RedactedFields<A, K extends keyof A> = {
  readonly [P in keyof A]: P extends K ? Exclude<A[P], string> : A[P]
}

/**
 * Redacts an object's named fields that are plain strings. Returns a value that is not an object unchanged, so
 * that encoding rejects it.
 *
 * Secrets must be redacted before a call starts: the call removes redacted values from its error texts.
 */
export const redactFields = <A extends object, K extends keyof A>(
  fields: A,
  ...names: ReadonlyArray<K>
): RedactedFields<A, K> => {
  const copy: A = typeof fields === "object" && fields !== null ? { ...fields } : fields
  for (const name of names) {
    const value: unknown = copy?.[name]
    // Sound: `RedactedFields` has `Redacted` where a field could be a string.
    if (typeof value === "string") copy[name] = toRedacted(value) as A[K]
  }
  // Sound: no named field is a string after the loop.
  return copy as unknown as RedactedFields<A, K>
}
