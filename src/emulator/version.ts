/** The version of the package. */

/** The version of the package, which a test compares with `package.json`. */
export const version = "0.1.0"
