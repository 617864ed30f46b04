/** The credentials in a request's headers. */
import * as Redacted from "effect/Redacted"
import { hasRedactedText } from "../platform/toRedacted.ts"
import * as AccessToken from "../session/AccessToken.ts"
import * as Tokens from "../session/Tokens.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import {
  ApiKeyInvalid,
  CredentialsConflict,
  CredentialsMalformed,
  type CredentialSource
} from "./authenticationErrors.ts"
import type { CredentialHeaders } from "./credentialHeaders.ts"

/** A request's credentials. `SignedOut` is a header whose tokens are both `null`. */
export type Credentials =
  | { readonly _tag: "SignedOut"; readonly source: CredentialSource }
  | { readonly _tag: "Session"; readonly source: CredentialSource; readonly tokens: Tokens.Tokens }
  | {
    readonly _tag: "ApiKey"
    readonly source: CredentialSource
    readonly type: "user" | "team"
    readonly value: Redacted.Redacted<string>
  }

type Refused = CredentialsMalformed | ApiKeyInvalid

/** The maximum length of a header with JSON. Two tokens are shorter. */
const maxLength = 32_768

/** Returns all credentials in the headers, except cookies. Never throws; returns an error for a malformed header. */
export const parse = (headers: CredentialHeaders): ReadonlyArray<Credentials> | Refused => {
  const found: Array<Credentials> = []
  const redacted = secretHeaders.find((source) => hasRedactedText(headers.get(source) ?? ""))
  if (redacted !== undefined) return makeMalformed(redacted, redactedRule)
  for (const parseNext of parsers) {
    const next = parseNext(headers)
    if (next === undefined) continue
    if ("message" in next) return next
    found.push(next)
  }
  return found
}

/** Returns the credentials to use, or an error if two belong to different sessions, users or teams. */
export const pick = (
  [first, ...others]: ReadonlyArray<Credentials>
): Credentials | CredentialsConflict | undefined => {
  if (first === undefined) return undefined
  const other = others.find((next) => isConflict(first, next))
  return other === undefined ? first : makeConflict(first.source, other.source)
}

/** Creates the error for two sources that contradict each other. */
export const makeConflict = (first: CredentialSource, second: CredentialSource): CredentialsConflict =>
  new CredentialsConflict({
    message: first === second
      ? `The request has two sessions (${first}). Send one.`
      : `The credentials in ${first} and ${second} are not of the same session. Send one of them.`,
    sources: first === second ? [first] : [first, second]
  })

const isConflict = (first: Credentials, next: Credentials): boolean => {
  if (first._tag === "ApiKey" && next._tag === "ApiKey") {
    return Redacted.value(first.value) !== Redacted.value(next.value)
  }
  if (first._tag === "Session" && next._tag === "Session") return isOtherSession(first.tokens, next.tokens)
  return first._tag !== next._tag
}

/** Returns `true` for tokens of two sessions. They are not verified: a forged token can only cause a refusal here. */
const isOtherSession = (first: Tokens.Tokens, next: Tokens.Tokens): boolean => {
  if (first.refreshToken !== undefined && next.refreshToken !== undefined && !Tokens.isSameSession(first, next)) {
    return true
  }
  if (first.accessToken === undefined || next.accessToken === undefined) return false
  if (Redacted.value(first.accessToken) === Redacted.value(next.accessToken)) return false
  const [one, other] = [AccessToken.parse(first.accessToken), AccessToken.parse(next.accessToken)]
  if (one === undefined || other === undefined) return true
  return one.userId !== other.userId ||
    one.sessionId !== undefined && other.sessionId !== undefined && one.sessionId !== other.sessionId
}

/** `authorization` schemes other than Bearer are not for this library. */
const secretHeaders = [
  "x-stack-auth",
  "x-hexclave-auth",
  "x-stack-access-token",
  "x-hexclave-access-token",
  "x-api-key"
] as const

type Parser = (headers: CredentialHeaders) => Credentials | Refused | undefined

const redactedRule = "has the text <redacted> instead of a secret. Send Redacted.value of it"

const makeMalformed = (source: CredentialSource, rule: string): CredentialsMalformed =>
  new CredentialsMalformed({ source, message: `The header ${source} ${rule}` })

