/**
 * Authentication for Hono, on every runtime: Cloudflare Workers, Bun, Deno and Node.js.
 *
 * The functions return promises, and need no knowledge of Effect. Errors are those in `latchkey/server`. Hono is not imported.
 *
 * **Example** (A public and a private route)
 *
 * ```ts
 * import { type AuthVariables, createAuth, type HonoContext, type HonoMiddleware } from "latchkey/hono"
 *
 * declare const app: {
 *   readonly use: (middleware: HonoMiddleware) => void
 *   readonly get: (path: string, ...handlers: ReadonlyArray<HonoMiddleware>) => void
 *   readonly onError: (handler: (error: Error, context: HonoContext) => Response) => void
 * }
 *
 * const auth = createAuth({ origin: "https://app.example.com" })
 *
 * app.use(auth.middleware)
 * app.onError(auth.errorHandler)
 *
 * app.get("/", async (context) => new Response(auth.getAuth(context).isSignedIn ? "Welcome back!" : "Welcome!"))
 * app.get("/me", auth.requireAuth, async (context) => Response.json({ userId: auth.getAuth(context).userId }))
 *
 * // With `new Hono<{ Variables: AuthVariables }>()`, also `context.var.auth.userId`.
 * export type Variables = AuthVariables
 * ```
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Authentication from "../server/Authentication.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import * as AuthGate from "./AuthGate.ts"
import * as RequestAuth from "./RequestAuth.ts"
import { type WithOptions, withOptions } from "./withOptions.ts"

/** The used part of Hono's `Context`. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  get res(): Response
  set res(response: Response | undefined)
  // A method, because Hono's own accepts only the app's variables.
  set(name: "auth", value: RequestAuth.RequestAuth): void
}

/** A Hono middleware, as its `MiddlewareHandler`. */
export type HonoMiddleware = (context: HonoContext, next: () => Promise<void>) => Promise<Response | void>

/** An error handler for Hono, as its `ErrorHandler`. */
type HonoErrorHandler = (error: Error, context: HonoContext) => Response

/** The variables that the middleware sets, for `new Hono<{ Variables: AuthVariables }>()`. */
export interface AuthVariables {
  readonly auth: RequestAuth.RequestAuth
}

/**
 * An app's authentication. Middleware and error handlers are passed to Hono directly, or called first:
 * `app.use(auth.middleware)`, `app.use(auth.middleware({ freshness: "session" }))`.
 */
export interface HonoAuth extends RequestAuth.Authenticator {
  /**
   * A middleware that authenticates requests. It sets the variable `auth`, and adds the authentication's headers to the
   * response, such as a refreshed session's cookies. Refused credentials, such as an expired access token, make the
   * request signed out. Other authentication errors become problem details (RFC 9457).
   */
  readonly middleware: WithOptions<Authentication.AuthenticateOptions, HonoMiddleware>
  /** A middleware like `middleware`. Requests without a principal get a response with status 401. */
  readonly requireAuth: WithOptions<Authentication.AuthenticateOptions, HonoMiddleware>
  /**
   * An error handler for `app.onError`. Authorization errors become problem details. As without it, an `HTTPException` is
   * its response, and other errors are logged and get a response with status 500.
   */
  readonly errorHandler: WithOptions<never, HonoErrorHandler>
  /** Returns a request's authentication, which a middleware has set. Throws if there was none. */
  readonly getAuth: (context: HonoContext) => RequestAuth.RequestAuth
  /** Returns the response to an authentication or authorization error, and `undefined` for other errors. */
  readonly toResponse: (error: unknown) => Response | undefined
}

/**
 * Creates an app's authentication. Call it once. Missing options are read from the environment, as by
 * `Authentication.layerConfig`.
 *
 * Nothing starts before the first request, which fails with `InvalidOptions` if an option is invalid.
 */
export const createAuth = (options: Partial<Authentication.AuthenticationOptions> = {}): HonoAuth =>
  createAuthFromLayer(Authentication.layerConfig(options))

/** Creates an app's authentication from a layer, for example with shared state from `latchkey/redis`. */
export const createAuthFromLayer = (layer: Layer.Layer<RequestAuth.AuthServices, unknown>): HonoAuth => {
  const { admit, authenticateRequest, dispose, runEffect } = RequestAuth.make(layer)
  const states = new WeakMap<HonoContext, RequestAuth.RequestAuth>()

  const makeMiddleware = (rule: AuthGate.Rule): HonoMiddleware => async (context, next) => {
    const { auth, refusal } = await admit(context.req.raw, rule, context)
    if (refusal !== undefined) {
      const response = AuthProblem.toResponse(refusal)
      return auth === undefined ? response : auth.applyTo(response)
    }
    states.set(context, auth)
    context.set("auth", auth)
    await next()
    await auth.settle()
    const response = context.res
    // Hono would copy the replaced response's headers over the new ones.
    context.res = undefined
    context.res = auth.applyTo(response)
  }

  return {
    authenticateRequest,
    dispose,
    runEffect,
    middleware: withOptions((options) => makeMiddleware(AuthGate.acceptAll(options))),
    requireAuth: withOptions((options) => makeMiddleware(AuthGate.requirePrincipal(options))),
    errorHandler: withOptions(() => (error, _context) => AuthGate.toResponse(error) ?? respondToOther(error)),
    getAuth: (context) => {
      const auth = states.get(context)
      if (auth === undefined) {
        throw new Error("The request has no authentication. Add auth.middleware or auth.requireAuth before the route")
      }
      return auth
    },
    toResponse: AuthGate.toResponse
  }
}

/** Responds as the error handler for Hono, which an app with its own handler no longer has. */
const respondToOther = (error: Error): Response => {
  // Sound: Hono's `HTTPException`.
  if ("getResponse" in error) return (error as { readonly getResponse: () => Response }).getResponse()
  Effect.runFork(Effect.logError(error))
  return new Response("Internal Server Error", { status: 500 })
}
