/** Authentication for a Next.js app. */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Dehydrated } from "../cache/Dehydrated.ts"
import { make as makeUrls } from "../navigation/Urls.ts"
import type { AuthenticateOptions } from "../server/Authenticated.ts"
import { checkServerNames } from "../server/verificationOptions.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { type AuthObject, type AuthState, makeChecks, makeState, type RedirectToSignInOptions } from "./AuthObject.ts"
import { type CurrentRequest, makeAuthenticateCurrent, readCurrentRequest } from "./currentRequest.ts"
import { redirect } from "./nextFunctions.ts"
import { type AuthProxy, makeProxy } from "./proxy.ts"
import { makeRequestEffects, type RequestServices, type SeedOptions, type SignOutOptions } from "./requestEffects.ts"
import { makeRoute, type RouteHandler } from "./route.ts"
import * as services from "./services.ts"
import { getSignInUrl, pageHeader } from "./signInUrl.ts"

/** Options for one `auth` call. */
export interface AuthOptions extends Pick<AuthenticateOptions, "freshness"> {}

const authNames: OptionNames<AuthOptions> = { freshness: true }

/** A Next.js app's functions. They can be destructured. */
export interface NextAuth {
  /**
   * Returns the current request's session, in server components, layouts, route handlers and server actions.
   *
   * All calls during a request share one result. A valid access token costs no request to the service. An expired session is
   * refreshed once.
   */
  readonly auth: (options?: AuthOptions) => Promise<AuthObject>
  /** Returns the current request's signed-in user, or redirects to the app's sign-in page. */
  readonly requireUser: (options?: AuthOptions) => ReturnType<AuthObject["requireUser"]>
  /** The proxy, for `proxy.ts`. */
  readonly proxy: AuthProxy
  /** Creates a route handler with a session. Its authentication errors become responses. */
  readonly route: <Req extends Request = Request, Context = unknown>(
    handler: RouteHandler<Req, Context>
  ) => (request: Req, context: Context) => Promise<Response>
  /** Runs an effect, such as `CurrentUser.get()`, as the current request's user. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, RequestServices>) => Promise<A>
  /**
   * Returns `AuthProvider`'s property `dehydrated`, so that Next.js renders the components below it for the user.
   *
   * With a valid access token it costs no request, plus one for each resource. Returns `undefined` if the session is
   * unknown, because the service is unavailable.
   */
  readonly seed: (options?: SeedOptions) => Promise<Dehydrated | undefined>
  /**
   * Signs out, in a server action or a route handler: ends the session at the service, removes its cookies, revalidates all
   * pages, and redirects.
   */
  readonly signOut: (options?: SignOutOptions) => Promise<never>
}

/**
 * Creates a Next.js app's functions. Sends no request, and reads the environment when a function is first called.
 *
 * **Example** (The file `auth.ts`)
 *
 * ```ts
 * import { createAuth } from "latchkey/next"
 *
 * export const { auth, proxy, requireUser, route, run, seed, signOut } = createAuth()
 * ```
 */
export const createAuth = (options: services.NextAuthOptions = {}): NextAuth => {
  const urls = makeUrls(options.urls)
  const runtime = ManagedRuntime.make(services.layer(options))
  const authenticateCurrent = makeAuthenticateCurrent(runtime)

  const redirectToSignIn = async (
    { principal }: AuthState,
    { headers }: CurrentRequest,
    { returnTo = headers.get(pageHeader) ?? undefined }: RedirectToSignInOptions = {}
  ) => redirect(getSignInUrl(urls, principal, returnTo))

  const auth = async (given: AuthOptions = {}): Promise<AuthObject> => {
    // A misspelled `freshness` would accept a session that has ended.
    Effect.runSync(checkServerNames(given, authNames))
    const request = await readCurrentRequest()
    const { principal } = await authenticateCurrent(request, given)
    const state = makeState(principal, options)
    return {
      ...state,
      ...makeChecks(runtime, state, () => redirectToSignIn(state, request)),
      redirectToSignIn: (options) => redirectToSignIn(state, request, options)
    }
  }

  return {
    auth,
    requireUser: async (options) => (await auth(options)).requireUser(),
    proxy: makeProxy(runtime, urls, options),
    route: makeRoute(runtime, options, authenticateCurrent),
    ...makeRequestEffects(runtime, urls, authenticateCurrent)
  }
}
