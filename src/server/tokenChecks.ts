/** The checks for an access token's header and claims. They are pure. */
import { fromClaims } from "../session/AccessToken.ts"
import { type Claims, readClaims } from "../session/Claims.ts"
import { decodePart, isTime } from "../session/decodeClaims.ts"
import { isKeyId } from "./keySet.ts"

/** The longest token, in characters. The service's tokens have about 1,000. */
export const maxLength = 16_384

/** What is wrong with an access token, after "The access token ", for each reason. */
export const problems = {
  malformed: "is not a JWT",
  tooLong: `is longer than ${maxLength} characters`,
  algorithm: "is not signed with ES256",
  header: "has a header parameter that is not allowed",
  keyId: "has no valid key id",
  unknownKey: "is signed with a key that the project does not have",
  signature: "has a wrong signature",
  issuer: "was not issued by this service for this project",
  audience: "is for another audience",
  project: "is for another project or branch",
  notYetValid: "is not valid yet",
  claims: "has no user or no expiry, or a claim of the wrong type",
  anonymous: "is of an anonymous user. Set allowAnonymous to accept it",
  restricted: "is of a restricted user. Set allowRestricted to accept it"
}

/**
 * Why an access token is invalid.
 *
 * - `malformed`: not a JWT in compact serialization
 * - `tooLong`: longer than 16,384 characters
 * - `algorithm`: signed with another algorithm than ES256, or not signed
 * - `header`: a header parameter that names a key or changes the verification (`jwk`, `jku`, `x5u`, `x5c`, `crit`, `b64`)
 * - `keyId`: without a key id, or with characters that no key id has
 * - `unknownKey`: signed with a key that the project does not have
 * - `signature`: with a wrong signature
 * - `issuer`: issued by another service, or for another project
 * - `audience`: for another project, or for another user kind than its issuer
 * - `project`: with another project's or branch's claims
 * - `notYetValid`: `nbf` or `iat` is in the future
 * - `claims`: without a required claim, or with a claim that has the wrong type
 * - `anonymous`, `restricted`: for a user kind that the caller does not allow
 */
export type InvalidReason = keyof typeof problems

/** Header parameters that name a key, or change how the token is verified (RFC 7515 § 4.1, RFC 7797). */
const refusedParameters = ["jwk", "jku", "x5u", "x5c", "crit", "b64"]

// jose also accepts white space and padding, with which one token would have many spellings.
const base64url = /^[\w-]*$/

/** A 64-byte signature. The last character has four unused bits, which are zero (RFC 4648 § 3.5). */
const signatureShape = /^[\w-]{85}[AQgw]$/

/** The largest number of headers to remember, and the longest one, in characters. */
const rememberedHeaders = 32
const rememberedLength = 256

/** Creates a function that returns a token's key id, or the reason why the token is refused without a key. */
export const makeHeaderReader = (): (token: string) => { readonly kid: string } | InvalidReason => {
  // All tokens with a key have the same header.
  const known = new Map<string, { readonly kid: string }>()
  return (token) => {
    const end = token.indexOf(".")
    const last = token.indexOf(".", end + 1)
    const signature = token.slice(last + 1)
    if (last < 0 || !base64url.test(signature)) return "malformed"
    const part = token.slice(0, end)
    let header = known.get(part)
    if (header === undefined) {
      const read = readHeader(part)
      if (typeof read === "string") return read
      header = read
      if (known.size >= rememberedHeaders) known.clear()
      if (part.length <= rememberedLength) known.set(part, read)
    }
    return signatureShape.test(signature) ? header : "signature"
  }
}

const readHeader = (part: string): { readonly kid: string } | InvalidReason => {
  const header = base64url.test(part) ? decodePart(part) : undefined
  if (header === undefined) return "malformed"
  if (header["alg"] !== "ES256") return "algorithm"
  if (refusedParameters.some((name) => Object.hasOwn(header, name))) return "header"
  const { kid } = header
  return isKeyId(kid) ? { kid } : "keyId"
}

/** The issuer's path and the audience's suffix, by user kind. */
const kinds = [
  ["normal", "projects", ""],
  ["restricted", "projects-restricted-users", ":restricted"],
  ["anonymous", "projects-anonymous-users", ":anon"]
] as const

type UserKind = (typeof kinds)[number][0]

/** The values that the claims must have. */
interface Expected {
  readonly projectId: string
  /** The API root URLs that tokens may name. */
  readonly urls: ReadonlyArray<string>
}

/** A token's checked claims. */
export interface Checked {
  readonly claims: Claims
  readonly kind: UserKind
  /** `exp`, in milliseconds since 1970. */
  readonly expiresAt: number
  /** The later of `nbf` and `iat`, in milliseconds since 1970. */
  readonly validFrom: number
}

/** Creates the check for a payload whose signature is verified. It does not compare times with the clock. */
export const makeClaimsCheck = (
  { projectId, urls }: Expected
): (payload: Readonly<Record<string, unknown>>) => Checked | InvalidReason => {
  const issuers = new Map<string, readonly [kind: UserKind, audience: string]>(
    urls.flatMap((url) =>
      kinds.map(([kind, path, suffix]) => [`${url}/api/v1/${path}/${projectId}`, [kind, projectId + suffix]] as const)
    )
  )
  return (payload) => {
    const { aud, iat, iss, nbf, sub } = payload
    // Each issuer is for one audience: a token for restricted users must not pass as one for normal users.
    const issued = typeof iss === "string" ? issuers.get(iss) : undefined
    if (issued === undefined) return "issuer"
    const [issuedKind, audience] = issued
    if (aud !== audience && !(Array.isArray(aud) && aud.length === 1 && aud[0] === audience)) return "audience"
    if (!agrees(payload, ["project_id", "projectId"], projectId)) return "project"
    // Requests from this library name no branch, which selects the default branch. Other branches have other users.
    if (!agrees(payload, ["branch_id", "branchId"], "main")) return "project"
    const read = fromClaims(payload)
    const areTimes = (nbf === undefined || isTime(nbf)) && (iat === undefined || isTime(iat))
    const claims = typeof sub === "string" && sub !== "" && areTimes ? readClaims(read) : undefined
    if (read === undefined || claims === undefined) return "claims"
    const isAnonymous = issuedKind === "anonymous" || hasFlag(payload, "is_anonymous", "isAnonymous")
    const isRestricted = issuedKind === "restricted" || hasFlag(payload, "is_restricted", "isRestricted")
    const kind = isAnonymous ? "anonymous" : isRestricted ? "restricted" : "normal"
    const audiences = claims.audience && Object.freeze([...claims.audience])
    return {
      // Frozen, because requests with the same token share the claims.
      claims: Object.freeze({
        ...claims,
        audience: audiences,
        isAnonymous: isAnonymous || claims.isAnonymous,
        isRestricted: isRestricted || claims.isRestricted
      }),
      kind,
      expiresAt: read.expiresAtMillis,
      validFrom: Math.max(isTime(nbf) ? nbf * 1000 : -Infinity, isTime(iat) ? iat * 1000 : -Infinity)
    }
  }
}

const hasFlag = (payload: Readonly<Record<string, unknown>>, ...names: ReadonlyArray<string>): boolean =>
  names.some((name) => payload[name] === true)

const agrees = (payload: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>, value: string): boolean =>
  names.every((name) => payload[name] === undefined || payload[name] === value)
