/**
 * The response to a request, while a program runs. The request's URL is the page, and its cookies are the cookies. Changes
 * of both become response headers.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Cookie, Cookies, parse, print, type SetOptions } from "./Cookies.ts"
import { isWithin, type Variant, variantsAt } from "./cookieVariants.ts"
import { Page } from "./Page.ts"
import { header, isForwardedFromHttps, type RequestLike } from "./requestHeaders.ts"
import { parse as parseUrl } from "./urlParameters.ts"
import { withLayerHint } from "./withLayerHint.ts"

/** The response to the current request. */
export class PendingResponse extends withLayerHint(
  Context.Service<PendingResponse, {
    /** The URL to redirect to, if any. */
    readonly location: Effect.Effect<string | undefined>
    /** The `Set-Cookie` headers. */
    readonly setCookies: Effect.Effect<ReadonlyArray<string>>
    /** Other headers for the browser. */
    readonly headers: Effect.Effect<ReadonlyArray<readonly [name: string, value: string]>>
    /** Sets a header. */
    readonly setHeader: (name: string, value: string) => Effect.Effect<void>
  }>()("latchkey/platform/PendingResponse"),
  "RequestHost.layer"
) {}

/** Options for a request's host. */
export interface RequestHostOptions {
  /**
   * The app's public origin, such as `https://app.example.com`.
   *
   * By default, it is derived from the request's headers. A client can forge these, so pass the origin unless a proxy
   * allows only the app's hosts.
   */
  readonly origin?: string | undefined
}

