/** The token endpoint (RFC 6749 § 3.2) and the revocation endpoint (RFC 7009). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as agentKey from "../../wire/agentKey.ts"
import * as AgentKeys from "./AgentKeys.ts"
import { readResource } from "./authorize.ts"
import type { ConsentStore } from "./ConsentStore.ts"
import {
  type AgentRequest,
  type AgentResponse,
  cors,
  type Parameters,
  readBody,
  readForm,
  respondJson
} from "./messages.ts"
import * as records from "./records.ts"

/** The codes in RFC 6749 § 5.2 and RFC 8707 § 2, and one for a service that does not answer. */
type TokenError =
  | "invalid_request"
  | "invalid_grant"
  | "invalid_target"
  | "invalid_client"
  | "unsupported_grant_type"
  | "temporarily_unavailable"

const refuse = (error: TokenError, description?: string): AgentResponse =>
  respondJson(
    error === "temporarily_unavailable" ? 503 : 400,
    { error, ...description === undefined ? {} : { error_description: description } },
    cors
  )

/** The response if the store or the service is unavailable. */
export const unavailable = refuse("temporarily_unavailable")

/** Reads a form. Other types need a preflight in browsers, or could be parsed in two ways. */
const readParameters = (request: AgentRequest, contentType: string): Effect.Effect<Parameters | undefined> =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)
    ? Effect.map(readBody(request), readForm)
    : Effect.undefined

const names = ["grant_type", "code", "code_verifier", "client_id", "redirect_uri", "resource", "scope"]

/** Exchanges a code for the approving user's API key. */
export const exchange = Effect.fnUntraced(function*(store: ConsentStore, request: AgentRequest, contentType: string) {
  const form = yield* readParameters(request, contentType)
  if (form === undefined) return refuse("invalid_request", "The body must be a form")
  if (form.repeats(...names)) return refuse("invalid_request", "A parameter occurs more than once")
  const type = form.get("grant_type")
  if (type === undefined) return refuse("invalid_request", "grant_type is missing")
  if (type !== "authorization_code") return refuse("unsupported_grant_type")
  const [code, verifier, clientId, redirectUri] = ["code", "code_verifier", "client_id", "redirect_uri"].map(form.get)
  if (code === undefined || verifier === undefined || clientId === undefined) {
    return refuse("invalid_request", "code, code_verifier and client_id are required")
  }
  // Any attempt uses the code up, so that a stolen one cannot be tried with several verifiers.
  const grant = yield* records.takeCode(store, code)
  if (grant === undefined) {
    yield* revokeReplayed(store, code)
    return invalidGrant
  }
  const isVerified = /^[\w.~-]{43,128}$/.test(verifier) && (yield* records.hash(verifier)) === grant.challenge
  // Clients of OAuth 2.1 do not repeat the redirect URI, because PKCE binds the code.
  const isOther = clientId !== grant.clientId || redirectUri !== undefined && redirectUri !== grant.redirectUri
  if (!isVerified || isOther) return invalidGrant
  const resource = form.get("resource")
  if (resource !== undefined && readResource(resource) !== grant.resource) {
    return refuse("invalid_target", "The code is for another resource")
  }
  return yield* Effect.catchIf(
    issue(store, code, grant),
    (error) => error._tag === "ApiError" && error.reason._tag === "RequestRefused",
    // The user was deleted, or the project does not allow API keys.
    (error) => Effect.as(Effect.logError(error), refuse("invalid_grant", "The project refuses the key"))
  )
})

const invalidGrant = refuse(
  "invalid_grant",
  "The code is invalid, has expired, was used, or is for another request"
)

/** Creates the key. */
const issue = Effect.fnUntraced(function*(store: ConsentStore, code: string, grant: records.CodeGrant) {
  const { clientId, clientName, expiresAtMillis, resource, scopes, userId } = grant
  const now = yield* Clock.currentTimeMillis
  const date = new Date(now).toISOString().slice(0, 10)
  const keys = yield* AgentKeys.required
  const key = yield* keys.create({
    userId,
    description: agentKey.format({ clientName, date, resource, scopes, clientId }),
    expiresAt: new Date(expiresAtMillis)
  })
  const revoke = keys.revoke({ id: key.id, userId })
  const issued = JSON.stringify({ id: key.id, userId })
  const isFirst = Effect.gen(function*() {
    yield* store.set(yield* records.keyOf("issued", code), issued, records.replayLifetime)
    return (yield* store.take(yield* records.keyOf("open", code))) !== undefined
  })
  // Without the mark, a replayed code could not revoke the key. If another request has taken it, the code was replayed.
  if (!(yield* Effect.tapError(isFirst, () => revoke))) {
    yield* revoke
    return invalidGrant
  }
  return respondJson(200, {
    access_token: Redacted.value(key.value),
    token_type: "Bearer",
    expires_in: Math.floor((expiresAtMillis - now) / 1000),
    ...scopes.length === 0 ? {} : { scope: scopes.join(" ") }
  }, cors)
})

/**
 * Revokes the key that was issued for a replayed code (RFC 6749 § 4.1.2). If the first request has not finished, it finds the
 * mark taken and revokes the key itself.
 */
const revokeReplayed = Effect.fnUntraced(function*(store: ConsentStore, code: string) {
  if ((yield* store.take(yield* records.keyOf("open", code))) !== undefined) return
  const issued = yield* store.take(yield* records.keyOf("issued", code))
  if (issued === undefined) return
  // Sound: only `issue` writes the value.
  const key = JSON.parse(issued) as { readonly id: string; readonly userId: string }
  yield* (yield* AgentKeys.required).revoke(key)
})

/** Revokes an agent's key. Responds with 200 for all keys that are not valid, as RFC 7009 § 2.2 demands. */
export const revoke = Effect.fnUntraced(function*(request: AgentRequest, contentType: string) {
  const form = yield* readParameters(request, contentType)
  const token = form?.get("token")
  if (form === undefined || token === undefined || form.repeats("token", "client_id")) return refuse("invalid_request")
  const keys = yield* AgentKeys.required
  const key = /^sk_\w{16,200}$/.test(token) ? yield* keys.find(token) : null
  const agent = key === null ? undefined : agentKey.parse(key.description)
  if (key === null || agent === undefined) return respondJson(200, {}, cors)
  // The key was issued to another client (RFC 7009 § 2.1).
  if (form.get("client_id") !== agent.clientId) return refuse("invalid_client")
  yield* keys.revoke({ id: key.id, userId: key.userId })
  return respondJson(200, {}, cors)
})
