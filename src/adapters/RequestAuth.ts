/** One request's authentication, for code with promises. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Redacted from "effect/Redacted"
import * as Authentication from "../server/Authentication.ts"
import * as Authorization from "../server/Authorization.ts"
import type { RecentRequirement, TeamRequirement } from "../server/AuthorizationChecks.ts"
import type { AuthError } from "../server/AuthProblem.ts"
import type { UserPrincipal } from "../server/Principal.ts"
import { findRefusal, makeSignInError } from "../server/refusedCredentials.ts"
import * as AuthGate from "./AuthGate.ts"
import type { AnyPrincipal } from "./AuthGate.ts"
import * as responseHeaders from "./responseHeaders.ts"

/**
 * A request's authentication: its principal, and authorization checks. The checks throw, or reject with, the errors from
 * `latchkey/server`. If the request's credentials were refused, that error replaces `SignInRequired`.
 */
export interface RequestAuth<P extends AnyPrincipal = AnyPrincipal> {
  readonly principal: P
  /** Is `true` unless the principal is `SignedOut`. API keys and anonymous users are principals too. */
  readonly isSignedIn: boolean
  /** The id of any user: also an anonymous one, and the owner of an API key. */
  readonly userId: string | undefined
  /**
   * The headers to add to the response. {@link applyTo} adds them. Read them when the response is sent: if the session was
   * signed out in the meantime, they do not set its cookies.
   */
  readonly headers: Headers
  /** The `Cookie` header that the browser sends after this response; `undefined` if the cookies do not change. */
  readonly requestCookies: Redacted.Redacted<string> | undefined
  /** Returns a session's user. Throws `SignInRequired` for other principals. */
  readonly requireUser: () => UserPrincipal
  /** Returns the user id for a session or an API key. Throws `SignInRequired` for other principals. */
  readonly requireUserId: () => string
  /** Requires a permission, in a team or in the project. */
  readonly require: (requirement: Authorization.Requirement) => Promise<void>
  /** Requires a team member, or the team's API key. */
  readonly requireTeamMember: (requirement: TeamRequirement) => Promise<void>
  /** Requires a user with a verified primary email. */
  readonly requireVerifiedEmail: () => Promise<void>
  /** Requires a user who has set up two-factor authentication. */
  readonly requireMfa: () => Promise<void>
  /** Requires a scope, if the principal is an agent's API key. Rejects with `InsufficientScope`. */
  readonly requireScope: (scope: string) => Promise<void>
  /** Requires a user who has signed in recently. Rejects with `RecentSignInRequired`; clients then ask the user again. */
  readonly requireRecent: (requirement: RecentRequirement) => Promise<void>
  /**
   * Checks in the processes' shared state if the session was signed out in the meantime. Then `headers` and `applyTo` set
   * none of its cookies. The handler wrappers do this before each response.
   */
  readonly settle: () => Promise<void>
  /** Returns a response with this authentication's headers, such as a refreshed session's cookies. */
  readonly applyTo: (response: Response) => Response
}

/** The services that an adapter needs. `Authentication.layer` provides them. */
export type AuthServices = Authentication.Authentication | Authorization.Authorization

/** Authenticates requests for code with promises. */
export interface Authenticator {
  /**
   * Authenticates a request. Refused credentials, such as an expired access token, make it signed out, and its checks throw
   * their error. Rejects with the other errors from `Authentication.authenticate`.
   */
  readonly authenticateRequest: (
    request: Authentication.AuthenticationRequest,
    options?: Authentication.AuthenticateOptions
  ) => Promise<RequestAuth>
  /**
   * Runs an effect with the layer's services, for parts of the app that share the layer, such as an authorization server.
   */
  readonly runEffect: <A, E>(effect: Effect.Effect<A, E, AuthServices>) => Promise<A>
  /** Closes the layer. */
  readonly dispose: () => Promise<void>
}

interface RequestGate extends Authenticator {
  /** Admits a request by a rule, as `AuthGate` does. Rejects if the layer cannot be built. */
  readonly admit: <P extends AnyPrincipal>(
    request: Authentication.AuthenticationRequest,
    rule: AuthGate.Rule<P>,
    exchange?: object
  ) => Promise<
    | { readonly auth: RequestAuth<P>; readonly refusal: undefined }
    | { readonly auth: RequestAuth; readonly refusal: AuthError }
    | { readonly auth: undefined; readonly refusal: AuthError }
  >
}

/** Creates a gate. It builds the layer with the first request. */
export const make = (layer: Layer.Layer<AuthServices, unknown>): RequestGate => {
  const runtime = ManagedRuntime.make(layer)
  const gate = AuthGate.make(Authentication.authenticateOptional)

  const run = <A, E extends AuthError>(effect: Effect.Effect<A, E, AuthServices>): Promise<A> =>
    runtime.runPromise(Effect.tapError(effect, AuthGate.logUnavailable))

  const toRequestAuth = <P extends AnyPrincipal>(
    authenticated: Authentication.Authenticated,
    principal: P
  ): RequestAuth<P> => {
    const { headers, requestCookies } = authenticated
    const check = <E extends AuthError>(
      select: (service: Authorization.Authorization["Service"]) => Effect.Effect<void, E>
    ) =>
      run(Effect.mapError(
        Effect.flatMap(Authorization.Authorization, select),
        (error) => error._tag === "SignInRequired" ? findRefusal(principal) ?? error : error
      ))
    const auth: RequestAuth<P> = {
      principal,
      isSignedIn: principal._tag !== "SignedOut",
      userId: "userId" in principal ? principal.userId : undefined,
      headers,
      requestCookies,
      settle: async () => {
        if (authenticated.headers.has("set-cookie")) await runtime.runPromise(authenticated.settle)
      },
      requireUser: () => {
        if (principal._tag === "User") return principal
        throw makeSignInError(principal)
      },
      requireUserId: () => {
        if (principal._tag === "User" || principal._tag === "UserApiKey") return principal.userId
        throw makeSignInError(principal)
      },
      require: (requirement) => check((service) => service.require(principal, requirement)),
      requireTeamMember: (requirement) => check((service) => service.requireTeamMember(principal, requirement)),
      requireVerifiedEmail: () => check((service) => service.requireVerifiedEmail(principal)),
      requireMfa: () => check((service) => service.requireMfa(principal)),
      requireScope: (scope) => check((service) => service.requireScope(principal, scope)),
      requireRecent: (requirement) => check((service) => service.requireRecent(principal, requirement)),
      applyTo: (response) => responseHeaders.addToWeb(response, authenticated.headers)
    }
    // Only these headers can change. An accessor in each object would slow them all down.
    return headers.has("set-cookie")
      ? Object.defineProperty(auth, "headers", { enumerable: true, get: () => authenticated.headers })
      : auth
  }

  return {
    admit: (request, rule, exchange) =>
      runtime.runPromise(Effect.map(gate(request, rule, exchange), (admission) => {
        const { authenticated, refusal } = admission
        if (authenticated === undefined) return { auth: undefined, refusal }
        return refusal === undefined
          ? { auth: toRequestAuth(authenticated, admission.principal), refusal }
          : { auth: toRequestAuth(authenticated, authenticated.principal), refusal }
      })),
    authenticateRequest: (request, options) =>
      run(Effect.map(
        Authentication.authenticateOptional(request, options),
        (authenticated) => toRequestAuth(authenticated, authenticated.principal)
      )),
    runEffect: (effect) => runtime.runPromise(effect),
    dispose: () => runtime.dispose()
  }
}
