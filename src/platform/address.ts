/**
 * Addresses that come from outside, and may be anything.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"

/**
 * Reads an address. Total: what is none is absent.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (address: string, base?: string | URL): URL | undefined =>
  URL.canParse(address, base) ? new URL(address, base) : undefined

/**
 * Reads an address on a page. Total: what is no address there is absent, and an absolute one is one on any page.
 *
 * @category parsing
 * @since 0.1.0
 */
export const resolve = (url: string, page: string): URL | undefined => parse(url, page) ?? parse(url)

/**
 * Returns a parameter of an address. Total: an empty one is absent, as it is where there is no address.
 *
 * @category getters
 * @since 0.1.0
 */
export const parameterOf = (url: URL | undefined, name: string): string | undefined =>
  url?.searchParams.get(name) || undefined

/**
 * Returns a parameter that lets its holder in, such as the code of a mail.
 *
 * @category getters
 * @since 0.1.0
 */
export const secretOf = (url: URL | undefined, name: string): Redacted.Redacted<string> | undefined => {
  const value = parameterOf(url, name)
  return value === undefined ? undefined : Redacted.make(value)
}
