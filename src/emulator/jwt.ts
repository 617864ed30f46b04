/**
 * Access tokens of the emulator: real ES256 JWTs (RFC 7518 § 3.4), one key for each project.
 *
 * Signing is synchronous and deterministic (RFC 6979), which the platform's own cryptography is not: a program under a
 * test clock never waits for a thread, and the same seed gives the same tokens.
 *
 * @since 0.1.0
 */
import { p256 } from "@noble/curves/nist.js"
import * as base64url from "jose/base64url"
import type { ProjectRow, SessionRow } from "./State.ts"

/**
 * How long an access token lives, in seconds.
 *
 * @category constants
 * @since 0.1.0
 */
export const lifetime = 600

/** @since 0.1.0 */
export interface Claims {
  readonly sub: string
  readonly refreshTokenId: string
  readonly aud: string
  readonly exp: number
}

interface Key {
  readonly secret: Uint8Array
  readonly publicKey: Uint8Array
  readonly kid: string
}

// Keys are made when they are first needed: most programs never look at a signature. They are known by the seed that they
// are made from, which the copies of a project share.
const keys = /*#__PURE__*/ new WeakMap<Uint8Array, Key>()

const keyOf = ({ signingSeed }: ProjectRow): Key => {
  let key = keys.get(signingSeed)
  if (key === undefined) {
    const secret = p256.utils.randomSecretKey(signingSeed)
    const publicKey = p256.getPublicKey(secret, false)
    keys.set(signingSeed, key = { secret, publicKey, kid: base64url.encode(publicKey.slice(1, 10)) })
  }
  return key
}

/**
 * Returns the project's public keys (RFC 7517 § 5).
 *
 * @category getters
 * @since 0.1.0
 */
export const jwks = (project: ProjectRow) => {
  const { kid, publicKey } = keyOf(project)
  const x = base64url.encode(publicKey.slice(1, 33))
  const y = base64url.encode(publicKey.slice(33))
  return { keys: [{ kty: "EC", crv: "P-256", alg: "ES256", kid, x, y }] }
}

/**
 * Issues an access token for a session.
 *
 * @category constructors
 * @since 0.1.0
 */
export const issue = (project: ProjectRow, session: SessionRow, origin: string, now: number): string => {
  const { kid, secret } = keyOf(project)
  const iat = Math.floor(now / 1000)
  const header = base64url.encode(JSON.stringify({ alg: "ES256", kid }))
  const payload = base64url.encode(JSON.stringify({
    sub: session.userId,
    branchId: "main",
    refreshTokenId: session.id,
    role: "authenticated",
    iss: `${origin}/api/v1/projects/${project.id}`,
    iat,
    aud: project.id,
    exp: iat + lifetime
  }))
  const signed = `${header}.${payload}`
  const token = `${signed}.${base64url.encode(p256.sign(new TextEncoder().encode(signed), secret))}`
  remember(project, token)
  return token
}

/** Tokens whose signature is known to be right: verifying takes milliseconds, remembering takes none. */
const verified = /*#__PURE__*/ new WeakMap<Uint8Array, Set<string>>()

const remember = ({ signingSeed }: ProjectRow, token: string): void => {
  const tokens = verified.get(signingSeed) ?? new Set()
  verified.set(signingSeed, tokens)
  if (tokens.size >= 10_000) tokens.delete(tokens.values().next().value!)
  tokens.add(token)
}

/** Claims of tokens that were read lately: the same few are read with every request. */
const lately = /*#__PURE__*/ new Map<string, Claims>()

/**
 * Reads the claims of a token, which prove nothing yet. Total: whatever is no such token is absent.
 *
 * @category parsing
 * @since 0.1.0
 */
export const read = (token: string): Claims | undefined => {
  const known = lately.get(token)
  if (known !== undefined) return known
  const claims = parse(token)
  if (claims !== undefined) {
    if (lately.size >= 1000) lately.clear()
    lately.set(token, claims)
  }
  return claims
}

const parse = (token: string): Claims | undefined => {
  try {
    const parts = token.split(".")
    if (parts.length !== 3) return undefined
    const decoder = new TextDecoder("utf-8", { fatal: true })
    const header: unknown = JSON.parse(decoder.decode(base64url.decode(parts[0]!)))
    const claims: unknown = JSON.parse(decoder.decode(base64url.decode(parts[1]!)))
    return isHeader(header) && isClaims(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

/**
 * Says whether the project signed a token.
 *
 * @category guards
 * @since 0.1.0
 */
export const verify = (project: ProjectRow, token: string): boolean => {
  if (verified.get(project.signingSeed)?.has(token)) return true
  const end = token.lastIndexOf(".")
  try {
    const signature = base64url.decode(token.slice(end + 1))
    const right = p256.verify(signature, new TextEncoder().encode(token.slice(0, end)), keyOf(project).publicKey)
    if (right) remember(project, token)
    return right
  } catch {
    return false
  }
}

const isHeader = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "alg" in value && value.alg === "ES256"

const isClaims = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null &&
  "sub" in value && typeof value.sub === "string" &&
  "refreshTokenId" in value && typeof value.refreshTokenId === "string" &&
  "aud" in value && typeof value.aud === "string" &&
  "exp" in value && typeof value.exp === "number"
