/**
 * Authentication for procedures in Effect's `Rpc`.
 *
 * The middleware authenticates each message by its headers, and provides `Principal` and `Authorization` to the handler. A
 * client gets instances with the same error classes.
 *
 * **Details**
 *
 * A message's credentials are an access token or an API key in its headers. Cookies are ignored: a message's headers override
 * the browser's, so a page on another site could pretend to be the app.
 *
 * **Example** (A procedure for signed-in users)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Rpc from "effect/rpc/Rpc"
 * import * as RpcGroup from "effect/rpc/RpcGroup"
 * import * as Schema from "effect/Schema"
 * import * as RpcAuth from "latchkey/rpc"
 * import { Authorization } from "latchkey/server"
 *
 * const Reports = RpcGroup.make(
 *   Rpc.make("listReports", { success: Schema.Array(Schema.String), error: RpcAuth.AuthErrors })
 * ).middleware(RpcAuth.RequireAuth)
 *
 * const handlers = Reports.toLayer({
 *   listReports: () => Effect.as(Authorization.require({ permission: "read_reports" }), ["Engines"])
 * }).pipe(Layer.provide(RpcAuth.layer()))
 * ```
 *
 * **Gotchas**
 *
 * Effect calls a handler's function before the middleware, and runs its effect or stream after it. Do all work in the effect.
 *
 * `effect/rpc` is an unstable Effect module: a minor Effect version may require a new version of this entry point.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as Schema from "effect/Schema"
import type { unhandled } from "effect/Types"
import { authorizationHeader } from "../account/Session.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { AuthenticateOptions, Authentication, AuthenticationRequest } from "../server/Authentication.ts"
import { Authorization } from "../server/Authorization.ts"
import type { AuthError } from "../server/AuthProblem.ts"
import { headerNames } from "../server/credentialHeaders.ts"
import { Principal } from "../server/Principal.ts"
import { Client } from "../session/ClientService.ts"
import { acceptAll, requirePrincipal, type Rule } from "./AuthGate.ts"
import { findAuthError, type GateServices, gateServices } from "./gateServices.ts"
import { authErrors } from "./problemSchemas.ts"
import { withMiddlewareHint } from "./withMiddlewareHint.ts"

/**
 * The schema for all authentication and authorization errors. A procedure declares it as its `error` if its handler uses the
 * checks in `Authorization`. A client gets instances of the same classes.
 */
export const AuthErrors = /*#__PURE__*/ Schema.Union(authErrors)

/** The services for handlers, and the client half's errors. */
interface Config {
  readonly provides: Principal | Authorization
  readonly clientError: ApiError
}

/**
 * A middleware that requires a principal. Calls without one fail with `SignInRequired`, or with the refused credentials'
 * error. A client needs `layerClient`, or `layerClientNoop` if it authenticates in another way.
 */
export class RequireAuth extends withMiddlewareHint(
  RpcMiddleware.Service<RequireAuth, Config>()(
    "latchkey/rpc/RequireAuth",
    { error: AuthErrors, requiredForClient: true }
  ),
  "latchkey/rpc"
) {}

/**
 * A middleware that accepts messages without credentials, and with refused ones, too. Their principal is `SignedOut`. A
 * client needs the same layer as for `RequireAuth`.
 */
export class OptionalAuth extends withMiddlewareHint(
  RpcMiddleware.Service<OptionalAuth, Config>()(
    "latchkey/rpc/OptionalAuth",
    { error: AuthErrors, requiredForClient: true }
  ),
  "latchkey/rpc"
) {}

type Handler = Effect.Effect<RpcMiddleware.SuccessValue, AuthError | unhandled, Principal | Authorization>

/** The message headers that can identify the sender: no cookies, and none that only matter beside them. */
const credentialNames = /*#__PURE__*/ headerNames.filter((name) => /authorization|-auth$|-token$|-key$/.test(name))

const toRequest = (headers: Headers.Headers): AuthenticationRequest => ({
  method: "POST",
  headers: Object.fromEntries(credentialNames.map((name) => [name, headers[name]]))
})

