/** The codecs for permissions in teams, and their endpoints. */
import { booleanFromString, type Codec, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  PermissionNotFound,
  PermissionScopeMismatch,
  RequestSchemaError,
  TeamMembershipNotFound,
  TeamPermissionNotFound,
  UserNotFound
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { permissionId } from "./permissionId.ts"
import { struct } from "./Struct.ts"
import { uuid, uuidOrMe } from "./uuid.ts"

/** A permission that a user has in a team. */
export interface TeamPermission {
  /** The permission, such as `$update_team` or `team_admin`. */
  readonly id: string
  readonly teamId: string
  readonly userId: string
}

export const TeamPermission: Codec<TeamPermission> = /*#__PURE__*/ struct(() => ({
  id: string,
  teamId: string,
  userId: string
}))

const grantParams = () => struct({ teamId: uuid, userId: uuidOrMe, permissionId })

const listShape = () => ({
  query: struct({
    teamId: optional(uuid),
    userId: optional(uuidOrMe),
    permissionId: optional(permissionId),
    recursive: optional(booleanFromString)
  }),
  success: listOf(TeamPermission),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
})

export const list = endpoint("teamPermissions.list", "GET", "/team-permissions", { session: true }, listShape)

export const listAsServer = endpoint("teamPermissions.list.server", "GET", "/team-permissions", {
  level: "server",
  session: "me"
}, listShape)

export const grant = endpoint(
  "teamPermissions.grant",
  "POST",
  "/team-permissions/:teamId/:userId/:permissionId",
  { level: "server", session: "me", status: 201 },
  () => ({
    params: grantParams(),
    payload: struct({}),
    success: TeamPermission,
    errors: [
      CannotGetOwnUserWithoutUser,
      UserNotFound,
      TeamMembershipNotFound,
      PermissionNotFound,
      PermissionScopeMismatch,
      RequestSchemaError
    ]
  })
)

export const revoke = endpoint(
  "teamPermissions.revoke",
  "DELETE",
  "/team-permissions/:teamId/:userId/:permissionId",
  { level: "server", session: "me" },
  () => ({
    params: grantParams(),
    errors: [
      CannotGetOwnUserWithoutUser,
      UserNotFound,
      TeamMembershipNotFound,
      TeamPermissionNotFound,
      RequestSchemaError
    ]
  })
)
