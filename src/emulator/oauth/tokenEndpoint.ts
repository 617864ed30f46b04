/** The OAuth token endpoint (RFC 6749 § 3.2), which authenticates the client by the body instead of the headers. */
import { sha256 } from "@noble/hashes/sha2.js"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as base64url from "jose/base64url"
import { isObject } from "../../wire/Json.ts"
import type { KnownError } from "../../wire/KnownError.ts"
import {
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  RedirectUrlNotWhitelisted
} from "../../wire/KnownErrors.ts"
import { checkClientSecret } from "../requests/authenticate.ts"
import type { RequestContext } from "../requests/Handler.ts"
import { reject, type Rejection } from "../requests/http.ts"
import { failWith } from "../rules/failWith.ts"
import { isBase64, schemaError } from "../rules/validation.ts"
import type { AuthorizationCodeRow } from "../state/oauthRows.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { refreshAccessToken, signInOrRequireMfa } from "../state/sessionRows.ts"

type Field = (name: string) => string | undefined

/** Handles a token request. */
export const handleTokenRequest = Effect.fnUntraced(function*(
  state: ServiceState,
  body: unknown,
  request: Pick<RequestContext, "now" | "origin" | "headers">
): Effect.fn.Return<object, KnownError | Rejection> {
  const field: Field = (name) => {
    const value = isObject(body) && Object.hasOwn(body, name) ? body[name] : undefined
    return typeof value === "string" ? value : undefined
  }
  const client = parseBasicAuth(request.headers["authorization"]) ??
    { id: field("client_id"), secret: field("client_secret") }
  const grantType = field("grant_type")
  if (grantType !== "refresh_token" && grantType !== "authorization_code") {
    return yield* schemaError(["body.grant_type must be \"refresh_token\" or \"authorization_code\""])
  }
  const [projectId, branch = "main"] = (client.id ?? "").split("#")
  const project = state.get(projectId!)
  const { secret } = client
  // Before 2026, a client that proves possession of the code verifier needs no secret (RFC 7636).
  const isPublic = state.generation === "2025" && secret === undefined && grantType === "authorization_code" &&
    field("code_verifier") !== undefined
  if (
    project === undefined || branch !== "main" || !(yield* checkClientSecret(project, secret, request.now)) && !isPublic
  ) {
    const message = "The OAuth client id or client secret is invalid"
    return yield* failWith(InvalidOAuthClientIdOrSecret, message, { clientId: null })
  }
  return yield* (grantType === "refresh_token" ? refresh : exchange)({ ...request, project }, field)
})

/** Parses HTTP Basic authentication (RFC 6749 § 2.3.1), which overrides the fields of the body. */
const parseBasicAuth = (authorization: string | undefined) => {
  const encoded = /^basic +([\w+/]+=*) *$/i.exec(authorization ?? "")?.[1]
  if (encoded === undefined || !isBase64(encoded)) return undefined
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(atob(encoded)) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

type TokenRequest = Pick<RequestContext, "now" | "origin" | "headers" | "project">

const rejectMissingField = (name: string) =>
  reject(400, { error: "invalid_request", error_description: `The field ${name} is missing` })

const refresh = Effect.fnUntraced(function*(request: TokenRequest, field: Field) {
  const refreshToken = field("refresh_token")
  if (refreshToken === undefined) return yield* rejectMissingField("refresh_token")
  const accessToken = yield* refreshAccessToken(request, refreshToken)
  const answer = { access_token: Redacted.value(accessToken), token_type: "Bearer", expires_in: 3599, scope: "legacy" }
  return request.project.generation === "2025"
    ? answer
    : { ...answer, afterCallbackRedirectUrl: null, after_callback_redirect_url: null }
})

const exchange = Effect.fnUntraced(function*(request: TokenRequest, field: Field) {
  const { now, project } = request
  const code = field("code")
  if (code === undefined) return yield* rejectMissingField("code")
  const row = project.authorizationCodes.get(code)
  const user = row && project.users.get(row.userId)
  const verifier = field("code_verifier")
  if (
    row === undefined || user === undefined || row.expiresAtMillis <= now || verifier === undefined ||
    !isValidVerifier(verifier, row) || row.sessionId !== undefined && !project.sessions.has(row.sessionId)
  ) {
    return yield* failWith(
      InvalidAuthorizationCode,
      "The authorization code is invalid, expired or already used, or the code verifier does not match it"
    )
  }
  // The code is used up even if a later check fails.
  project.authorizationCodes.delete(code)
  if (field("redirect_uri") !== row.redirectUri) {
    const message = "The redirect_uri differs from the authorization request"
    return yield* (project.generation === "2026" ? reject(400, message) : failWith(RedirectUrlNotWhitelisted, message))
  }
  const { accessToken, refreshToken } = yield* signInOrRequireMfa(request, user, row.isNewUser, row.sessionId)
  const afterCallbackRedirectUrl = row.afterCallbackRedirectUrl ?? null
  return {
    access_token: Redacted.value(accessToken),
    token_type: "Bearer",
    expires_in: 3599,
    refresh_token: Redacted.value(refreshToken),
    scope: "legacy",
    is_new_user: row.isNewUser,
    after_callback_redirect_url: afterCallbackRedirectUrl,
    // Legacy names for the two fields above.
    newUser: row.isNewUser,
    afterCallbackRedirectUrl
  }
})

/** Compares a code verifier with a code challenge (RFC 7636). Hashes synchronously, unlike Web Crypto. */
const isValidVerifier = (verifier: string, { codeChallenge, codeChallengeMethod }: AuthorizationCodeRow): boolean =>
  codeChallenge === (codeChallengeMethod === "S256"
    ? base64url.encode(sha256(new TextEncoder().encode(verifier)))
    : verifier)
