/** Messages that are also shown outside of the pages. */

/**
 * A separate module, so that an app without the pages does not bundle their wording.
 *
 * @internal
 */
export const failures = {
  offline: "You're offline. Check your connection.",
  unreachable: "We can't reach the server. Try again.",
  unexpected: "Something went wrong. Try again."
}
