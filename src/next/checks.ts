/** The checks of a session. */
import * as Effect from "effect/Effect"
import { SignInRequired } from "../server/authenticationErrors.ts"
import { Authorization } from "../server/Authorization.ts"
import type { CredentialsError } from "../server/Principal.ts"
import { findRefusal, makeSignInError } from "../server/refusedCredentials.ts"
import type { AppRuntime } from "./authenticateCurrent.ts"
import type { AuthChecks, AuthState } from "./AuthObject.ts"

/**
 * Creates the checks of a session. `onSignInRequired` handles a missing sign-in, or the error of refused credentials.
 */
export const makeChecks = (
  runtime: AppRuntime,
  { principal }: AuthState,
  onSignInRequired: (error: SignInRequired | CredentialsError) => Promise<never>
): AuthChecks => {
  const run = async <E>(
    check: (service: Authorization["Service"]) => Effect.Effect<void, E | SignInRequired>
  ): Promise<void> => {
    // The redirect of Next.js is an exception that must not pass through an effect.
    const missing = await runtime.runPromise(
      Effect.flatMap(Authorization, check).pipe(
        Effect.as(undefined),
        Effect.catchIf(isSignInRequired, Effect.succeed)
      )
    )
    if (missing !== undefined) await onSignInRequired(findRefusal(principal) ?? missing)
  }
  return {
    requireUser: async () =>
      principal._tag === "User" || principal._tag === "AnonymousUser"
        ? principal
        : onSignInRequired(makeSignInError(principal)),
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
    requireMfa: () => run((service) => service.requireMfa(principal))
  }
}

const isSignInRequired = (error: unknown): error is SignInRequired => error instanceof SignInRequired
