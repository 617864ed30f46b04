/** The codecs for permission definitions for teams and for the project, and their endpoints. */
import { array, type Codec, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound,
  RequestSchemaError
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { customPermissionId, permissionId } from "./permissionId.ts"
import { struct } from "./Struct.ts"

/**
 * A permission's definition. A user with the permission also has the permissions that it contains, recursively.
 */
export interface PermissionDefinition {
  readonly id: string
  readonly description?: string | undefined
  /** Sorted. */
  readonly containedPermissionIds: ReadonlyArray<string>
}

export const PermissionDefinition: Codec<PermissionDefinition> = /*#__PURE__*/ struct(() => ({
  id: string,
  description: optional(string),
  containedPermissionIds: array(string)
}))

/** A new permission definition. */
export interface PermissionDefinitionCreation {
  /** Lower-case letters, digits, `_` and `:`. Unique among the permissions of teams and of the project. */
  readonly id: string
  readonly description?: string | undefined
  /** Existing permissions of the same scope; none by default. */
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

/** The new content of a definition. The service resets omitted fields, so every field but `id` is required. */
export interface PermissionDefinitionUpdate {
  /** A new id. The id stays the same by default. */
  readonly id?: string | undefined
  /** `undefined` removes the description. */
  readonly description: string | undefined
  /** All contained permissions; `[]` for none. */
  readonly containedPermissionIds: ReadonlyArray<string>
}

const contentFields = () => ({
  description: optional(string),
  containedPermissionIds: optional(array(permissionId))
})

const idParams = () => struct({ permissionId })

const listShape = () => ({ success: listOf(PermissionDefinition) })

const createShape = () => ({
  payload: struct({ id: customPermissionId, ...contentFields() }),
  success: PermissionDefinition,
  errors: [PermissionIdAlreadyExists, ContainedPermissionNotFound, RequestSchemaError]
})

const updateShape = () => ({
  params: idParams(),
  payload: struct({ id: optional(customPermissionId), ...contentFields() }),
  success: PermissionDefinition,
  errors: [PermissionNotFound, PermissionIdAlreadyExists, ContainedPermissionNotFound, RequestSchemaError]
})

const removeShape = () => ({ params: idParams(), errors: [PermissionNotFound, RequestSchemaError] })

export const listInTeams = endpoint("admin.teamPermissionDefinitions.list", "GET", "/team-permission-definitions", {
  level: "admin"
}, listShape)

export const createInTeams = endpoint(
  "admin.teamPermissionDefinitions.create",
  "POST",
  "/team-permission-definitions",
  { level: "admin", status: 201 },
  createShape
)

export const updateInTeams = endpoint(
  "admin.teamPermissionDefinitions.update",
  "PATCH",
  "/team-permission-definitions/:permissionId",
  { level: "admin" },
  updateShape
)

export const removeInTeams = endpoint(
  "admin.teamPermissionDefinitions.remove",
  "DELETE",
  "/team-permission-definitions/:permissionId",
  { level: "admin" },
  removeShape
)

export const listInProject = endpoint(
  "admin.projectPermissionDefinitions.list",
  "GET",
  "/project-permission-definitions",
  { level: "admin" },
  listShape
)

export const createInProject = endpoint(
  "admin.projectPermissionDefinitions.create",
  "POST",
  "/project-permission-definitions",
  { level: "admin", status: 201 },
  createShape
)

export const updateInProject = endpoint(
  "admin.projectPermissionDefinitions.update",
  "PATCH",
  "/project-permission-definitions/:permissionId",
  { level: "admin" },
  updateShape
)

export const removeInProject = endpoint(
  "admin.projectPermissionDefinitions.remove",
  "DELETE",
  "/project-permission-definitions/:permissionId",
  { level: "admin" },
  removeShape
)
