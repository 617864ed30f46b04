/** Shared by the tests of the authorization server: its options, a client, and its requests. */
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import type { AuthorizationServerOptions } from "latchkey/mcp"
import { createHash } from "node:crypto"
import { make, type Routes } from "../../../src/server/agents/AuthorizationServer.ts"
import type { AgentRequest, AgentResponse } from "../../../src/server/agents/messages.ts"
import { bearer, makeSession, origin } from "../authenticationSupport.ts"

export const resource = `${origin}/mcp`

export const otherResource = `${origin}/other`

export const clientId = "https://claude.example/client.json"

export const redirectUri = "https://claude.example/callback"

export const localRedirectUri = "http://127.0.0.1:8102/callback"

export const document = {
  client_id: clientId,
  client_name: "Claude",
  redirect_uris: [redirectUri, localRedirectUri]
}

/** Creates a response with a document. */
export const respondWith = (body: unknown, init: ResponseInit = {}) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    ...init,
    headers: { "content-type": "application/json", ...init.headers }
  })

export const cli = {
  id: "cli",
  name: "Notes CLI",
  redirectUris: ["http://localhost/callback", "com.example.notes:/done"]
}

export const options: AuthorizationServerOptions = {
  issuer: origin,
  resources: [resource, otherResource],
  scopes: { "notes:read": "Read your notes", "notes:write": "Change your notes" },
  clients: [cli],
  fetch: async () => respondWith(document)
}

export const verifier = "a-verifier-with-43-characters-or-more-0123456789"

export const toChallenge = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

export type Params = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export const encode = (params: Params): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const one of [value].flat()) if (typeof one === "string") query.append(name, one)
  }
  return query.toString()
}

export const authorizeParams = {
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: "code",
  code_challenge: toChallenge(verifier),
  code_challenge_method: "S256",
  resource,
  scope: "notes:read notes:write",
  state: "a state & more"
}

export const tokenParams = {
  grant_type: "authorization_code",
  code_verifier: verifier,
  client_id: clientId,
  redirect_uri: redirectUri,
  resource
}

/** Sends a request to the routes. Fails if the server has no such route. */
export const send = (
  routes: Routes,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string
) => {
  const request: AgentRequest = { method, url: path, headers, source: { headers, body } }
  return routes.get(path.replace(/\?.*/, ""))!(request)
}

export const bodyOf = ({ body }: AgentResponse) => JSON.parse(body ?? "null") as Record<string, any>

export const locationOf = ({ headers }: AgentResponse) => new URL(headers["location"]!)

/** Creates a server, and functions that send its requests. */
export const makeServer = Effect.fnUntraced(function*(changed: Partial<AuthorizationServerOptions> = {}) {
  const { configure } = yield* Emulator.Emulator
  yield* configure({ allowUserApiKeys: true, allowTeamApiKeys: true })
  const routes = yield* make({ ...options, ...changed })
  const post = (path: string, params: Params) =>
    send(routes, "POST", path, { "content-type": "application/x-www-form-urlencoded" }, encode(params))
  const authorize = (params: Params = {}) =>
    send(routes, "GET", `/oauth/authorize?${encode({ ...authorizeParams, ...params })}`)
  const requestId = (params: Params = {}) =>
    Effect.map(authorize(params), (response) => locationOf(response).searchParams.get("request")!)
  const readConsent = (id: string, headers: Readonly<Record<string, string>>) =>
    send(routes, "GET", `/oauth/consent?${encode({ request: id })}`, headers)
  const decide = (headers: Readonly<Record<string, string>>, decision: object) =>
    send(
      routes,
      "POST",
      "/oauth/consent",
      { "content-type": "application/json", ...headers },
      JSON.stringify({ decision: "approve", scopes: ["notes:read"], ...decision })
    )
  const token = (params: Params) => post("/oauth/token", { ...tokenParams, ...params })
  const revoke = (params: Params) => post("/oauth/revoke", params)
  /** Approves a request of the client as a new user. */
  const approve = Effect.fnUntraced(function*(
    { scopes = ["notes:read"], ...params }: Params & { readonly scopes?: ReadonlyArray<string> } = {}
  ) {
    const session = yield* makeSession()
    const request = yield* requestId(params)
    const { confirm } = bodyOf(yield* readConsent(request, bearer(session)))
    const decided = yield* decide(bearer(session), { request, confirm, scopes })
    const redirectTo = new URL(bodyOf(decided)["redirect_to"] as string)
    return { session, request, confirm: confirm as string, redirectTo, code: redirectTo.searchParams.get("code")! }
  })
  return { routes, post, authorize, requestId, readConsent, decide, token, revoke, approve }
})
