/**
 * The principal's authorization: permissions, team membership, a verified email, a second factor, a recent sign-in, and scopes
 * for agents.
 *
 * Users are authorized by their session or by an API key. Anonymous users, which require `allowAnonymous`, are authorized
 * like any other user. A team's API key has no permissions, and is a member of that team only.
 *
 * Permissions, memberships and users are cached for 30 seconds. A service failure is an `ApiError`, and never
 * authorizes. Unknown and malformed ids are denied; a malformed one without a request.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { trace } from "../call/trace.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { InvalidOptions } from "../session/options.ts"
import type { SignInRequired } from "./authenticationErrors.ts"
import * as AuthorizationChecks from "./AuthorizationChecks.ts"
import { Principal, type UserPrincipal } from "./Principal.ts"
import type { Server } from "./ServerService.ts"

/** Checks what principals may do. Permissions, memberships and users are cached. */
export class Authorization extends withLayerHint(
  Context.Service<Authorization, AuthorizationChecks.AuthorizationChecks>()("latchkey/server/Authorization"),
  "Authentication.layer"
) {}

/** Creates the service. Sends no request. Fails with `InvalidOptions` if an option is invalid. */
export const make: (
  options?: AuthorizationChecks.Options
) => Effect.Effect<Authorization["Service"], InvalidOptions, Server> = AuthorizationChecks.make

/** Layer for the authorization. `Authentication.layer` includes it. */
export const layer = (options?: AuthorizationChecks.Options): Layer.Layer<Authorization, InvalidOptions, Server> =>
  Layer.effect(Authorization, make(options))

/** Applies a service method to the context's principal. */
const authorize = <E>(
  name: string,
  run: (service: Authorization["Service"], principal: Principal["Service"]) => Effect.Effect<void, E>
): Effect.Effect<void, E, Authorization | Principal> =>
  trace(
    name,
    Effect.flatMap(Authorization, (service) => Effect.flatMap(Principal, (principal) => run(service, principal)))
  )

/**
 * Requires a permission of the user, in a team or in the project. Permissions that others contain count.
 *
 * Fails with `PermissionRequired` if the user lacks it, does not exist, or is not a member of the team. The API keys of teams
 * have no permissions.
 *
 * **Example** (A route that deletes a report)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Authorization } from "latchkey/server"
 *
 * declare const deleteReport: (id: string) => Effect.Effect<void>
 *
 * const remove = (team: string, id: string) =>
 *   Effect.andThen(Authorization.require({ team, permission: "delete_reports" }), deleteReport(id))
 * ```
 */
export const require = (
  requirement: AuthorizationChecks.Requirement
): Effect.Effect<void, AuthorizationChecks.RequireError, Authorization | Principal> =>
  authorize("Authorization.require", (service, principal) => service.require(principal, requirement))

/** Requires a team member: a user, or the API key of the team itself. */
export const requireTeamMember = (
  requirement: AuthorizationChecks.TeamRequirement
): Effect.Effect<void, AuthorizationChecks.RequireTeamMemberError, Authorization | Principal> =>
  authorize(
    "Authorization.requireTeamMember",
    (service, principal) => service.requireTeamMember(principal, requirement)
  )

/**
 * Requires a user with a verified primary email. Access tokens from services since 2026 contain that fact, up to ten minutes
 * old. Other tokens and API keys need a request to the service, which is cached.
 */
export const requireVerifiedEmail: Effect.Effect<
  void,
  AuthorizationChecks.RequireVerifiedEmailError,
  Authorization | Principal
> = /*#__PURE__*/ authorize(
  "Authorization.requireVerifiedEmail",
  (service, principal) => service.requireVerifiedEmail(principal)
)

/** Requires a user who has set up two-factor authentication. The source is the same as for `requireVerifiedEmail`. */
export const requireMfa: Effect.Effect<void, AuthorizationChecks.RequireMfaError, Authorization | Principal> =
  /*#__PURE__*/ authorize("Authorization.requireMfa", (service, principal) => service.requireMfa(principal))

