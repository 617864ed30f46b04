import * as Redacted from "effect/Redacted"

/** Parses a URL. Never fails; returns `undefined` for an invalid one. */
export const parse = (address: string, base?: string | URL): URL | undefined =>
  URL.canParse(address, base) ? new URL(address, base) : undefined

/** Resolves a URL against a page; `undefined` for an invalid one. An absolute URL is valid on any page. */
export const resolve = (url: string, page: string): URL | undefined => parse(url, page) ?? parse(url)

/** Returns a query parameter; `undefined` if it is missing or empty, or if there is no URL. */
export const parameterOf = (url: URL | undefined, name: string): string | undefined =>
  url?.searchParams.get(name) || undefined

/** Returns a secret query parameter, such as a magic link's code. */
export const secretOf = (url: URL | undefined, name: string): Redacted.Redacted<string> | undefined => {
  const value = parameterOf(url, name)
  return value === undefined ? undefined : Redacted.make(value)
}
