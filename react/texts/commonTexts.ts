/**
 * The texts that an app shows outside of the pages, too.
 *
 * @since 0.1.0
 */

/**
 * In a file of their own, so that an app without the pages does not bundle the texts of the pages.
 *
 * @internal
 */
export const commonTexts = {
  offline: "You're offline. Check your connection.",
  unreachable: "We can't reach the server. Try again.",
  unexpected: "Something went wrong. Try again."
}
