/** A request's session in a Next.js app. */
import * as Effect from "effect/Effect"
import type { VerifyOptions } from "../server/AccessToken.ts"
import { SignInRequired } from "../server/authenticationErrors.ts"
import { Authorization, type Requirement } from "../server/Authorization.ts"
import type { RecentRequirement, TeamRequirement } from "../server/AuthorizationChecks.ts"
import type {
  AnonymousPrincipal,
  CredentialsError,
  Principal,
  SessionPrincipal,
  UserPrincipal
} from "../server/Principal.ts"
import { findRefusal, makeSignInError } from "../server/refusedCredentials.ts"
import type { Claims, Verified } from "../session/Claims.ts"
import type { AppRuntime } from "./services.ts"

/**
 * A session's checks. In a server component or a server action, a missing sign-in redirects to the app's sign-in page.
 * In a handler for `route`, it is a response with status 401.
 *
 * The errors are those in `Authorization` from `latchkey/server`. `route` and `proxy` respond with problem details to them.
 */
export interface AuthChecks {
  /** Returns the signed-in user. */
  readonly requireUser: () => Promise<UserPrincipal | AnonymousPrincipal>
  /** Returns `true` if the user is signed in and has a permission. */
  readonly has: (requirement: Requirement) => Promise<boolean>
  /** Requires a permission. Rejects with `PermissionRequired`. */
  readonly require: (requirement: Requirement) => Promise<void>
  /** Requires membership in a team. Rejects with `TeamMembershipRequired`. */
  readonly requireTeamMember: (requirement: TeamRequirement) => Promise<void>
  /** Requires a verified email address. Rejects with `VerifiedEmailRequired`. */
  readonly requireVerifiedEmail: () => Promise<void>
  /** Requires two-factor authentication. Rejects with `MfaRequired`. */
  readonly requireMfa: () => Promise<void>
  /** Requires a scope, if the principal is an agent's API key. Rejects with `InsufficientScope`. */
  readonly requireScope: (scope: string) => Promise<void>
  /**
   * Requires a user who has signed in recently. Rejects with `RecentSignInRequired`, to which `route` responds with the
   * challenge that clients answer.
   */
  readonly requireRecent: (requirement: RecentRequirement) => Promise<void>
}

/** Options for a redirect to the sign-in page. */
export type RedirectToSignInOptions = {
  /**
   * The app's page to return to after the sign-in. By default, the current page, if `proxy` runs for it. Otherwise, the
   * page `afterSignIn`.
   */
  readonly returnTo?: string | undefined
}

/** A signed-in user's session. */
export interface SignedInState {
  readonly isSignedIn: true
  readonly principal: UserPrincipal | AnonymousPrincipal
  readonly userId: string
  readonly sessionId: string | undefined
  /** The access token's verified claims. */
  readonly claims: Verified<Claims>
}

/** A request without a session. It can still have an API key, which `principal` shows. */
export interface SignedOutState {
  readonly isSignedIn: false
  readonly principal: Exclude<Principal["Service"], SessionPrincipal>
  readonly userId: undefined
  readonly sessionId: undefined
  readonly claims: undefined
}

/** A request's user, without checks. */
export type AuthState = SignedInState | SignedOutState

/** A request's session. */
export type AuthObject = AuthState & AuthChecks & {
  /** Redirects to the app's sign-in page, which returns to the current page. A restricted user gets the page `onboarding`. */
  readonly redirectToSignIn: (options?: RedirectToSignInOptions) => Promise<never>
}

/** Returns the principal, or a signed-out one if its kind of user is not allowed. */
const narrowPrincipal = (
  principal: Principal["Service"],
  { allowAnonymous = false, allowRestricted = false }: VerifyOptions
): Principal["Service"] => {
  if (principal._tag === "AnonymousUser" && !allowAnonymous) return { _tag: "SignedOut", reason: "anonymous" }
  if (principal._tag === "User" && principal.claims.isRestricted === true && !allowRestricted) {
    return { _tag: "SignedOut", reason: "restricted" }
  }
  return principal
}

/** Returns `true` for a signed-in user's principal. */
export const isUser = (principal: Principal["Service"]): principal is UserPrincipal | AnonymousPrincipal =>
  principal._tag === "User" || principal._tag === "AnonymousUser"

/** Creates a principal's state, signed out if its kind of user is not allowed. */
export const makeState = (given: Principal["Service"], allowed: VerifyOptions): AuthState => {
  const principal = narrowPrincipal(given, allowed)
  if (isUser(principal)) {
    const { claims, sessionId, userId } = principal
    return { isSignedIn: true, principal, userId, sessionId, claims }
  }
  return { isSignedIn: false, principal, userId: undefined, sessionId: undefined, claims: undefined }
}

/** Creates a session's checks. `onSignInRequired` handles a missing sign-in, or the error for refused credentials. */
export const makeChecks = (
  runtime: AppRuntime,
  { principal }: AuthState,
  onSignInRequired: (error: SignInRequired | CredentialsError) => Promise<never>
): AuthChecks => {
  const run = async <E>(
    check: (service: Authorization["Service"]) => Effect.Effect<void, E | SignInRequired>
  ): Promise<void> => {
    // Next.js redirects with an exception that must not pass through an effect.
    const missing = await runtime.runPromise(
      Effect.flatMap(Authorization, check).pipe(
        Effect.as(undefined),
        Effect.catchIf((error) => error instanceof SignInRequired, Effect.succeed)
      )
    )
    if (missing !== undefined) await onSignInRequired(findRefusal(principal) ?? missing)
  }
  return {
    requireUser: async () => isUser(principal) ? principal : onSignInRequired(makeSignInError(principal)),
    has: (requirement) =>
      runtime.runPromise(
        Effect.flatMap(Authorization, (service) => service.require(principal, requirement)).pipe(
          Effect.as(true),
          Effect.catchTag(["SignInRequired", "PermissionRequired"], () => Effect.succeed(false))
        )
      ),
    require: (requirement) => run((service) => service.require(principal, requirement)),
    requireTeamMember: (requirement) => run((service) => service.requireTeamMember(principal, requirement)),
    requireVerifiedEmail: () => run((service) => service.requireVerifiedEmail(principal)),
    requireMfa: () => run((service) => service.requireMfa(principal)),
    requireScope: (scope) => run((service) => service.requireScope(principal, scope)),
    requireRecent: (requirement) => run((service) => service.requireRecent(principal, requirement))
  }
}
