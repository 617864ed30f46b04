/**
 * Tokens as the text that storages and files keep.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import { isObject, parseJson } from "../wire/Json.ts"
import * as Tokens from "./Tokens.ts"

/**
 * Writes tokens as JSON. Its holder has the session.
 *
 * @category encoding
 * @since 0.1.0
 */
export const printTokens = ({ accessToken, refreshToken }: Tokens.Tokens): string =>
  JSON.stringify({
    refreshToken: refreshToken && Redacted.value(refreshToken),
    accessToken: accessToken && Redacted.value(accessToken)
  })

/**
 * Parses what `print` has written. Never fails; returns `undefined` for any other text.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseTokens = (text: unknown): Tokens.Tokens | undefined => {
  const value = typeof text === "string" ? parseJson(text) : undefined
  return isObject(value) ? Tokens.make(value) : undefined
}
