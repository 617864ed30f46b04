/** Authentication for MCP servers on `fetch` handlers and on Node.js, such as the official TypeScript SDK's. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { AuthenticationRequest } from "../server/Authenticated.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { read } from "../server/credentialHeaders.ts"
import { parse } from "../server/credentials.ts"
import { makeSignInError } from "../server/refusedCredentials.ts"
import type { PresentPrincipal } from "./AuthGate.ts"
import type { AuthHandler } from "./FetchAuth.ts"
import type { Cors, Preflight } from "./mcpCors.ts"
import { make, type McpPolicy } from "./mcpPolicy.ts"
import * as mcpResource from "./mcpResource.ts"
import type { NodeErrorHandler, NodeMiddleware } from "./nodeHandlers.ts"
import { addToNode, fromNode, respond, sendProblem } from "./nodeResponse.ts"
import type { Authenticator, RequestAuth } from "./RequestAuth.ts"
import { fromWeb } from "./responseHeaders.ts"
import { originalUrl, pathOf, sendToNode } from "./route.ts"
import { type WithOptions, withOptions } from "./withOptions.ts"

/** A request's authentication, as the official SDK's transports pass it to tools. It has the SDK's type. */
export interface AuthInfo {
  /** The access token or the API key. */
  token: string
  /** The project's id for an access token, the client's id for an agent's API key, and the key's id for another API key. */
  clientId: string
  /** The scopes for an agent's API key. Empty for other credentials, which have no scopes. */
  scopes: Array<string>
  /** The expiry in seconds since 1970; absent for an API key that never expires. */
  expiresAt?: number
  /** The metadata's URL, for the SDK's challenges. */
  resourceMetadataUrl?: string
  /** The principal, and the request's authentication that {@link getAuth} returns. */
  extra:
    & { readonly principal: PresentPrincipal; readonly auth: RequestAuth<PresentPrincipal> }
    & Record<string, unknown>
}

/** A request's authentication with the `AuthInfo` for the SDK's transport. */
export interface McpRequestAuth extends RequestAuth<PresentPrincipal> {
  readonly authInfo: AuthInfo
}

/** An MCP server's authentication. */
export interface McpAuth {
  /**
   * Wraps a `fetch` handler. A request without a principal gets status 401 with a challenge that names the metadata, and
   * does not reach the handler. The handler's authentication and authorization errors become problem details (RFC 9457).
   */
  readonly protect: <Args extends ReadonlyArray<unknown> = []>(
    handler: AuthHandler<McpRequestAuth, Args>
  ) => (request: Request, ...args: Args) => Promise<Response>
  /**
   * Returns the response to a request for the metadata, and `undefined` for other paths:
   * `/.well-known/oauth-protected-resource`, alone and followed by the path in `resource`.
   */
  readonly serveMetadata: (request: Request) => Response | undefined
  /**
   * A middleware for Express and `node:http` that sets `request.auth` to an `AuthInfo`, which the SDK's transport reads. A
   * request without a principal, and a preflight, get the same responses as from `protect`.
   */
  readonly requireAuth: NodeMiddleware
  /**
   * An error handler for Express, to add after the routes. Authorization errors become the same problem details as from
   * `protect`, with a challenge that names the metadata. Other errors go to the next error handler.
   */
  readonly errorHandler: WithOptions<never, NodeErrorHandler>
  /** A middleware for Express and `node:http` that responds to requests for the metadata, like `serveMetadata`. */
  readonly metadataMiddleware: NodeMiddleware
}

/**
 * Creates an MCP server's authentication. It shares the caches and the options with an app's `auth` from `latchkey/fetch`,
 * `latchkey/hono` or `latchkey/node`.
 *
 * **When to use**
 *
 * For servers with the official TypeScript SDK, or another library with `fetch` or Node.js handlers. Servers with Effect's
 * `McpServer` use {@link layer}.
 *
 * **Details**
 *
 * Only header credentials count: access tokens, and the API keys that users and teams have. Cookies are ignored, a foreign `Origin` is
 * refused with 403, and a token in the query with 400. Throws `InvalidOptions` immediately for an option that is unknown or
 * invalid.
 *
 * **Example** (A server with the official SDK)
 *
 * ```ts
 * import { createAuth } from "latchkey/fetch"
 * import { type AuthInfo, createMcpAuth } from "latchkey/mcp"
 *
 * // createMcpHandler of @modelcontextprotocol/server returns it.
 * declare const server: {
 *   readonly fetch: (request: Request, options: { authInfo: AuthInfo }) => Promise<Response>
 * }
 *
 * const mcp = createMcpAuth(createAuth({ origin: "https://app.example.com" }), {
 *   resource: "https://app.example.com/mcp",
 *   authorizationServers: ["https://auth.example.com"]
 * })
 *
 * const protectedServer = mcp.protect((request, { authInfo }) => server.fetch(request, { authInfo }))
 *
 * export default {
 *   fetch: (request: Request) => mcp.serveMetadata(request) ?? protectedServer(request)
 * }
 * ```
 */
