/**
 * Ids that a filter must have.
 *
 * @since 0.1.0
 */

/**
 * Returns an id as a text, also where it is `undefined` in spite of its type: left out, a filter would mean all there is. As
 * a text it is refused as an id, or one of nothing.
 *
 * @category conversion
 * @since 0.1.0
 */
export const stringifyId = (id: string): string => String(id)
