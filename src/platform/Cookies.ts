/**
 * The cookies of a host, as a program may read and write them.
 *
 * @since 0.1.0
 */
import { parseCookie, stringifySetCookie } from "cookie"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HostUnavailable } from "./Page.ts"

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
export class Cookies extends Context.Service<Cookies, {
  /** Every cookie that is there. The same name may occur more than once, such as for different paths. */
  readonly all: Effect.Effect<ReadonlyArray<Cookie>>
  /** Sets a cookie for the whole site, for that many seconds. */
  readonly set: (name: string, value: string, options: { readonly maxAge: number }) => Effect.Effect<void>
  /** Removes a cookie. */
  readonly remove: (name: string) => Effect.Effect<void>
}>()("latchkey/platform/Cookies") {}

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
 * `secure`, it is never sent without encryption.
 *
 * @category encoding
 * @since 0.1.0
 */
export const print = (
  { name, value }: Cookie,
  { maxAge, secure }: { readonly maxAge: number; readonly secure: boolean }
): string => stringifySetCookie({ name, value, maxAge, path: "/", sameSite: "lax", ...(secure ? { secure } : {}) })

/**
 * Layer of the cookies that the scripts of a page see.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerBrowser: Layer.Layer<Cookies, HostUnavailable> = /*#__PURE__*/ Layer.effect(
  Cookies,
  /*#__PURE__*/ Effect.suspend(() => {
    if (!("document" in globalThis)) {
      return Effect.fail(new HostUnavailable({ message: "There is no browser here, which its cookies need" }))
    }
    const write = (cookie: Cookie, maxAge: number) =>
      attempt(() => {
        document.cookie = print(cookie, { maxAge, secure: location.protocol === "https:" })
      })
    return Effect.succeed(Cookies.of({
      // A page in a sandbox may not even look.
      all: Effect.sync(() => {
        try {
          return parse(document.cookie)
        } catch {
          return []
        }
      }),
      set: (name, value, { maxAge }) => write({ name, value }, maxAge),
      remove: (name) => write({ name, value: "" }, 0)
    }))
  })
)

const attempt = (write: () => void): Effect.Effect<void> =>
  Effect.sync(() => {
    try {
      write()
    } catch {
      // Blocked, or a name that no cookie can have: it is not kept, as with a browser that keeps none.
    }
  })

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
      Effect.map(Clock.currentTimeMillis, (now) => void jar.set(name, { value, until: now + maxAge * 1000 })),
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
