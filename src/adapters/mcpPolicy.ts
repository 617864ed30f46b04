/**
 * The requests that an MCP server admits, and its challenges.
 *
 * A page must not be able to use the browser's session: it could call tools for the user (CSRF, DNS rebinding). So cookies are
 * no credentials, and foreign origins are refused. The challenges name the metadata, with which clients start OAuth.
 */
import * as Effect from "effect/Effect"
import type { AuthenticationRequest } from "../server/Authenticated.ts"
import { CredentialsMalformed, CrossSiteRequest } from "../server/authenticationErrors.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { read } from "../server/credentialHeaders.ts"
import type { InvalidOptions } from "../session/options.ts"
import { type PresentPrincipal, requirePrincipal, type Rule } from "./AuthGate.ts"
import { type Cors, readCors } from "./mcpCors.ts"
import * as mcpResource from "./mcpResource.ts"

/** An MCP server's rules for requests. */
export interface McpPolicy {
  readonly resource: mcpResource.McpResource
  readonly rule: Rule<PresentPrincipal>
  /** Returns the rules for a request from a trusted page; `undefined` for other requests. */
  readonly cors: (request: AuthenticationRequest) => Cors | undefined
  /** Returns the request without its cookies, or the problem of a refused request. */
  readonly admit: (request: AuthenticationRequest) => AuthenticationRequest | AuthProblem.AuthProblem
  /** Creates the problem for an error. Its challenge names the metadata. */
  readonly toProblem: (error: AuthProblem.AuthError) => AuthProblem.AuthProblem
}

/** Checks the options, and creates the rules. Fails with `InvalidOptions`. Runs synchronously. */
export const make = (options: mcpResource.McpAuthOptions): Effect.Effect<McpPolicy, InvalidOptions> =>
  Effect.map(mcpResource.make(options), (resource) => {
    const toProblem = (error: AuthProblem.AuthError) => withMetadata(AuthProblem.make(error), resource)
    const tokenInQuery = withMetadata(makeTokenInQuery(), resource)
    return {
      resource,
      rule: requirePrincipal(resource.authenticate),
      cors: (request) => readCors(resource.origins, request),
      admit: (request) => {
        const { method, rawHeaders, url } = request
        const headers = read(request)
        const origin = headers.get("origin")
        if (origin !== undefined && !resource.origins.has(origin)) return toProblem(makeForeignOrigin())
        if (hasTokenInQuery(url)) return tokenInQuery
        const get = (name: string) => name === "cookie" ? undefined : headers.get(name)
        return { method, rawHeaders, url, headers: { get } }
      },
      toProblem
    }
  })

const makeForeignOrigin = () =>
  new CrossSiteRequest({
    message: "The page that sent the request has another origin than the MCP server. Add its origin to trustedOrigins."
  })

/** Returns `true` for a token in the query (RFC 6750 § 2.3), which the MCP specification forbids: URLs are logged. */
const hasTokenInQuery = (url: unknown): boolean => {
  const [, query] = /\?([^#]*)/.exec(String(url ?? "")) ?? []
  return query !== undefined && new URLSearchParams(query).has("access_token")
}

/** The problem of a token in the query is a malformed credential, but the whole request is invalid (RFC 6750 § 3.1). */
const makeTokenInQuery = (): AuthProblem.AuthProblem => {
  const detail = "The access token must be in the Authorization header"
  const { body, headers } = AuthProblem.make(new CredentialsMalformed({ source: "authorization", message: detail }))
  const { code, type } = body
  return {
    status: 400,
    headers: { ...headers, "www-authenticate": `Bearer error="invalid_request", error_description="${detail}"` },
    body: { type, title: "Bad Request", status: 400, detail, code }
  }
}

/** Adds the metadata's URL to a challenge (RFC 9728 § 5.1), and to one in a 401 the scopes that clients request. */
const withMetadata = (
  problem: AuthProblem.AuthProblem,
  { metadata, metadataUrl }: mcpResource.McpResource
): AuthProblem.AuthProblem => {
  const challenge = problem.headers["www-authenticate"]
  if (challenge === undefined) return problem
  const scopes = problem.status === 401 ? metadata.scopes_supported ?? [] : []
  const parameters = [
    `resource_metadata="${metadataUrl}"`,
    challenge.replace(/^Bearer ?/, ""),
    scopes.length === 0 ? "" : `scope="${scopes.join(" ")}"`
  ].filter((parameter) => parameter !== "")
  return { ...problem, headers: { ...problem.headers, "www-authenticate": `Bearer ${parameters.join(", ")}` } }
}
