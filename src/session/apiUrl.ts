/** The rules for options that name a project and its service. */
import type { OptionRule } from "../call/optionRules.ts"

/** The hosted service's root URL, the default of `apiUrl`. */
export const hostedApi = "https://api.stack-auth.com"

/** Returns `true` for a project's id: a UUID, or `internal`. */
export const isProjectId = (id: unknown): boolean =>
  typeof id === "string" && /^(?:internal|[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})$/.test(id)

/** Returns the first rule that an API root URL breaks, or `undefined` if it is valid. */
export const findApiUrlProblem = (text: unknown, isInsecureAllowed: boolean): OptionRule | undefined => {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined
  const { hash, hostname = "", password, pathname = "", protocol, search, username } = url ?? {}
  return protocol !== "https:" && protocol !== "http:"
    ? "url"
    : username || password
    ? "noCredentials"
    : search || hash
    ? "noQuery"
    : /\/api(?:\/v\d+)?\/*$/.test(pathname)
    ? "apiRoot"
    : protocol === "http:" && !isInsecureAllowed && !isLoopback(hostname)
    ? "https"
    : undefined
}

/** Returns `true` for an origin that may get a user's token: `https:`, or `http:` on this machine, without a path. */
export const isApiOrigin = (text: unknown, isInsecureAllowed: boolean): boolean =>
  typeof text === "string" && findApiUrlProblem(text, isInsecureAllowed) === undefined && !text.includes("*") &&
  new URL(text).pathname === "/"

/** Returns a valid root URL without trailing slashes. */
export const normalizeApiUrl = (text: string): string => {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname.replace(/\/+$/, "")}`
}

/** Returns `true` if a parsed URL's host name is this machine. The URL parser has normalized IPv4 addresses. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
