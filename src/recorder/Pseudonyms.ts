import { decodeClaims } from "../session/decodeClaims.ts"
import type { RecordedClaims } from "./Recording.ts"

/** Replaces texts. Equal texts have equal pseudonyms. */
export interface Pseudonyms {
  /** Returns a text's pseudonym. `kind` is in the pseudonym, such as `user` in `user-1`. */
  readonly text: (text: string, kind: string) => string
  /** Returns a text like a pseudonym that a check accepts, or the pseudonym if none does. */
  readonly replaceChecked: (text: string, kind: string, is: (text: string) => boolean) => string
  readonly number: (value: number) => number
  /** The claims in replaced JWTs, by pseudonym. */
  readonly claims: Readonly<Record<string, RecordedClaims>>
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** Query parameters with a fixed meaning. */
const parameters = new Set(["code", "state", "error", "error_description", "after_auth_return_to", "errorCode", "iss"])

/** Segments in paths to the service and to handler pages. */
const segments = new Set(
  ("api v1 v2 latest auth oauth authorize callback token health users me teams current projects sessions handler sign-in " +
    "sign-up sign-out forgot-password password-reset email-verification magic-link-callback oauth-callback error " +
    "account-settings team-settings team-invitation mfa onboarding cli-auth-confirm login dashboard " +
    "settings").split(" ")
)

/** Access token claims that do not identify the user. */
const flags = ["is_anonymous", "is_restricted", "email_verified", "requires_totp_mfa"]
const times = ["exp", "iat", "nbf", "auth_time"]
/** Claims with a text, and its kind. The client compares the last three with the user. */
const texts = {
  sub: "user",
  aud: "project",
  refresh_token_id: "session",
  refreshTokenId: "session",
  name: "display_name",
  email: "primary_email",
  selected_team_id: "selected_team_id"
}

export const makePseudonyms = (): Pseudonyms => {
  const known = new Map<string, string>()
  const numbers = new Map<number, number>()
  const counts = new Map<string, number>()
  const claims: Record<string, RecordedClaims> = {}

  const count = (kind: string): number => {
    const next = (counts.get(kind) ?? 0) + 1
    counts.set(kind, next)
    return next
  }

  const remember = (text: string, make: () => string): string => {
    const existing = known.get(text)
    if (existing !== undefined) return existing
    const pseudonym = make()
    known.set(text, pseudonym)
    return pseudonym
  }

  const text: Pseudonyms["text"] = (value, kind) => {
    if (value === "" || /^bearer$/i.test(value)) return value
    return remember(value, () => {
      if (uuid.test(value)) return `00000000-0000-4000-8000-${String(count("uuid")).padStart(12, "0")}`
      const prefix = /^(?:pck|ssk|sak)_/.exec(value)?.[0]
      if (prefix !== undefined) return `${prefix}key-${count("key")}`
      const found = decodeClaims(value)
      if (found !== undefined) return makeJwt(found)
      if (/^[^\s@]+@[^\s@]+$/.test(value)) return `email-${count("email")}@example.invalid`
      if (/^https?:\/\//i.test(value) && URL.canParse(value)) return makeUrl(new URL(value))
      if (value.startsWith("/")) {
        const url = URL.canParse(value, "https://app.invalid") ? new URL(value, "https://app.invalid") : undefined
        if (url !== undefined) return makePath(url)
      }
      const name = kind.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$|-id$/g, "") || "text"
      return `${name}-${count(name)}`
    })
  }

  const makeUrl = (url: URL): string => {
    const host = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
      ? "localhost"
      : `${text(url.hostname, "host")}${url.hostname.endsWith(".invalid") ? "" : ".invalid"}`
    return `${url.protocol}//${host}${url.port && host === "localhost" ? `:${url.port}` : ""}${makePath(url)}`
  }

  const makePath = ({ hash, pathname, searchParams }: URL): string => {
    const path = pathname.split("/").map((segment) =>
      segment === "" || segments.has(segment) ? segment : text(segment, "path")
    )
    const query = Array.from(
      searchParams,
      ([name, value]) =>
        `${parameters.has(name) ? name : encodeURIComponent(text(name, "parameter"))}=${
          encodeURIComponent(text(value, name))
        }`
    )
    const fragment = hash === "" ? "" : `#${encodeURIComponent(text(hash, "fragment"))}`
    return path.join("/") + (query.length === 0 ? "" : `?${query.join("&")}`) + fragment
  }

  /** Returns a JWT's pseudonym, and keeps its times and flags. */
  const makeJwt = (found: Readonly<Record<string, unknown>>): string => {
    const kept: Record<string, string | number | boolean | null> = {}
    for (const name of times) if (typeof found[name] === "number") kept[name] = found[name]
    for (const name of flags) if (typeof found[name] === "boolean") kept[name] = found[name]
    for (const [name, kind] of Object.entries(texts)) {
      if (typeof found[name] === "string") kept[name] = text(found[name], kind)
      else if (found[name] === null) kept[name] = null
    }
    const pseudonym = `jwt-${count("jwt")}`
    claims[pseudonym] = kept
    return pseudonym
  }

  return {
    claims,
    text,
    replaceChecked: (value, kind, is) => {
      const pseudonym = text(value, kind)
      // A text that the check rejects stays rejected.
      if (is(pseudonym) || !is(value)) return pseudonym
      const others = [
        pseudonym.replaceAll("-", "_"),
        `$${pseudonym.replaceAll("-", "_")}`,
        `https://${kind.replaceAll("_", "-")}-${counts.size}.invalid/${encodeURIComponent(pseudonym)}`,
        `00000000-0000-4000-8000-${String(known.size).padStart(12, "0")}`
      ]
      const found = others.find(is) ?? pseudonym
      known.set(value, found)
      return found
    },
    number: (value) => {
      if (!numbers.has(value)) numbers.set(value, numbers.size + 1)
      return numbers.get(value)!
    }
  }
}

/** Pseudonyms that change nothing, for a recording's texts. */
export const samePseudonyms: Pseudonyms = {
  claims: {},
  text: (text) => text,
  replaceChecked: (text) => text,
  number: (value) => value
}
