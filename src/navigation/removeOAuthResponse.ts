/**
 * What a provider's answer leaves in the address of a page.
 *
 * @since 0.1.0
 */

/**
 * Makes an address what it was before a provider's answer: without `code` and `state`, and without the part behind `#`,
 * which no service sees. So a page may give its own address, before a flow and after it.
 *
 * @category mutations
 * @since 0.1.0
 */
export const removeOAuthResponse = (url: URL): void => {
  url.hash = ""
  for (const name of ["code", "state"]) url.searchParams.delete(name)
}
