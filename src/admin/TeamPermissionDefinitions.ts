/**
 * Permission definitions for teams.
 *
 * Six permissions are built in and cannot be changed: `$update_team`, `$delete_team`, `$read_members`, `$remove_members`,
 * `$invite_members` and `$manage_api_keys`. New projects also have `team_admin` and `team_member`, which contain some of them.
 */
import * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/permissionDefinitions.ts"
import { type Admin, callAsAdmin } from "./AdminService.ts"

/** Errors from {@link list}. */
export type ListError = ApiError

/** Lists the permissions, sorted by id, including the built-in ones. */
export const list: Effect.Effect<ReadonlyArray<wire.PermissionDefinition>, ListError, Admin> = /*#__PURE__*/ trace(
  "TeamPermissionDefinitions.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsAdmin(wire.listInTeams, {}))
)

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.createInTeams>

/**
 * Defines a permission.
 *
 * **Example** (A permission that contains another)
 *
 * ```ts
 * import { TeamPermissionDefinitions } from "latchkey/admin"
 *
 * const treasurer = TeamPermissionDefinitions.create({
 *   id: "treasurer",
 *   description: "Sees and pays the bills of the team",
 *   containedPermissionIds: ["$read_members"]
 * })
 * ```
 */
export const create = (
  definition: wire.PermissionDefinitionCreation
): Effect.Effect<wire.PermissionDefinition, CreateError, Admin> =>
  trace("TeamPermissionDefinitions.create", callAsAdmin(wire.createInTeams, { payload: definition }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateInTeams>

/**
 * Replaces a permission's definition, and returns the new definition. An `id` also renames granted and contained
 * permissions, but not in the default permissions.
 *
 * The service resets omitted fields, so the type requires the description and the contained permissions.
 *
 * **Example** (Adding a contained permission)
 *
 * ```ts
 * import { TeamPermissionDefinitions } from "latchkey/admin"
 *
 * const mayInvite = ({ containedPermissionIds, description, id }: TeamPermissionDefinitions.PermissionDefinition) =>
 *   TeamPermissionDefinitions.update(id, {
 *     description,
 *     containedPermissionIds: [...containedPermissionIds, "$invite_members"]
 *   })
 * ```
 */
export const update = (
  permissionId: string,
  definition: wire.PermissionDefinitionUpdate
): Effect.Effect<wire.PermissionDefinition, UpdateError, Admin> =>
  trace(
    "TeamPermissionDefinitions.update",
    callAsAdmin(wire.updateInTeams, { params: { permissionId }, payload: definition })
  )

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.removeInTeams>

/** Deletes a permission, including all grants and containments. The default permissions keep its id: remove it there first. */
export const remove = (permissionId: string): Effect.Effect<void, RemoveError, Admin> =>
  trace(
    "TeamPermissionDefinitions.remove",
    Effect.asVoid(callAsAdmin(wire.removeInTeams, { params: { permissionId } }))
  )

export type {
  PermissionDefinition,
  PermissionDefinitionCreation,
  PermissionDefinitionUpdate
} from "../wire/permissionDefinitions.ts"