/** Parses an http or https URL. Other schemes may have no host. */
const parseWeb = (address: string): URL | undefined => {
  const url = parseUrl(address)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Returns a `Host` header's origin, if it is only a host. Anything after the host would become part of the path. */
const getOrigin = (host: string): string | undefined => {
  const url = parseWeb(`http://${host}`)
  return url?.href === `${url?.origin}/` ? url.origin : undefined
}

/** Returns a request's URL. Never fails; an unreadable URL becomes the root path. */
export const getUrl = ({ headers, url: asked }: RequestLike, origin: string | undefined): URL => {
  const base = getOrigin(header(headers, "host") ?? "") ?? "http://localhost"
  // Some frameworks pass an object that stringifies to the URL.
  const target = String(asked ?? "/")
  // A target that starts with a slash is a path. Two slashes do not start a host.
  const url = parseWeb(target.startsWith("/") ? base + target : target) ?? new URL(base)
  if (origin !== undefined) return new URL(`${new URL(origin).origin}${url.pathname}${url.search}`)
  if (isForwardedFromHttps(headers)) url.protocol = "https:"
  url.username = url.password = ""
  return url
}

/** Returns `true` if the browser uses https: by the URL, or behind a proxy by a cookie that exists over https only. */
export const isSecure = (url: string, sent: ReadonlyArray<Cookie>): boolean =>
  url.startsWith("https:") || sent.some(({ name }) => /^__(?:Host|Secure)-/.test(name))

/** Creates the host for one request. `origin` must be an http or https URL. */
export const make = (
  request: RequestLike,
  { origin }: RequestHostOptions = {}
): Context.Context<PendingResponse | Page | Cookies> => {
  let url = getUrl(request, origin)
  let location: string | undefined
  const sent = parse(header(request.headers, "cookie") ?? "")
  const secure = isSecure(url.href, sent)
  let jar = sent
  /** The `Set-Cookie` headers for each cookie name, and the condition under which they are sent. */
  const lines = new Map<
    string,
    { readonly lines: ReadonlyArray<string>; readonly isCurrent?: SetOptions["isCurrent"] }
  >()
  const others = new Map<string, string>()
  /** Names that may belong to several cookies in the browser. */
  const repeatedNames = new Set(
    sent.map(({ name }) => name).filter((name, index, names) => names.indexOf(name) !== index)
  )

  const variants = (name: string) =>
    variantsAt(url.href).filter(({ domain, partitioned }) =>
      domain === undefined || partitioned !== true && !name.startsWith("__Host-")
    )
  const linesOf = (
    cookie: Cookie,
    variants: ReadonlyArray<Variant>,
    { httpOnly, maxAge, secure: isRestricted }: SetOptions
  ) =>
    variants.flatMap((variant) => {
      const { domain } = variant
      const isSecure = secure || isRestricted === true
      const isRefused = domain === undefined
        ? cookie.name.startsWith("__Host-") && !isSecure
        : !isWithin(url.hostname, domain)
      if (isRefused) return []
      try {
        return [print(cookie, { ...variant, maxAge, httpOnly, secure: isSecure })]
      } catch {
        // The name, the value or the domain is invalid.
        return []
      }
    })
  const erase = (name: string, variants: ReadonlyArray<Variant>) =>
    linesOf({ name, value: "" }, variants, { maxAge: 0 })
  const removeByName = (name: string) => jar.filter((cookie) => cookie.name !== name)

  const pathFrom = (to: string): string | undefined => {
    if (!URL.canParse(to, url)) return undefined
    const { hash, href, origin, pathname, search } = new URL(to, url)
    // A path that starts with two slashes would be parsed as a host.
    return origin === url.origin && !pathname.startsWith("//") ? pathname + search + hash : href
  }

  return Context.make(PendingResponse, {
    location: Effect.sync(() => location),
    setCookies: Effect.sync(() =>
      Array.from(lines.values()).flatMap(({ isCurrent, lines }) => isCurrent?.() === false ? [] : lines)
    ),
    headers: Effect.sync(() => Array.from(others)),
    setHeader: (name, value) => Effect.sync(() => others.set(name, value))
  }).pipe(
    Context.add(Page, {
      url: Effect.sync(() => url.href),
      replaceUrl: (to) =>
        Effect.sync(() => {
          url = parseUrl(to, url) ?? url
        }),
      goTo: (to) =>
        Effect.sync(() => {
          location = pathFrom(to) ?? location
        }),
      settle: Effect.void
    }),
    Context.add(Cookies, {
      all: Effect.sync(() => jar),
      set: (name, value, options) =>
        Effect.sync(() => {
          const { domain } = options
          const own = linesOf({ name, value }, [{ domain }], options)
          if (own.length === 0) return
          // A host cookie may have the same name as a domain cookie.
          const ofHost = domain !== undefined && sent.some((cookie) => cookie.name === name) ? [{}] : []
          const erased = erase(name, repeatedNames.has(name) ? [...ofHost, ...variants(name)] : ofHost)
          lines.set(name, { lines: [...erased, ...own], isCurrent: options.isCurrent })
          jar = [...removeByName(name), { name, value }]
        }),
      remove: (name) =>
        Effect.sync(() => {
          jar = removeByName(name)
          if (sent.some((cookie) => cookie.name === name)) {
            repeatedNames.add(name)
            lines.set(name, { lines: erase(name, [{}, ...variants(name)]) })
          } else lines.delete(name)
        })
    })
  )
}

/** Layer for one request's host, without a token store and navigation. Build one per request. `origin` is http or https. */
export const layerHost = (
  request: RequestLike,
  options?: RequestHostOptions
): Layer.Layer<PendingResponse | Page | Cookies> => Layer.effectContext(Effect.sync(() => make(request, options)))

/** The response's headers: cookies, `location` for a redirect, and `no-store`, because the response depends on the session. */
export const headers: Effect.Effect<Headers, never, PendingResponse> = /*#__PURE__*/ Effect.flatMap(
  PendingResponse,
  ({ headers: others, location, setCookies }) =>
    Effect.map(Effect.all([location, setCookies, others]), ([location, setCookies, others]) => {
      const headers = new Headers({ "cache-control": "no-store" })
      for (const [name, value] of others) headers.set(name, value)
      if (location !== undefined) headers.set("location", location)
      for (const line of setCookies) headers.append("set-cookie", line)
      return headers
    })
)

/**
 * Creates the response to the request. If the program has redirected, it is a `303` without a body.
 *
 * The response is `no-store`, unless it sets no cookie and has its own `cache-control`.
 */
export const respond = (
  body?: ConstructorParameters<typeof Response>[0],
  init: ConstructorParameters<typeof Response>[1] = {}
): Effect.Effect<Response, never, PendingResponse> =>
  Effect.map(headers, (own) => {
    // Reads the fields one by one, since `init` may be a `Response`, whose fields are on its prototype.
    const { headers: given, status = 200, statusText = "" } = init
    const all = new Headers(given)
    const isCacheable = all.has("cache-control") && !own.has("set-cookie") && !own.has("location")
    for (const [name, value] of own) {
      if (name === "set-cookie") all.append(name, value)
      else if (name !== "cache-control" || !isCacheable) all.set(name, value)
    }
    return own.has("location")
      ? new Response(null, { status: 303, headers: all })
      : new Response(body, { status, statusText, headers: all })
  })
