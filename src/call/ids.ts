/** Ids in filters. */

/**
 * Stringifies an id, so that `undefined` from untyped code is rejected instead of dropping the filter and matching
 * everything.
 */
export const stringifyId = (id: string): string => String(id)
