/** The authorization endpoint (RFC 6749 § 3.1, OAuth 2.1 § 4.1). */
import * as Effect from "effect/Effect"
import type { InvalidOptions } from "../../session/options.ts"
import { isScope, parseIdentifier, toResource } from "../identifiers.ts"
import type { FindClient, TooManyFetches } from "./clients.ts"
import type { ConsentStore, ConsentStoreUnavailable } from "./ConsentStore.ts"
import type { KeyCheck } from "./makeKeyCheck.ts"
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

/** The longest `state` in characters: requests without a user are stored. */
const maxState = 2000

const texts = {
  tooLong: "The request is too long.",
  client: "The app that sent you here is unknown, or its description cannot be read.",
  redirect: "The app that sent you here names an address for the answer that it has not registered."
}

/** The response to a client that cannot be trusted with a redirect (RFC 6749 § 4.1.2.1). */
const refuse = (text: string): AgentResponse =>
  respondText(400, `This link does not work. ${text} Close this page, and start again in the app.\n`)

/**
 * Responds to an authorization request: with a redirect to the consent page, or with an error. A client that the app names gets
 * the error by a redirect. A document does not: anyone can publish one, so any site could use the app's origin for a redirect
 * without a user's decision (RFC 9700 § 4.11.2).
 */
export const authorize = Effect.fnUntraced(function*(
  settings: Settings,
  store: ConsentStore,
  findClient: FindClient,
  areKeysAllowed: KeyCheck,
  request: AgentRequest
): Effect.fn.Return<AgentResponse, ConsentStoreUnavailable | InvalidOptions | TooManyFetches> {
  const query = readQuery(request.url)
  if (query === undefined || (query.get("state") ?? "").length > maxState) return refuse(texts.tooLong)
  const clientId = query.repeats("client_id") ? undefined : query.get("client_id")
  const client = clientId === undefined ? undefined : yield* findClient(clientId)
  if (client === undefined) return refuse(texts.client)
  const redirectUri = query.repeats("redirect_uri") ? undefined : query.get("redirect_uri")
  if (redirectUri === undefined || !client.redirectUris.some((registered) => matches(registered, redirectUri))) {
    return refuse(texts.redirect)
  }
  const state = query.repeats("state") ? undefined : query.get("state")
  const { issuer: iss } = settings
  const answer = (
    [error, description, page = refuse(`The app's request has an error: ${description}.`)]: RequestError
  ) =>
    client.host === null
      ? redirect(addParameters(redirectUri, { error, error_description: description, state, iss }))
      : page
  const found = readGrant(settings, query)
  if (!("challenge" in found)) return answer(found)
  if (!(yield* areKeysAllowed)) return answer(noKeys)
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
    onFailure: () => answer(["temporarily_unavailable", "the server could not save the request"]),
    onSuccess: () => {
      const page = new URL(settings.consentUrl)
      page.searchParams.set("request", id)
      return redirect(page.href)
    }
  })
})

/** An error's code (RFC 6749 § 4.1.2.1, RFC 8707 § 2), its description, and the page, if that has another text. */
type RequestError = readonly [code: string, description: string, page?: AgentResponse]

const noKeys: RequestError = [
  "server_error",
  "the project does not allow API keys for users: turn on its setting allowUserApiKeys",
  respondText(
    503,
    "Apps cannot connect, because the project does not allow API keys for users. Turn on its setting allowUserApiKeys.\n"
  )
]

/** Names the unknown scope to a client that the app names. The page has fixed text, so it names the known scopes. */
const makeUnknownScope = (scope: string, known: ReadonlyArray<string>): RequestError => [
  "invalid_scope",
  isScope(scope) && scope.length <= 100
    ? `this server does not know the scope ${scope}`
    : "scope has a name that this server does not know",
  refuse(`The app's request has a scope that this server does not know. The scopes are: ${known.join(", ") || "none"}.`)
]

/** Returns the requested grant, or an error. */
const readGrant = (
  { resources, scopes }: Settings,
  query: Parameters
): Pick<records.Grant, "challenge" | "resource" | "scopes"> | RequestError => {
  if (query.repeats(...names)) return ["invalid_request", "a parameter occurs more than once"]
  const type = query.get("response_type")
  if (type !== "code") {
    return [type === undefined ? "invalid_request" : "unsupported_response_type", "response_type is not code"]
  }
  if (query.get("response_mode") !== undefined && query.get("response_mode") !== "query") {
    return ["invalid_request", "response_mode is not query"]
  }
  const challenge = query.get("code_challenge")
  // Without a method, the challenge would be plain (RFC 7636 § 4.3).
  if (query.get("code_challenge_method") !== "S256" || challenge === undefined || !/^[\w-]{43}$/.test(challenge)) {
    return ["invalid_request", "code_challenge with the code_challenge_method S256 is required"]
  }
  const asked = query.get("resource")
  const resource = asked === undefined ? resources[0]! : readResource(asked)
  if (query.repeats("resource") || resource === undefined || !resources.includes(resource)) {
    return ["invalid_target", "resource is not one of this server"]
  }
  // A blank list would be a key without rights, which pages without scopes would describe as one with all.
  const list = query.get("scope")?.split(" ").filter((scope) => scope !== "") ?? []
  const requested = list.length === 0 ? [...scopes.keys()] : [...new Set(list)]
  const unknown = requested.find((scope) => !scopes.has(scope))
  return unknown === undefined
    ? { challenge, resource, scopes: requested }
    : makeUnknownScope(unknown, [...scopes.keys()])
}

/** Returns a requested resource's canonical form; `undefined` for an invalid one. */
export const readResource = (text: string): string | undefined => {
  const url = parseIdentifier(text)
  return url === undefined ? undefined : toResource(url)
}