/** Schemes other than Bearer, such as a proxy's Basic authentication, are ignored. */
const parseAuthorization: Parser = (headers) => {
  const text = headers.get("authorization")
  if (text === undefined) return undefined
  const source = "authorization"
  const isBearer = /^\s*bearer(?:\s|$)/i.test(text)
  if (headers.hasSeveralAuthorizations || !isBearer && /,\s*bearer\s/i.test(text)) {
    return makeMalformed(source, "occurs more than once")
  }
  if (!isBearer) return undefined
  if (hasRedactedText(text)) return makeMalformed(source, redactedRule)
  // RFC 6750 § 2.1
  const [, token] = /^\s*bearer +([\w.~+/-]+=*)\s*$/i.exec(text) ?? []
  if (token === undefined) return makeMalformed(source, "must have one token after Bearer")
  const [, encoded] = /^(?:stackauth|hexclave)_(.*)$/.exec(token) ?? []
  if (encoded !== undefined) return parseTokens(source, decodeBase64(encoded))
  if (isApiKey(token)) return parseApiKey(source, token)
  // The verifier reports all other token errors.
  if (token.split(".", 4).length !== 3) {
    return makeMalformed(source, "must have an access token or an API key after Bearer")
  }
  return makeSession(source, { refreshToken: undefined, accessToken: Redacted.make(token) })
}

const parseTokenHeaders = (family: "stack" | "hexclave"): Parser => (headers) => {
  const source = `x-${family}-access-token` as const
  const accessToken = headers.get(source)
  if (accessToken === undefined) return undefined
  const refreshToken = headers.get(`x-${family}-refresh-token`)
  if (![accessToken, refreshToken ?? ""].every(isToken)) return makeMalformed(source, "must be an access token")
  return accessToken === ""
    ? makeMalformed(source, "is empty")
    : makeSession(source, {
      refreshToken: refreshToken ? Redacted.make(refreshToken) : undefined,
      accessToken: Redacted.make(accessToken)
    })
}

/** Several headers with a name are joined by commas. */
const isToken = (text: string): boolean => /^[!-+.-~-]*$/.test(text)

const isApiKey = (text: string): boolean => /^[ps]k_/.test(text)

/** A key names its owner's type. */
const parseApiKey = (source: CredentialSource, text: string): Credentials | ApiKeyInvalid => {
  const [, type] = /^[ps]k_[\da-z]{77}(user|team)[\da-z]574ck4u7h[\da-f]{8}$/.exec(text) ?? []
  return type === "user" || type === "team"
    ? { _tag: "ApiKey", source, type, value: Redacted.make(text) }
    : new ApiKeyInvalid({ reason: "malformed", message: `The header ${source} has no valid API key` })
}

/** Parses JSON with `accessToken` and `refreshToken`. Each may be `null`. */
const parseTokens = (source: CredentialSource, json: string): Credentials | CredentialsMalformed => {
  const given = json.length > maxLength ? undefined : parseJson(json)
  if (!isObject(given)) return makeMalformed(source, "must have JSON with accessToken and refreshToken")
  const { accessToken = null, refreshToken = null } = given
  if (accessToken === null && refreshToken === null) return { _tag: "SignedOut", source }
  const tokens = isTextOrNull(accessToken) && isTextOrNull(refreshToken)
    ? Tokens.make({ accessToken, refreshToken })
    : undefined
  return tokens === undefined
    ? makeMalformed(source, "must have JSON with a valid accessToken or refreshToken")
    : makeSession(source, tokens)
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === "string"

const makeSession = (source: CredentialSource, tokens: Tokens.Tokens): Credentials => ({
  _tag: "Session",
  source,
  tokens
})

const parseHeader =
  (source: CredentialSource, parseText: (source: CredentialSource, text: string) => Credentials | Refused): Parser =>
  (headers) => {
    const text = headers.get(source)
    return text === undefined ? undefined : parseText(source, text)
  }

const parsers: ReadonlyArray<Parser> = [
  parseAuthorization,
  /*#__PURE__*/ parseHeader("x-stack-auth", parseTokens),
  /*#__PURE__*/ parseHeader("x-hexclave-auth", parseTokens),
  /*#__PURE__*/ parseTokenHeaders("stack"),
  /*#__PURE__*/ parseTokenHeaders("hexclave"),
  /*#__PURE__*/ parseHeader("x-api-key", parseApiKey)
]

/** Decodes Base64 in either alphabet. Never fails; returns an empty string for invalid input. */
const decodeBase64 = (text: string): string => {
  try {
    return atob(text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return ""
  }
}
