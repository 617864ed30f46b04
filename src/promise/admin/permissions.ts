/** `admin.permissions`: permission definitions. */
import type { Admin } from "../../admin/AdminService.ts"
import * as ProjectPermissionDefinitions from "../../admin/ProjectPermissionDefinitions.ts"
import * as TeamPermissionDefinitions from "../../admin/TeamPermissionDefinitions.ts"
import { createInTeams, updateInTeams } from "../../wire/permissionDefinitions.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"

/** The permissions that exist, in teams or in the project. To grant one, use `admin.server.permissions`. */
export interface AdminPermissions {
  /** Lists the permissions, sorted by id, with the built-in ones. */
  readonly list: (
    options?: CallOptions
  ) => Call<ReadonlyArray<TeamPermissionDefinitions.PermissionDefinition>, TeamPermissionDefinitions.ListError>
  readonly create: (
    definition: TeamPermissionDefinitions.PermissionDefinitionCreation,
    options?: CallOptions
  ) => Call<TeamPermissionDefinitions.PermissionDefinition, TeamPermissionDefinitions.CreateError>
  /** Replaces a definition, and returns it. A new `id` also renames granted and contained permissions. */
  readonly update: (
    permissionId: string,
    definition: TeamPermissionDefinitions.PermissionDefinitionUpdate,
    options?: CallOptions
  ) => Call<TeamPermissionDefinitions.PermissionDefinition, TeamPermissionDefinitions.UpdateError>
  /** Deletes a permission with all grants. The default permission lists keep its id: remove it there first. */
  readonly remove: (permissionId: string, options?: CallOptions) => Call<void, TeamPermissionDefinitions.RemoveError>
}

const makePermissions = (
  definitions: typeof TeamPermissionDefinitions | typeof ProjectPermissionDefinitions
) =>
  withNames<AdminPermissions, Admin>({
    list: () => definitions.list,
    create: (definition) => definitions.create(definition),
    update: (permissionId, definition) => definitions.update(permissionId, definition),
    remove: (permissionId) => definitions.remove(permissionId)
  }, { create: [fieldsOf(createInTeams)], update: [null, fieldsOf(updateInTeams)] })

/** @internal */
export const team = /*#__PURE__*/ makePermissions(TeamPermissionDefinitions)

/** @internal */
export const project = /*#__PURE__*/ makePermissions(ProjectPermissionDefinitions)
