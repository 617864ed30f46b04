/** Permission definitions for the project, as opposed to teams. The service has no built-in ones. */
import * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/permissionDefinitions.ts"
import { type Admin, callAsAdmin } from "./AdminService.ts"

/** Errors from {@link list}. */
export type ListError = ApiError

/** Lists the permissions, sorted by id. */
export const list: Effect.Effect<ReadonlyArray<wire.PermissionDefinition>, ListError, Admin> = /*#__PURE__*/ trace(
  "ProjectPermissionDefinitions.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsAdmin(wire.listInProject, {}))
)

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.createInProject>

/**
 * Defines a permission.
 *
 * **Example** (A permission for moderators)
 *
 * ```ts
 * import { ProjectPermissionDefinitions } from "latchkey/admin"
 *
 * const moderator = ProjectPermissionDefinitions.create({ id: "moderator", description: "Hides comments" })
 * ```
 */
export const create = (
  definition: wire.PermissionDefinitionCreation
): Effect.Effect<wire.PermissionDefinition, CreateError, Admin> =>
  trace("ProjectPermissionDefinitions.create", callAsAdmin(wire.createInProject, { payload: definition }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateInProject>

/**
 * Replaces a permission's definition, and returns the new definition. An `id` also renames granted and contained
 * permissions, but not in the default permissions.
 *
 * The service resets omitted fields, so the type requires the description and the contained permissions.
 */
export const update = (
  permissionId: string,
  definition: wire.PermissionDefinitionUpdate
): Effect.Effect<wire.PermissionDefinition, UpdateError, Admin> =>
  trace(
    "ProjectPermissionDefinitions.update",
    callAsAdmin(wire.updateInProject, { params: { permissionId }, payload: definition })
  )

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.removeInProject>

/** Deletes a permission, including all grants and containments. The default permissions keep its id: remove it there first. */
export const remove = (permissionId: string): Effect.Effect<void, RemoveError, Admin> =>
  trace(
    "ProjectPermissionDefinitions.remove",
    Effect.asVoid(callAsAdmin(wire.removeInProject, { params: { permissionId } }))
  )

export type {
  PermissionDefinition,
  PermissionDefinitionCreation,
  PermissionDefinitionUpdate
} from "../wire/permissionDefinitions.ts"
