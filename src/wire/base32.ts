/** The alphabet of the service's codes. */

/** The alphabet of Crockford's Base32 in lower case. Nonces, tokens, codes and request ids use it. */
export const base32 = "0123456789abcdefghjkmnpqrstvwxyz"
