/** Shared by the tests of MCP servers: their options, and requests. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Emulator } from "latchkey/emulator"
import type { McpAuthOptions } from "latchkey/mcp"
import { ApiKeys, type AuthProblem, Redacted, Teams, Users } from "latchkey/server"
import { bearer, cookie, makeSession, makeSessionOf, origin } from "../server/authenticationSupport.ts"

export const resource = "https://app.example.com/mcp"

export const issuer = "https://auth.example.com/tenant"

export const mcpOptions: McpAuthOptions = { resource, authorizationServers: [issuer] }

export const metadataPath = "/.well-known/oauth-protected-resource/mcp"

export const metadataUrl = `https://app.example.com${metadataPath}`

export const metadata = {
  resource,
  authorization_servers: [issuer],
  bearer_methods_supported: ["header"]
}

/** Challenges, without the scopes. */
export const challenge = `Bearer resource_metadata="${metadataUrl}"`
export const invalidToken = (description: string) =>
  `${challenge}, error="invalid_token", error_description="${description}"`

/** Creates a request that calls a tool by the protocol without sessions. */
export const callTool = (
  name: string,
  headers: Record<string, string> = {},
  { parameters = {}, url = resource }: { readonly parameters?: object; readonly url?: string } = {}
) =>
  new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...headers
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: parameters,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
          "io.modelcontextprotocol/clientCapabilities": {}
        }
      }
    })
  })

/** The origin of a client in a browser. */
export const client = "https://client.example"

/** Creates an API key of a user and one of a team. */
export const makeKeys = Effect.gen(function*() {
  const { configure } = yield* Emulator.Emulator
  yield* configure({ allowUserApiKeys: true, allowTeamApiKeys: true })
  const { id: userId } = yield* Users.create({ displayName: "Ada" })
  const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
  const user = yield* ApiKeys.create({ userId, description: "test" })
  const team = yield* ApiKeys.create({ teamId, description: "test" })
  return {
    user: { id: user.id, owner: userId, value: Redacted.value(user.value) },
    team: { id: team.id, owner: teamId, value: Redacted.value(team.value) }
  }
})

/** Creates an anonymous user, which needs the option `allowAnonymous`. Returns the headers of its requests. */
export const makeAnonymous = Effect.gen(function*() {
  const { id } = yield* Users.create({ isAnonymous: true })
  return { id, headers: bearer(yield* makeSessionOf(id)) }
})

/** Requests that an MCP server refuses, and their responses. */
export const refusals = Effect.gen(function*() {
  const { user } = yield* makeKeys
  yield* ApiKeys.revoke({ id: user.id, userId: user.owner })
  const expired = yield* makeSession("Ada")
  yield* TestClock.adjust("11 minutes")
  const session = yield* makeSession("Bob")
  const other = yield* makeSession("Eve")
  const key = yield* ApiKeys.create({ userId: session.userId, description: "test" })
  const query =
    `${challenge}, error="invalid_request", error_description="The access token must be in the Authorization header"`
  const conflict =
    `${challenge}, error="invalid_request", error_description="The request has credentials of two users or sessions"`
  const row = (
    name: string,
    status: number,
    code: AuthProblem.AuthError["_tag"],
    challenge: string | null,
    headers: Record<string, string>,
    url = resource
  ) => ({ name, status, code, challenge, request: () => callTool("WhoAmI", headers, { url }) })
  return [
    row("no credentials", 401, "SignInRequired", challenge, {}),
    row("cookies", 401, "SignInRequired", challenge, cookie(session)),
    row("cookies of the own page", 401, "SignInRequired", challenge, { ...cookie(session), origin }),
    row("an expired token", 401, "AccessTokenExpired", invalidToken("The access token has expired"), bearer(expired)),
    row("a forged token", 401, "AccessTokenInvalid", invalidToken("The access token is invalid"), {
      authorization: `Bearer ${session.accessToken.slice(0, -4)}AAAA`
    }),
    row("a malformed header", 401, "CredentialsMalformed", invalidToken("The credentials are malformed"), {
      authorization: "Bearer"
    }),
    row("a malformed header with cookies", 401, "CredentialsMalformed", invalidToken("The credentials are malformed"), {
      ...cookie(session),
      authorization: "Bearer"
    }),
    row("a revoked API key", 401, "ApiKeyInvalid", invalidToken("The API key is invalid"), { "x-api-key": user.value }),
    row("a token and an API key", 400, "CredentialsConflict", conflict, {
      ...bearer(session),
      "x-api-key": Redacted.value(key.value)
    }),
    row("tokens of two users", 400, "CredentialsConflict", conflict, {
      ...bearer(session),
      "x-stack-access-token": other.accessToken
    }),
    row(
      "a token in the query",
      400,
      "CredentialsMalformed",
      query,
      {},
      `${resource}?access_token=${session.accessToken}`
    ),
    row(
      "a token in the query and the header",
      400,
      "CredentialsMalformed",
      query,
      bearer(session),
      `${resource}?a=b&access%5Ftoken=1`
    ),
    row("a foreign origin", 403, "CrossSiteRequest", null, { ...bearer(session), origin: "https://evil.example" }),
    row("an opaque origin", 403, "CrossSiteRequest", null, { ...bearer(session), origin: "null" }),
    row("an origin after DNS rebinding", 403, "CrossSiteRequest", null, {
      ...bearer(session),
      host: "evil.example",
      origin: "https://evil.example"
    })
  ]
})

