/**
 * The hooks that tell what the user may do: in a team, and in the project.
 *
 * One list of all permissions in teams, and one of those in the project, answer every question: a page with a hundred checks
 * sends two requests.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import { useCallback, useMemo } from "react"
import type * as Permissions from "../src/account/Permissions.ts"
import * as Resources from "../src/account/Resources.ts"
import type { Resource, State } from "../src/cache/Resource.ts"
import { useResourceState, useSelected } from "./resource.ts"

/**
 * Names a permission: in a team, or in the project if no team is named.
 *
 * @category models
 * @since 0.1.0
 */
export interface PermissionName {
  readonly permissionId: string
  readonly teamId?: string | undefined
}

/**
 * Why the user's permissions cannot be told.
 *
 * @category models
 * @since 0.1.0
 */
export type PermissionError = typeof Resources.projectPermissions extends Resource<any, infer E> ? E : never

type Permission = Permissions.ProjectPermission & Partial<Permissions.TeamPermission>

// Sound: nothing is written to a resource, and both lists are of permissions that may have a team.
const permissionsIn = (teamId: string | undefined) =>
  (teamId === undefined ? Resources.projectPermissions : Resources.teamPermissions) as Resource<
    ReadonlyArray<Permission>,
    PermissionError
  >

const within = (teamId: string | undefined, permissions: ReadonlyArray<Permission>) =>
  permissions.filter((permission) => permission.teamId === teamId?.toLowerCase())

const mapValue = <A, B, E>(state: State<A, E>, f: (value: A) => B): State<B, E> =>
  state._tag === "Ready" ? { ...state, value: f(state.value) } : state

/**
 * Returns the user's permissions in a team, those that others contain included; without a team, those in the project.
 *
 * @category permissions
 * @since 0.1.0
 */
export const usePermissions: {
  (options: { readonly teamId: string }): ReadonlyArray<Permissions.TeamPermission>
  (options?: { readonly teamId?: undefined }): ReadonlyArray<Permissions.ProjectPermission>
} = ({ teamId }: { readonly teamId?: string | undefined } = {}): ReadonlyArray<any> => {
  // Sound: the overloads say which permissions have a team.
  const permissions = useSelected(permissionsIn(teamId), same)
  return useMemo(() => within(teamId, permissions), [permissions, teamId])
}

const same = <A>(state: A): A => state

/**
 * Returns the state of the user's permissions in a team, or of those in the project.
 *
 * @category permissions
 * @since 0.1.0
 */
export const usePermissionsState: {
  (options: { readonly teamId: string }): State<ReadonlyArray<Permissions.TeamPermission>, PermissionError>
  (options?: { readonly teamId?: undefined }): State<ReadonlyArray<Permissions.ProjectPermission>, PermissionError>
} = ({ teamId }: { readonly teamId?: string | undefined } = {}): State<ReadonlyArray<any>, PermissionError> => {
  // Sound: as above.
  const state = useResourceState(permissionsIn(teamId))
  return useMemo(() => mapValue(state, (permissions) => within(teamId, permissions)), [state, teamId])
}

/**
 * Returns whether the user has a permission. Nobody has one when nobody is signed in. Suspends until it is known, and throws
 * the error to the next error boundary when it cannot be known.
 *
 * **Example** (A button for those who may press it)
 *
 * ```tsx
 * import { usePermission } from "latchkey/react"
 *
 * const Invite = ({ teamId }: { readonly teamId: string }) =>
 *   usePermission({ permissionId: "$invite_members", teamId }) ? <button>Invite</button> : null
 * ```
 *
 * @category permissions
 * @since 0.1.0
 */
export const usePermission = ({ permissionId, teamId }: PermissionName): boolean =>
  useSelected(
    permissionsIn(teamId),
    useCallback((state) => isHeld(state, permissionId, teamId), [permissionId, teamId])
  )

/**
 * Returns the state of whether the user has a permission.
 *
 * @category permissions
 * @since 0.1.0
 */
export const usePermissionState = ({ permissionId, teamId }: PermissionName): State<boolean, PermissionError> => {
  const state = useResourceState(permissionsIn(teamId))
  return useMemo(() => isHeld(state, permissionId, teamId), [permissionId, state, teamId])
}

const isHeld = (
  state: State<ReadonlyArray<Permission>, PermissionError>,
  permissionId: string,
  teamId: string | undefined
): State<boolean, PermissionError> =>
  state._tag === "Failed" && Predicate.isTagged(Cause.squash(state.cause), "CannotGetOwnUserWithoutUser")
    ? { _tag: "Ready", value: false, isRefreshing: state.isRefreshing, stale: undefined }
    : mapValue(state, (permissions) => within(teamId, permissions).some(({ id }) => id === permissionId))
