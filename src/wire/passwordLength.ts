/**
 * How long a password is.
 *
 * @since 0.1.0
 */

/**
 * The shortest and the longest password, in characters.
 *
 * @category constants
 * @since 0.1.0
 */
export const passwordLength = { min: 8, max: 70 }
