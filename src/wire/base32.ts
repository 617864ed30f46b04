/** The alphabet for the service's codes. */

/** Crockford's Base32 alphabet in lower case. Nonces, tokens, codes and request ids use it. */
export const base32 = "0123456789abcdefghjkmnpqrstvwxyz"
