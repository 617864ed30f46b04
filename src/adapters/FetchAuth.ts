/**
 * Authentication for `fetch`-style handlers: Bun, Deno, Cloudflare Workers, and any function from `Request` to `Response`.
 * `latchkey/hono` is for Hono.
 *
 * The functions return promises, and need no knowledge of Effect. Errors are those in `latchkey/server`.
 *
 * **Example** (A handler for signed-in users)
 *
 * ```ts
 * import { createAuth } from "latchkey/fetch"
 *
 * const auth = createAuth({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   secretServerKey: "ssk_…",
 *   origin: "https://app.example.com"
 * })
 *
 * export const reports = auth.protect(async (_request, { require }) => {
 *   await require({ permission: "read_reports" })
 *   return Response.json(["Engines"])
 * })
 * ```
 */
import type * as Layer from "effect/Layer"
import * as Authentication from "../server/Authentication.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import * as AuthGate from "./AuthGate.ts"
import type { AnyPrincipal, PresentPrincipal } from "./AuthGate.ts"
import * as RequestAuth from "./RequestAuth.ts"

/** A handler for requests. Hosts may pass more arguments, such as `env` and `ctx` on Cloudflare Workers. */
export type AuthHandler<Auth, Args extends ReadonlyArray<unknown>> = (
  request: Request,
  auth: Auth,
  ...args: Args
) => Response | Promise<Response>

/** An app's authentication. */
export interface FetchAuth extends RequestAuth.Authenticator {
  /**
   * Wraps a handler. Refused credentials, such as an expired access token, make the request signed out. The response gets the
   * authentication's headers, and authentication and authorization errors become problem details (RFC 9457).
   */
  readonly withAuth: <Args extends ReadonlyArray<unknown> = []>(
    handler: AuthHandler<RequestAuth.RequestAuth, Args>,
    options?: Authentication.AuthenticateOptions
  ) => (request: Request, ...args: Args) => Promise<Response>
  /** Wraps a handler like `withAuth`. Requests without a principal get a response with status 401. */
  readonly protect: <Args extends ReadonlyArray<unknown> = []>(
    handler: AuthHandler<RequestAuth.RequestAuth<PresentPrincipal>, Args>,
    options?: Authentication.AuthenticateOptions
  ) => (request: Request, ...args: Args) => Promise<Response>
  /** Returns the response to an authentication or authorization error, and `undefined` for other errors. */
  readonly toResponse: (error: unknown) => Response | undefined
}

/**
 * Creates an app's authentication. Call it once. Missing options are read from the environment, as by
 * `Authentication.layerConfig`.
 *
 * Nothing starts before the first request, which rejects with `InvalidOptions` if an option is invalid.
 */
export const createAuth = (options: Partial<Authentication.AuthenticationOptions> = {}): FetchAuth =>
  createAuthFromLayer(Authentication.layerConfig(options))

/** Creates an app's authentication from a layer, for example with shared state from `latchkey/redis`. */
export const createAuthFromLayer = (layer: Layer.Layer<RequestAuth.AuthServices, unknown>): FetchAuth => {
  const { admit, authenticateRequest, dispose, runEffect } = RequestAuth.make(layer)

  const wrap = <P extends AnyPrincipal, Args extends ReadonlyArray<unknown>>(
    handler: AuthHandler<RequestAuth.RequestAuth<P>, Args>,
    rule: AuthGate.Rule<P>
  ) =>
  async (request: Request, ...args: Args): Promise<Response> => {
    const { auth, refusal } = await admit(request, rule)
    if (auth === undefined) return AuthProblem.toResponse(refusal)
    let response: Response
    try {
      response = refusal === undefined ? await handler(request, auth, ...args) : AuthProblem.toResponse(refusal)
    } catch (error) {
      const problem = AuthGate.toResponse(error)
      if (problem === undefined) throw error
      response = problem
    }
    await auth.settle()
    return auth.applyTo(response)
  }

  return {
    authenticateRequest,
    dispose,
    runEffect,
    withAuth: (handler, options) => wrap(handler, AuthGate.acceptAll(options)),
    protect: (handler, options) => wrap(handler, AuthGate.requirePrincipal(options)),
    toResponse: AuthGate.toResponse
  }
}
