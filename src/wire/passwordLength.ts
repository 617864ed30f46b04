/** The limits of passwords. */

/** The minimum and maximum length of a password, in characters. */
export const passwordLength = { min: 8, max: 70 }
