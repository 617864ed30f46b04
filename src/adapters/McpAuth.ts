/**
 * Authentication for MCP servers that are built with Effect's `McpServer`.
 *
 * A layer protects the server's path, and serves the metadata with which clients start OAuth (RFC 9728). Each request is
 * authenticated, so two clients' tools get their own `Principal`. A request without a principal gets status 401 before
 * the MCP server reads it.
 *
 * **Details**
 *
 * Only header credentials count: access tokens, and API keys of users and teams. Cookies are ignored, a foreign `Origin` is
 * refused with 403, and a token in the query with 400.
 *
 * **Example** (A tool for signed-in users)
 *
 * ```ts
 * import * as McpProtocol from "effect/ai/McpProtocol"
 * import * as McpServer from "effect/ai/McpServer"
 * import * as Tool from "effect/ai/Tool"
 * import * as Toolkit from "effect/ai/Toolkit"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Schema from "effect/Schema"
 * import * as McpAuth from "latchkey/mcp"
 * import { Principal } from "latchkey/server"
 *
 * const WhoAmI = Tool.make("WhoAmI", { success: Schema.String, dependencies: [Principal] })
 * const Tools = Toolkit.make(WhoAmI)
 * const handlers = Tools.toLayer({ WhoAmI: () => Effect.map(Principal, ({ _tag }) => _tag) })
 *
 * const app = McpServer.layerHttp({
 *   name: "reports",
 *   version: "1.0.0",
 *   path: "/mcp",
 *   protocols: [McpProtocol.v2026_07_28],
 *   registrations: McpServer.toolkit(Tools).pipe(Layer.provide(handlers))
 * }).pipe(
 *   Layer.provide(McpAuth.layer({
 *     resource: "https://app.example.com/mcp",
 *     authorizationServers: ["https://auth.example.com"]
 *   }))
 * )
 * ```
 *
 * **Gotchas**
 *
 * - Pass the tools as `registrations`. Only then `McpServer` requires `Principal` from the path's middleware.
 * - `effect/ai` and `effect/http` are unstable Effect modules: a minor Effect version may require a new version of this entry
 *   point.
 */
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type { Authentication } from "../server/Authentication.ts"
import type { Authorization } from "../server/Authorization.ts"
import type { AuthError } from "../server/AuthProblem.ts"
import type { Principal } from "../server/Principal.ts"
import type { InvalidOptions } from "../session/options.ts"
import { gateServices } from "./gateServices.ts"
import { make, type McpPolicy } from "./mcpPolicy.ts"
import { type McpAuthOptions, type McpResource, respond } from "./mcpResource.ts"
import * as serverResponse from "./serverResponse.ts"

/** The marks for a layer that provides the principal to routes, and responds to their authentication errors. */
type Protected =
  | HttpRouter.Request.From<"Requires", Principal | Authorization>
  | HttpRouter.Request.From<"Error", AuthError>

const makeMiddleware = (policy: McpPolicy) =>
  HttpRouter.middleware<{ provides: Principal | Authorization; handles: AuthError }>()(
    Effect.map(
      gateServices,
      (services) => (route) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const authenticated = serverResponse.authenticate(services, route, policy.rule, policy)
          const cors = policy.cors(serverResponse.toRequest(request))
          if (cors === undefined) return authenticated
          return Effect.andThen(
            HttpEffect.appendPreResponseHandler((_request, response) =>
              Effect.succeed(serverResponse.withHeaders(response, cors.addTo))
            ),
            cors.preflight === undefined ? authenticated : Effect.succeed(HttpServerResponse.empty(cors.preflight))
          )
        })
    )
  )

/** The metadata's paths in each router. Another route with the same path would be an error. */
const routedPaths = /*#__PURE__*/ new WeakMap<HttpRouter.HttpRouter, ReadonlyArray<string>>()

/** Adds the metadata's routes for all methods. A router's first MCP server has the root path. */
const makeRoutes = (resource: McpResource): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  HttpRouter.use((router) => {
    const routed = routedPaths.get(router) ?? []
    const paths = resource.metadataPaths.filter((path) => !routed.includes(path))
    routedPaths.set(router, [...routed, ...paths])
    // Sound: a URL's path starts with a slash. A single colon would start a parameter.
    const routes = paths.map((path) => path.replaceAll(":", "::") as `/${string}`)
    return router.addAll(
      routes.map((path) => HttpRouter.route("*", path, ({ method }) => sendMetadata(resource, method)))
    )
  })

const sendMetadata = (resource: McpResource, method: string): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { body, headers, status } = respond(resource, method)
  return Effect.succeed(
    body === undefined
      ? HttpServerResponse.empty({ status, headers })
      : HttpServerResponse.text(body, { status, headers, contentType: "application/json" })
  )
}

/**
 * Layer that protects the routes it is provided to, and adds the metadata's routes. Provide it to `McpServer.layerHttp` or
 * `McpServer.layerHttpRequestScoped`.
 *
 * **Details**
 *
 * Tools get the request's `Principal` and `Authorization`. Pages of `trustedOrigins` get responses to preflights, and can read
 * all responses (CORS). Fails with `InvalidOptions` for an option that is unknown or invalid.
 *
 * **Gotchas**
 *
 * - `McpServer` refuses requests with an `Origin` itself, unless its option `allowedOrigins` contains it. For clients in
 *   browsers, pass the origin there and in `trustedOrigins`.
 * - Add other routes for pages with the method `"*"`: a preflight reaches only a route that accepts `OPTIONS`.
 */
export const layer = (
  options: McpAuthOptions
): Layer.Layer<Protected, InvalidOptions, Authentication | Authorization | HttpRouter.HttpRouter> =>
  Layer.unwrap(
    Effect.map(make(options), (policy) => Layer.merge(makeMiddleware(policy).layer, makeRoutes(policy.resource)))
  )

/**
 * Layer with the metadata's routes only, for a host that does not serve the MCP server itself: the path
 * `/.well-known/oauth-protected-resource`, alone and followed by the path of `resource`. {@link layer} contains it.
 */
export const layerMetadata = (
  options: McpAuthOptions
): Layer.Layer<never, InvalidOptions, HttpRouter.HttpRouter> =>
  Layer.unwrap(Effect.map(make(options), ({ resource }) => makeRoutes(resource)))

export type { McpAuthOptions } from "./mcpResource.ts"
export { authErrors } from "./problemSchemas.ts"
