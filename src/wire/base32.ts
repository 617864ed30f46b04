/**
 * The alphabet of the service's codes.
 *
 * @since 0.1.0
 */

/**
 * The alphabet of Crockford's Base32 in lower case. Nonces, tokens, codes and request ids use it.
 *
 * @category constants
 * @since 0.1.0
 */
export const base32 = "0123456789abcdefghjkmnpqrstvwxyz"
