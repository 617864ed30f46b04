import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HostUnavailable } from "./Page.ts"

/** Generates random bytes for secrets, by default with Web Crypto. Fails with `HostUnavailable` on hosts without it. */
export const SecureRandom: Context.Reference<
  (length: number) => Effect.Effect<Uint8Array, HostUnavailable>
> = /*#__PURE__*/ Context.Reference("latchkey/platform/SecureRandom", {
  defaultValue: () => (length): Effect.Effect<Uint8Array, HostUnavailable> =>
    Effect.try({
      try: () => globalThis.crypto.getRandomValues(new Uint8Array(length)),
      catch: () => new HostUnavailable({ message: "Web Crypto is not available" })
    })
})
