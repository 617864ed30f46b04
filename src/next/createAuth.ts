/** Authentication of a Next.js app. */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Session from "../account/Session.ts"
import type { Dehydrated } from "../cache/Dehydrated.ts"
import { make as makeUrls } from "../navigation/Urls.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { findRefusal } from "../server/refusedCredentials.ts"
import { checkServerNames } from "../server/verificationOptions.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { dropEndedCookies, makeAuthenticateCurrent } from "./authenticateCurrent.ts"
import {
  type AuthObject,
  type AuthState,
  makeState,
  narrowPrincipal,
  type RedirectToSignInOptions
} from "./AuthObject.ts"
import { makeChecks } from "./checks.ts"
import { type CurrentRequest, readCurrentRequest } from "./currentRequest.ts"
import type { NextAuthOptions } from "./NextAuthOptions.ts"
import { redirect, revalidatePath } from "./nextFunctions.ts"
import { type AuthProxy, makeProxy } from "./proxy.ts"
import { type RouteHandler, runRoute } from "./route.ts"
import { type RequestServices, runForRequest } from "./runForRequest.ts"
import { makeSeed, type SeedOptions } from "./seed.ts"
import * as services from "./services.ts"
import { getSignInUrl, pageHeader, toPath } from "./signInUrl.ts"

/** Options for one call of `auth`. */
export interface AuthOptions {
  /**
   * `token`, the default, accepts an access token until it expires, ten minutes after it was issued. `session` checks
   * with the service that the session still exists, which costs one request.
   */
  readonly freshness?: "token" | "session" | undefined
}

const authNames: OptionNames<AuthOptions> = { freshness: true }

/** Options for a sign-out. */
export type SignOutOptions = {
  /** The app's page to redirect to. By default, and for URLs outside of the app, the page `afterSignOut`. */
  readonly redirectTo?: string | undefined
}

/** The functions of a Next.js app. They can be destructured. */
export interface NextAuth {
  /**
   * Returns the current request's session, in server components, layouts, route handlers and server actions.
   *
   * All calls of a request share one result. A valid access token costs no request to the service. An expired session is
   * refreshed once.
   */
  readonly auth: (options?: AuthOptions) => Promise<AuthObject>
  /** Returns the current request's signed-in user, or redirects to the app's sign-in page. */
  readonly requireUser: (options?: AuthOptions) => ReturnType<AuthObject["requireUser"]>
  /** The proxy, for `proxy.ts`. */
  readonly proxy: AuthProxy
  /** Creates a route handler with a session. Its errors of authentication become responses. */
  readonly route: <Req extends Request = Request, Context = unknown>(
    handler: RouteHandler<Req, Context>
  ) => (request: Req, context: Context) => Promise<Response>
  /** Runs an effect, such as `CurrentUser.get()`, as the current request's user. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, RequestServices>) => Promise<A>
  /**
   * Returns the property `dehydrated` of `AuthProvider`, so that Next.js renders the components below it for the user.
   *
   * With a valid access token it costs no request, plus one for each of `resources`. Returns `undefined` if the session is
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
 * Creates the functions of a Next.js app. Sends no request, and reads the environment when a function is first called.
 *
 * **Example** (The file `auth.ts`)
 *
 * ```ts
 * import { createAuth } from "latchkey/next"
 *
 * export const { auth, proxy, requireUser, route, run, seed, signOut } = createAuth()
 * ```
 */
export const createAuth = (options: NextAuthOptions = {}): NextAuth => {
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
    const state = makeState(narrowPrincipal(principal, options))
    return {
      ...state,
      ...makeChecks(runtime, state, () => redirectToSignIn(state, request)),
      redirectToSignIn: (options) => redirectToSignIn(state, request, options)
    }
  }

  /** Rejects with the error of refused credentials, because the cookies beside them must not be used instead. */
  const authenticateOrThrow = async (request: CurrentRequest) => {
    const authenticated = await authenticateCurrent(request)
    const error = findRefusal(authenticated.principal)
    if (error !== undefined) throw error
    return authenticated
  }

  const run = async <A, E>(effect: Effect.Effect<A, E, RequestServices>): Promise<A> => {
    const request = await readCurrentRequest()
    const { principal, requestCookies } = await authenticateOrThrow(request)
    return runForRequest(runtime, { request, principal, requestCookies }, effect)
  }

  return {
    auth,
    requireUser: async (options) => (await auth(options)).requireUser(),
    proxy: makeProxy(runtime, urls, options),
    route: (handler) => async (request, context) => {
      const current = await readCurrentRequest()
      let setCookies: ReadonlyArray<string> = []
      return runRoute(
        async () => {
          const authenticated = await authenticateCurrent(current, { method: request.method })
          setCookies = authenticated.headers.getSetCookie()
          return authenticated
        },
        ({ principal }) => {
          const state = makeState(narrowPrincipal(principal, options))
          const checks = makeChecks(runtime, state, (error) => Promise.reject(error))
          return handler(request, { ...state, ...checks }, context)
        },
        (authenticated) => dropEndedCookies(runtime, current, setCookies, authenticated)
      )
    },
    run,
    seed: async ({ resources = [] } = {}) => {
      const request = await readCurrentRequest()
      try {
        const { principal, requestCookies } = await authenticateOrThrow(request)
        return await runForRequest(runtime, { request, principal, requestCookies }, makeSeed(principal, resources))
      } catch (error) {
        if (AuthProblem.isAuthError(error)) return undefined
        throw error
      }
    },
    signOut: async ({ redirectTo } = {}) => {
      const request = await readCurrentRequest()
      await authenticateCurrent(request).catch((error: unknown) => {
        // A session that cannot be refreshed can be signed out.
        if (AuthProblem.isAuthError(error) && error._tag === "CrossSiteRequest") throw error
      })
      await endSession(await readCurrentRequest())
      revalidatePath("/", "layout")
      return redirect(toPath(redirectTo) ?? urls.afterSignOut)
    }
  }

  /** Ends the session at the service, and removes its cookies even if the service is unavailable. */
  function endSession(request: CurrentRequest): Promise<void> {
    return runForRequest(
      runtime,
      { request, principal: { _tag: "SignedOut", reason: "none" }, requestCookies: undefined },
      Effect.catchTag(
        Session.signOut,
        "ApiError",
        (error) =>
          Effect.logWarning("The user is signed out, but the service could not end the session.", error.message)
      )
    )
  }
}
