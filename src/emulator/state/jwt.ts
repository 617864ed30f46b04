/**
 * The emulator's access tokens: real ES256 JWTs (RFC 7518 § 3.4), signed with separate keys for each project and
 * audience.
 *
 * Signing is synchronous and deterministic (RFC 6979), unlike Web Crypto. Programs under a test clock never wait for a
 * thread, and the same seed produces the same tokens.
 */
import { p256 } from "@noble/curves/nist.js"
import * as base64url from "jose/base64url"
import { isObject } from "../../wire/Json.ts"
import type { RestrictedReason } from "../../wire/users.ts"
import type { ProjectRow } from "./rows.ts"

/** An access token's lifetime, in seconds. */
export const lifetime = 600

/** The kinds of users that tokens are issued for. Since 2026, each has a separate audience, issuer and keys. */
export const audiences = ["normal", "restricted", "anonymous"] as const

export type Audience = typeof audiences[number]

const suffixes: Readonly<Record<Audience, string>> = { normal: "", restricted: ":restricted", anonymous: ":anon" }

/** The segment in the issuer's path before the project id. */
const issuers: Readonly<Record<Audience, string>> = {
  normal: "projects",
  restricted: "projects-restricted-users",
  anonymous: "projects-anonymous-users"
}

/** The access token claims that the emulator uses, normalized across generations. */
export interface Claims {
  readonly sub: string
  readonly sessionId: string
  readonly projectId: string
  readonly exp: number
  readonly isAnonymous: boolean
  /** Why the user was restricted when the token was issued. */
  readonly restrictedReason: RestrictedReason | undefined
  /** The number of times that `expireAll` had run before the token was signed. */
  readonly era: number
}

interface Key {
  readonly secret: Uint8Array
  readonly publicKey: Uint8Array
  readonly kid: string
}

// Keys by seed, which the copies of a project share. Derived on first use: most programs never verify a signature.
const keys = /*#__PURE__*/ new WeakMap<Uint8Array, Map<number, Key>>()

/** Derives a key from the project's seed. Each number gives a different key. */
const keyOf = ({ signingSeed }: ProjectRow, number: number): Key => {
  const known = keys.get(signingSeed) ?? new Map<number, Key>()
  keys.set(signingSeed, known)
  let key = known.get(number)
  if (key === undefined) {
    const secret = p256.utils.randomSecretKey(signingSeed.map((byte, index) => index === 47 ? byte ^ number : byte))
    const publicKey = p256.getPublicKey(secret, false)
    known.set(number, key = { secret, publicKey, kid: base64url.encode(publicKey.slice(1, 10)) })
  }
  return key
}

/** In 2025, a project has one key. Since 2026, it has two per audience, and the first one signs. */
const keysOf = (project: ProjectRow, audience: Audience): ReadonlyArray<Key> => {
  const first = audiences.indexOf(audience) * 2
  return (project.generation === "2025" ? [first] : [first, first + 1]).map((number) => keyOf(project, number))
}

/** Returns a project's public keys for some audiences, as a JWK set (RFC 7517 § 5). */
export const jwks = (project: ProjectRow, included: ReadonlyArray<Audience> = ["normal"]) => ({
  keys: included.flatMap((audience) => keysOf(project, audience)).map(({ kid, publicKey }) => ({
    kty: "EC",
    crv: "P-256",
    alg: "ES256",
    kid,
    x: base64url.encode(publicKey.slice(1, 33)),
    y: base64url.encode(publicKey.slice(33))
  }))
})

/** Signs an access token with the given claims and the registered ones (RFC 7519 § 4.1). */
export const sign = (
  project: ProjectRow,
  audience: Audience,
  claims: Readonly<Record<string, unknown>>,
  origin: string,
  now: number
): string => {
  const { kid, secret } = keysOf(project, audience)[0]!
  const iat = Math.floor(now / 1000)
  const era = eraOf(project)
  const header = base64url.encode(JSON.stringify({ alg: "ES256", kid }))
  const payload = base64url.encode(JSON.stringify({
    ...claims,
    iss: `${origin}/api/v1/${issuers[audience]}/${project.id}`,
    iat,
    aud: project.id + suffixes[audience],
    exp: iat + lifetime,
    ...(era > 0 && { [eraClaim]: era })
  }))
  const signed = `${header}.${payload}`
  const token = `${signed}.${base64url.encode(p256.sign(new TextEncoder().encode(signed), secret))}`
  remember(project, token)
  return token
}

/** Separates tokens signed before and after `expireAll`, even in the same second. Tokens before the first call lack it. */
const eraClaim = "latchkey_era"

const eras = /*#__PURE__*/ new WeakMap<Uint8Array, number>()

