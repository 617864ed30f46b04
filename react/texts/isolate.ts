/** Isolates text with an unknown direction. */

/**
 * Wraps a name or email in Unicode isolates (UAX #9 § 2.4.2), so that its direction does not reorder the sentence around it.
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`
