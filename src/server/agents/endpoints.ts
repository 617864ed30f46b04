/** An authorization server's endpoints. The first request loads them, so that an app starts without them. */
import * as Effect from "effect/Effect"
import { header } from "../../platform/requestHeaders.ts"
import type { InvalidOptions } from "../../session/options.ts"
import type { Authentication } from "../Authentication.ts"
import * as AgentKeys from "./AgentKeys.ts"
import { authorize } from "./authorize.ts"
import { makeFindClient } from "./clients.ts"
import { decide, describeRequest } from "./consent.ts"
import * as ConsentStore from "./ConsentStore.ts"
import { makeKeyCheck } from "./makeKeyCheck.ts"
import {
  type AgentRequest,
  type AgentResponse,
  allowAll,
  cors,
  refuseMethod,
  respondProblem,
  respondText
} from "./messages.ts"
import { metadataPath, type Settings } from "./settings.ts"
import { exchange, revoke, unavailable } from "./token.ts"

/** Responds to a route's request. Fails without the server level. */
export type Respond = (request: AgentRequest) => Effect.Effect<AgentResponse, InvalidOptions, Authentication>

/** Returns a store whose values other issuers, which share the store, cannot read. */
const ofIssuer = ({ get, set, take }: ConsentStore.ConsentStore, issuer: string): ConsentStore.ConsentStore => ({
  get: (key) => get(`${key} ${issuer}`),
  set: (key, ...value) => set(`${key} ${issuer}`, ...value),
  take: (key) => take(`${key} ${issuer}`)
})

/** Creates the endpoints by their path. */
export const makeEndpoints = (settings: Settings): ReadonlyMap<string, Respond> => {
  const { path, store: given } = settings
  const findClient = makeFindClient(settings)
  const areKeysAllowed = makeKeyCheck()
  const inMemory = ConsentStore.makeMemory()
  const metadata = JSON.stringify(makeMetadata(settings))

  /** Runs a route with the store. Unavailable parts are logged, because the response does not contain the cause. */
  const withStore = <E>(
    failure: AgentResponse,
    run: (store: ConsentStore.ConsentStore) => Effect.Effect<AgentResponse, E, Authentication>
  ): ReturnType<Respond> =>
    Effect.flatMap(AgentKeys.required, (keys) =>
      run(ofIssuer(given ?? keys.store ?? inMemory, settings.issuer)).pipe(
        Effect.tapError((error) => Effect.logError(error)),
        Effect.orElseSucceed(() => failure)
      ))

  const readMetadata: Respond = ({ method }) =>
    Effect.sync(() => {
      if (method === "OPTIONS") return allowAll("GET, HEAD, OPTIONS")
      if (method !== "GET" && method !== "HEAD") return refuseMethod("GET, HEAD, OPTIONS", cors)
      const headers = { ...cors, "content-type": "application/json" }
      return { status: 200, headers, body: method === "HEAD" ? undefined : metadata }
    })

  const post = (run: (request: AgentRequest, contentType: string) => ReturnType<Respond>): Respond => (request) =>
    request.method === "OPTIONS"
      ? Effect.succeed(allowAll("POST, OPTIONS"))
      : request.method === "POST"
      ? run(request, header(request.headers, "content-type") ?? "")
      : Effect.succeed(refuseMethod("POST, OPTIONS", cors))

  return new Map<string, Respond>([
    [metadataPath, readMetadata],
    [
      `${path}/authorize`,
      (request) =>
        request.method === "GET"
          ? withStore(pageUnavailable, (store) => authorize(settings, store, findClient, areKeysAllowed, request))
          : Effect.succeed(refuseMethod("GET"))
    ],
    [
      `${path}/consent`,
      (request) => {
        if (request.method === "GET") {
          return withStore(problemUnavailable, (store) => describeRequest(settings, store, request))
        }
        if (request.method !== "POST") return Effect.succeed(refuseMethod("GET, POST"))
        // A type that a form cannot send.
        return /^application\/json\s*(?:;|$)/i.test(header(request.headers, "content-type") ?? "")
          ? withStore(problemUnavailable, (store) => decide(settings, store, request))
          : Effect.succeed(respondProblem(400, "AGENT_DECISION_INVALID", "The body must be JSON"))
      }
    ],
    [`${path}/token`, post((request, type) => withStore(unavailable, (store) => exchange(store, request, type)))],
    [`${path}/revoke`, post((request, type) => withStore(unavailable, () => revoke(request, type)))]
  ])
}

const pageUnavailable = respondText(503, "The service is not available. Try again later.\n")

const problemUnavailable = respondProblem(
  503,
  "AGENT_CONSENT_UNAVAILABLE",
  "The consent is unavailable. Try again later"
)

/** The metadata (RFC 8414 § 2). */
const makeMetadata = ({ allowsDocuments, issuer, path, scopes }: Settings) => ({
  issuer,
  authorization_endpoint: `${issuer}${path}/authorize`,
  token_endpoint: `${issuer}${path}/token`,
  revocation_endpoint: `${issuer}${path}/revoke`,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  ...allowsDocuments() ? { client_id_metadata_document_supported: true } : {},
  authorization_response_iss_parameter_supported: true,
  ...scopes.size === 0 ? {} : { scopes_supported: [...scopes.keys()] }
})
