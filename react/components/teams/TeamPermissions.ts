import type { TeamPermission } from "../../../src/account/Permissions.ts"

/** A built-in team permission. */
type TeamAction =
  | "$delete_team"
  | "$invite_members"
  | "$manage_api_keys"
  | "$read_members"
  | "$remove_members"
  | "$update_team"

/** The user's permissions in a team. */
export interface TeamPermissions {
  /** Returns `true` if the user has a permission. */
  readonly may: (action: TeamAction) => boolean
  /** The permissions that the app defines, such as `team_admin`. */
  readonly roles: ReadonlyArray<string>
  /** The built-in permissions. */
  readonly actions: ReadonlyArray<string>
}

/** Selects the user's permissions in a team from those in all teams. */
export const makeTeamPermissions = (permissions: ReadonlyArray<TeamPermission>, teamId: string): TeamPermissions => {
  const ids = permissions.filter((permission) => permission.teamId === teamId).map(({ id }) => id)
  return {
    may: (action) => ids.includes(action),
    roles: ids.filter((id) => !id.startsWith("$")),
    actions: ids.filter((id) => id.startsWith("$"))
  }
}