/**
 * Requires a scope that the user has granted to the agent.
 *
 * **Details**
 *
 * Fails with `InsufficientScope` for an agent's API key without the scope, and with `SignInRequired` without a principal. Users, the
 * keys that they create themselves, and the keys of teams have no scopes and pass. Sends no request.
 *
 * **Example** (A tool that writes)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Authorization } from "latchkey/server"
 *
 * declare const save: (note: string) => Effect.Effect<void>
 *
 * const write = (note: string) => Effect.andThen(Authorization.requireScope("notes:write"), save(note))
 * ```
 */
export const requireScope = (
  scope: string
): Effect.Effect<void, AuthorizationChecks.RequireScopeError, Authorization | Principal> =>
  authorize("Authorization.requireScope", (service, principal) => service.requireScope(principal, scope))

/**
 * Requires a user who has signed in recently, before a sensitive action such as a payout.
 *
 * **Details**
 *
 * The proof is the age of the session that the access token names. A refresh does not renew it; a sign-in with any method
 * does. The first check of a session may send a request, and its result is cached. A token that is older than `within`, or of a
 * user who has just signed up, needs none.
 *
 * The response to `RecentSignInRequired` is the challenge of RFC 9470, which Latchkey's clients answer: the user signs in
 * again, and the request is repeated.
 *
 * **Gotchas**
 *
 * Fails with `SignInRequired` for API keys and anonymous users, and with `MfaRequired` for a user without the required
 * second factor. A user who has set it up since the last sign-in has not used it yet.
 *
 * **Example** (A payout)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Authorization } from "latchkey/server"
 *
 * declare const pay: (amount: number) => Effect.Effect<void>
 *
 * const payOut = (amount: number) =>
 *   Effect.andThen(Authorization.requireRecent({ within: "5 minutes" }), pay(amount))
 * ```
 */
export const requireRecent = (
  requirement: AuthorizationChecks.RecentRequirement
): Effect.Effect<void, AuthorizationChecks.RequireRecentError, Authorization | Principal> =>
  authorize("Authorization.requireRecent", (service, principal) => service.requireRecent(principal, requirement))

/** Returns the signed-in user. Fails with `SignInRequired` for anonymous users and for API keys, which have no session. */
export const requireUser: Effect.Effect<UserPrincipal, SignInRequired, Principal> = /*#__PURE__*/ Effect.flatMap(
  Principal,
  (principal) => principal._tag === "User" ? Effect.succeed(principal) : AuthorizationChecks.signInRequired
)

/** Returns the id of the session's user or the API key's owner. Fails with `SignInRequired` for anonymous users and team keys. */
export const requireUserId: Effect.Effect<string, SignInRequired, Principal> = /*#__PURE__*/ Effect.flatMap(
  Principal,
  (principal) =>
    principal._tag === "User" || principal._tag === "UserApiKey"
      ? Effect.succeed(principal.userId)
      : AuthorizationChecks.signInRequired
)

/**
 * Removes a user's cached values after the user, a permission or a membership changed. Other processes keep their values until
 * they expire.
 *
 * **Example** (A promotion that is effective immediately)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Authorization, Permissions } from "latchkey/server"
 *
 * const promote = (team: string, userId: string) =>
 *   Effect.andThen(
 *     Permissions.grantInTeam({ teamId: team, userId, permissionId: "team_admin" }),
 *     Authorization.invalidate({ userId, team })
 *   )
 * ```
 */
export const invalidate = (changed: AuthorizationChecks.Invalidation): Effect.Effect<void, never, Authorization> =>
  Effect.flatMap(Authorization, (service) => service.invalidate(changed))

export type {
  AuthorizationChecks,
  Options,
  RecentRequirement,
  RequireError,
  Requirement,
  RequireMfaError,
  RequireRecentError,
  RequireScopeError,
  RequireTeamMemberError,
  RequireVerifiedEmailError
} from "./AuthorizationChecks.ts"
