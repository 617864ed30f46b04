/**
 * The key of `Connectivity`.
 *
 * @since 0.1.0
 */

/**
 * The key of `Connectivity`. Only caches and the code for failures need the default, so it is apart from it.
 *
 * @category constants
 * @since 0.1.0
 */
export const connectivityKey = "latchkey/platform/Connectivity"
