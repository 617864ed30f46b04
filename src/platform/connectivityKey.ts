/** The key for `Connectivity`. Only caches and the code for failures need the default, so it is apart from it. */
export const connectivityKey = "latchkey/platform/Connectivity"
