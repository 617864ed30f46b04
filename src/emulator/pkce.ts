/**
 * Proof that whoever exchanges a code is who began the flow (RFC 7636).
 *
 * @since 0.1.0
 */
import { sha256 } from "@noble/hashes/sha2.js"
import * as base64url from "jose/base64url"

/**
 * Says whether a challenge may be made by this method.
 *
 * @category guards
 * @since 0.1.0
 */
export const isChallengeMethod = (method: string): method is "S256" | "plain" => method === "S256" || method === "plain"

/**
 * Says whether a verifier belongs to a challenge.
 *
 * @category guards
 * @since 0.1.0
 */
export const isValidVerifier = (
  verifier: string,
  { codeChallenge, codeChallengeMethod }: { readonly codeChallenge: string; readonly codeChallengeMethod: string }
): boolean => codeChallenge === (codeChallengeMethod === "S256" ? hash(verifier) : verifier)

/** Hashes at once, which the platform's own cryptography does not. */
const hash = (text: string): string => base64url.encode(sha256(new TextEncoder().encode(text)))
