import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Returns the SHA-256 digest (FIPS 180-4) of the UTF-8 encoding of a text, in base64. */
export type Sha256 = (text: string) => Effect.Effect<string>

/** The used functions from `node:crypto`. `hash` exists since Node 21.7 and 20.12. */
interface NodeCrypto {
  readonly hash?: (algorithm: string, text: string, encoding: "base64") => string
  readonly createHash: (algorithm: string) => {
    readonly update: (text: string, encoding: "utf8") => { readonly digest: (encoding: "base64") => string }
  }
}

/** The digest function. By default uses `node:crypto` on hosts that have it, and Web Crypto otherwise. */
export const Sha256: Context.Reference<Sha256> = /*#__PURE__*/ Context.Reference<Sha256>("latchkey/platform/Sha256", {
  defaultValue: () => {
    const crypto = getNodeCrypto()
    return crypto === undefined ? fromWebCrypto : fromNodeCrypto(crypto)
  }
})

/** Creates digests with `node:crypto`, which is synchronous: a thread of Web Crypto takes longer than a token's digest. */
export const fromNodeCrypto = ({ createHash, hash }: NodeCrypto): Sha256 =>
  typeof hash === "function"
    ? (text) => Effect.succeed(hash("sha256", text, "base64"))
    : (text) => Effect.succeed(createHash("sha256").update(text, "utf8").digest("base64"))

/** Creates digests with Web Crypto. */
export const fromWebCrypto: Sha256 = (text) =>
  Effect.promise(async () => {
    const digest = await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
    return btoa(String.fromCharCode(...new Uint8Array(digest)))
  })

/** Returns `node:crypto` without an import, which bundlers for browsers and edge functions cannot resolve. */
const getNodeCrypto = (): NodeCrypto | undefined => {
  // Sound: the optional calls and the check for `createHash` cover hosts without the module.
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (id: string) => NodeCrypto | undefined }
  }
  const crypto = process?.getBuiltinModule?.("node:crypto")
  return typeof crypto?.createHash === "function" ? crypto : undefined
}
