/**
 * The environment variables of the process, or of the bundle.
 *
 * @since 0.1.0
 */

/**
 * The variables that bundlers put into the code for browsers. They replace only complete names, so these are written out.
 */
const readBundled = (): Readonly<Record<string, string | undefined>> => ({
  NEXT_PUBLIC_HEXCLAVE_PROJECT_ID: process.env.NEXT_PUBLIC_HEXCLAVE_PROJECT_ID,
  NEXT_PUBLIC_STACK_PROJECT_ID: process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
  NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY: process.env.NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
  NEXT_PUBLIC_HEXCLAVE_API_URL: process.env.NEXT_PUBLIC_HEXCLAVE_API_URL,
  NEXT_PUBLIC_STACK_API_URL: process.env.NEXT_PUBLIC_STACK_API_URL
})

/**
 * Returns all variables. Returns none on a host without them, or that denies access to them.
 *
 * @category getters
 * @since 0.1.0
 */
export const readEnvironment = (): Readonly<Record<string, string | undefined>> => {
  try {
    return typeof process === "object" ? { ...process.env, ...readBundled() } : {}
  } catch {
    return {}
  }
}
