/**
 * Hooks for the user's permissions, in teams and in the project.
 *
 * All hooks share two lists: one for all permissions in teams, and one for the permissions in the project. A page with a
 * hundred checks sends two requests.
 */
import * as Cause from "effect/Cause"
import { identity } from "effect/Function"
import * as Predicate from "effect/Predicate"
import { useCallback, useMemo } from "react"
import type * as Permissions from "../src/account/Permissions.ts"
import * as Resources from "../src/account/Resources.ts"
import type { CacheState, Resource } from "../src/cache/Resource.ts"
import { useResourceState, useSelected } from "./useResource.ts"

/** A permission in a team, or in the project if `teamId` is omitted. */
type PermissionName = {
  readonly permissionId: string
  readonly teamId?: string | undefined
}

/** The errors while permissions are fetched. */
export type PermissionError = typeof Resources.projectPermissions extends Resource<any, infer E> ? E : never

type Permission = Permissions.ProjectPermission & Partial<Permissions.TeamPermission>

// Sound: resources are read-only, and both lists contain permissions with an optional team.
const permissionsResource = (teamId: string | undefined) =>
  (teamId === undefined ? Resources.projectPermissions : Resources.teamPermissions) as Resource<
    ReadonlyArray<Permission>,
    PermissionError
  >

const filterByTeam = (teamId: string | undefined, permissions: ReadonlyArray<Permission>) =>
  permissions.filter((permission) => permission.teamId === teamId?.toLowerCase())

const mapValue = <A, B, E>(state: CacheState<A, E>, f: (value: A) => B): CacheState<B, E> =>
  state._tag === "Ready" ? { ...state, value: f(state.value) } : state

/** Returns the user's permissions in a team, including inherited ones. Without a team, returns those in the project. */
export const usePermissions: {
  (options: { readonly teamId: string }): ReadonlyArray<Permissions.TeamPermission>
  (options?: { readonly teamId?: undefined }): ReadonlyArray<Permissions.ProjectPermission>
} = ({ teamId }: { readonly teamId?: string | undefined } = {}): ReadonlyArray<any> => {
  // Sound: the overloads define which permissions have a team.
  const permissions = useSelected(permissionsResource(teamId), identity)
  return useMemo(() => filterByTeam(teamId, permissions), [permissions, teamId])
}

/** Returns the user's permissions in a team, or those in the project, as a state. */
export const usePermissionsState: {
  (options: { readonly teamId: string }): CacheState<ReadonlyArray<Permissions.TeamPermission>, PermissionError>
  (options?: { readonly teamId?: undefined }): CacheState<ReadonlyArray<Permissions.ProjectPermission>, PermissionError>
} = ({ teamId }: { readonly teamId?: string | undefined } = {}): CacheState<ReadonlyArray<any>, PermissionError> => {
  // Sound: see `usePermissions`.
  const state = useResourceState(permissionsResource(teamId))
  return useMemo(() => mapValue(state, (permissions) => filterByTeam(teamId, permissions)), [state, teamId])
}

/**
 * Returns `true` if the user has a permission. Returns `false` if no user is signed in. Suspends until the permissions are
 * fetched, and throws a failure to the next error boundary.
 *
 * **Example** (A button for members with a permission)
 *
 * ```tsx
 * import { usePermission } from "latchkey/react"
 *
 * const Invite = ({ teamId }: { readonly teamId: string }) =>
 *   usePermission({ permissionId: "$invite_members", teamId }) ? <button>Invite</button> : null
 * ```
 */
export const usePermission = ({ permissionId, teamId }: PermissionName): boolean =>
  useSelected(
    permissionsResource(teamId),
    useCallback((state) => selectPermission(state, permissionId, teamId), [permissionId, teamId])
  )

/** Returns a permission check as a state. Its value is `true` if the user has the permission. */
export const usePermissionState = ({ permissionId, teamId }: PermissionName): CacheState<boolean, PermissionError> => {
  const state = useResourceState(permissionsResource(teamId))
  return useMemo(() => selectPermission(state, permissionId, teamId), [permissionId, state, teamId])
}

const selectPermission = (
  state: CacheState<ReadonlyArray<Permission>, PermissionError>,
  permissionId: string,
  teamId: string | undefined
): CacheState<boolean, PermissionError> =>
  state._tag === "Failed" && Predicate.isTagged(Cause.squash(state.cause), "CannotGetOwnUserWithoutUser")
    ? { _tag: "Ready", value: false, isRefreshing: state.isRefreshing, stale: undefined }
    : mapValue(state, (permissions) => filterByTeam(teamId, permissions).some(({ id }) => id === permissionId))
