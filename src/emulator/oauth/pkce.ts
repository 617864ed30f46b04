/** Proof Key for Code Exchange (RFC 7636). */
import { sha256 } from "@noble/hashes/sha2.js"
import * as base64url from "jose/base64url"

/** Returns `true` if a code challenge method is supported. */
export const isChallengeMethod = (method: string): method is "S256" | "plain" => method === "S256" || method === "plain"

/** Returns `true` if a code verifier matches a code challenge. */
export const isValidVerifier = (
  verifier: string,
  { codeChallenge, codeChallengeMethod }: { readonly codeChallenge: string; readonly codeChallengeMethod: string }
): boolean => codeChallenge === (codeChallengeMethod === "S256" ? hash(verifier) : verifier)

/** Hashes synchronously, unlike Web Crypto. */
const hash = (text: string): string => base64url.encode(sha256(new TextEncoder().encode(text)))
