/**
 * A request that is answered, as the host of a program: its address is the page, its cookies are the jar, and what the program
 * does to both becomes headers of the answer.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parse as parseUrl } from "./address.ts"
import { type Cookie, Cookies, parse, print } from "./Cookies.ts"
import { isWithin, type Variant, variantsAt } from "./cookieVariants.ts"
import { Page } from "./Page.ts"
import { header, isForwardedFromHttps, type RequestLike } from "./requestHeaders.ts"
import { withLayerHint } from "./withLayerHint.ts"

/**
 * The answer to a request, as far as it has been made.
 *
 * @category services
 * @since 0.1.0
 */
export class PendingResponse extends withLayerHint(
  Context.Service<PendingResponse, {
    /** Where the browser is to go, if anywhere. */
    readonly location: Effect.Effect<string | undefined>
    /** The `Set-Cookie` headers. */
    readonly setCookies: Effect.Effect<ReadonlyArray<string>>
  }>()("latchkey/platform/PendingResponse"),
  "RequestHost.layer"
) {}

/**
 * How the address of a request is found out.
 *
 * @category options
 * @since 0.1.0
 */
export interface RequestHostOptions {
  /**
   * The app's origin as browsers see it, such as `https://app.example.com`. Without it the request says so itself, where
   * whoever sends it may name another host: give it unless something in front of the server lets only the app's hosts pass.
   */
  readonly origin?: string | undefined
}

/** An address that browsers ask servers for; any other scheme may have no host, or none that is meant. */
const parseWeb = (address: string): URL | undefined => {
  const url = parseUrl(address)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The origin that a `Host` header names, if it names one and says nothing else: what follows a host would become a path. */
const originAt = (host: string): string | undefined => {
  const url = parseWeb(`http://${host}`)
  return url?.href === `${url?.origin}/` ? url.origin : undefined
}

/** Total: a request that has no address that can be read has asked for the root. */
const addressOf = ({ headers, url: asked }: RequestLike, origin: string | undefined): URL => {
  const base = originAt(header(headers, "host") ?? "") ?? "http://localhost"
  // Some frameworks have an object here that prints as the address.
  const target = String(asked ?? "/")
  // What begins with a slash is a path, and one with two slashes names no host.
  const url = parseWeb(target.startsWith("/") ? base + target : target) ?? new URL(base)
  if (origin !== undefined) return new URL(`${new URL(origin).origin}${url.pathname}${url.search}`)
  if (isForwardedFromHttps(headers)) url.protocol = "https:"
  url.username = url.password = ""
  return url
}

/**
 * Creates the host of one request. The origin, if given, must be an http or https address.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  request: RequestLike,
  { origin }: RequestHostOptions = {}
): Context.Context<PendingResponse | Page | Cookies> => {
  let url = addressOf(request, origin)
  let location: string | undefined
  const sent = parse(header(request.headers, "cookie") ?? "")
  // Browsers send such cookies over https only, whatever a proxy has left of it, and let nothing else remove them.
  const secure = url.protocol === "https:" || sent.some(({ name }) => /^__(Host|Secure)-/.test(name))
  let jar = sent
  /** The lines of the answer, by the name of the cookie. */
  const lines = new Map<string, ReadonlyArray<string>>()
  /** Names of which the browser may have more than one. */
  const manifold = new Set(sent.map(({ name }) => name).filter((name, index, names) => names.indexOf(name) !== index))

  const variants = (name: string) =>
    variantsAt(url.href).filter(({ domain, partitioned }) =>
      domain === undefined || partitioned !== true && !name.startsWith("__Host-")
    )
  const linesOf = (cookie: Cookie, maxAge: number, variants: ReadonlyArray<Variant>) =>
    variants.flatMap((variant) => {
      const { domain } = variant
      const isRefused = domain === undefined
        ? cookie.name.startsWith("__Host-") && !secure
        : !isWithin(url.hostname, domain)
      if (isRefused) return []
      try {
        return [print(cookie, { ...variant, maxAge, secure })]
      } catch {
        // No cookie can have such a name, such a value, or such a domain.
        return []
      }
    })
  const erase = (name: string, variants: ReadonlyArray<Variant>) => linesOf({ name, value: "" }, 0, variants)
  const removeByName = (name: string) => jar.filter((cookie) => cookie.name !== name)

  const pathFrom = (to: string): string | undefined => {
    if (!URL.canParse(to, url)) return undefined
    const { hash, href, origin, pathname, search } = new URL(to, url)
    // A path that begins with two slashes would be taken for a host.
    return origin === url.origin && !pathname.startsWith("//") ? pathname + search + hash : href
  }

  return Context.make(PendingResponse, {
    location: Effect.sync(() => location),
    setCookies: Effect.sync(() => Array.from(lines.values()).flat())
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
      set: (name, value, { domain, maxAge }) =>
        Effect.sync(() => {
          const own = linesOf({ name, value }, maxAge, [{ domain }])
          if (own.length === 0) return
          // A cookie of the host alone may have the same name as one of the domain.
          const ofHost = domain !== undefined && sent.some((cookie) => cookie.name === name) ? [{}] : []
          lines.set(name, [...erase(name, manifold.has(name) ? [...ofHost, ...variants(name)] : ofHost), ...own])
          jar = [...removeByName(name), { name, value }]
        }),
      remove: (name) =>
        Effect.sync(() => {
          jar = removeByName(name)
          if (sent.some((cookie) => cookie.name === name)) {
            manifold.add(name)
            lines.set(name, erase(name, [{}, ...variants(name)]))
          } else lines.delete(name)
        })
    })
  )
}

/**
 * Layer of the host of one request, without tokens and navigation. Every request needs one of its own. The origin, if given,
 * must be an http or https address.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerHost = (
  request: RequestLike,
  options?: RequestHostOptions
): Layer.Layer<PendingResponse | Page | Cookies> => Layer.effectContext(Effect.sync(() => make(request, options)))

/**
 * The headers of the answer: a `set-cookie` for each cookie, the `location` of a redirect, and `cache-control: no-store`, since
 * what is made for one session is nothing for another.
 *
 * @category answering
 * @since 0.1.0
 */
export const headers: Effect.Effect<Headers, never, PendingResponse> = /*#__PURE__*/ Effect.flatMap(
  PendingResponse,
  ({ location, setCookies }) =>
    Effect.map(Effect.all([location, setCookies]), ([location, setCookies]) => {
      const headers = new Headers({ "cache-control": "no-store" })
      if (location !== undefined) headers.set("location", location)
      for (const line of setCookies) headers.append("set-cookie", line)
      return headers
    })
)

/**
 * Makes the answer to the request. Where the program has redirected, that is a `303`, and the body is left out.
 *
 * The answer is not cached, unless it sets no cookie and says itself how long it may be.
 *
 * @category answering
 * @since 0.1.0
 */
export const respond = (
  body?: ConstructorParameters<typeof Response>[0],
  init: ConstructorParameters<typeof Response>[1] = {}
): Effect.Effect<Response, never, PendingResponse> =>
  Effect.map(headers, (own) => {
    // Field by field: another `Response` may be given, which has none of these as properties of its own.
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
