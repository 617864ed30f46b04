/**
 * Addresses that may depend on where they are read.
 *
 * @since 0.1.0
 */

/**
 * Reads an address on a page. Total: what is no address there is absent, and an absolute one is one on any page.
 *
 * @category parsing
 * @since 0.1.0
 */
export const resolve = (url: string, page: string): URL | undefined =>
  URL.canParse(url, page) ? new URL(url, page) : URL.canParse(url) ? new URL(url) : undefined
