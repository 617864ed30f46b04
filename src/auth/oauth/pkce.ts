/**
 * The proof that whoever ends a flow has begun it (RFC 7636).
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { calculatePKCECodeChallenge } from "oauth4webapi"
import { HostUnavailable } from "../../platform/Page.ts"

/**
 * Makes the challenge of a verifier: its SHA-256, in base64url. Web Crypto's, which browsers have on https and on localhost
 * only, and some native hosts have not; those provide their own.
 *
 * @category references
 * @since 0.1.0
 */
export const CodeChallenge: Context.Reference<
  (verifier: Redacted.Redacted<string>) => Effect.Effect<string, HostUnavailable>
> = /*#__PURE__*/ Context.Reference("latchkey/auth/CodeChallenge", {
  defaultValue: () => (verifier): Effect.Effect<string, HostUnavailable> =>
    Effect.tryPromise({
      try: () => calculatePKCECodeChallenge(Redacted.value(verifier)),
      catch: () =>
        new HostUnavailable({
          message: "There is no Web Crypto here, which OAuth needs: a page has it on https and on localhost"
        })
    })
})
