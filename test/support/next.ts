/**
 * The API of `next/headers` as far as Next.js documents it: decoded cookies, which later readers see as written, and which only
 * some contexts may write.
 */
import { parseCookie, stringifySetCookie } from "cookie"

interface ResponseCookie {
  readonly name: string
  readonly value: string
  readonly domain?: string
  readonly maxAge?: number
  readonly path?: string
  readonly secure?: boolean
  readonly sameSite?: "lax" | "strict" | "none" | boolean
}

interface RequestCookie {
  readonly name: string
  readonly value: string
}

type SetArguments =
  | [name: string, value: string, cookie?: Partial<ResponseCookie>]
  | [options: ResponseCookie]

/** A request as Next.js presents it to a server component, or to a server action. */
export const makeNext = (header: string, where: "server component" | "server action" | "prerendering") => {
  const values = new Map(Object.entries(parseCookie(header)).map(([name, value]) => [name, value!]))
  const lines = new Map<string, string>()
  const jar = {
    get: (...[name]: [name: string] | [RequestCookie]) => {
      const key = typeof name === "string" ? name : name.name
      return values.has(key) ? { name: key, value: values.get(key)! } : undefined
    },
    getAll: (..._: [name: string] | [RequestCookie] | []): Array<RequestCookie> =>
      Array.from(values, ([name, value]) => ({ name, value })),
    set: (...given: SetArguments) => {
      if (where === "server component") {
        throw new Error("Cookies can only be modified in a Server Action or Route Handler.")
      }
      const [first, value, options] = given
      const cookie = typeof first === "string" ? { ...options, name: first, value: value! } : first
      values.set(cookie.name, cookie.value)
      lines.set(cookie.name, stringifySetCookie({ path: "/", ...cookie }, { encode: encodeURIComponent }))
      return jar
    },
    delete: (name: string) => jar.set(name, "", { maxAge: 0 })
  }
  const cookies = () => {
    if (where === "prerendering") {
      return Promise.reject(
        Object.assign(new Error("Dynamic server usage: cookies"), { digest: "DYNAMIC_SERVER_USAGE" })
      )
    }
    return Promise.resolve(jar)
  }
  return { jar, cookies, lines: () => Array.from(lines.values()) }
}
