/**
 * Reading and writing a host's cookies.
 *
 * **Example** (Cookies in memory, for a test)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Cookies } from "latchkey"
 *
 * const program = Cookies.Cookies.use((cookies) => cookies.set("theme", "dark", { maxAge: 60 })).pipe(
 *   Effect.provide(Cookies.layerMemory)
 * )
 * ```
 */
import { parseCookie, stringifySetCookie } from "cookie"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Variant, variantsAt } from "./cookieVariants.ts"
import { HostUnavailable } from "./Page.ts"
import { withLayerHint } from "./withLayerHint.ts"

/** A cookie with its decoded value. */
export interface Cookie {
  readonly name: string
  readonly value: string
}

/** A new cookie's attributes. */
export interface SetOptions {
  /** The lifetime in seconds. */
  readonly maxAge: number
  /** The domain that shares the cookie with its subdomains. */
  readonly domain?: string | undefined
  /** Hides the cookie from scripts. Only servers can set such a cookie. */
  readonly httpOnly?: boolean | undefined
  /** Restricts the cookie to https, even if the request's protocol is not known to be https. */
  readonly secure?: boolean | undefined
  /** Called when the response to a request is sent. If it returns `false`, the cookie is not set. Other hosts ignore it. */
  readonly isCurrent?: (() => boolean) | undefined
}

/** A host's cookies. No effect fails: unreadable cookies are missing, and rejected writes are ignored. */
export class Cookies extends withLayerHint(
  Context.Service<Cookies, {
    /** All cookies. A name can occur more than once, for example with different paths. */
    readonly all: Effect.Effect<ReadonlyArray<Cookie>>
    /**
     * Sets a cookie for all host pages. Removes other cookies with that name where the host allows it.
     *
     * With a `domain`, which is the host or a parent domain, all subdomains share the cookie. Cookies that a browser would
     * reject are ignored, such as a cookie for another domain, or a `__Host-` cookie without https.
     */
    readonly set: (name: string, value: string, options: SetOptions) => Effect.Effect<void>
    /** Removes all cookies with a name, for every domain, path and partition where the host allows it. */
    readonly remove: (name: string) => Effect.Effect<void>
    /** Calls the listener after changes, also by other tabs, until the returned function is called. Some hosts report none. */
    readonly onChange?: ((listener: () => void) => () => void) | undefined
  }>()("latchkey/platform/Cookies"),
  "Cookies.layerBrowser or RequestHost.layer"
) {}

/** Parses a `Cookie` header. Never fails; ignores invalid pairs. */
export const parse = (header: string): ReadonlyArray<Cookie> =>
  // Parses each pair on its own, since a record would drop repeated names.
  header.split(";").flatMap((pair) =>
    Object.entries(parseCookie(pair)).flatMap(([name, value]) => value === undefined ? [] : [{ name, value }])
  )

/** Encodes a `Set-Cookie` header with `SameSite=Lax`, and `maxAge` in seconds. Throws for an invalid name or value. */
export const print = (
  { name, value }: Cookie,
  { domain, httpOnly, maxAge, partitioned, path = "/", secure }: Variant & {
    readonly maxAge: number
    readonly secure: boolean
    readonly httpOnly?: boolean | undefined
  }
): string =>
  stringifySetCookie({
    name,
    value,
    maxAge,
    path,
    secure,
    sameSite: "lax",
    ...(httpOnly === true ? { httpOnly } : {}),
    ...(domain === undefined ? {} : { domain }),
    ...(partitioned === undefined ? {} : { partitioned })
  })

/** Returns a cookie's size in bytes: its name and its encoded value. Returns `Infinity` for an invalid cookie. */
export const size = ({ name, value }: Cookie): number => {
  try {
    return stringifySetCookie({ name, value }).length
  } catch {
    return Infinity
  }
}

/** The part of `cookieStore` that is used. Chromium, Safari since 18.4 and Firefox since 140 have it on https and localhost. */
export type CookieEvents = Pick<EventTarget, "addEventListener" | "removeEventListener">

/** Creates cookies over a `document`. `events` report changes to its cookies. */
export const makeDocument = (
  document: { cookie: string },
  url: () => string,
  events?: CookieEvents
): Cookies["Service"] => {
  let text = ""
  let cookies: ReadonlyArray<Cookie> = []
  const parseAll = (): ReadonlyArray<Cookie> => {
    try {
      const now = document.cookie
      // Returns the same array until the cookies change, which keeps polling cheap.
      if (now !== text) cookies = parse(text = now)
      return cookies
    } catch {
      // A sandboxed page must not read cookies.
      return []
    }
  }
  const write = (cookie: Cookie, maxAge: number, variant: Variant = {}): void => {
    try {
      document.cookie = print(cookie, { ...variant, maxAge, secure: url().startsWith("https:") })
    } catch {
      // Cookies are blocked, or the name is invalid: the write is ignored.
    }
  }
  const isMoreThan = (many: number, name: string) => parseAll().filter((cookie) => cookie.name === name).length > many
  /** Removes cookies with the same name and other domains, paths and partitions. */
  const clear = (name: string): void => {
    for (const variant of variantsAt(url(), true)) write({ name, value: "" }, 0, variant)
  }
  return Cookies.of({
    all: Effect.sync(parseAll),
    set: (name, value, { domain, httpOnly, maxAge }) =>
      Effect.sync(() => {
        if (httpOnly === true) return
        write({ name, value }, maxAge, { domain })
        if (!isMoreThan(1, name)) return
        write({ name, value: "" }, 0)
        clear(name)
        write({ name, value }, maxAge, { domain })
      }),
    remove: (name) =>
      Effect.sync(() => {
        write({ name, value: "" }, 0)
        if (isMoreThan(0, name)) clear(name)
      }),
    onChange: events && ((listener) => {
      events.addEventListener("change", listener)
      return () => events.removeEventListener("change", listener)
    })
  })
}

/** Creates the browser's cookies. */
export const makeBrowser = (): Cookies["Service"] => makeDocument(document, () => location.href, globalThis.cookieStore)

/** Layer for the browser's cookies. Fails with `HostUnavailable` on other hosts. */
export const layerBrowser: Layer.Layer<Cookies, HostUnavailable> = /*#__PURE__*/ Layer.effect(
  Cookies,
  /*#__PURE__*/ Effect.suspend(() =>
    "document" in globalThis
      ? Effect.succeed(makeBrowser())
      : Effect.fail(new HostUnavailable({ message: "Cookies.layerBrowser requires a browser" }))
  )
)

/** Creates an empty cookie store in memory, for tests and for hosts without cookies. Cookies expire. */
export const makeMemory: Effect.Effect<Cookies["Service"]> = /*#__PURE__*/ Effect.sync(() => {
  const jar = new Map<string, { readonly value: string; readonly until: number }>()
  return Cookies.of({
    all: Effect.map(
      Clock.currentTimeMillis,
      (now) => Array.from(jar).flatMap(([name, { until, value }]) => until > now ? [{ name, value }] : [])
    ),
    set: (name, value, { maxAge }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (size({ name, value }) < Infinity) jar.set(name, { value, until: now + maxAge * 1000 })
      }),
    remove: (name) => Effect.sync(() => jar.delete(name))
  })
})

/** Layer for an empty cookie store in memory. */
export const layerMemory: Layer.Layer<Cookies> = /*#__PURE__*/ Layer.effect(Cookies, makeMemory)
