/**
 * What the user who is signed in may do: in a team, and in the project.
 *
 * A permission may contain others. Whoever has `team_admin` in a team, as a project defines it at first, has
 * `$update_team` too, the right to change the team.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as project from "../wire/projectPermissions.ts"
import * as team from "../wire/teamPermissions.ts"

/**
 * Which permissions count. Without `recursive`, only those that were granted directly; with it, which is the default, also
 * those that the granted ones contain.
 *
 * @category options
 * @since 0.1.0
 */
export interface ListOptions {
  readonly recursive?: boolean | undefined
}

/**
 * Lists the user's permissions in a team, sorted by id. In a team that the user is no member of, there are none.
 *
 * @category reading
 * @since 0.1.0
 */
export const listInTeam: (teamId: string, options?: ListOptions) => Effect.Effect<
  ReadonlyArray<team.TeamPermission>,
  KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.SchemaError | ApiError,
  Client
> = (teamId, options) => traced("Permissions.listInTeam", inTeam({ teamId: certain(teamId), ...flag(options) }))

/**
 * Says whether the user has a permission in a team.
 *
 * **Example** (A button for those who may press it)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Permissions } from "latchkey"
 *
 * const inviteButton = (teamId: string) =>
 *   Effect.map(
 *     Permissions.hasInTeam(teamId, "$invite_members"),
 *     (mayInvite) => mayInvite ? "<button>Invite</button>" : ""
 *   )
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const hasInTeam: (teamId: string, permissionId: string, options?: ListOptions) => Effect.Effect<
  boolean,
  KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.SchemaError | ApiError,
  Client
> = (teamId, permissionId, options) =>
  traced(
    "Permissions.hasInTeam",
    Effect.map(
      inTeam({ teamId: certain(teamId), permissionId: certain(permissionId), ...flag(options) }),
      isSome
    )
  )

/**
 * Lists the user's permissions in the project, sorted by id.
 *
 * @category reading
 * @since 0.1.0
 */
export const listInProject: (options?: ListOptions) => Effect.Effect<
  ReadonlyArray<project.ProjectPermission>,
  KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.SchemaError | ApiError,
  Client
> = (options) => traced("Permissions.listInProject", inProject(flag(options)))

/**
 * Says whether the user has a permission in the project.
 *
 * @category reading
 * @since 0.1.0
 */
export const hasInProject: (permissionId: string, options?: ListOptions) => Effect.Effect<
  boolean,
  KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.SchemaError | ApiError,
  Client
> = (permissionId, options) =>
  traced(
    "Permissions.hasInProject",
    Effect.map(inProject({ permissionId: certain(permissionId), ...flag(options) }), isSome)
  )

/** As it travels. It always does: left out, the service would take it for `false`. */
const flag = ({ recursive = true }: ListOptions = {}) => ({ recursive: recursive ? "true" : "false" } as const)

/** What is `undefined` in spite of its type would mean anything in a filter: as a text it is no id, or one of nothing. */
const certain = (id: string): string => String(id)

const isSome = (permissions: ReadonlyArray<unknown>): boolean => permissions.length > 0

interface Filter {
  readonly permissionId?: string
  readonly recursive: "true" | "false"
}

const inTeam = (query: Filter & { readonly teamId: string }) =>
  Effect.map(callAsClient(team.list, { query: { ...query, userId: "me" } }), ({ items }) => items)

const inProject = (query: Filter) =>
  Effect.map(callAsClient(project.list, { query: { ...query, userId: "me" } }), ({ items }) => items)

/** @since 0.1.0 */
export type { ProjectPermission } from "../wire/projectPermissions.ts"

/** @since 0.1.0 */
export type { TeamPermission } from "../wire/teamPermissions.ts"
