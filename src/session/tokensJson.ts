/** Tokens as JSON, for storages and files. */
import * as Redacted from "effect/Redacted"
import { isObject, parseJson } from "../wire/Json.ts"
import * as Tokens from "./Tokens.ts"

/** Encodes tokens as JSON. Anyone with this string has the session. */
export const encodeTokens = ({ accessToken, refreshToken }: Tokens.Tokens): string =>
  JSON.stringify({
    refreshToken: refreshToken && Redacted.value(refreshToken),
    accessToken: accessToken && Redacted.value(accessToken)
  })

/** Decodes the JSON from `encodeTokens`. Never fails; returns `undefined` for any other value. */
export const decodeTokens = (text: unknown): Tokens.Tokens | undefined => {
  const value = typeof text === "string" ? parseJson(text) : undefined
  return isObject(value) ? Tokens.make(value) : undefined
}
