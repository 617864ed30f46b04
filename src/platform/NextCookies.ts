import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies, type SetOptions, size } from "./Cookies.ts"
import { isWithin } from "./cookieVariants.ts"
import { header, isForwardedFromHttps, type RequestHeaders } from "./requestHeaders.ts"

/** The part of the result from `cookies()` from `next/headers` that is used. */
export interface NextCookies {
  readonly getAll: () => ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly set: (name: string, value: string, options: {
    readonly domain?: string
    readonly httpOnly?: boolean
    readonly maxAge: number
    readonly path: string
    readonly sameSite: "lax"
    readonly secure: boolean
  }) => unknown
}

/** A value from Next.js, a promise of it, or a function that returns either. A function is called when the layer is built. */
export type OfNext<A> = A | PromiseLike<A> | (() => A | PromiseLike<A>)

/** Functions from Next.js, or their results. */
export type NextCookiesOptions = {
  /** `cookies` from `next/headers`, or its result. */
  readonly cookies: OfNext<NextCookies>
  /** `headers` from `next/headers`, or its result. They contain the host, and the protocol if a proxy adds it. */
  readonly headers?: OfNext<RequestHeaders> | undefined
}

/**
 * Creates one request's cookies. Rethrows errors that `cookies` throws, by which Next.js detects dynamic rendering. A cookie
 * that cannot be set, as in a server component, is not changed. Next.js can write only one cookie per name, so a cookie that a
 * domain shares is removed only if `domainOf` finds the domain in its name.
 */
export const make = Effect.fnUntraced(function*(
  options: NextCookiesOptions,
  domainOf: (name: string) => string | undefined = () => undefined
): Effect.fn.Return<Cookies["Service"]> {
  const jar = yield* valueOf(options.cookies)
  const headers = yield* valueOf(options.headers ?? {})
  const write = (name: string, value: string, { domain, httpOnly, maxAge, secure }: SetOptions) =>
    Effect.promise(async () => {
      try {
        const attributes = { maxAge, path: "/", sameSite: "lax", secure: secure === true || isSecure() } as const
        await jar.set(name, value, {
          ...attributes,
          ...(httpOnly === true ? { httpOnly } : {}),
          ...(domain === undefined ? {} : { domain })
        })
      } catch {
        // Server components cannot set cookies. The next server action or route handler does.
      }
    })
  // Until the next request, a removed cookie is still present with an empty value.
  const all = () => jar.getAll().flatMap(({ name, value }) => value === "" ? [] : [{ name, value }])
  // Browsers send these cookies over https only. A removed cookie has an empty value.
  const isSecure = () =>
    isForwardedFromHttps(headers) ||
    jar.getAll().some(({ name }) => /^__(Host|Secure)-|^(stack|hexclave)-is-https$/.test(name))
  const hosts = ["x-forwarded-host", "host"].map((name) =>
    /^[^,:]*/.exec(header(headers, name) ?? "")![0].toLowerCase()
  )
  /** Next.js keeps a cookie until the request ends even if the browser will reject it. */
  const isRefused = (name: string, value: string, { domain, secure }: SetOptions) =>
    size({ name, value }) === Infinity || (domain === undefined
      ? name.startsWith("__Host-") && secure !== true && !isSecure()
      // If the browser has sent a cookie for the domain, the host is within the domain.
      : !hosts.some((host) => isWithin(host, domain)) && !all().some((cookie) => cookie.name === name))
  return Cookies.of({
    all: Effect.sync(all),
    set: (name, value, options) => isRefused(name, value, options) ? Effect.void : write(name, value, options),
    remove: (name) => write(name, "", { maxAge: 0, domain: domainOf(name) })
  })
})

const valueOf = <A>(given: OfNext<A>): Effect.Effect<A> =>
  // Sound: neither value is a function.
  Effect.promise(async () => typeof given === "function" ? (given as () => A | PromiseLike<A>)() : given)

/** Layer for one request's cookies. Build one for each request. */
export const layer = (
  options: NextCookiesOptions,
  domainOf?: (name: string) => string | undefined
): Layer.Layer<Cookies> => Layer.effect(Cookies, make(options, domainOf))
