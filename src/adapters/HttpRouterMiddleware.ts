/**
 * Authentication for `HttpRouter` routes.
 *
 * A middleware authenticates each request, provides `Principal` and `Authorization` to the route, and adds the
 * authentication's headers to the response, such as a refreshed session's cookies. Authentication and authorization errors
 * become problem details (RFC 9457).
 *
 * **Gotchas**
 *
 * `effect/http` is an unstable Effect module: a minor Effect version may require a new version of this entry point.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { AuthenticateOptions, Authentication } from "../server/Authentication.ts"
import type { Authorization } from "../server/Authorization.ts"
import type { AuthError } from "../server/AuthProblem.ts"
import type { Principal } from "../server/Principal.ts"
import { acceptAll, requirePrincipal, type Rule } from "./AuthGate.ts"
import { gateServices } from "./gateServices.ts"
import * as serverResponse from "./serverResponse.ts"

/** A middleware that provides the principal to routes, and responds to their authentication and authorization errors. */
type AuthMiddleware = HttpRouter.Middleware<{
  provides: Principal | Authorization
  handles: AuthError
  requires: never
  error: never
  layerError: never
  layerRequires: Authentication | Authorization
}>

const make = (rule: Rule): AuthMiddleware =>
  HttpRouter.middleware<{ provides: Principal | Authorization; handles: AuthError }>()(
    Effect.map(gateServices, (services) => (route) => serverResponse.authenticate(services, route, rule))
  )

/**
 * Creates a middleware that requires a principal. Requests without one get a response with status 401.
 *
 * **Example** (A route that requires a permission)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as HttpRouter from "effect/http/HttpRouter"
 * import * as HttpServerResponse from "effect/http/HttpServerResponse"
 * import * as Layer from "effect/Layer"
 * import { requireAuth } from "latchkey/http-router"
 * import { Authorization } from "latchkey/server"
 *
 * const reports = HttpRouter.add(
 *   "GET",
 *   "/reports",
 *   Effect.as(
 *     Authorization.require({ permission: "read_reports" }),
 *     HttpServerResponse.text("All engines are well.")
 *   )
 * ).pipe(Layer.provide(requireAuth().layer))
 * ```
 */
export const requireAuth = (options: AuthenticateOptions = {}): AuthMiddleware => make(requirePrincipal(options))

/**
 * Creates a middleware that accepts requests without credentials, and with refused ones, too. Their principal is `SignedOut`.
 */
export const optionalAuth = (options: AuthenticateOptions = {}): AuthMiddleware => make(acceptAll(options))
