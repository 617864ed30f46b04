/**
 * Bytes that nobody can guess.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HostUnavailable } from "./Page.ts"

/**
 * Makes that many random bytes, fit for secrets. Web Crypto's, which every host but a few native ones has; those provide
 * their own.
 *
 * @category references
 * @since 0.1.0
 */
export const SecureRandom: Context.Reference<
  (length: number) => Effect.Effect<Uint8Array, HostUnavailable>
> = /*#__PURE__*/ Context.Reference("latchkey/platform/SecureRandom", {
  defaultValue: () => (length): Effect.Effect<Uint8Array, HostUnavailable> =>
    Effect.try({
      try: () => globalThis.crypto.getRandomValues(new Uint8Array(length)),
      catch: () => new HostUnavailable({ message: "Web Crypto is not available" })
    })
})
