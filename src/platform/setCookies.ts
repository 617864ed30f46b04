import { parseSetCookie, stringifyCookie } from "cookie"
import type { Cookie } from "./Cookies.ts"

export interface CookieAttributes {
  readonly domain?: string
  readonly httpOnly?: boolean
  /** In seconds. */
  readonly maxAge?: number
  readonly partitioned?: boolean
  readonly path?: string
  readonly sameSite?: "lax" | "strict" | "none"
  readonly secure?: boolean
}

/** Parses a `Set-Cookie` header from Latchkey, for hosts with their own cookie functions. */
export const parseLine = (line: string): Cookie & { readonly attributes: CookieAttributes } => {
  const { expires: _, name, priority: __, sameSite, value = "", ...attributes } = parseSetCookie(line)
  return {
    name,
    value,
    attributes: typeof sameSite === "string" ? { ...attributes, sameSite } : attributes
  }
}

/** Encodes a `Cookie` header. Omits cookies that cannot be encoded. */
export const printHeader = (cookies: ReadonlyArray<Cookie>): string =>
  cookies.flatMap(({ name, value }) => {
    try {
      return [stringifyCookie({ [name]: value })]
    } catch {
      return []
    }
  }).join("; ")
