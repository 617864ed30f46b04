/** Authentication of the current request, once. */
import type * as ManagedRuntime from "effect/ManagedRuntime"
import { type Authenticated, authenticateOptional } from "../server/Authentication.ts"
import { applySetCookies, type CurrentRequest, removeSetCookies, toAuthenticationRequest } from "./currentRequest.ts"
import type { AppServices } from "./services.ts"

/** An app's runtime. It builds its layer when it first runs an effect. */
export type AppRuntime = ManagedRuntime.ManagedRuntime<AppServices, unknown>

/** Options for a request's authentication. */
export interface CurrentOptions {
  /** The request's method, if it is known. */
  readonly method?: string | undefined
  readonly freshness?: "token" | "session" | undefined
}

/**
 * Authenticates a request. Restricted and anonymous users are included. Refused credentials make the request signed out.
 */
export type AuthenticateCurrent = (request: CurrentRequest, options?: CurrentOptions) => Promise<Authenticated>

/** Removes the cookies that a request's authentication has set, if the session was signed out in the meantime. */
export const dropEndedCookies = async (
  runtime: AppRuntime,
  { jar }: CurrentRequest,
  lines: ReadonlyArray<string>,
  authenticated: Authenticated
): Promise<void> => {
  if (lines.length === 0) return
  await runtime.runPromise(authenticated.settle)
  if (!authenticated.headers.has("set-cookie")) removeSetCookies(jar, lines)
}

/**
 * Creates the function, which shares one authentication among all request calls. Next.js returns the same headers during
 * one request. In server actions and route handlers, the cookies of a refreshed session are set.
 */
export const makeAuthenticateCurrent = (runtime: AppRuntime): AuthenticateCurrent => {
  const results = new WeakMap<Headers, Map<string, Promise<Authenticated>>>()

  const run = async (request: CurrentRequest, { freshness, method }: CurrentOptions) => {
    const authenticated = await runtime.runPromise(
      authenticateOptional(toAuthenticationRequest(request, method), {
        allowAnonymous: true,
        allowRestricted: true,
        freshness
      })
    )
    applySetCookies(request.jar, authenticated.headers.getSetCookie())
    return authenticated
  }

  return (request, options = {}) => {
    const { cookie, headers } = request
    let ofRequest = results.get(headers)
    if (ofRequest === undefined) results.set(headers, ofRequest = new Map<string, Promise<Authenticated>>())
    // The cookies change if a server action signs in or out.
    const key = [options.freshness, options.method, cookie].join("\n")
    const known = ofRequest.get(key)
    if (known !== undefined) return known
    const result = run(request, options)
    ofRequest.set(key, result)
    return result
  }
}