const eraOf = ({ signingSeed }: ProjectRow): number => eras.get(signingSeed) ?? 0

/** Expires all access tokens that a project has signed. */
export const expireAll = (project: ProjectRow): void => {
  eras.set(project.signingSeed, eraOf(project) + 1)
}

/** Returns when a token expired, in milliseconds, or `undefined` if it is valid. After `expireAll`, that is now. */
export const expiredAt = (issuer: ProjectRow | undefined, { era, exp }: Claims, now: number): number | undefined =>
  exp * 1000 <= now ? exp * 1000 : issuer !== undefined && era < eraOf(issuer) ? now : undefined

/** Tokens whose signature is verified, by signing seed. Verifying takes milliseconds, so the result is cached. */
const verifiedTokens = /*#__PURE__*/ new WeakMap<Uint8Array, Set<string>>()

const remember = ({ signingSeed }: ProjectRow, token: string): void => {
  const tokens = verifiedTokens.get(signingSeed) ?? new Set()
  verifiedTokens.set(signingSeed, tokens)
  if (tokens.size >= 10_000) tokens.delete(tokens.values().next().value!)
  tokens.add(token)
}

interface Parsed {
  readonly claims: Claims
  readonly audience: Audience
  readonly kid: unknown
}

/** Recently parsed tokens: clients send the same few tokens with every request. */
const parsedTokens = /*#__PURE__*/ new Map<string, Parsed>()

const parseCached = (token: string): Parsed | undefined => {
  const parsed = parsedTokens.get(token) ?? parse(token)
  if (parsedTokens.size >= 1000) parsedTokens.clear()
  if (parsed !== undefined) parsedTokens.set(token, parsed)
  return parsed
}

/** Decodes a token's claims without verifying it. Never fails; returns `undefined` for invalid input. */
export const decodeClaims = (token: string): Claims | undefined => parseCached(token)?.claims

const parse = (token: string): Parsed | undefined => {
  try {
    const parts = token.split(".")
    if (parts.length !== 3) return undefined
    const decoder = new TextDecoder("utf-8", { fatal: true })
    const header: unknown = JSON.parse(decoder.decode(base64url.decode(parts[0]!)))
    const payload: unknown = JSON.parse(decoder.decode(base64url.decode(parts[1]!)))
    return isHeader(header) && isPayload(payload) ? { ...claimsOf(payload), kid: header.kid } : undefined
  } catch {
    return undefined
  }
}

const claimsOf = (payload: Payload): Omit<Parsed, "kid"> => {
  const audience = audiences.findLast((audience) => payload.aud.endsWith(suffixes[audience]))!
  const suffix = suffixes[audience]
  const { exp, restricted_reason: reason, sub } = payload
  return {
    audience,
    claims: {
      sub,
      exp,
      sessionId: payload.refresh_token_id ?? payload.refreshTokenId!,
      projectId: payload.aud.slice(0, payload.aud.length - suffix.length),
      era: payload[eraClaim] ?? 0,
      isAnonymous: audience === "anonymous",
      restrictedReason: audience === "restricted" ? reason ?? undefined : undefined
    }
  }
}

/** Returns `true` if the project has signed a token. */
export const verify = (project: ProjectRow, token: string): boolean => {
  if (verifiedTokens.get(project.signingSeed)?.has(token)) return true
  const parsed = parseCached(token)
  const own = parsed === undefined ? [] : keysOf(project, parsed.audience)
  const key = own.find(({ kid }) => kid === parsed?.kid) ?? own[0]
  if (key === undefined) return false
  const end = token.lastIndexOf(".")
  try {
    const signature = base64url.decode(token.slice(end + 1))
    const isRight = p256.verify(signature, new TextEncoder().encode(token.slice(0, end)), key.publicKey)
    if (isRight) remember(project, token)
    return isRight
  } catch {
    return false
  }
}

const isHeader = (value: unknown): value is { readonly alg: string; readonly kid?: unknown } =>
  isObject(value) && value["alg"] === "ES256"

/** The claims used by the emulator, as either generation's tokens contain them. */
interface Payload {
  readonly sub: string
  readonly refreshTokenId?: string
  readonly refresh_token_id?: string
  readonly restricted_reason?: RestrictedReason | null
  readonly aud: string
  readonly exp: number
  readonly [eraClaim]?: number
}

const isPayload = (value: unknown): value is Payload =>
  isObject(value) &&
  typeof value["sub"] === "string" && typeof value["aud"] === "string" && typeof value["exp"] === "number" &&
  (typeof value["refresh_token_id"] === "string" || typeof value["refreshTokenId"] === "string") &&
  ["number", "undefined"].includes(typeof value[eraClaim])
