/** The consent page's endpoints, which act for the signed-in user. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { isObject, parseJson } from "../../wire/Json.ts"
import type { AuthenticateOptions } from "../Authenticated.ts"
import { Authentication } from "../Authentication.ts"
import { CrossSiteRequest } from "../authenticationErrors.ts"
import { type CredentialHeaders, read } from "../credentialHeaders.ts"
import { makeSignInError } from "../refusedCredentials.ts"
import type { ConsentStore } from "./ConsentStore.ts"
import {
  type AgentRequest,
  type AgentResponse,
  readBody,
  readQuery,
  respondAuthError,
  respondJson,
  respondProblem
} from "./messages.ts"
import * as records from "./records.ts"
import { addParameters, describe, isWeb } from "./redirectUri.ts"
import type { Settings } from "./settings.ts"

const expired = respondProblem(404, "AGENT_REQUEST_EXPIRED", "The request is unknown, has expired or was answered")

const invalid = respondProblem(400, "AGENT_DECISION_INVALID", "The decision is malformed, or has other scopes")

const unconfirmed = respondProblem(403, "AGENT_CONFIRM_INVALID", "The confirmation is for another request or user")

/** A page on another origin must not act for the user, also with a stolen token. */
const isForeign = ({ issuer }: Settings, headers: CredentialHeaders): boolean => {
  const site = headers.get("sec-fetch-site")
  const origin = headers.get("origin")
  return origin !== undefined && origin !== issuer || site === "cross-site" || site === "same-site"
}

/** Returns the signed-in user's id, or the response for a request without one. Only the header `Authorization` counts. */
const authenticate = Effect.fnUntraced(function*(
  settings: Settings,
  request: AgentRequest,
  options?: AuthenticateOptions
) {
  const headers = read(request)
  if (isForeign(settings, headers)) {
    const message = "The consent endpoints accept requests from the pages of the issuer only"
    return respondAuthError(new CrossSiteRequest({ message }))
  }
  const { method, rawHeaders, url } = request
  const get = (name: string) => name === "authorization" ? headers.get(name) : undefined
  const { authenticate } = yield* Authentication
  return yield* Effect.match(authenticate({ method, rawHeaders, url, headers: { get } }, options), {
    onFailure: respondAuthError,
    onSuccess: ({ principal }) =>
      principal._tag === "User" ? principal.userId : respondAuthError(makeSignInError(principal))
  })
})

/** Describes a pending request for the consent page. */
export const describeRequest = Effect.fnUntraced(function*(
  settings: Settings,
  store: ConsentStore,
  request: AgentRequest
) {
  const userId = yield* authenticate(settings, request)
  if (typeof userId !== "string") return userId
  const query = readQuery(request.url)
  const id = query?.repeats("request") ? undefined : query?.get("request")
  const pending = id === undefined ? undefined : yield* records.getRequest(store, id)
  if (id === undefined || pending === undefined) return expired
  const { clientName, host, redirectUri, resource, scopes } = pending
  return respondJson(200, {
    // The document proves its host. It does not prove who receives a redirect to this machine or to an app's scheme.
    client: { name: clientName, host, isVerified: host === null || isWeb(redirectUri) },
    redirect_host: describe(redirectUri),
    is_on_device: !isWeb(redirectUri),
    resource,
    scopes: scopes.map((name) => ({ name, description: settings.scopes.get(name) ?? name })),
    key_expires_at_millis: (yield* Clock.currentTimeMillis) + settings.keyLifetimeMillis,
    confirm: yield* records.makeConfirm(id, pending, userId)
  })
})

/** Saves the user's decision, and returns the redirect to the client. */
export const decide = Effect.fnUntraced(function*(settings: Settings, store: ConsentStore, request: AgentRequest) {
  // A session that has ended must not leave a key that is valid for months.
  const userId = yield* authenticate(settings, request, { freshness: "session" })
  if (typeof userId !== "string") return userId
  const decision = readDecision(yield* readBody(request))
  if (decision === undefined) return invalid
  const pending = yield* records.getRequest(store, decision.request)
  if (pending === undefined) return expired
  // The hash is compared, so that the time does not depend on matching characters.
  const expected = yield* records.makeConfirm(decision.request, pending, userId)
  if ((yield* records.hash(decision.confirm)) !== (yield* records.hash(expected))) return unconfirmed
  const { clientId, clientName, challenge, redirectUri, resource, state } = pending
  const isApproved = decision.decision === "approve"
  const scopes = pending.scopes.filter((scope) => decision.scopes.includes(scope))
  const isSubset = decision.scopes.every((scope) => pending.scopes.includes(scope))
  if (isApproved && (!isSubset || pending.scopes.length > 0 && scopes.length === 0)) return invalid
  if ((yield* records.takeRequest(store, decision.request)) === undefined) return expired
  const { issuer: iss } = settings
  if (!isApproved) return answer(addParameters(redirectUri, { error: "access_denied", state, iss }))
  const code = yield* records.randomId
  const expiresAtMillis = (yield* Clock.currentTimeMillis) + settings.keyLifetimeMillis
  const grant: records.CodeGrant = {
    clientId,
    clientName,
    redirectUri,
    challenge,
    resource,
    scopes,
    userId,
    expiresAtMillis
  }
  const openLifetime = Duration.sum(records.codeLifetime, records.replayLifetime)
  yield* store.set(yield* records.keyOf("open", code), "1", openLifetime)
  yield* store.set(yield* records.keyOf("code", code), JSON.stringify(grant), records.codeLifetime)
  return answer(addParameters(redirectUri, { code, state, iss }))
})

const answer = (redirectTo: string): AgentResponse => respondJson(200, { redirect_to: redirectTo })

interface Decision {
  readonly request: string
  readonly confirm: string
  readonly decision: "approve" | "deny"
  readonly scopes: ReadonlyArray<string>
}

/** Parses a decision. Never fails; returns `undefined` for an invalid one. */
const readDecision = (body: unknown): Decision | undefined => {
  const given = typeof body === "string" ? parseJson(body) : body
  if (!isObject(given)) return undefined
  const { confirm, decision, request, scopes = [] } = given
  if (typeof request !== "string" || typeof confirm !== "string" || !Array.isArray(scopes)) return undefined
  if (decision !== "approve" && decision !== "deny") return undefined
  return scopes.every((scope) => typeof scope === "string") ? { request, confirm, decision, scopes } : undefined
}