/** Creates the preflight of a page's tool call. */
export const preflight = (page: string | undefined, requested?: string) =>
  new Request(resource, {
    method: "OPTIONS",
    headers: {
      ...page === undefined ? {} : { origin: page },
      "access-control-request-method": "POST",
      ...requested === undefined ? {} : { "access-control-request-headers": requested }
    }
  })

/** The headers with which a trusted page reads a response. */
export const readable = {
  "access-control-allow-origin": client,
  "access-control-expose-headers": "WWW-Authenticate, Mcp-Session-Id, Retry-After"
}

/** Returns a response's CORS headers. */
export const corsOf = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")))

/** Requests of pages to a server that trusts `client`, and the CORS headers of their responses. */
export const corsRows = Effect.gen(function*() {
  const session = bearer(yield* makeSession())
  const foreign = "https://evil.example"
  const allowed = {
    ...readable,
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-max-age": "7200"
  }
  const row = (name: string, status: number, cors: Readonly<Record<string, string>>, request: () => Request) => ({
    name,
    status,
    cors,
    request
  })
  const names = "authorization,content-type,mcp-method,mcp-name,mcp-param-team,mcp-protocol-version,x-api-key"
  return [
    row(
      "a preflight",
      204,
      { ...allowed, "access-control-allow-headers": names.replaceAll(",", ", ") },
      () => preflight(client, names)
    ),
    row("a preflight without headers", 204, allowed, () => preflight(client)),
    row(
      "a preflight with invalid names",
      204,
      { ...allowed, "access-control-allow-headers": "accept, x-own" },
      () => preflight(client, "accept, two words, (comment), , x-own")
    ),
    row("a foreign page's preflight", 403, {}, () => preflight(foreign, "authorization")),
    row("an opaque origin's preflight", 403, {}, () => preflight("null", "authorization")),
    row("a preflight without an origin", 401, {}, () => preflight(undefined, "authorization")),
    row(
      "OPTIONS without a requested method",
      401,
      readable,
      () => new Request(resource, { method: "OPTIONS", headers: { origin: client } })
    ),
    row("a call", 200, readable, () => callTool("WhoAmI", { ...session, origin: client })),
    row("a call without credentials", 401, readable, () => callTool("WhoAmI", { origin: client })),
    row(
      "a call with a token in the query",
      400,
      readable,
      () => callTool("WhoAmI", { origin: client }, { url: `${resource}?access_token=1` })
    ),
    row("a foreign page's call", 403, {}, () => callTool("WhoAmI", { ...session, origin: foreign })),
    row("a program's call", 200, {}, () => callTool("WhoAmI", session))
  ]
})

/** Checks a response to the request of a row. */
export const checkCorsRow = (
  { cors, status }: Effect.Success<typeof corsRows>[number],
  response: Pick<Response, "headers" | "status">
): void => {
  assert.strictEqual(response.status, status)
  assert.deepStrictEqual(corsOf(response.headers), cors)
  const vary = response.headers.get("vary") ?? ""
  if ("access-control-allow-origin" in cors) assert.include(vary, "Origin")
  if (status === 200) assert.include(vary, "Authorization")
}
