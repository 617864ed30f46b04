/** An OAuth authorization server for agents, on `fetch` handlers and on Node.js. */
import * as Effect from "effect/Effect"
import { make, type Routes } from "../server/agents/AuthorizationServer.ts"
import type { AuthorizationServerOptions } from "../server/agents/settings.ts"
import type { AuthenticationRequest } from "../server/Authenticated.ts"
import type { NodeMiddleware } from "./nodeHandlers.ts"
import type { Authenticator } from "./RequestAuth.ts"
import { originalUrl, pathOf, sendToNode } from "./route.ts"

/** An app's authorization server. */
export interface AuthorizationServer {
  /**
   * Returns the response to a request for the metadata or an endpoint, and `undefined` for other paths. Rejects with
   * `InvalidOptions` if the app has no secret server key.
   */
  readonly serve: (request: Request) => Promise<Response | undefined>
  /**
   * A middleware for Express and `node:http` that responds like `serve`. Add it before or after the middlewares that read
   * bodies.
   */
  readonly middleware: NodeMiddleware
}

/**
 * Creates an OAuth 2.1 authorization server in the app: agents get a user's API key after the user has consented.
 *
 * **When to use**
 *
 * With {@link createMcpAuth}, so that MCP clients can start without a key. Servers with Effect use
 * {@link layerAuthorizationServer}.
 *
 * **Details**
 *
 * It serves the metadata (RFC 8414) and the endpoints `authorize`, `consent`, `token` and `revoke` below `/oauth`. The user
 * approves at `consentUrl`. The key expires after 90 days by default, and names the client, the resource and the scopes that the
 * user granted. PKCE with S256 is required, and clients have no secrets.
 *
 * Throws `InvalidOptions` immediately for an option that is unknown or invalid. The project must allow API keys for users, and
 * `auth` needs the secret server key.
 *
 * **Gotchas**
 *
 * With several processes, share the pending requests: see the option `store`.
 *
 * **Example** (An app with an MCP server)
 *
 * ```ts
 * import { createAuth } from "latchkey/fetch"
 * import { createAuthorizationServer } from "latchkey/mcp"
 *
 * const auth = createAuth({ origin: "https://app.example.com" })
 *
 * const oauth = createAuthorizationServer(auth, {
 *   issuer: "https://app.example.com",
 *   resources: ["https://app.example.com/mcp"],
 *   scopes: { "notes:read": "Read your notes" }
 * })
 *
 * export default {
 *   fetch: async (request: Request) => await oauth.serve(request) ?? new Response(null, { status: 404 })
 * }
 * ```
 */
export const createAuthorizationServer = (
  auth: Pick<Authenticator, "runEffect">,
  options: AuthorizationServerOptions
): AuthorizationServer => {
  const routes: Routes = Effect.runSync(make(options))

  const respond = (request: AuthenticationRequest, url: unknown) => {
    const route = routes.get(pathOf(url))
    if (route === undefined) return undefined
    const { headers, method = "GET", rawHeaders } = request
    return auth.runEffect(
      route({ method: method.toUpperCase(), url: String(url), headers, rawHeaders, source: request })
    )
  }

  return {
    serve: async (request) => {
      const found = await respond(request, request.url)
      return found === undefined ? undefined : new Response(found.body, found)
    },
    middleware: (request, response, next) => {
      const found = respond(request, originalUrl(request))
      if (found === undefined) return next()
      found.then((found) => sendToNode(response, found)).catch(next)
    }
  }
}

export {
  type ConsentStore,
  ConsentStoreUnavailable,
  makeMemory as makeMemoryConsentStore
} from "../server/agents/ConsentStore.ts"
export type { AuthorizationServerOptions, StaticClient } from "../server/agents/settings.ts"
