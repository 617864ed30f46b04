/** The requests of the page for consent to the app's server. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Session from "../account/Session.ts"
import { cleanName } from "../auth/agentName.ts"
import {
  ApiError,
  type ApiErrorReason,
  InvalidResponse,
  NetworkFailure,
  RateLimited,
  RequestRefused,
  ServiceUnavailable
} from "../call/ApiError.ts"
import type { TransportResponse } from "../call/Transport.ts"
import { makeNotTrusted, toSameOriginPath } from "../navigation/sameOrigin.ts"
import { parse as parseToken } from "../session/AccessToken.ts"
import type { Client } from "../session/ClientService.ts"
import {
  array,
  boolean,
  type Codec,
  dateFromMillis,
  nullOr,
  optional,
  secret,
  string,
  type TypeOf
} from "../wire/Codec.ts"
import { decode, Problem } from "../wire/decode.ts"
import { UserAuthenticationRequired } from "../wire/KnownErrors.ts"
import { isObject, parseJson } from "../wire/parseJson.ts"
import { struct } from "../wire/Struct.ts"
import type { AgentServer } from "./AgentServer.ts"

/** An agent's request, as the server describes it. */
const AgentRequest = /*#__PURE__*/ struct(() => ({
  client: struct({ name: string, host: nullOr(string), isVerified: boolean }, { isVerified: "isVerified" }),
  redirectHost: string,
  isOnDevice: boolean,
  resource: string,
  scopes: array(struct({ name: string, description: optional(nullOr(string)) })),
  keyExpiresAt: dateFromMillis,
  confirm: secret
}), { keyExpiresAt: "key_expires_at_millis" })

/** An agent's request. */
export type AgentRequest = TypeOf<typeof AgentRequest>

/** The answer to a decision. */
const AgentDecision = /*#__PURE__*/ struct(() => ({ redirectTo: string }))

/** The request is unknown, used or expired. */
export const expired = "expired"

/** The app has no authorization server at this path. */
export const notAvailable = "notAvailable"

/** The user of the page, and the server that it asks. */
export interface Asker {
  readonly userId: string
  readonly server: AgentServer
  /** The page's URL. */
  readonly here: string
}

interface Sent {
  readonly method: "GET" | "POST"
  readonly query: string
  readonly body?: string | undefined
}

type Token = Redacted.Redacted<string> | null

/** Returns the token if it is the user's. */
const requireToken = (token: Token, { userId }: Asker): Effect.Effect<string, UserAuthenticationRequired> =>
  token !== null && parseToken(token)?.userId === userId
    ? Effect.succeed(Redacted.value(token))
    : Effect.fail(
      new UserAuthenticationRequired({ message: "The user of the page is no longer signed in", details: {} })
    )

const makeError = (endpoint: string, reason: ApiErrorReason): ApiError => new ApiError({ endpoint, reason })

/** Returns the URL of the endpoint. It is on the page's origin: another one must not get the user's token. */
const endpointUrl = ({ here, server }: Asker, query: string): Effect.Effect<string> => {
  const path = toSameOriginPath(`${server.path.replace(/\/+$/, "")}/consent${query}`, here)
  return server.path.startsWith("/") && path !== undefined
    ? Effect.succeed(new URL(path, here).href)
    : Effect.die(makeNotTrusted(server.path))
}

/** Sends a request with the user's token. If the server refuses it, sends the request again with a new token. */
const send = (
  endpoint: string,
  asker: Asker,
  { body, method, query }: Sent
): Effect.Effect<TransportResponse, UserAuthenticationRequired | ApiError, Client> =>
  Effect.gen(function*() {
    const url = yield* endpointUrl(asker, query)
    const sendWith = (token: Token) =>
      Effect.flatMap(requireToken(token, asker), (token) =>
        asker.server.transport({
          method,
          url,
          headers: {
            authorization: `Bearer ${token}`,
            accept: "application/json",
            ...body !== undefined && { "content-type": "application/json" }
          },
          body
        }).pipe(Effect.mapError(() =>
          makeError(
            endpoint,
            new NetworkFailure({
              message: "The app's server could not be reached",
              outcomeUnknown: method === "POST",
              diagnostics: { offline: undefined, health: "not checked", apiRoot: "not checked" }
            })
          )
        )))
    const response = yield* Effect.flatMap(Session.getAccessToken(), sendWith)
    return response.status === 401 ? yield* Effect.flatMap(Session.refresh, sendWith) : response
  })

/** Returns the code of problem details (RFC 9457), if the response has one. */
const codeOf = ({ body }: TransportResponse): string | undefined => {
  const problem = parseJson(body)
  return isObject(problem) && typeof problem["code"] === "string" ? problem["code"] : undefined
}

/** Decodes a response. Every status that has no other meaning is an error. */
const read = <A>(
  endpoint: string,
  codec: Codec<A>,
  response: TransportResponse
): Effect.Effect<A | typeof expired | typeof notAvailable, ApiError> => {
  const { body, status } = response
  const fail = (reason: ApiErrorReason) => Effect.fail(makeError(endpoint, reason))
  if (status === 404) return Effect.succeed(codeOf(response) === "AGENT_REQUEST_EXPIRED" ? expired : notAvailable)
  const message = `The app's server responded with ${status}`
  if (status === 429) return fail(new RateLimited({ message, retryAfter: undefined }))
  if (status >= 500) return fail(new ServiceUnavailable({ message, status }))
  if (status >= 400) return fail(new RequestRefused({ message, status, serviceCode: codeOf(response) }))
  const value = status === 200 ? decode(codec, parseJson(body)) : new Problem(`has the status ${status}`)
  return value instanceof Problem
    ? fail(
      new InvalidResponse({ message: `The response of the app's server ${value.text}`, status, path: value.path })
    )
    : Effect.succeed(value)
}

/** Errors of the requests. */
export type AgentRequestError = UserAuthenticationRequired | ApiError

/** Gets an agent's request. The name of its client is safe to show. */
export const getRequest = (
  asker: Asker,
  request: Redacted.Redacted<string>
): Effect.Effect<AgentRequest | typeof expired | typeof notAvailable, AgentRequestError, Client> => {
  const endpoint = "agentConsent.get"
  return send(endpoint, asker, {
    method: "GET",
    query: `?request=${encodeURIComponent(Redacted.value(request))}`
  }).pipe(
    Effect.flatMap((response) => read(endpoint, AgentRequest, response)),
    Effect.map((answer) => {
      if (typeof answer === "string") return answer
      const { client } = answer
      return { ...answer, client: { ...client, name: cleanName(client.name) ?? client.host ?? answer.redirectHost } }
    })
  )
}

/** The user's decision. */
export interface Decision {
  readonly request: Redacted.Redacted<string>
  readonly confirm: Redacted.Redacted<string>
  readonly decision: "approve" | "deny"
  readonly scopes: ReadonlyArray<string>
}

/** Sends a decision. Returns the URL where it leads. */
export const sendDecision = (
  asker: Asker,
  { confirm, decision, request, scopes }: Decision
): Effect.Effect<{ readonly redirectTo: string } | typeof expired | typeof notAvailable, AgentRequestError, Client> => {
  const endpoint = "agentConsent.decide"
  const body = JSON.stringify({
    request: Redacted.value(request),
    confirm: Redacted.value(confirm),
    decision,
    scopes
  })
  return Effect.flatMap(
    send(endpoint, asker, { method: "POST", query: "", body }),
    (response) => read(endpoint, AgentDecision, response)
  )
}
