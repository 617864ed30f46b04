/**
 * The secrets of a flow, and the proof that whoever ends it has begun it (RFC 7636).
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi"
import { HostUnavailable } from "../platform/Page.ts"

/**
 * Makes secrets, and challenges out of them.
 *
 * @category references
 * @since 0.1.0
 */
export interface Pkce {
  /** 32 random bytes in base64url, which nobody can guess. */
  readonly secret: Effect.Effect<Redacted.Redacted<string>, HostUnavailable>
  /** The SHA-256 of a verifier, in base64url. */
  readonly challenge: (verifier: Redacted.Redacted<string>) => Effect.Effect<string, HostUnavailable>
}

const unavailable = () =>
  new HostUnavailable({
    message: "There is no Web Crypto here, which OAuth needs: a page has it on https and on localhost"
  })

/**
 * The reference of what flows are protected with: Web Crypto, which browsers have on https and on localhost only. A host
 * without it provides its own.
 *
 * @category references
 * @since 0.1.0
 */
export const Pkce: Context.Reference<Pkce> = /*#__PURE__*/ Context.Reference("latchkey/auth/Pkce", {
  defaultValue: (): Pkce => ({
    secret: Effect.try({ try: () => Redacted.make(generateRandomCodeVerifier()), catch: unavailable }),
    challenge: (verifier) =>
      Effect.tryPromise({ try: () => calculatePKCECodeChallenge(Redacted.value(verifier)), catch: unavailable })
  })
})
