/** Effects that run as a request's user: effects of the app, the seed for `AuthProvider`, and the sign-out. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Session from "../account/Session.ts"
import * as Cache from "../cache/Cache.ts"
import * as Resource from "../cache/Resource.ts"
import type { Urls } from "../navigation/Urls.ts"
import { type Cookie, type Cookies, parse } from "../platform/Cookies.ts"
import * as NextCookies from "../platform/NextCookies.ts"
import type { Authenticated } from "../server/Authenticated.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { Principal } from "../server/Principal.ts"
import { findRefusal } from "../server/refusedCredentials.ts"
import * as Server from "../server/Server.ts"
import type { Client } from "../session/ClientService.ts"
import * as RequestTokenStore from "../session/RequestTokenStore.ts"
import { decodeDomain } from "../session/sessionCookies.ts"
import { TokenStore } from "../session/TokenStore.ts"
import { isUser } from "./AuthObject.ts"
import { type AuthenticateCurrent, type CurrentRequest, readCurrentRequest } from "./currentRequest.ts"
import { redirect, revalidatePath } from "./nextFunctions.ts"
import { type AppRuntime, ResolvedOptions, type SharedServices } from "./services.ts"
import { toPath } from "./signInUrl.ts"

/**
 * The services for effects that run for a request: the client and server levels with the request's session, its
 * principal, and `Authorization`.
 */
export type RequestServices = SharedServices | Client | TokenStore | Cookies | Principal

/** Options for a seed. */
export type SeedOptions = {
  /** Values to fetch for the seed, such as `Resources.user`. Each costs one request, and is omitted if it fails. */
  readonly resources?: ReadonlyArray<Resource.Resource<any, any>> | undefined
}

/** Options for a sign-out. */
export type SignOutOptions = {
  /** The app's page to redirect to. By default, and for URLs outside the app, the page `afterSignOut`. */
  readonly redirectTo?: string | undefined
}

/** Creates the functions that run effects as the current request's user. `NextAuth` describes them. */
export const makeRequestEffects = (runtime: AppRuntime, urls: Urls, authenticateCurrent: AuthenticateCurrent) => {
  /** Rejects with the error for refused credentials, because the cookies beside them must not be used instead. */
  const runWith = async <A, E>(
    makeEffect: (principal: Principal["Service"]) => Effect.Effect<A, E, RequestServices>
  ): Promise<A> => {
    const request = await readCurrentRequest()
    const { principal, requestCookies } = await authenticateCurrent(request)
    const error = findRefusal(principal)
    if (error !== undefined) throw error
    return runForRequest(runtime, { request, principal, requestCookies }, makeEffect(principal))
  }

  return {
    run: <A, E>(effect: Effect.Effect<A, E, RequestServices>): Promise<A> => runWith(() => effect),
    seed: async ({ resources = [] }: SeedOptions = {}): Promise<Cache.Dehydrated | undefined> =>
      runWith((principal) => makeSeed(principal, resources)).catch((error: unknown) => {
        if (AuthProblem.isAuthError(error)) return undefined
        throw error
      }),
    signOut: async ({ redirectTo }: SignOutOptions = {}): Promise<never> => {
      await authenticateCurrent(await readCurrentRequest()).catch((error: unknown) => {
        // A session that cannot be refreshed can be signed out.
        if (AuthProblem.isAuthError(error) && error._tag === "CrossSiteRequest") throw error
      })
      const context = { principal: { _tag: "SignedOut", reason: "none" }, requestCookies: undefined } as const
      await runForRequest(runtime, { ...context, request: await readCurrentRequest() }, endSession)
      revalidatePath("/", "layout")
      return redirect(toPath(redirectTo) ?? urls.afterSignOut)
    }
  }
}

/** Ends the session at the service, and removes its cookies even if the service is unavailable. */
const endSession = /*#__PURE__*/ Effect.catchTag(
  Session.signOut,
  "ApiError",
  (error) => Effect.logWarning("The user is signed out, but the service could not end the session.", error.message)
)

/** Creates a principal's seed. Sends a request for each resource. */
const makeSeed = (
  principal: Principal["Service"],
  resources: ReadonlyArray<Resource.Resource<any, any>>
): Effect.Effect<Cache.Dehydrated, never, Client> => {
  const claims = Cache.dehydrateClaims(isUser(principal) ? principal.claims : null)
  if (resources.length === 0 || !isUser(principal)) return claims
  const fetched = Effect.forEach(resources, (resource) => Effect.ignore(Resource.get(resource)), {
    concurrency: "unbounded",
    discard: true
  }).pipe(Effect.andThen(Cache.dehydrate), Effect.provide(Cache.layer()))
  return Effect.zipWith(claims, fetched, (claims, fetched) => ({ ...claims, ...fetched }))
}

interface RequestContext extends Pick<Authenticated, "principal" | "requestCookies"> {
  readonly request: CurrentRequest
}

/** Runs an effect with a request's services. Session changes are written to the Next.js cookies. */
const runForRequest = <A, E>(
  runtime: AppRuntime,
  { principal, request, requestCookies }: RequestContext,
  effect: Effect.Effect<A, E, RequestServices>
): Promise<A> => {
  const cookie = requestCookies === undefined ? request.cookie : Redacted.value(requestCookies)
  const headers = { get: (name: string) => name === "cookie" ? cookie : request.headers.get(name) }
  const layer = Layer.unwrap(Effect.map(ResolvedOptions, (options) =>
    Server.layer(options).pipe(
      Layer.provideMerge(Layer.effect(TokenStore, RequestTokenStore.make({ headers }, options))),
      Layer.provideMerge(
        NextCookies.layer({ cookies: makeJar(request, cookie), headers: request.headers }, decodeDomain)
      ),
      Layer.merge(Layer.succeed(Principal, principal))
    )))
  return runtime.runPromise(Effect.provide(effect, layer))
}

/** Creates a jar that starts with a header's cookies, and passes changes on to Next.js. */
const makeJar = ({ jar }: CurrentRequest, header: string): NextCookies.NextCookies => {
  let cookies: ReadonlyArray<Cookie> = parse(header)
  return {
    getAll: () => cookies,
    set: (name, value, attributes) => {
      // Throws in a server component. The cookies do not change then.
      jar.set(name, value, attributes)
      cookies = [...cookies.filter((cookie) => cookie.name !== name), { name, value }]
    }
  }
}
