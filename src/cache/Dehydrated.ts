/**
 * The values of a cache as JSON, for hydration in a browser.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import { decode, encode, Problem } from "../wire/decode.ts"
import { type SessionStatus, statuses } from "./CacheState.ts"
import type { Resource } from "./makeResource.ts"

/**
 * The values of a cache as JSON. They contain no tokens, but personal data of the user.
 *
 * @category models
 * @since 0.1.0
 */
export interface Dehydrated {
  /** `true` if a user was signed in. */
  readonly isSignedIn: boolean
  /** The id of the user. `null` if no user was signed in, or if the access token contains no id. */
  readonly userId: string | null
  readonly entries: { readonly [key: string]: DehydratedEntry }
}

/**
 * An encoded value.
 *
 * @category models
 * @since 0.1.0
 */
export interface DehydratedEntry {
  readonly value: unknown
  /** `true` if the server rendered the entry as pending, because the value arrived later. */
  readonly wasPending?: true
}

/**
 * Parses dehydrated values. Never fails; returns `undefined` for invalid input.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseDehydrated = (input: unknown): Dehydrated | undefined => {
  if (!isRecord(input)) return undefined
  const { entries, isSignedIn, userId } = input
  if (typeof isSignedIn !== "boolean" || typeof userId !== "string" && userId !== null || !isRecord(entries)) {
    return undefined
  }
  const parsed = Object.entries(entries).flatMap(([key, entry]): ReadonlyArray<[string, DehydratedEntry]> =>
    isRecord(entry) && "value" in entry
      ? [[key, { value: entry["value"], ...entry["wasPending"] === true && { wasPending: true } }]]
      : []
  )
  return { isSignedIn, userId, entries: Object.fromEntries(parsed) }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns the session status of the server.
 *
 * @category getters
 * @since 0.1.0
 */
export const statusOfDehydrated = ({ isSignedIn }: Dehydrated): SessionStatus =>
  isSignedIn ? statuses.active : statuses.signedOut

/**
 * Decodes the value of a resource. Returns `undefined` if it is missing or invalid.
 *
 * @category parsing
 * @since 0.1.0
 */
export const decodeEntry = <A, E>(
  dehydrated: Dehydrated,
  { codec, key }: Resource<A, E>
): { readonly value: A } | undefined => {
  if (codec === undefined || !Object.hasOwn(dehydrated.entries, key)) return undefined
  const value = decode(codec, dehydrated.entries[key]!.value)
  return value instanceof Problem ? undefined : { value }
}

/**
 * Encodes the value of a resource. Returns `undefined` if the resource has no codec, or if the value contains a secret.
 * Scripts and proxies can read a page, so secrets must not be part of it.
 *
 * @category conversion
 * @since 0.1.0
 */
export const encodeEntry = <A, E>({ codec }: Resource<A, E>, value: A): DehydratedEntry | undefined => {
  if (codec === undefined || hasSecret(value)) return undefined
  const encoded = encode(codec, value)
  return encoded instanceof Problem ? undefined : { value: encoded }
}

const hasSecret = (value: unknown): boolean =>
  Redacted.isRedacted(value) || typeof value === "object" && value !== null && Object.values(value).some(hasSecret)

/**
 * Stringifies dehydrated values for a `<script>` element. Escapes HTML, because values such as names are user input.
 *
 * @category conversion
 * @since 0.1.0
 */
export const stringify = (dehydrated: Dehydrated): string =>
  JSON.stringify(dehydrated).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
