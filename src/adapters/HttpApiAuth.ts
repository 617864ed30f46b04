/**
 * Authentication for `HttpApi` endpoints.
 *
 * The middleware authenticates each request, provides `Principal` and `Authorization` to the handlers, and adds the
 * authentication's headers to the response, such as a refreshed session's cookies. Handlers may fail with the errors in
 * `Authorization` without declaring them. All these errors become problem details (RFC 9457), and the OpenAPI document contains
 * their schemas and the security schemes.
 *
 * **Example** (A group for signed-in users)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as HttpApi from "effect/http-api/HttpApi"
 * import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
 * import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
 * import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
 * import * as Layer from "effect/Layer"
 * import * as Schema from "effect/Schema"
 * import * as HttpApiAuth from "latchkey/http-api"
 * import { Authorization } from "latchkey/server"
 *
 * const Reports = HttpApiGroup.make("reports")
 *   .add(HttpApiEndpoint.get("list", "/reports", { success: Schema.Array(Schema.String) }))
 *   .middleware(HttpApiAuth.RequireAuth)
 *
 * const Api = HttpApi.make("api").add(Reports)
 *
 * const reports = HttpApiBuilder.group(Api, "reports", (handlers) =>
 *   handlers.handle("list", () => Effect.as(Authorization.require({ permission: "read_reports" }), ["Engines"])))
 *
 * const api = HttpApiBuilder.layer(Api).pipe(Layer.provide(reports), Layer.provide(HttpApiAuth.layer()))
 * ```
 *
 * **Gotchas**
 *
 * `effect/http-api` is an unstable Effect module: a minor version of Effect may require a new version of this entry point.
 */
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type { unhandled } from "effect/Types"
import type { ApiError } from "../call/ApiError.ts"
import type { AuthenticateOptions, Authentication } from "../server/Authentication.ts"
import type { Authorization } from "../server/Authorization.ts"
import type { Principal } from "../server/Principal.ts"
import { acceptAll, requirePrincipal, type Rule } from "./AuthGate.ts"
import { gateServices } from "./gateServices.ts"
import { authErrors } from "./problemSchemas.ts"
import * as serverResponse from "./serverResponse.ts"
import { withMiddlewareHint } from "./withMiddlewareHint.ts"

const describe = (description: string) => HttpApiSecurity.annotate(OpenApi.Description, description)

/** The request security schemes: an access token, an API key, or session cookies. */
export const security = {
  bearer: HttpApiSecurity.bearer.pipe(
    HttpApiSecurity.annotate(OpenApi.Format, "JWT"),
    describe("An access token of a user")
  ),
  apiKey: HttpApiSecurity.apiKey({ key: "x-api-key" }).pipe(describe("An API key of a user or a team")),
  cookie: HttpApiSecurity.apiKey({ key: "stack-access", in: "cookie" }).pipe(
    describe("The cookies of a session, which the client sets")
  )
} as const

/** The services for handlers, and the errors of the client half in `httpApiClient.ts`. */
interface Config {
  readonly provides: Principal | Authorization
  readonly clientError: ApiError
}

/**
 * A middleware that requires a principal. Requests without one get a response with status 401. A generated client needs
 * `layerClient`, or `layerClientNoop` if it authenticates in another way.
 */
export class RequireAuth extends withMiddlewareHint(
  HttpApiMiddleware.Service<RequireAuth, Config>()(
    "latchkey/http-api/RequireAuth",
    { security, error: authErrors, requiredForClient: true }
  ),
  "latchkey/http-api"
) {}

/**
 * A middleware that accepts requests without credentials, and with refused ones, too. Their principal is `SignedOut`. The
 * OpenAPI document has no security schemes for its endpoints, because a scheme would be a requirement there. A generated
 * client needs the same layer as for `RequireAuth`.
 */
export class OptionalAuth extends withMiddlewareHint(
  HttpApiMiddleware.Service<OptionalAuth, Config>()(
    "latchkey/http-api/OptionalAuth",
    { error: authErrors, requiredForClient: true }
  ),
  "latchkey/http-api"
) {}

type Route = Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled, Principal | Authorization>

/** Layer for both middlewares. */
export const layer = (
  options: AuthenticateOptions = {}
): Layer.Layer<RequireAuth | OptionalAuth, never, Authentication | Authorization> =>
  Layer.unwrap(Effect.map(gateServices, (services) => {
    const makeMiddleware = (rule: Rule) => (route: Route) => serverResponse.authenticate(services, route, rule)
    // The request contains the credential. It is read once, by the rules in `Authentication.authenticate`.
    const middleware = makeMiddleware(requirePrincipal(options))
    return Layer.merge(
      Layer.succeed(RequireAuth, { bearer: middleware, apiKey: middleware, cookie: middleware }),
      Layer.succeed(OptionalAuth, makeMiddleware(acceptAll(options)))
    )
  }))

export { authErrors } from "./problemSchemas.ts"
