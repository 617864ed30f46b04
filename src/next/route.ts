/** Route handlers with a session. */
import type { Authenticated } from "../server/Authentication.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import type { AuthChecks, AuthState } from "./AuthObject.ts"

/** A request's session in a route handler. Its checks reject with typed errors, also with `SignInRequired`. */
export type RouteSession = AuthState & AuthChecks

/** A route handler with a session. `Context` is the second parameter of Next.js, which contains `params`. */
export type RouteHandler<Req extends Request, Context> = (
  request: Req,
  session: RouteSession,
  context: Context
) => Response | Promise<Response>

/**
 * Runs a handler. Errors of authentication and authorization become problem details (RFC 9457). `dropCookies` removes the
 * cookies of a session that was signed out while the handler ran.
 */
export const runRoute = async (
  authenticated: () => Promise<Authenticated>,
  handler: (authenticated: Authenticated) => Response | Promise<Response>,
  dropCookies: (authenticated: Authenticated) => Promise<void>
): Promise<Response> => {
  try {
    const result = await authenticated()
    const response = await handler(result)
    await dropCookies(result)
    return addHeaders(response, result.headers)
  } catch (error) {
    if (AuthProblem.isAuthError(error)) return AuthProblem.toResponse(error)
    throw error
  }
}

/**
 * Keeps the response out of shared caches. The `Cache-Control` of the handler remains, unless the session was refreshed.
 * Next.js adds the cookies itself.
 */
const addHeaders = (response: Response, own: Headers): Response => {
  const headers = new Headers(response.headers)
  const cacheControl = own.get("cache-control")
  const vary = own.get("vary")
  const isKept = headers.has("cache-control") && !own.has("set-cookie")
  if (cacheControl !== null && !isKept) headers.set("cache-control", cacheControl)
  if (vary !== null) headers.append("vary", vary)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
