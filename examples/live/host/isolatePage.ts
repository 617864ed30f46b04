/** Separates the cookies and storage of a page, so that each example on a site has its own session. */

/** Keeps cookies in memory, in place of `document.cookie`. */
const isolateCookies = (): void => {
  const cookies = new Map<string, string>()
  Object.defineProperty(document, "cookie", {
    configurable: true,
    get: () => Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; "),
    set: (text: string) => {
      const [pair = "", ...attributes] = text.split(";").map((part) => part.trim())
      const equals = pair.indexOf("=")
      const name = pair.slice(0, equals)
      const maxAge = attributes.find((attribute) => /^max-age=/i.test(attribute))?.slice("max-age=".length)
      const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice("expires=".length)
      const hasExpired = maxAge !== undefined
        ? Number(maxAge) <= 0
        : expires !== undefined && Date.parse(expires) <= Date.now()
      if (hasExpired) cookies.delete(name)
      else cookies.set(name, pair.slice(equals + 1))
    }
  })
  // Reports changes of the browser's cookies, which are not those of this page.
  Object.defineProperty(globalThis, "cookieStore", { configurable: true, value: undefined })
}

const makeStorage = (): Storage => {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(String(key)) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(String(key)),
    setItem: (key, value) => void items.set(String(key), String(value))
  }
}

/** Replaces the cookies, the storage and the channels to other tabs with those of this page alone. */
export const isolatePage = (): void => {
  isolateCookies()
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, { configurable: true, value: makeStorage() })
  }
  const page = crypto.randomUUID()
  const Channel = globalThis.BroadcastChannel
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(`${page} ${name}`)
    }
  }
  const { locks } = navigator
  const request = locks.request.bind(locks)
  // Sound: the name is the first argument of each overload.
  locks.request =
    ((name: string, ...rest: [LockGrantedCallback<unknown>]) => request(`${page} ${name}`, ...rest)) as LockManager[
      "request"
    ]
}
