/** An OAuth authorization server for agents, on Effect's `HttpRouter`. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as AgentKeys from "../server/agents/AgentKeys.ts"
import { make } from "../server/agents/AuthorizationServer.ts"
import type { AgentRequest, AgentResponse } from "../server/agents/messages.ts"
import type { AuthorizationServerOptions } from "../server/agents/settings.ts"
import type { Authentication } from "../server/Authentication.ts"
import type { InvalidOptions } from "../session/options.ts"
import { toRequest } from "./serverResponse.ts"

/**
 * Layer with an OAuth 2.1 authorization server's routes, like {@link createAuthorizationServer}. Fails with `InvalidOptions`
 * for an option that is unknown or invalid, and without the secret server key.
 *
 * **Example** (An app with an MCP server)
 *
 * ```ts
 * import * as HttpRouter from "effect/http/HttpRouter"
 * import * as Layer from "effect/Layer"
 * import * as McpAuth from "latchkey/mcp"
 * import { Authentication } from "latchkey/server"
 *
 * const oauth = McpAuth.layerAuthorizationServer({
 *   issuer: "https://app.example.com",
 *   resources: ["https://app.example.com/mcp"],
 *   scopes: { "notes:read": "Read your notes" }
 * })
 *
 * const { handler } = HttpRouter.toWebHandler(oauth.pipe(Layer.provide(Authentication.layerConfig())))
 * ```
 */
export const layerAuthorizationServer = (
  options: AuthorizationServerOptions
): Layer.Layer<never, InvalidOptions, Authentication | HttpRouter.HttpRouter> =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const routes = yield* make(options)
      yield* AgentKeys.required
      const services = yield* Effect.context<Authentication>()
      yield* router.addAll(
        [...routes].map(([path, respond]) =>
          // Sound: all paths start with a slash.
          HttpRouter.route(
            "*",
            path as `/${string}`,
            Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
              // Sound: a web or Node.js request, whose body is not read yet.
              const source = request.source as AgentRequest["source"]
              const { headers, method, rawHeaders, url = "" } = toRequest(request)
              return Effect.map(
                // The layer has checked the level.
                Effect.orDie(Effect.provideContext(
                  respond({ method: (method ?? "GET").toUpperCase(), url, headers, rawHeaders, source }),
                  services
                )),
                toResponse
              )
            })
          )
        )
      )
    })
  )

const toResponse = ({ body, headers, status }: AgentResponse): HttpServerResponse.HttpServerResponse =>
  body === undefined
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, headers, contentType: headers["content-type"] })
