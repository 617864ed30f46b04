/**
 * The cookies of a host, as a program may read and write them.
 *
 * @since 0.1.0
 */
import { parseCookie, stringifyCookie, stringifySetCookie } from "cookie"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Variant, variantsAt } from "./cookieVariants.ts"
import { HostUnavailable } from "./Page.ts"
import { withLayerHint } from "./withLayerHint.ts"

/**
 * A cookie, its value decoded.
 *
 * @category models
 * @since 0.1.0
 */
export interface Cookie {
  readonly name: string
  readonly value: string
}

/**
 * A jar of cookies. None of its effects fails: what cannot be read is not there, and what cannot be written is not kept.
 *
 * @category services
 * @since 0.1.0
 */
export class Cookies extends withLayerHint(
  Context.Service<Cookies, {
    /** Every cookie that is there. The same name may occur more than once, such as for different paths. */
    readonly all: Effect.Effect<ReadonlyArray<Cookie>>
    /**
     * Sets a cookie for all pages of the host, for a number of seconds, and removes others of that name as far as the host lets.
     * With a `domain`, which is the host or a domain above it, all subdomains share the cookie. A jar ignores a cookie that its
     * host would refuse, such as one of another domain, or one whose name starts with `__Host-` without https.
     */
    readonly set: (
      name: string,
      value: string,
      options: { readonly maxAge: number; readonly domain?: string | undefined }
    ) => Effect.Effect<void>
    /** Removes every cookie of a name, whatever domain, path or partition it is for, as far as the host lets. */
    readonly remove: (name: string) => Effect.Effect<void>
  }>()("latchkey/platform/Cookies"),
  "Cookies.layerBrowser or RequestHost.layer"
) {}

/**
 * Reads a `Cookie` header. Total: what is no cookie is left out.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (header: string): ReadonlyArray<Cookie> =>
  // One at a time: of a name that occurs twice, both are of interest.
  header.split(";").flatMap((pair) =>
    Object.entries(parseCookie(pair)).flatMap(([name, value]) => value === undefined ? [] : [{ name, value }])
  )

/**
 * Writes a `Set-Cookie` header for the whole site, which comes along when a link from elsewhere is followed (`Lax`). With
 * `secure`, it is never sent without encryption. Throws for a name that no cookie can have, and for a text that is no
 * Unicode.
 *
 * @category encoding
 * @since 0.1.0
 */
export const print = (
  { name, value }: Cookie,
  { domain, maxAge, partitioned, path = "/", secure }: Variant & { readonly maxAge: number; readonly secure: boolean }
): string =>
  stringifySetCookie({
    name,
    value,
    maxAge,
    path,
    secure,
    sameSite: "lax",
    ...(domain === undefined ? {} : { domain }),
    ...(partitioned === undefined ? {} : { partitioned })
  })

/**
 * Returns how many bytes a cookie takes: its name and its encoded value. What cannot be a cookie takes infinitely many.
 *
 * @category getters
 * @since 0.1.0
 */
export const size = ({ name, value }: Cookie): number => {
  try {
    return stringifyCookie({ [name]: value }).length
  } catch {
    return Infinity
  }
}

/**
 * Creates the jar that the scripts of a document see.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeDocument = (document: { cookie: string }, url: () => string): Cookies["Service"] => {
  let text = ""
  let cookies: ReadonlyArray<Cookie> = []
  const parseAll = (): ReadonlyArray<Cookie> => {
    try {
      const now = document.cookie
      // Those who poll are handed the same list as long as nothing has changed.
      if (now !== text) cookies = parse(text = now)
      return cookies
    } catch {
      // A page in a sandbox may not even look.
      return []
    }
  }
  const write = (cookie: Cookie, maxAge: number, variant: Variant = {}): void => {
    try {
      document.cookie = print(cookie, { ...variant, maxAge, secure: url().startsWith("https:") })
    } catch {
      // Blocked, or a name that no cookie can have: it is not kept, as with a browser that keeps none.
    }
  }
  const isMoreThan = (many: number, name: string) => parseAll().filter((cookie) => cookie.name === name).length > many
  /** Removes what lies elsewhere under a name. On a host that browsers take for a domain of many, that is its own too. */
  const clear = (name: string): void => {
    for (const variant of variantsAt(url(), true)) write({ name, value: "" }, 0, variant)
  }
  return Cookies.of({
    all: Effect.sync(parseAll),
    set: (name, value, { domain, maxAge }) =>
      Effect.sync(() => {
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
      })
  })
}

/**
 * Layer of the cookies that the scripts of a page see.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerBrowser: Layer.Layer<Cookies, HostUnavailable> = /*#__PURE__*/ Layer.effect(
  Cookies,
  /*#__PURE__*/ Effect.suspend(() =>
    "document" in globalThis
      ? Effect.succeed(makeDocument(document, () => location.href))
      : Effect.fail(new HostUnavailable({ message: "There is no browser here, which its cookies need" }))
  )
)

/**
 * Creates an empty jar in memory, for tests and for hosts without cookies. A cookie is gone when its time is over.
 *
 * @category constructors
 * @since 0.1.0
 */
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

/**
 * Layer of a jar in memory.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<Cookies> = /*#__PURE__*/ Layer.effect(Cookies, makeMemory)

/** @since 0.1.0 */
export type { Variant } from "./cookieVariants.ts"
