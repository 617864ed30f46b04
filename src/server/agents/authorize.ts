/** The authorization endpoint (RFC 6749 § 3.1, OAuth 2.1 § 4.1). */
import * as Effect from "effect/Effect"
import { parseIdentifier, toResource } from "../identifiers.ts"
import type { FindClient } from "./clients.ts"
import type { ConsentStore } from "./ConsentStore.ts"
import { type AgentRequest, type AgentResponse, type Parameters, readQuery, redirect, respondText } from "./messages.ts"
import * as records from "./records.ts"
import { addParameters, matches } from "./redirectUri.ts"
import type { Settings } from "./settings.ts"

/** The parameters that a request may have once. */
const names = [
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state"
]

const texts = {
  tooLong: "The request is too long.",
  client: "The app that sent you here is unknown, or its description cannot be read.",
  redirect: "The app that sent you here names an address for the answer that it has not registered."
}

/** The response to a client that cannot be trusted with a redirect (RFC 6749 § 4.1.2.1). */
const refuse = (reason: keyof typeof texts): AgentResponse =>
  respondText(400, `This link does not work. ${texts[reason]} Close this page, and start again in the app.\n`)

/** Responds to an authorization request: with a redirect to the consent page, or with an error for the client. */
export const authorize = Effect.fnUntraced(function*(
  settings: Settings,
  store: ConsentStore,
  findClient: FindClient,
  request: AgentRequest
) {
  const query = readQuery(request.url)
  if (query === undefined) return refuse("tooLong")
  const clientId = query.repeats("client_id") ? undefined : query.get("client_id")
  const client = clientId === undefined ? undefined : yield* findClient(clientId)
  if (client === undefined) return refuse("client")
  const redirectUri = query.repeats("redirect_uri") ? undefined : query.get("redirect_uri")
  if (redirectUri === undefined || !client.redirectUris.some((registered) => matches(registered, redirectUri))) {
    return refuse("redirect")
  }
  const state = query.repeats("state") ? undefined : query.get("state")
  const { issuer: iss } = settings
  const answer = (error: string) => redirect(addParameters(redirectUri, { error, state, iss }))
  const found = readGrant(settings, query)
  if (typeof found === "string") return answer(found)
  const id = yield* records.randomId
  const pending: records.PendingRequest = {
    ...found,
    clientId: client.id,
    clientName: client.name,
    host: client.host,
    redirectUri,
    secret: yield* records.randomId,
    ...state === undefined ? {} : { state }
  }
  const key = yield* records.keyOf("request", id)
  return yield* Effect.match(store.set(key, JSON.stringify(pending), records.requestLifetime), {
    onFailure: () => answer("temporarily_unavailable"),
    onSuccess: () => {
      const page = new URL(settings.consentUrl)
      page.searchParams.set("request", id)
      return redirect(page.href)
    }
  })
})

/** Returns the requested grant, or an error code. */
const readGrant = (
  { resources, scopes }: Settings,
  query: Parameters
): Pick<records.Grant, "challenge" | "resource" | "scopes"> | string => {
  if (query.repeats(...names)) return "invalid_request"
  const type = query.get("response_type")
  if (type !== "code") return type === undefined ? "invalid_request" : "unsupported_response_type"
  if (query.get("response_mode") !== undefined && query.get("response_mode") !== "query") return "invalid_request"
  const challenge = query.get("code_challenge")
  // Without a method, the challenge would be plain (RFC 7636 § 4.3).
  if (query.get("code_challenge_method") !== "S256" || challenge === undefined || !/^[\w-]{43}$/.test(challenge)) {
    return "invalid_request"
  }
  const asked = query.get("resource")
  const resource = asked === undefined ? resources[0]! : readResource(asked)
  if (query.repeats("resource") || resource === undefined || !resources.includes(resource)) return "invalid_target"
  const list = query.get("scope")?.split(" ").filter((scope) => scope !== "")
  const requested = list === undefined ? [...scopes.keys()] : [...new Set(list)]
  return requested.every((scope) => scopes.has(scope)) ? { challenge, resource, scopes: requested } : "invalid_scope"
}

/** Returns a requested resource's canonical form; `undefined` for an invalid one. */
export const readResource = (text: string): string | undefined => {
  const url = parseIdentifier(text)
  return url === undefined ? undefined : toResource(url)
}
