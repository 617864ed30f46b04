/** Sets the timeout of Testing Library in tests with a page. */

/**
 * The timeout of Testing Library, in milliseconds. Its default is one second, which a busy machine may need. The limit of
 * Vitest is longer, so that an endless wait fails with the message of Testing Library.
 */
export const asyncUtilTimeout = 300_000

if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/dom")
  configure({ asyncUtilTimeout })
}
