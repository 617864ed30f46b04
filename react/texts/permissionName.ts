/** Permission names. */

/** Names for the permissions that the service defines, by id. */
export interface PermissionNames {
  readonly team_admin: string
  readonly team_member: string
  readonly $delete_team: string
  readonly $invite_members: string
  readonly $manage_api_keys: string
  readonly $read_members: string
  readonly $remove_members: string
  readonly $update_team: string
}

/** Returns a permission's name, or the id if the app defined the permission. */
export const permissionName = (names: PermissionNames, id: string): string =>
  // Sound: `names` has only ids as keys.
  Object.hasOwn(names, id) ? names[id as keyof PermissionNames] : id
