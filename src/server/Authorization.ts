/**
 * Authorization of the principal: permissions, team membership, a verified email, a second factor.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type {
  MfaRequired,
  PermissionRequired,
  SignInRequired,
  TeamMembershipRequired,
  VerifiedEmailRequired
} from "./authenticationErrors.ts"
import { Principal } from "./Principal.ts"

/**
 * A permission, in a team or in the project.
 *
 * @category options
 * @since 0.1.0
 */
export interface Requirement {
  readonly permission: string
  /** The id of the team. Without it, the permission is one of the project. */
  readonly team?: string | undefined
}

/** The errors of {@link require}. */
export type RequireError = SignInRequired | PermissionRequired | ApiError

type Any = Principal["Service"]

/**
 * Checks what principals may do. Permission lists and users are cached for a while.
 *
 * @category services
 * @since 0.1.0
 */
export class Authorization extends withLayerHint(
  Context.Service<Authorization, {
    readonly require: (principal: Any, requirement: Requirement) => Effect.Effect<void, RequireError>
    readonly requireTeamMember: (
      principal: Any,
      team: string
    ) => Effect.Effect<void, SignInRequired | TeamMembershipRequired | ApiError>
    readonly requireVerifiedEmail: (
      principal: Any
    ) => Effect.Effect<void, SignInRequired | VerifiedEmailRequired | ApiError>
    readonly requireMfa: (principal: Any) => Effect.Effect<void, SignInRequired | MfaRequired | ApiError>
  }>()("latchkey/server/Authorization"),
  "Authentication.layer"
) {}

/**
 * Requires a permission of the principal.
 *
 * @category authorization
 * @since 0.1.0
 */
export const require = (requirement: Requirement): Effect.Effect<void, RequireError, Authorization | Principal> =>
  Effect.flatMap(
    Authorization,
    (service) => Effect.flatMap(Principal, (principal) => service.require(principal, requirement))
  )
