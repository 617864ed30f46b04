/** A host that behaves like a browser for cookies: its jar has domains, paths, partitions, a quota and failure modes. */
import { parseSetCookie } from "cookie"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies } from "latchkey"

/** A cookie as stored by a jar: its value is what was sent, encoded or not. */
export interface Kept {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly isHostOnly: boolean
  readonly path: string
  readonly isSecure: boolean
  readonly isHttpOnly: boolean
  readonly isPartitioned: boolean
  readonly sameSite: string | undefined
  /** The lifetime in seconds set by the write. */
  readonly maxAge: number | undefined
  readonly until: number
}

/** The jar of one browser. Its fields are its failure modes, which a test may change at any time. */
export interface Jar {
  cookies: ReadonlyArray<Kept>
  /** The maximum number of cookies; more are refused. */
  quota: number
  /** `true` to block reading and writing: everything is empty, as if the user disabled cookies. */
  isBlocked: boolean
  /** `true` to throw on access, as in a sandboxed frame. */
  isSandboxed: boolean
  /** The number of reads by scripts, and their writes. */
  reads: number
  readonly writes: Array<string>
  /** A script's view of the jar: `document.cookie`. */
  readonly document: (url: string) => { cookie: string }
  /** The jar as used by a page's scripts. */
  readonly layer: (url?: string) => Layer.Layer<Cookies.Cookies>
  /** The `Cookie` header of a request to a URL. */
  readonly header: (url: string) => string
  /** Stores a `Set-Cookie` header of a response from a URL. */
  readonly receive: (url: string, header: string) => void
  /** The decoded values by name, of all cookies for the host and its pages. */
  readonly values: () => Readonly<Record<string, string>>
}

export const appUrl = "https://app.example.com/account/settings"

/** Common parent paths of every app. */
const publicSuffixes = new Set(["com", "uk", "co.uk", "localhost"])

