/** A cache's values as JSON, for hydration in a browser. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Claims, Verified } from "../session/Claims.ts"
import { decode, encode, Problem } from "../wire/decode.ts"
import { isObject } from "../wire/Json.ts"
import type { CacheEntry } from "./CacheEntry.ts"
import { type SessionStatus, statuses } from "./CacheState.ts"
import type { Resource } from "./makeResource.ts"

/** A cache's values as JSON. They contain no tokens, but the user's personal data. */
export interface Dehydrated {
  /** `true` if a user was signed in. */
  readonly isSignedIn: boolean
  /** The user's id. `null` if no user was signed in, or if the access token contains no id. */
  readonly userId: string | null
  /**
   * The time of creation, by the server's clock, in milliseconds since 1970. No value was read earlier. Without it, the values
   * never replace other values.
   */
  readonly createdAt?: number
  /** The kind of user. With it, gates render without the user. */
  readonly claims?: DehydratedClaims
  readonly entries: { readonly [key: string]: DehydratedEntry }
}

/** The claims of an access token that decide whether its user is treated as signed in. */
export type DehydratedClaims = {
  readonly isAnonymous: boolean
  readonly isRestricted: boolean
}

/** A cache's contents. */
export interface CacheContents {
  /** `undefined` if no user is signed in, and `null` if the access token contains no id. */
  readonly userId: string | null | undefined
  // `any`, because a cache holds values of all types. Each value has its resource's type.
  readonly entries: ReadonlyMap<string, Pick<CacheEntry<any, any>, "resource" | "state">>
  /** The keys of entries that were rendered as pending. */
  readonly renderedAsPending: ReadonlySet<string>
  /** The current time, in milliseconds since 1970. */
  readonly readAt: number
}

/** Dehydrates a cache's contents. Omits values that cannot be encoded. */
export const dehydrateContents = (
  { entries, readAt, renderedAsPending, userId }: CacheContents
): Dehydrated => {
  const dehydrated: Record<string, DehydratedEntry> = {}
  let createdAt = readAt
  for (const [key, { resource, state }] of entries) {
    const answered = state().answer
    const encoded = answered && encodeEntry(resource, answered.value)
    if (encoded === undefined) continue
    createdAt = Math.min(createdAt, answered!.readAt)
    dehydrated[key] = renderedAsPending.has(key) ? { ...encoded, wasPending: true } : encoded
  }
  return { isSignedIn: userId !== undefined, userId: userId ?? null, createdAt, entries: dehydrated }
}

/** An encoded value. */
export type DehydratedEntry = {
  readonly value: unknown
  /** `true` if the server rendered the entry as pending, because the value arrived later. */
  readonly wasPending?: true
}

/** Parses dehydrated values. Never fails; returns `undefined` for invalid input. */
export const parseDehydrated = (input: unknown): Dehydrated | undefined => {
  if (!isObject(input)) return undefined
  const { claims, createdAt, entries, isSignedIn, userId } = input
  if (typeof isSignedIn !== "boolean" || typeof userId !== "string" && userId !== null || !isObject(entries)) {
    return undefined
  }
  const parsed = Object.entries(entries).flatMap(([key, entry]): ReadonlyArray<[string, DehydratedEntry]> =>
    isObject(entry) && "value" in entry
      ? [[key, { value: entry["value"], ...entry["wasPending"] === true && { wasPending: true } }]]
      : []
  )
  return {
    isSignedIn,
    userId,
    ...typeof createdAt === "number" && Number.isFinite(createdAt) && { createdAt },
    ...isSignedIn && isClaims(claims) && { claims },
    entries: Object.fromEntries(parsed)
  }
}

const isClaims = (value: unknown): value is DehydratedClaims =>
  isObject(value) && typeof value["isAnonymous"] === "boolean" && typeof value["isRestricted"] === "boolean"

/** Returns the server's session status. Without dehydrated values, it is loading. */
export const statusOfDehydrated = (dehydrated: Dehydrated | undefined): SessionStatus =>
  dehydrated === undefined ? statuses.loading : dehydrated.isSignedIn ? statuses.active : statuses.signedOut

/** The key of `Resources.user`. */
const userKey = "user"

/**
 * Returns the session of a user whose access token was verified, for hydration in a browser. It sends no request and contains
 * no values: gates render, and hooks that return the user wait for the browser. Pass `null` if no user is signed in.
 *
 * **Example** (A request's session)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Cache, type Claims } from "latchkey"
 *
 * const script = (claims: Claims.Verified<Claims.Claims> | null) =>
 *   Effect.map(Cache.dehydrateClaims(claims), (seed) => `<script>window.dehydrated = ${Cache.stringify(seed)}</script>`)
 * ```
 */
export const dehydrateClaims = (claims: Verified<Claims> | null): Effect.Effect<Dehydrated> =>
  Effect.map(Clock.currentTimeMillis, (createdAt) =>
    claims === null
      ? { isSignedIn: false, userId: null, createdAt, entries: { [userKey]: { value: null } } }
      : {
        isSignedIn: true,
        userId: claims.userId,
        createdAt,
        claims: { isAnonymous: claims.isAnonymous === true, isRestricted: claims.isRestricted === true },
        entries: {}
      })

/** Decodes a resource's value. Returns `undefined` if it is missing or invalid. */
export const decodeEntry = <A, E>(
  dehydrated: Dehydrated,
  { codec, key }: Resource<A, E>
): { readonly value: A } | undefined => {
  if (codec === undefined || !Object.hasOwn(dehydrated.entries, key)) return undefined
  const value = decode(codec, dehydrated.entries[key]!.value)
  return value instanceof Problem ? undefined : { value }
}

/**
 * Encodes a resource's value. Returns `undefined` if the resource has no codec, or if the value contains a secret.
 * Scripts and proxies can read a page, so it must not contain secrets.
 */
export const encodeEntry = <A, E>({ codec }: Resource<A, E>, value: A): DehydratedEntry | undefined => {
  if (codec === undefined || hasSecret(value)) return undefined
  const encoded = encode(codec, value)
  return encoded instanceof Problem ? undefined : { value: encoded }
}

const hasSecret = (value: unknown): boolean =>
  Redacted.isRedacted(value) || typeof value === "object" && value !== null && Object.values(value).some(hasSecret)

/** Stringifies dehydrated values for a `<script>` element. Escapes HTML, because values such as names are user input. */
export const stringify = (dehydrated: Dehydrated): string =>
  JSON.stringify(dehydrated).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
