/**
 * The letters of the service's codes.
 *
 * @since 0.1.0
 */

/**
 * The letters of Crockford's base 32, in lower case: nonces, tokens, codes and request ids are made of them.
 *
 * @category constants
 * @since 0.1.0
 */
export const base32 = "0123456789abcdefghjkmnpqrstvwxyz"
