/**
 * Ids in filters.
 *
 * @since 0.1.0
 */

/**
 * Stringifies an id, so that `undefined` from untyped code is rejected instead of dropping the filter and matching
 * everything.
 *
 * @category conversion
 * @since 0.1.0
 */
export const stringifyId = (id: string): string => String(id)
