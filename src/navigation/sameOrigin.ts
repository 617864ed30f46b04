import { CodedError } from "../platform/CodedError.ts"
import { parse } from "../platform/urlParameters.ts"

/** The URL leads outside the app or is invalid. It may come from an attacker: log the message, and do not show it to users. */
export class RedirectUrlNotTrusted extends CodedError("RedirectUrlNotTrusted")<{
  readonly message: string
  readonly url: string
}> {}

export const makeNotTrusted = (url: string): RedirectUrlNotTrusted =>
  new RedirectUrlNotTrusted({ url, message: notTrustedText(url) })

export const notTrustedText = (url: string): string => `Redirect URL ${url} is not trusted. Use a relative URL.`

/**
 * Returns the path, query and fragment of a URL with the page's origin: a relative URL, or an https URL with the page's
 * host. Never fails; returns `undefined` for other URLs.
 *
 * The result is normalized by the URL parser. It starts with exactly one slash, so that no other parser reads a host in it.
 */
export const toSameOriginPath = (target: string, page: string): string | undefined => {
  const here = parse(page)
  // Relative URLs cannot be resolved against pages such as about:blank.
  const path = here?.pathname.startsWith("/") === true ? here.pathname + here.search : "/"
  // A URL is relative if it resolves to each of two hosts.
  const [one, another] = ["one", "another"].map((name) => {
    const url = parse(target, `https://${name}.invalid${path}`)
    return url?.host === `${name}.invalid` && isPlain(url) ? url : undefined
  })
  const own = parse(target)
  const url = one !== undefined && another !== undefined
    ? one
    : own !== undefined && isPlain(own) && here?.protocol === "https:" && own.host === here.host
    ? own
    : undefined
  // The path can still start with two slashes, as for `/.//evil.example`. Another parser would read a host in it.
  return url === undefined || url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash
}

const isPlain = ({ password, protocol, username }: URL): boolean =>
  protocol === "https:" && username === "" && password === ""

/** Like {@link toSameOriginPath}, but also accepts an absolute http URL with the page's origin, for use during development. */
export const toAppPath = (target: string, page: string): string | undefined => {
  const url = parse(target)
  const isOwn = url !== undefined && /^https?:$/.test(url.protocol) && url.origin === parse(page)?.origin
  return toSameOriginPath(isOwn ? url.pathname + url.search + url.hash : target, page)
}
