/**
 * What a server has read, on its way to the client that takes over from it.
 *
 * @since 0.1.0
 */
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { memoizeByCodec } from "../wire/Struct.ts"
import { type SessionStatus, statuses } from "./CacheState.ts"
import type { Resource } from "./makeResource.ts"

/**
 * A seed: JSON that is for the user's own eyes. It holds no token.
 *
 * @category models
 * @since 0.1.0
 */
export interface Dehydrated {
  /** Whether somebody was signed in. */
  readonly isSignedIn: boolean
  /** Who that was; `null` when nobody was, or when the access token does not say. */
  readonly userId: string | null
  readonly entries: { readonly [key: string]: DehydratedEntry }
}

/**
 * A value as it travels.
 *
 * @category models
 * @since 0.1.0
 */
export interface DehydratedEntry {
  readonly value: unknown
  /** The server's pages show that there is no value yet: it came later. */
  readonly wasPending?: true
}

/**
 * Reads a seed. Whatever is none is `undefined`.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseDehydrated = (given: unknown): Dehydrated | undefined => {
  if (!isRecord(given)) return undefined
  const { entries, isSignedIn, userId } = given
  if (typeof isSignedIn !== "boolean" || typeof userId !== "string" && userId !== null || !isRecord(entries)) {
    return undefined
  }
  const read = Object.entries(entries).flatMap(([key, entry]): ReadonlyArray<[string, DehydratedEntry]> =>
    isRecord(entry) && "value" in entry
      ? [[key, { value: entry["value"], ...entry["wasPending"] === true && { wasPending: true } }]]
      : []
  )
  return { isSignedIn, userId, entries: Object.fromEntries(read) }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns the status that a seed tells.
 *
 * @category getters
 * @since 0.1.0
 */
export const statusOfDehydrated = ({ isSignedIn }: Dehydrated): SessionStatus =>
  isSignedIn ? statuses.active : statuses.signedOut

const decoder = /*#__PURE__*/ memoizeByCodec((codec) => Schema.decodeUnknownExit(Schema.toCodecJson(codec)))
const encoder = /*#__PURE__*/ memoizeByCodec((codec) => Schema.encodeUnknownExit(Schema.toCodecJson(codec)))

/**
 * Reads the value of a resource from a seed. What does not fit counts as absent.
 *
 * @category parsing
 * @since 0.1.0
 */
export const decodeEntry = <A, E>(
  dehydrated: Dehydrated,
  { codec, key }: Resource<A, E>
): { readonly value: A } | undefined => {
  if (codec === undefined || !Object.hasOwn(dehydrated.entries, key)) return undefined
  const exit = decoder(codec())(dehydrated.entries[key]!.value)
  // Sound: the codec is the resource's own.
  return Exit.isSuccess(exit) ? { value: exit.value as A } : undefined
}

/**
 * Writes a value of a resource for a seed, if it is one that travels. One that has a secret in it is none: a page shows it to
 * whatever runs there, and may be kept by whatever it passes.
 *
 * @category conversion
 * @since 0.1.0
 */
export const encodeEntry = <A, E>({ codec }: Resource<A, E>, value: A): DehydratedEntry | undefined => {
  if (codec === undefined || hasSecret(value)) return undefined
  const exit = encoder(codec())(value)
  return Exit.isSuccess(exit) ? { value: exit.value } : undefined
}

const hasSecret = (value: unknown): boolean =>
  Redacted.isRedacted(value) || typeof value === "object" && value !== null && Object.values(value).some(hasSecret)

/**
 * Writes a seed as text that may stand inside a `<script>` of a page: users write parts of it, such as their names.
 *
 * @category conversion
 * @since 0.1.0
 */
export const stringify = (dehydrated: Dehydrated): string =>
  JSON.stringify(dehydrated).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
