/**
 * An access token's claims, marked as verified or unverified by their type.
 *
 * The client parses a token without verifying it, and anyone can create such a token. Use unverified claims for display
 * only, such as a name in the page header while the user is being fetched. Never authorize anything by them.
 *
 * **Example** (Greet the user without a request)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Session } from "latchkey"
 *
 * const greeting = Effect.map(Session.claims, (claims) => `Hello, ${claims?.name ?? "visitor"}!`)
 * ```
 */
import type * as Redacted from "effect/Redacted"
import { toSnakeCase } from "../wire/Struct.ts"
import * as AccessToken from "./AccessToken.ts"
import { isTime, toText } from "./decodeClaims.ts"

declare const trust: unique symbol

/** An unverified value. It is not assignable to `Verified`. */
export type Unverified<A> = A & { readonly [trust]: "unverified" }

/** A verified value. Functions that authorize by claims take this type, so that they reject unverified claims. */
export type Verified<A> = A & { readonly [trust]: "verified" }

/**
 * An access token's claims. Tokens from 2025 identify only the user and the session; tokens from 2026 also describe the
 * user. A claim that the token does not have is `undefined`; a value that the user does not have is `null`.
 */
export interface Claims {
  readonly userId: string
  /** The session's id, as in the sessions list. */
  readonly sessionId?: string | undefined
  readonly projectId?: string | undefined
  readonly branchId?: string | undefined
  /** The issuer: the service's URL for the project. */
  readonly issuer?: string | undefined
  /** The project's id, with the suffix `:anon` or `:restricted` for such users, on services from 2026. */
  readonly audience?: ReadonlyArray<string> | undefined
  readonly role?: string | undefined
  /** The issue time, by the service's clock. */
  readonly issuedAt?: Date | undefined
  /** The expiry, by the service's clock. An expired token still identifies its user. */
  readonly expiresAt?: Date | undefined
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly emailVerified?: boolean | undefined
  readonly selectedTeamId?: string | null | undefined
  readonly signedUpAt?: Date | undefined
  readonly isAnonymous?: boolean | undefined
  readonly isRestricted?: boolean | undefined
  /** The reason why the user is restricted, as the service names it. */
  readonly restrictedReason?: string | null | undefined
  readonly requiresTotpMfa?: boolean | undefined
}

/**
 * Parses an access token's claims, for any generation. Never fails; returns `undefined` if the token is not a JWT or has
 * no user. Omits a claim with the wrong type.
 */
export const parse = (token: Redacted.Redacted<string>): Unverified<Claims> | undefined => {
  const claims = readClaims(AccessToken.parse(token))
  // Sound: the brand exists only in the type, and marks the claims as unverified.
  return claims as Unverified<Claims> | undefined
}

/**
 * Returns an access token's claims, which may be verified or not. Returns `undefined` if the token has no user.
 *
 * @internal
 */
export const readClaims = (read: Omit<AccessToken.AccessToken, "token"> | undefined): Claims | undefined => {
  if (read?.userId === undefined) return undefined
  const claim = <A>(name: string, as: (claim: unknown) => A | undefined): A | undefined => {
    const value = as(read.claims[name])
    return value === undefined ? as(read.claims[getWireName(name)]) : value
  }
  const audience = claim("aud", toStrings)
  const isFor = (kind: string) => audience?.some((one) => one.endsWith(`:${kind}`)) === true ? true : undefined
  return {
    userId: read.userId,
    sessionId: read.sessionId,
    projectId: claim("projectId", toText) ?? audience?.[0]?.split(":")[0],
    branchId: claim("branchId", toText),
    issuer: claim("iss", toText),
    audience,
    role: claim("role", toText),
    issuedAt: read.issuedAtMillis === undefined ? undefined : new Date(read.issuedAtMillis),
    expiresAt: new Date(read.expiresAtMillis),
    name: claim("name", toTextOrNull),
    email: claim("email", toTextOrNull),
    emailVerified: claim("emailVerified", toBoolean),
    selectedTeamId: claim("selectedTeamId", toTextOrNull),
    signedUpAt: claim("signedUpAt", toDate),
    isAnonymous: claim("isAnonymous", toBoolean) ?? isFor("anon"),
    isRestricted: claim("isRestricted", toBoolean) ?? isFor("restricted"),
    restrictedReason: claim("restrictedReason", toReason),
    requiresTotpMfa: claim("requiresTotpMfa", toBoolean)
  }
}

/** Computed once per name, since a server verifies many tokens. */
const wireNames = new Map<string, string>()

const getWireName = (name: string): string => {
  let wireName = wireNames.get(name)
  if (wireName === undefined) wireNames.set(name, wireName = toSnakeCase(name))
  return wireName
}

const toTextOrNull = (claim: unknown): string | null | undefined => claim === null ? null : toText(claim)

const toBoolean = (claim: unknown): boolean | undefined => typeof claim === "boolean" ? claim : undefined

/** Accepts a string or an array of strings (RFC 7519 § 4.1.3). */
const toStrings = (claim: unknown): ReadonlyArray<string> | undefined =>
  typeof claim === "string"
    ? [claim]
    : Array.isArray(claim) && claim.every((one) => typeof one === "string")
    ? claim
    : undefined

const toDate = (claim: unknown): Date | undefined => isTime(claim) ? new Date(claim * 1000) : undefined

const toReason = (claim: unknown): string | null | undefined =>
  typeof claim === "object" && claim !== null && "type" in claim ? toText(claim.type) : toTextOrNull(claim)