const makeMiddleware =
  ({ authorization, gate }: GateServices, rule: Rule) =>
  (handler: Handler, options: { readonly headers: Headers.Headers }) =>
    Effect.flatMap(gate(toRequest(options.headers), rule), (admission) => {
      if (admission.refusal !== undefined) return Effect.fail(admission.refusal)
      const { principal } = admission
      return handler.pipe(
        Effect.provide(Context.make(Principal, principal).pipe(Context.add(Authorization, authorization))),
        Effect.catch((error) => Effect.flatMap(findAuthError(error, principal), (found) => Effect.fail(found ?? error)))
      )
    })

/** Layer for both middlewares. */
export const layer = (
  options: AuthenticateOptions = {}
): Layer.Layer<RequireAuth | OptionalAuth, never, Authentication | Authorization> =>
  Layer.effectContext(
    Effect.map(gateServices, (services) =>
      Context.make(RequireAuth, makeMiddleware(services, requirePrincipal(options))).pipe(
        Context.add(OptionalAuth, makeMiddleware(services, acceptAll(options)))
      ))
  )

/** The services that a client requires for procedures with the middlewares. */
export type ForClient = RpcMiddleware.ForClient<RequireAuth> | RpcMiddleware.ForClient<OptionalAuth>

/**
 * Layer with which an `RpcClient` sends the user's access token in each message to procedures with `RequireAuth` or
 * `OptionalAuth`.
 *
 * **Details**
 *
 * A token that is about to expire is refreshed first; concurrent calls share the refresh. Without a signed-in user, the message
 * is sent without a token. A call's own `authorization` header is kept. If no token is available, because the service does
 * not respond, the call fails with `ApiError`.
 *
 * **Gotchas**
 *
 * The token goes to the server behind the client's `RpcClient.Protocol`, whose URL a middleware does not know. Use a constant URL
 * with `https:` or `wss:`. A call whose token the server refuses is not repeated, because a middleware does not see the result.
 *
 * **Example** (A client with the user's token)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 * import * as Layer from "effect/Layer"
 * import * as Rpc from "effect/rpc/Rpc"
 * import * as RpcClient from "effect/rpc/RpcClient"
 * import * as RpcGroup from "effect/rpc/RpcGroup"
 * import * as RpcSerialization from "effect/rpc/RpcSerialization"
 * import * as Schema from "effect/Schema"
 * import * as RpcAuth from "latchkey/rpc"
 *
 * const Reports = RpcGroup.make(
 *   Rpc.make("listReports", { success: Schema.Array(Schema.String) })
 * ).middleware(RpcAuth.RequireAuth)
 *
 * const protocol = RpcClient.layerProtocolHttp({ url: "https://api.example.com/rpc" }).pipe(
 *   Layer.provide([FetchHttpClient.layer, RpcSerialization.layerNdjson])
 * )
 *
 * const listReports = Effect.gen(function*() {
 *   const client = yield* RpcClient.make(Reports)
 *   return yield* client.listReports()
 * }).pipe(Effect.scoped, Effect.provide([protocol, RpcAuth.layerClient]))
 * ```
 */
export const layerClient: Layer.Layer<ForClient, never, Client> = /*#__PURE__*/ Layer.unwrap(
  /*#__PURE__*/ Effect.map(Client, (client) => {
    const header = Effect.provideService(authorizationHeader, Client, client)
    const middleware: RpcMiddleware.RpcMiddlewareClient<AuthError, ApiError, never> = ({ next, request }) =>
      request.headers["authorization"] !== undefined
        ? next(request)
        : Effect.flatMap(header, (value) =>
          next(
            value === null
              ? request
              : { ...request, headers: Headers.set(request.headers, "authorization", Redacted.value(value)) }
          ))
    return Layer.merge(
      RpcMiddleware.layerClient(RequireAuth, middleware),
      RpcMiddleware.layerClient(OptionalAuth, middleware)
    )
  })
)

/** Layer for an `RpcClient` that authenticates in another way, such as an API key in each call's headers. */
export const layerClientNoop: Layer.Layer<ForClient> = /*#__PURE__*/ Layer.merge(
  /*#__PURE__*/ RpcMiddleware.layerClient(RequireAuth, ({ next, request }) => next(request)),
  /*#__PURE__*/ RpcMiddleware.layerClient(OptionalAuth, ({ next, request }) => next(request))
)
