/** The codecs for permissions in the project, and their endpoints. */
import { booleanFromString, type Codec, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  PermissionNotFound,
  PermissionScopeMismatch,
  RequestSchemaError,
  UserNotFound
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { permissionId } from "./permissionId.ts"
import { struct } from "./Struct.ts"
import { uuidOrMe } from "./uuid.ts"

/** A permission that a user has in the project. */
export interface ProjectPermission {
  /** The permission, such as `moderator`. */
  readonly id: string
  readonly userId: string
}

export const ProjectPermission: Codec<ProjectPermission> = /*#__PURE__*/ struct(() => ({ id: string, userId: string }))

const grantParams = () => struct({ userId: uuidOrMe, permissionId })

const listShape = () => ({
  query: struct({
    userId: optional(uuidOrMe),
    permissionId: optional(permissionId),
    recursive: optional(booleanFromString)
  }),
  success: listOf(ProjectPermission),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
})

export const list = endpoint("projectPermissions.list", "GET", "/project-permissions", { session: true }, listShape)

export const listAsServer = endpoint("projectPermissions.list.server", "GET", "/project-permissions", {
  level: "server",
  session: "me"
}, listShape)

export const grant = endpoint(
  "projectPermissions.grant",
  "POST",
  "/project-permissions/:userId/:permissionId",
  { level: "server", session: "me", status: 201 },
  () => ({
    params: grantParams(),
    payload: struct({}),
    success: ProjectPermission,
    errors: [CannotGetOwnUserWithoutUser, UserNotFound, PermissionNotFound, PermissionScopeMismatch, RequestSchemaError]
  })
)

export const revoke = endpoint(
  "projectPermissions.revoke",
  "DELETE",
  "/project-permissions/:userId/:permissionId",
  { level: "server", session: "me" },
  () => ({
    params: grantParams(),
    errors: [CannotGetOwnUserWithoutUser, UserNotFound, PermissionNotFound, RequestSchemaError]
  })
)
