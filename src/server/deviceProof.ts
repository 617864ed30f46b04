/** Proofs with a device's key: JWTs with the type `dbsc+jwt` (W3C Device Bound Session Credentials, "DBSC Proof JWT Syntax"). */
import * as Effect from "effect/Effect"
import { compactVerify } from "jose/jws/compact/verify"
import { importJWK } from "jose/key/import"
import { decodePart } from "../session/decodeClaims.ts"
import { type DeviceKey, getAlgorithm, parseDeviceKey } from "./deviceKey.ts"

/** A verified proof. */
export interface DeviceProof {
  /** The challenge that the device has signed. */
  readonly challenge: string
  readonly publicKey: DeviceKey
}

/** The request and the session that a proof is for. */
export interface ProofTarget {
  /** The URL of the request. */
  readonly url: string
  /** The bound session's identifier, for a refresh. */
  readonly identifier?: string | undefined
}

/** A proof with an RSA key of 4096 bits has about 2,000 characters. */
const longestProof = 4096

/**
 * Verifies a proof with a device's known key, or a registration with the key that it contains. Browsers put that key into
 * the header `jwk`, and the draft into the claim `key`.
 *
 * Never fails; returns `undefined` unless the signature is valid for the only algorithm of the key, the type is `dbsc+jwt`,
 * and the claims `aud` and `sub` name the target. The draft requires both claims, but browsers leave them out.
 */
export const verifyProof = (
  jwt: string,
  knownKey: DeviceKey | undefined,
  { identifier, url }: ProofTarget
): Effect.Effect<DeviceProof | undefined> => {
  const parts = jwt.length > longestProof ? [] : jwt.split(".")
  const header = decodePart(parts[0] ?? "")
  const claims = decodePart(parts[1] ?? "")
  if (parts.length !== 3 || header === undefined || claims === undefined) return Effect.undefined
  const publicKey = knownKey ?? parseDeviceKey(header["jwk"] ?? claims["key"])
  const { aud, jti, sub } = claims
  const isAccepted = header["typ"] === "dbsc+jwt" && typeof jti === "string" && (aud === undefined || aud === url) &&
    (sub === undefined || (identifier !== undefined && sub === identifier))
  if (publicKey === undefined || !isAccepted) return Effect.undefined
  return Effect.promise(async () => {
    try {
      const alg = getAlgorithm(publicKey)
      await compactVerify(jwt, await importJWK({ ...publicKey }, alg), { algorithms: [alg] })
      return { challenge: jti, publicKey }
    } catch {
      // The signature, the algorithm, or the key is invalid.
      return undefined
    }
  })
}
