/**
 * What an access token says about its user, with how far it can be trusted in the type.
 *
 * A token is read here, not verified: anybody can write one. What is read is good for showing, such as a name in a corner of
 * the page before the user has been fetched, and for nothing that somebody must not do.
 *
 * **Example** (Who seems to be signed in, without a request)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Session } from "latchkey"
 *
 * const greeting = Effect.map(Session.claims, (claims) => `Hello, ${claims?.name ?? "visitor"}!`)
 * ```
 *
 * @since 0.1.0
 */
import type * as Redacted from "effect/Redacted"
import { toSnakeCase } from "../wire/Struct.ts"
import * as AccessToken from "./AccessToken.ts"

declare const trust: unique symbol

/**
 * A value that somebody claims, and that nobody has verified. It is not a `Verified` one.
 *
 * @category models
 * @since 0.1.0
 */
export type Unverified<A> = A & { readonly [trust]: "unverified" }

/**
 * A value that has been verified. A function that decides by claims what somebody may do takes these, so that no unverified
 * ones get there.
 *
 * @category models
 * @since 0.1.0
 */
export type Verified<A> = A & { readonly [trust]: "verified" }

/**
 * The claims of an access token. Older services say who and in which session; newer ones say about the user what can be
 * shown without asking. What a token does not say is `undefined`, and what the user does not have is `null`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Claims {
  readonly userId: string
  /** The session's id, as the list of sessions shows it. */
  readonly sessionId?: string | undefined
  readonly projectId?: string | undefined
  readonly branchId?: string | undefined
  /** Who issued the token: the service's URL of the project. */
  readonly issuer?: string | undefined
  /** Whom the token is for: the project's id, with `:anon` or `:restricted` behind it for such a user of a newer service. */
  readonly audience?: ReadonlyArray<string> | undefined
  readonly role?: string | undefined
  /** By the service's clock. */
  readonly issuedAt?: Date | undefined
  /** By the service's clock. A token may have expired since; who its user is does not change. */
  readonly expiresAt?: Date | undefined
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly emailVerified?: boolean | undefined
  readonly selectedTeamId?: string | null | undefined
  readonly signedUpAt?: Date | undefined
  readonly isAnonymous?: boolean | undefined
  readonly isRestricted?: boolean | undefined
  /** Why the user is restricted, in the service's own word for it. */
  readonly restrictedReason?: string | null | undefined
  readonly requiresTotpMfa?: boolean | undefined
}

/**
 * Reads the claims of an access token, in the spelling of older services and of newer ones. Total: what is no such token, or
 * does not say whose it is, is absent, and a claim of another type than it should have is left out.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (token: Redacted.Redacted<string>): Unverified<Claims> | undefined => {
  const read = AccessToken.parse(token)
  if (read?.userId === undefined) return undefined
  const claim = <A>(name: string, as: (claim: unknown) => A | undefined): A | undefined => {
    const value = as(read.claims[name])
    return value === undefined ? as(read.claims[toSnakeCase(name)]) : value
  }
  const audience = claim("aud", texts)
  const isFor = (kind: string) => audience?.some((one) => one.endsWith(`:${kind}`)) === true ? true : undefined
  const claims: Claims = {
    userId: read.userId,
    sessionId: read.sessionId,
    projectId: claim("projectId", text) ?? audience?.[0]?.split(":")[0],
    branchId: claim("branchId", text),
    issuer: claim("iss", text),
    audience,
    role: claim("role", text),
    issuedAt: read.issuedAtMillis === undefined ? undefined : new Date(read.issuedAtMillis),
    expiresAt: new Date(read.expiresAtMillis),
    name: claim("name", textOrNull),
    email: claim("email", textOrNull),
    emailVerified: claim("emailVerified", flag),
    selectedTeamId: claim("selectedTeamId", textOrNull),
    signedUpAt: claim("signedUpAt", date),
    isAnonymous: claim("isAnonymous", flag) ?? isFor("anon"),
    isRestricted: claim("isRestricted", flag) ?? isFor("restricted"),
    restrictedReason: claim("restrictedReason", reason),
    requiresTotpMfa: claim("requiresTotpMfa", flag)
  }
  // Sound: the brand is of the type alone, and says the less of the two.
  return claims as Unverified<Claims>
}

const text = (claim: unknown): string | undefined => typeof claim === "string" ? claim : undefined

const textOrNull = (claim: unknown): string | null | undefined => claim === null ? null : text(claim)

const flag = (claim: unknown): boolean | undefined => typeof claim === "boolean" ? claim : undefined

/** One text or several (RFC 7519 § 4.1.3). */
const texts = (claim: unknown): ReadonlyArray<string> | undefined =>
  typeof claim === "string"
    ? [claim]
    : Array.isArray(claim) && claim.every((one) => typeof one === "string")
    ? claim
    : undefined

/** Seconds since 1970, within the dates that there are. */
const date = (claim: unknown): Date | undefined =>
  typeof claim === "number" && Math.abs(claim) <= 8.64e12 ? new Date(claim * 1000) : undefined

const reason = (claim: unknown): string | null | undefined =>
  typeof claim === "object" && claim !== null && "type" in claim ? text(claim.type) : textOrNull(claim)
