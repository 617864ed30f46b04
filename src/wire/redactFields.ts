/**
 * Fields of an input that hold secrets.
 *
 * @since 0.1.0
 */
import { toRedacted } from "../platform/toRedacted.ts"

/**
 * An object whose named fields are `Redacted` where they may have been strings.
 *
 * @category type-level
 * @since 0.1.0
 */
export type RedactedFields<A, K extends keyof A> = {
  readonly [P in keyof A]: P extends K ? Exclude<A[P], string> : A[P]
}

/**
 * Redacts the named fields of an object that are plain strings. Returns anything but an object unchanged, so that untyped
 * input fails where it is encoded.
 *
 * A call must redact its secrets before it sends them: only then are they removed from the texts of its errors.
 *
 * @category conversion
 * @since 0.1.0
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
  // Sound: no named field is a string any more.
  return copy as unknown as RedactedFields<A, K>
}