export const createMcpAuth = (
  auth: Pick<Authenticator, "authenticateRequest">,
  options: mcpResource.McpAuthOptions
): McpAuth => {
  const policy = Effect.runSync(make(options))
  const { resource, toProblem } = policy

  return {
    protect: (handler) => async (request, ...args) => {
      const cors = policy.cors(request)
      const admitted = cors?.preflight ?? policy.admit(request)
      if ("body" in admitted) return addCors(toResponse(admitted), cors)
      let state: McpRequestAuth | undefined
      let response: Response
      try {
        state = await authenticate(auth, policy, admitted)
        response = await handler(request, state, ...args)
      } catch (error) {
        if (!AuthProblem.isAuthError(error)) throw error
        response = toResponse(toProblem(error))
      }
      return addCors(state === undefined ? response : state.applyTo(response), cors)
    },
    serveMetadata: ({ method, url }) => {
      if (!isMetadataPath(resource, url)) return undefined
      const { body, headers, status } = mcpResource.respond(resource, method)
      return new Response(body, { status, headers })
    },
    requireAuth: (request, response, next) => {
      const cors = policy.cors(request)
      cors?.addTo(fromNode(response))
      if (cors?.preflight !== undefined) return sendToNode(response, cors.preflight)
      const admitted = policy.admit(request)
      if ("body" in admitted) return sendProblem(response, admitted)
      authenticate(auth, policy, admitted).then((state) => {
        Object.assign(request, { auth: state.authInfo })
        addToNode(response, state)
      }).then(() => next(), (error: unknown) => {
        if (!respond(response, error, toProblem)) next(error)
      })
    },
    errorHandler: withOptions(() => (error, _request, response, next) => {
      if (!respond(response, error, toProblem)) next(error)
    }),
    metadataMiddleware: (request, response, next) => {
      if (!isMetadataPath(resource, originalUrl(request))) return next()
      const { body, headers, status } = mcpResource.respond(resource, request.method ?? "GET")
      sendToNode(response, { status, headers, body })
    }
  }
}

/**
 * Returns the authentication for the request that called a tool, from the `AuthInfo` that the SDK passes to the tool. Throws
 * if the server is not protected by `createMcpAuth`.
 *
 * **Example** (A tool that requires a permission)
 *
 * ```ts
 * import { type AuthInfo, getAuth } from "latchkey/mcp"
 *
 * // registerTool of @modelcontextprotocol/server calls it.
 * const publish = async ({ http }: { readonly http?: { readonly authInfo?: AuthInfo } }) => {
 *   const { require, requireUserId } = getAuth(http?.authInfo)
 *   await require({ permission: "publish" })
 *   return { content: [{ type: "text" as const, text: `Published by ${requireUserId()}` }] }
 * }
 * ```
 */
export const getAuth = (
  authInfo: { readonly extra?: Readonly<Record<string, unknown>> | undefined } | undefined
): RequestAuth<PresentPrincipal> => {
  const auth = authInfo?.extra?.["auth"]
  if (typeof auth === "object" && auth !== null && "principal" in auth) {
    // Sound: `createMcpAuth` sets the property, and no other value with that name has a principal.
    return auth as RequestAuth<PresentPrincipal>
  }
  throw new Error("The call has no authentication. Protect the MCP server with protect or requireAuth of createMcpAuth")
}

/** Authenticates an admitted request. Rejects for a request without a principal. */
const authenticate = async (
  auth: Pick<Authenticator, "authenticateRequest">,
  { resource, rule }: McpPolicy,
  request: AuthenticationRequest
): Promise<McpRequestAuth> => {
  const state = await auth.authenticateRequest(request, rule.options)
  if (!rule.accepts(state.principal)) throw makeSignInError(state.principal)
  // Sound: the rule has accepted the principal.
  const accepted = state as RequestAuth<PresentPrincipal>
  return Object.assign(accepted, { authInfo: makeAuthInfo(accepted, request, resource) })
}

const makeAuthInfo = (
  auth: RequestAuth<PresentPrincipal>,
  request: AuthenticationRequest,
  { metadataUrl }: mcpResource.McpResource
): AuthInfo => {
  const { principal } = auth
  const agent = principal._tag === "UserApiKey" ? principal.agent : undefined
  const expiresAt = "apiKey" in principal ? principal.apiKey.expiresAt : principal.claims.expiresAt
  return {
    token: "apiKey" in principal ? readApiKey(request) : Redacted.value(principal.accessToken),
    clientId: "apiKey" in principal ? agent?.clientId ?? principal.apiKey.id : principal.claims.projectId ?? "",
    scopes: [...agent?.scopes ?? []],
    ...expiresAt === undefined ? {} : { expiresAt: Math.floor(expiresAt.getTime() / 1000) },
    resourceMetadataUrl: metadataUrl,
    extra: { principal, auth }
  }
}

/** Returns an authenticated request's API key. The principal has only its last characters. */
const readApiKey = (request: AuthenticationRequest): string => {
  const found = parse(read(request))
  const key = found instanceof Error ? undefined : found.find(({ _tag }) => _tag === "ApiKey")
  return key?._tag === "ApiKey" ? Redacted.value(key.value) : ""
}

const isMetadataPath = ({ metadataPaths }: mcpResource.McpResource, url: unknown): boolean =>
  metadataPaths.includes(pathOf(url))

const toResponse = ({ body, headers, status }: AuthProblem.AuthProblem | Preflight): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers })

/** Returns a copy with the headers for the page: a handler may return the same response to pages of several origins. */
const addCors = (response: Response, cors: Cors | undefined): Response => {
  // A protocol switch cannot be copied.
  if (cors === undefined || response.status < 200) return response
  const { body, status, statusText } = response
  const headers = new Headers(response.headers)
  cors.addTo(fromWeb(headers))
  return new Response(body, { status, statusText, headers })
}

export type { NodeErrorHandler } from "./nodeHandlers.ts"
