/** Bundlers put these into the code for browsers. They replace only complete names, so the names are written out. */
const bundled: Readonly<Record<string, () => string | undefined>> = {
  NEXT_PUBLIC_HEXCLAVE_PROJECT_ID: () => process.env.NEXT_PUBLIC_HEXCLAVE_PROJECT_ID,
  NEXT_PUBLIC_STACK_PROJECT_ID: () => process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
  NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY: () => process.env.NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: () => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
  NEXT_PUBLIC_HEXCLAVE_API_URL: () => process.env.NEXT_PUBLIC_HEXCLAVE_API_URL,
  NEXT_PUBLIC_STACK_API_URL: () => process.env.NEXT_PUBLIC_STACK_API_URL
}

/**
 * Returns a variable's value; `undefined` on a host without variables. Throws if the host denies access to this one. It does
 * not read the others: a copy of all takes 50 µs, and Deno needs permission for each.
 */
export const readProcessVariable = (name: string): string | undefined => {
  if (typeof process !== "object" || typeof process.env !== "object") return undefined
  return bundled[name] === undefined ? process.env[name] : bundled[name]()
}
