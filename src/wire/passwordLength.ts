/**
 * The limits of passwords.
 *
 * @since 0.1.0
 */

/**
 * The minimum and maximum length of a password, in characters.
 *
 * @category constants
 * @since 0.1.0
 */
export const passwordLength = { min: 8, max: 70 }
