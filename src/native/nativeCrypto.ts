import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CodeChallenge } from "../auth/oauth/pkce.ts"
import { toBase64Url } from "../platform/base64Url.ts"
import { HostUnavailable } from "../platform/Page.ts"
import { SecureRandom } from "../platform/SecureRandom.ts"
import { Sha256 } from "../platform/Sha256.ts"
import type { CryptoModule } from "./ExpoModules.ts"

/**
 * Creates the references for random bytes, digests and code challenges. `getRandomBytes` and `digestStringAsync` in
 * `expo-crypto` need neither Web Crypto nor `TextEncoder`.
 */
export const makeNativeCrypto = (crypto: CryptoModule): Context.Context<never> => {
  // The values are `CryptoDigestAlgorithm.SHA256` and `CryptoEncoding.BASE64`.
  const digest = (text: string) =>
    Effect.tryPromise({
      try: () => crypto.digestStringAsync("SHA-256", text, { encoding: "base64" }),
      catch: () => new HostUnavailable({ message: "expo-crypto failed to compute a SHA-256 digest" })
    })
  return Context.empty().pipe(
    Context.add(SecureRandom, (length) =>
      Effect.try({
        try: () => crypto.getRandomBytes(length),
        catch: () => new HostUnavailable({ message: "expo-crypto failed to generate random bytes" })
      })),
    Context.add(Sha256, (text) => Effect.orDie(digest(text))),
    Context.add(
      CodeChallenge,
      (verifier) => Effect.map(digest(Redacted.value(verifier)), (base64) => toBase64Url(base64.trim()))
    )
  )
}
