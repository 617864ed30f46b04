import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HostUnavailable } from "./Page.ts"

/**
 * Generates a number of random bytes for secrets. By default uses Web Crypto. Fails with `HostUnavailable` on hosts without
 * it, such as some native runtimes.
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