/** Creates an empty jar with the test's clock. */
export const makeJar: Effect.Effect<Jar> = Clock.clockWith((clock) =>
  Effect.sync(() => {
    const now = () => clock.currentTimeMillisUnsafe()

    const write = (url: string, text: string, isScript: boolean): void => {
      const { hostname, pathname, protocol } = new URL(url)
      const { domain: asked, expires, httpOnly, maxAge, name, partitioned, path, sameSite, secure, value = "" } =
        parseSetCookie(text, { decode: (value) => value })
      const isSecurePage = protocol === "https:"
      const domain = asked?.replace(/^\./, "").toLowerCase()
      if (jar.isBlocked || name === "" || name.length + value.length > 4096) return
      if (domain !== undefined && hostname !== domain) {
        if (!hostname.endsWith(`.${domain}`) || publicSuffixes.has(domain) || /^[\d.]+$/.test(hostname)) return
      }
      const isHostOnly = domain === undefined || publicSuffixes.has(domain) || /^[\d.]+$/.test(hostname)
      if (secure === true && !isSecurePage || partitioned === true && secure !== true) return
      if (name.startsWith("__Secure-") && secure !== true) return
      if (name.startsWith("__Host-") && (secure !== true || path !== "/" || domain !== undefined)) return
      if (httpOnly === true && isScript) return
      const folder = pathname.slice(0, Math.max(1, pathname.lastIndexOf("/")))
      const cookie: Kept = {
        name,
        value,
        domain: isHostOnly ? hostname : domain!,
        isHostOnly,
        path: path?.startsWith("/") === true ? path : folder,
        isSecure: secure === true,
        isHttpOnly: httpOnly === true,
        isPartitioned: partitioned === true,
        sameSite: typeof sameSite === "string" ? sameSite : undefined,
        maxAge,
        until: maxAge === undefined ? expires?.getTime() ?? Infinity : now() + maxAge * 1000
      }
      const isSame = (that: Kept) =>
        that.name === name && that.domain === cookie.domain && that.isHostOnly === isHostOnly &&
        that.path === cookie.path && that.isPartitioned === cookie.isPartitioned
      const cookies = live()
      const before = cookies.findIndex(isSame)
      if (before >= 0 && cookies[before]!.isHttpOnly && isScript) return
      if (!isSecurePage && cookies.some((that) => that.name === name && that.isSecure)) return
      const others = cookies.filter((that) => !isSame(that))
      if (cookie.until <= now()) jar.cookies = others
      else if (before >= 0) jar.cookies = cookies.map((that) => isSame(that) ? cookie : that)
      else if (cookies.length < jar.quota) jar.cookies = [...cookies, cookie]
    }

    const live = () => jar.cookies.filter(({ until }) => until > now())

    const visible = (url: string): ReadonlyArray<Kept> => {
      const { hostname, pathname, protocol } = new URL(url)
      if (jar.isBlocked) return []
      return live().filter(({ domain, isHostOnly, isSecure, path }) =>
        (hostname === domain || !isHostOnly && hostname.endsWith(`.${domain}`)) &&
        (pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`)) &&
        (!isSecure || protocol === "https:")
        // More specific cookies first, then older ones.
      ).sort((one, another) => another.path.length - one.path.length)
    }

    const print = (cookies: ReadonlyArray<Kept>) => cookies.map(({ name, value }) => `${name}=${value}`).join("; ")

    const documentAt = (url: string) => ({
      get cookie() {
        jar.reads++
        if (jar.isSandboxed) throw new DOMException("The document is sandboxed", "SecurityError")
        return print(visible(url).filter(({ isHttpOnly }) => !isHttpOnly))
      },
      set cookie(text) {
        jar.writes.push(text)
        if (jar.isSandboxed) throw new DOMException("The document is sandboxed", "SecurityError")
        write(url, text, true)
      }
    })

    const jar: Jar = {
      cookies: [],
      quota: Infinity,
      isBlocked: false,
      isSandboxed: false,
      reads: 0,
      writes: [],
      document: documentAt,
      layer: (url = appUrl) => Layer.sync(Cookies.Cookies, () => Cookies.makeDocument(documentAt(url), () => url)),
      header: (url) => print(visible(url)),
      receive: (url, header) => write(url, header, false),
      values: () => Object.fromEntries(live().map(({ name, value }) => [name, decodeURIComponent(value)]))
    }
    return jar
  })
)

/** The failure modes of a storage. */
export type StorageMood = "slow" | "refuses to be read" | "refuses to be written" | "is full" | "is not there"

type StorageListener = (event: { readonly key: string | null }) => void

/** Creates a storage such as `localStorage`, shared by the tabs of a browser. */
export const makeStorage = () => {
  const values = new Map<string, string>()
  const moods = new Set<StorageMood>()
  const tabs = new Set<Set<{ readonly listener: StorageListener }>>()
  const answer = <A>(use: () => A): A | Promise<A> => moods.has("slow") ? later(use) : use()
  const refuse = (...those: ReadonlyArray<StorageMood>) => {
    if (those.some((mood) => moods.has(mood))) throw new DOMException("On purpose", "QuotaExceededError")
  }
  const tell = (key: string) => {
    for (const listeners of tabs) for (const { listener } of listeners) listener({ key })
  }
  return {
    values,
    moods,
    /** The number of listeners in all tabs. */
    listeners: () => Array.from(tabs).reduce((sum, listeners) => sum + listeners.size, 0),
    storage: {
      getItem: (key: string) =>
        answer(() => {
          refuse("is not there", "refuses to be read")
          return values.get(key) ?? null
        }),
      setItem: (key: string, value: string) =>
        answer(() => {
          refuse("is not there", "refuses to be written", "is full")
          values.set(key, value)
          tell(key)
        }),
      removeItem: (key: string) =>
        answer(() => {
          refuse("is not there", "refuses to be written")
          values.delete(key)
          tell(key)
        })
    },
    /** The events of one tab. Unlike a browser's, they include the tab's own changes. */
    tab: () => {
      const listeners = new Set<{ readonly listener: StorageListener }>()
      tabs.add(listeners)
      return {
        listeners,
        addEventListener: (_: "storage", listener: StorageListener) => void listeners.add({ listener }),
        removeEventListener: (_: "storage", listener: StorageListener) => {
          for (const entry of listeners) if (entry.listener === listener) listeners.delete(entry)
        }
      }
    }
  }
}

const later = async <A>(use: () => A): Promise<A> => {
  for (let turn = 0; turn < 3; turn++) await Promise.resolve()
  return use()
}
