/**
 * Which addresses a browser may be sent to by what stands in an address.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import { parse } from "../platform/address.ts"

/**
 * An address that leads away from the app, or that is none. Its message repeats the address, which a stranger may have
 * written: it is for logs, not for users.
 *
 * @category errors
 * @since 0.1.0
 */
export class RedirectUrlNotTrusted extends Data.TaggedError("RedirectUrlNotTrusted")<{
  readonly message: string
  readonly url: string
}> {}

/** @since 0.1.0 */
export const makeNotTrusted = (url: string): RedirectUrlNotTrusted =>
  new RedirectUrlNotTrusted({ url, message: `Redirect URL ${url} is not trusted; should be relative.` })

/**
 * Returns the part of an address behind the origin, if the address does not leave the origin of the page: it is relative,
 * or names the page's own host over https. Total; whatever else it may be, it is absent.
 *
 * What is returned is as a browser writes it: one slash, then no other, and nothing that a second reader could take for a
 * host.
 *
 * @category getters
 * @since 0.1.0
 */
export const toSameOriginPath = (target: string, page: string): string | undefined => {
  const here = parse(page)
  // A page such as about:blank has no path that another could be relative to.
  const path = here?.pathname.startsWith("/") === true ? here.pathname + here.search : "/"
  // What depends on the host it is read on is relative. Nobody can name two hosts at once.
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
  // A path may begin with two slashes still, such as that of `/.//evil.example`: the next reader would see a host.
  return url === undefined || url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash
}

const isPlain = ({ password, protocol, username }: URL): boolean =>
  protocol === "https:" && username === "" && password === ""

/**
 * Returns the path, query and fragment of an address of the app, or `undefined` if the address leads to another origin.
 * Unlike {@link toSameOriginPath}, accepts an absolute URL with plain http, which apps have during development.
 *
 * @category getters
 * @since 0.1.0
 */
export const toAppPath = (target: string, page: string): string | undefined => {
  const url = parse(target)
  const isOwn = url !== undefined && /^https?:$/.test(url.protocol) && url.origin === parse(page)?.origin
  return toSameOriginPath(isOwn ? url.pathname + url.search + url.hash : target, page)
}
