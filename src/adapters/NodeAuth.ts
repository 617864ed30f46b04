/**
 * Authentication for Node.js: `node:http`, Express, Fastify, and other frameworks with middleware.
 *
 * The functions return promises, and need no knowledge of Effect. Errors are those in `latchkey/server`. No framework is
 * imported.
 *
 * **Example** (Express)
 *
 * ```ts
 * import { createAuth, type NodeMiddleware } from "latchkey/node"
 *
 * declare const app: { readonly use: (middleware: NodeMiddleware) => void }
 *
 * const auth = createAuth({ origin: "https://app.example.com" })
 *
 * app.use(auth.requireAuth())
 * ```
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Authentication from "../server/Authentication.ts"
import * as AuthGate from "./AuthGate.ts"
import type * as handlers from "./nodeHandlers.ts"
import { addToFastify, addToNode, respond, sendReply } from "./nodeResponse.ts"
import * as RequestAuth from "./RequestAuth.ts"
import { type WithOptions, withOptions } from "./withOptions.ts"

/**
 * An app's authentication. Middleware, hooks and error handlers are passed to the framework directly, or called first:
 * `app.use(auth.middleware)`, `app.use(auth.middleware({ freshness: "session" }))`.
 */
export interface NodeAuth extends RequestAuth.Authenticator {
  /**
   * A middleware that authenticates requests. It sets `request.auth`, and adds the authentication's headers to the
   * response. Refused credentials, such as an expired access token, make the request signed out. Other
   * authentication errors become problem details (RFC 9457).
   */
  readonly middleware: WithOptions<Authentication.AuthenticateOptions, handlers.NodeMiddleware>
  /** A middleware like `middleware`. Requests without a principal get a response with status 401. */
  readonly requireAuth: WithOptions<Authentication.AuthenticateOptions, handlers.NodeMiddleware>
  /**
   * An error handler for Express, to add after the routes. Authorization errors become problem details. Other errors go to
   * the next error handler.
   */
  readonly errorHandler: WithOptions<never, handlers.NodeErrorHandler>
  /** An `onRequest` hook for Fastify that authenticates requests, like `middleware`. */
  readonly fastifyHook: WithOptions<Authentication.AuthenticateOptions, handlers.FastifyHook>
  /** An error handler for Fastify. Authorization errors become problem details. It rethrows other errors. */
  readonly fastifyErrorHandler: WithOptions<never, handlers.FastifyErrorHandler>
  /**
   * Wraps a `createServer` listener. Refused credentials make the request signed out. Authentication and authorization errors
   * become problem details. Other errors are logged, and get a response with status 500.
   */
  readonly withAuth: <Req extends Authentication.AuthenticationRequest, Res extends handlers.NodeResponse>(
    handler: handlers.NodeHandler<Req, Res, RequestAuth.RequestAuth>,
    options?: Authentication.AuthenticateOptions
  ) => (request: Req, response: Res) => Promise<void>
  /** Wraps a listener like `withAuth`. Requests without a principal get a response with status 401. */
  readonly protect: <Req extends Authentication.AuthenticationRequest, Res extends handlers.NodeResponse>(
    handler: handlers.NodeHandler<Req, Res, RequestAuth.RequestAuth<AuthGate.PresentPrincipal>>,
    options?: Authentication.AuthenticateOptions
  ) => (request: Req, response: Res) => Promise<void>
  /** Returns a request's authentication, which a middleware or a hook has set. Throws if the property is missing. */
  readonly getAuth: (request: object) => RequestAuth.RequestAuth
}

/**
 * Creates an app's authentication. Call it once. Missing options are read from the environment, as by
 * `Authentication.layerConfig`.
 *
 * Nothing starts before the first request, which fails with `InvalidOptions` if an option is invalid.
 */
export const createAuth = (options: Partial<Authentication.AuthenticationOptions> = {}): NodeAuth =>
  createAuthFromLayer(Authentication.layerConfig(options))

/** Creates an app's authentication from a layer, for example with shared state from `latchkey/redis`. */
export const createAuthFromLayer = (layer: Layer.Layer<RequestAuth.AuthServices, unknown>): NodeAuth => {
  const { admit, authenticateRequest, dispose, runEffect } = RequestAuth.make(layer)

  /** Adds the authentication to a request and its response. Rejects with a refused request's error. */
  const authenticate = async <P extends AuthGate.AnyPrincipal, Res extends object>(
    request: Authentication.AuthenticationRequest,
    response: Res,
    rule: AuthGate.Rule<P>,
    addTo: (response: Res, auth: RequestAuth.RequestAuth) => void
  ): Promise<RequestAuth.RequestAuth<P>> => {
    const { auth, refusal } = await admit(request, rule, response)
    if (auth !== undefined) {
      Object.assign(request, { auth })
      addTo(response, auth)
    }
    if (refusal !== undefined) throw refusal
    return auth
  }

  const makeMiddleware = (rule: AuthGate.Rule): handlers.NodeMiddleware => (request, response, next) => {
    authenticate(request, response, rule, addToNode).then(() => next(), (error: unknown) => {
      if (!respond(response, error)) next(error)
    })
  }

  const wrap = <
    P extends AuthGate.AnyPrincipal,
    Req extends Authentication.AuthenticationRequest,
    Res extends handlers.NodeResponse
  >(handler: handlers.NodeHandler<Req, Res, RequestAuth.RequestAuth<P>>, rule: AuthGate.Rule<P>) =>
  async (request: Req, response: Res): Promise<void> => {
    try {
      await handler(request, response, await authenticate(request, response, rule, addToNode))
    } catch (error) {
      if (respond(response, error)) return
      // Without a response, the client would wait. A rejected promise would end the process.
      Effect.runFork(Effect.logError(error))
      if (!response.headersSent) response.statusCode = 500
      response.end()
    }
  }

  return {
    authenticateRequest,
    dispose,
    runEffect,
    middleware: withOptions((options) => makeMiddleware(AuthGate.acceptAll(options))),
    requireAuth: withOptions((options) => makeMiddleware(AuthGate.requirePrincipal(options))),
    errorHandler: withOptions(() => (error, _request, response, next) => {
      if (!respond(response, error)) next(error)
    }),
    fastifyHook: withOptions((options) => {
      const rule = AuthGate.acceptAll(options)
      return (request, reply) =>
        authenticate(request, reply, rule, addToFastify).then(
          () => undefined,
          (error: unknown) => sendReply(reply, error)
        )
    }),
    fastifyErrorHandler: withOptions(() => (error, _request, reply) => sendReply(reply, error)),
    withAuth: (handler, options) => wrap(handler, AuthGate.acceptAll(options)),
    protect: (handler, options) => wrap(handler, AuthGate.requirePrincipal(options)),
    getAuth
  }
}

const getAuth = (request: object): RequestAuth.RequestAuth => {
  if ("auth" in request && typeof request.auth === "object" && request.auth !== null && "principal" in request.auth) {
    // Sound: a middleware's property, and no other value with that name has a principal.
    return request.auth as RequestAuth.RequestAuth
  }
  throw new Error("The request has no authentication. Add auth.middleware() or auth.fastifyHook() before the route")
}

export type * from "./nodeHandlers.ts"
