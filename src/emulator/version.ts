/**
 * The version of the package.
 *
 * @since 0.1.0
 */

/**
 * The version of the package, which a test compares with `package.json`.
 *
 * @category constants
 * @since 0.1.0
 */
export const version = "0.1.0"
