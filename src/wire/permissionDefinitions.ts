/**
 * What permissions there are in teams and in the project, as it travels, and the requests about it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound,
  RequestSchemaError
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { memoize } from "./memoize.ts"
import { customPermissionId, permissionId } from "./permissionId.ts"
import { struct, type Wire } from "./Struct.ts"
import { success } from "./success.ts"

/**
 * A permission that can be granted. Whoever has it has all those that it contains too, and what they contain.
 *
 * @category models
 * @since 0.1.0
 */
export interface PermissionDefinition {
  readonly id: string
  readonly description?: string | undefined
  /** Sorted. */
  readonly containedPermissionIds: ReadonlyArray<string>
}

/** @since 0.1.0 */
export const PermissionDefinition: () => Wire<PermissionDefinition> = /*#__PURE__*/ memoize(() =>
  struct({
    id: Schema.String,
    description: Schema.optional(Schema.String),
    containedPermissionIds: Schema.Array(Schema.String)
  })
)

/**
 * What is said about a permission that is defined.
 *
 * @category models
 * @since 0.1.0
 */
export interface PermissionDefinitionCreation {
  /** Lower-case letters, digits, `_` and `:`. No two permissions have the same, be it in teams or in the project. */
  readonly id: string
  readonly description?: string | undefined
  /** Permissions of the same kind that exist already; none by default. */
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

/**
 * What a definition shall be from now on. The service does not keep what an update leaves out, so nothing can be left out
 * but a new id.
 *
 * @category models
 * @since 0.1.0
 */
export interface PermissionDefinitionUpdate {
  /** A new id; the old one stays when this is left out. */
  readonly id?: string | undefined
  /** `undefined` removes the description. */
  readonly description: string | undefined
  /** All that the permission contains; `[]` for nothing. */
  readonly containedPermissionIds: ReadonlyArray<string>
}

const contentFields = () => ({
  description: Schema.optional(Schema.String),
  containedPermissionIds: Schema.optional(Schema.Array(permissionId()))
})

const idParams = () => struct({ permissionId: permissionId() })

const listShape = () => ({ success: listOf(PermissionDefinition()) })

const createShape = () => ({
  payload: struct({ id: customPermissionId(), ...contentFields() }),
  success: PermissionDefinition(),
  errors: [PermissionIdAlreadyExists, ContainedPermissionNotFound, RequestSchemaError]
})

const updateShape = () => ({
  params: idParams(),
  payload: struct({ id: Schema.optional(customPermissionId()), ...contentFields() }),
  success: PermissionDefinition(),
  errors: [PermissionNotFound, PermissionIdAlreadyExists, ContainedPermissionNotFound, RequestSchemaError]
})

const removeShape = () => ({ params: idParams(), success: success(), errors: [PermissionNotFound, RequestSchemaError] })

/** @since 0.1.0 */
export const listInTeams = endpoint("admin.teamPermissionDefinitions.list", "GET", "/team-permission-definitions", {
  level: "admin"
}, listShape)

/** @since 0.1.0 */
export const createInTeams = endpoint(
  "admin.teamPermissionDefinitions.create",
  "POST",
  "/team-permission-definitions",
  { level: "admin", status: 201 },
  createShape
)

/** @since 0.1.0 */
export const updateInTeams = endpoint(
  "admin.teamPermissionDefinitions.update",
  "PATCH",
  "/team-permission-definitions/:permissionId",
  { level: "admin" },
  updateShape
)

/** @since 0.1.0 */
export const removeInTeams = endpoint(
  "admin.teamPermissionDefinitions.delete",
  "DELETE",
  "/team-permission-definitions/:permissionId",
  { level: "admin" },
  removeShape
)

/** @since 0.1.0 */
export const listInProject = endpoint(
  "admin.projectPermissionDefinitions.list",
  "GET",
  "/project-permission-definitions",
  { level: "admin" },
  listShape
)

/** @since 0.1.0 */
export const createInProject = endpoint(
  "admin.projectPermissionDefinitions.create",
  "POST",
  "/project-permission-definitions",
  { level: "admin", status: 201 },
  createShape
)

/** @since 0.1.0 */
export const updateInProject = endpoint(
  "admin.projectPermissionDefinitions.update",
  "PATCH",
  "/project-permission-definitions/:permissionId",
  { level: "admin" },
  updateShape
)

/** @since 0.1.0 */
export const removeInProject = endpoint(
  "admin.projectPermissionDefinitions.delete",
  "DELETE",
  "/project-permission-definitions/:permissionId",
  { level: "admin" },
  removeShape
)
