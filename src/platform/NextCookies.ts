/**
 * The cookies that Next.js gives to a program on its server, as a jar.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies, size } from "./Cookies.ts"
import { isWithin } from "./cookieVariants.ts"
import { header, isForwardedFromHttps, type RequestHeaders } from "./requestHeaders.ts"

/**
 * What `cookies()` of `next/headers` returns, as far as it is needed.
 *
 * @category models
 * @since 0.1.0
 */
export interface NextCookies {
  readonly getAll: () => ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly set: (name: string, value: string, options: {
    readonly domain?: string
    readonly maxAge: number
    readonly path: string
    readonly sameSite: "lax"
    readonly secure: boolean
  }) => unknown
}

/**
 * A value of Next.js: itself, a promise of it, or the function that returns either. A function is called when the layer is
 * built.
 *
 * @category models
 * @since 0.1.0
 */
export type OfNext<A> = A | PromiseLike<A> | (() => A | PromiseLike<A>)

/**
 * What of Next.js is used.
 *
 * @category options
 * @since 0.1.0
 */
export interface NextCookiesOptions {
  /** `cookies` of `next/headers`, or what it returns. */
  readonly cookies: OfNext<NextCookies>
  /** `headers` of `next/headers`, or their result: they name the host, and show whether the browser uses https. */
  readonly headers?: OfNext<RequestHeaders> | undefined
}

/**
 * Creates the jar of one request.
 *
 * What `cookies` throws is thrown on: that is how Next.js finds out that a page depends on its request. A cookie that cannot be
 * set, as in a server component, is left as it is.
 *
 * Next.js writes one cookie per name. A cookie of a whole domain is removed only if `domainOf` finds the domain in its name.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: NextCookiesOptions,
  domainOf: (name: string) => string | undefined = () => undefined
): Effect.fn.Return<Cookies["Service"]> {
  const jar = yield* valueOf(options.cookies)
  const headers = yield* valueOf(options.headers ?? {})
  const write = (name: string, value: string, maxAge: number, domain?: string) =>
    Effect.promise(async () => {
      try {
        const attributes = { maxAge, path: "/", sameSite: "lax", secure: isSecure() } as const
        await jar.set(name, value, domain === undefined ? attributes : { ...attributes, domain })
      } catch {
        // A server component may not set cookies: the next one who may will.
      }
    })
  // Until the next request, one that is removed is there still, and empty.
  const all = () => jar.getAll().flatMap(({ name, value }) => value === "" ? [] : [{ name, value }])
  // Browsers send these cookies over https only. One that is removed remains as an empty one.
  const isSecure = () =>
    isForwardedFromHttps(headers) ||
    jar.getAll().some(({ name }) => /^__(Host|Secure)-|^(stack|hexclave)-is-https$/.test(name))
  const hosts = ["x-forwarded-host", "host"].map((name) =>
    /^[^,:]*/.exec(header(headers, name) ?? "")![0].toLowerCase()
  )
  /** Next.js keeps a cookie until the end of the request even if the browser will refuse it. */
  const isRefused = (name: string, value: string, domain: string | undefined) =>
    size({ name, value }) === Infinity || (domain === undefined
      ? name.startsWith("__Host-") && !isSecure()
      // A cookie of the domain that the browser has sent shows that the host is below the domain.
      : !hosts.some((host) => isWithin(host, domain)) && !all().some((cookie) => cookie.name === name))
  return Cookies.of({
    all: Effect.sync(all),
    set: (name, value, { domain, maxAge }) =>
      isRefused(name, value, domain)
        ? Effect.void
        : write(name, value, maxAge, domain),
    remove: (name) => write(name, "", 0, domainOf(name))
  })
})

const valueOf = <A>(given: OfNext<A>): Effect.Effect<A> =>
  // Sound: none of the values is a function.
  Effect.promise(async () => typeof given === "function" ? (given as () => A | PromiseLike<A>)() : given)

/**
 * Layer of the jar of one request. Every request needs one of its own.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: NextCookiesOptions,
  domainOf?: (name: string) => string | undefined
): Layer.Layer<Cookies> => Layer.effect(Cookies, make(options, domainOf))
