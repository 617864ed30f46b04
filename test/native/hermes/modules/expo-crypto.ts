/** The cryptography of a realm. */
import { sha256 } from "@noble/hashes/sha2.js"

declare const native: { readonly randomByte: () => number }

export const getRandomBytes = (count: number): Uint8Array =>
  Uint8Array.from({ length: count }, () => native.randomByte())

export const digestStringAsync = async (_: string, text: string): Promise<string> =>
  btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))
