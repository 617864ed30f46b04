/**
 * The addresses of a flow: the one that a browser is sent to, and what the pages of the program make of theirs.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Connection } from "../../call/Connection.ts"
import { prepare } from "../../call/prepare.ts"
import { removeOAuthResponse } from "../../navigation/removeOAuthResponse.ts"
import { toSameOriginPath } from "../../navigation/sameOrigin.ts"
import { parse } from "../../platform/address.ts"
import { callAsClient } from "../../session/Client.ts"
import { RequestSchemaError } from "../../wire/KnownErrors.ts"
import * as wire from "../../wire/oauth.ts"
import type { BotChallengeFields } from "../sendWithBotChallenge.ts"
import type { OAuthCredentials } from "./credentials.ts"

/**
 * What the service has to know before it sends a browser to a provider.
 *
 * @category options
 * @since 0.1.0
 */
export interface AuthorizationOptions {
  /** The provider, such as `github`. */
  readonly provider: string
  /** The page that the browser comes back to with `code` and `state` in its query: on a domain that the project trusts. */
  readonly redirectUri: string
  /** Random and hard to guess, for this flow alone: the page that the browser comes back to compares it. */
  readonly state: string
  /** The SHA-256 of the verifier, in base64url (RFC 7636 § 4.2). */
  readonly codeChallenge: string
  /** What the provider is asked to allow besides who the user is, in its own words, separated by blanks. */
  readonly providerScope?: string | undefined
  /** The page that shows what went wrong, with `errorCode`, `message` and `details` in its query. */
  readonly errorRedirectUrl?: string | undefined
  /** A page of the program's own, which `exchange` returns. */
  readonly afterCallbackRedirectUrl?: string | undefined
}

type Given = AuthorizationOptions & { readonly type?: "authenticate" | "link" | undefined }

const makeInput = (
  credentials: OAuthCredentials,
  { provider, redirectUri, type = "authenticate", ...options }: Given,
  token: Redacted.Redacted<string> | undefined
) => ({
  params: { providerId: provider },
  query: {
    ...options,
    redirectUri: removeResponse(redirectUri),
    type,
    token,
    ...credentials,
    scope: "legacy",
    grantType: "authorization_code" as const,
    codeChallengeMethod: "S256",
    responseType: "code"
  }
})

/**
 * Returns the URL. The token is that of the user to link an account to, or of the anonymous user who signs in.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeAuthorizationUrl = (
  { apiUrl }: Connection,
  credentials: OAuthCredentials,
  options: Given,
  token: Redacted.Redacted<string> | undefined
): Effect.Effect<Redacted.Redacted<string>, RequestSchemaError> => {
  const prepared = prepare(apiUrl, wire.authorize, makeInput(credentials, options, token))
  return typeof prepared === "string"
    ? Effect.fail(new RequestSchemaError({ message: prepared, details: { message: prepared } }))
    : Effect.succeed(Redacted.make(prepared.url))
}

/**
 * Asks the service for the provider's URL, with a bot challenge. The request fails where a browser would show the refusal.
 *
 * @category requests
 * @since 0.1.0
 */
export const requestProviderUrl = (
  credentials: OAuthCredentials,
  options: Given,
  token: Redacted.Redacted<string> | undefined,
  challenge: BotChallengeFields
) => {
  const { params, query } = makeInput(credentials, options, token)
  return Effect.map(
    callAsClient(wire.authorizeAsJson, { params, query: { ...query, stackResponseMode: "json", ...challenge } }),
    ({ location }) => location
  )
}

/**
 * The address of a page as it was before a provider's answer. What is no address stays what it is.
 *
 * @category getters
 * @since 0.1.0
 */
export const removeResponse = (address: string): string => {
  const url = parse(address)
  if (url === undefined) return address
  removeOAuthResponse(url)
  return url.toString()
}

/**
 * Returns an address without the origin, if that is the origin of the page, plain http included: an app has such an address
 * for itself while it is developed. Another address is absent if it leads away.
 *
 * @category getters
 * @since 0.1.0
 */
export const pathWithin = (target: string, here: string): string | undefined => {
  const url = parse(target)
  const isOwn = url !== undefined && /^https?:$/.test(url.protocol) && url.origin === parse(here)?.origin
  return toSameOriginPath(isOwn ? url.pathname + url.search + url.hash : target, here)
}
