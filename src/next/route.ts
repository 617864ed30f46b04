/** Route handlers with a session. */
import { addTo, fromWeb } from "../adapters/responseHeaders.ts"
import type { VerifyOptions } from "../server/AccessToken.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { type AuthChecks, type AuthState, makeChecks, makeState } from "./AuthObject.ts"
import { type AuthenticateCurrent, dropEndedCookies, readCurrentRequest } from "./currentRequest.ts"
import type { AppRuntime } from "./services.ts"

/** A request's session in a route handler. Its checks reject with typed errors, also with `SignInRequired`. */
export type RouteSession = AuthState & AuthChecks

/** A route handler with a session. `Context` is the second parameter in Next.js, which contains `params`. */
export type RouteHandler<Req extends Request, Context> = (
  request: Req,
  session: RouteSession,
  context: Context
) => Response | Promise<Response>

/**
 * Creates the function that wraps a handler. Authentication and authorization errors become problem details (RFC 9457). If
 * the session was signed out while the handler ran, its cookies are removed.
 */
export const makeRoute =
  (runtime: AppRuntime, allowed: VerifyOptions, authenticateCurrent: AuthenticateCurrent) =>
  <Req extends Request, Context>(handler: RouteHandler<Req, Context>) =>
  async (request: Req, context: Context): Promise<Response> => {
    const current = await readCurrentRequest()
    try {
      const authenticated = await authenticateCurrent(current, { method: request.method })
      const setCookies = authenticated.headers.getSetCookie()
      const state = makeState(authenticated.principal, allowed)
      const checks = makeChecks(runtime, state, (error) => Promise.reject(error))
      const response = await handler(request, { ...state, ...checks }, context)
      await dropEndedCookies(runtime, current, setCookies, authenticated)
      return addHeaders(response, authenticated.headers)
    } catch (error) {
      if (AuthProblem.isAuthError(error)) return AuthProblem.toResponse(error)
      throw error
    }
  }

/**
 * Keeps the response out of shared caches. The handler's `Cache-Control` remains, unless the session was refreshed.
 * Next.js adds the cookies itself.
 */
const addHeaders = (response: Response, own: Headers): Response => {
  const headers = new Headers(response.headers)
  addTo({ ...fromWeb(headers), appendSetCookie: () => {} }, own)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
