/**
 * The names of the options of navigation. The layer that has the options holds the list complete.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export const navigationNames = { urls: true, redirectMethod: true } as const
