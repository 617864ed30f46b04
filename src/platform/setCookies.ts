/**
 * Conversion of cookies for hosts with their own functions for cookies.
 *
 * @since 0.1.0
 */
import { parseSetCookie, stringifyCookie } from "cookie"
import type { Cookie } from "./Cookies.ts"

/**
 * The attributes of a cookie that Latchkey sets.
 *
 * @category models
 * @since 0.1.0
 */
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

/**
 * Parses a `Set-Cookie` header of Latchkey.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseLine = (line: string): Cookie & { readonly attributes: CookieAttributes } => {
  const { expires: _, name, priority: __, sameSite, value = "", ...attributes } = parseSetCookie(line)
  return {
    name,
    value,
    attributes: typeof sameSite === "string" ? { ...attributes, sameSite } : attributes
  }
}

/**
 * Encodes a `Cookie` header. Omits cookies that cannot be encoded.
 *
 * @category encoding
 * @since 0.1.0
 */
export const printHeader = (cookies: ReadonlyArray<Cookie>): string =>
  cookies.flatMap(({ name, value }) => {
    try {
      return [stringifyCookie({ [name]: value })]
    } catch {
      return []
    }
  }).join("; ")
