/** The English texts for teams and for the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"

const permissionNames: PermissionNames = {
  team_admin: "Admin",
  team_member: "Member",
  $delete_team: "Delete the team",
  $invite_members: "Invite members",
  $manage_api_keys: "Manage API keys",
  $read_members: "View members",
  $remove_members: "Remove members",
  $update_team: "Edit the team"
}

export const teamSettings = {
  title: "Team settings",
  navigation: "Team settings",
  general: "General",
  members: "Members",
  invitations: "Invitations",
  apiKeys: "API keys",
  notMember: "You aren't a member of this team.",
  notSelected: "Select a team to see its settings."
}

export const teamProfile = {
  displayName: "Team name",
  picture: "Team picture"
}

export const teamMembers = {
  title: "Members",
  you: "You",
  /** The text for a member without a name. */
  unnamed: "Unnamed member",
  /** A list's label. */
  permissions: "Your permissions",
  noPermissions: "You have no permissions in this team.",
  /** A permission's name. `id` is its id, such as `$update_team`, or the id if the app defined the permission. */
  permission: (id: string): string => permissionName(permissionNames, id),
  hidden: "You don't have permission to see the other members.",
  remove: "Remove",
  removeTitle: (name: string): string => `Remove ${name}?`,
  removeText: (team: string): string => `They will lose access to ${team}.`,
  removed: (name: string): string => `${name} was removed.`,
  notFound: "This person is no longer a member.",
  invite: "Invite members"
}

export const teamInvitations = {
  title: "Invitations",
  email: "Email",
  send: "Send invitation",
  sent: (email: string): string => `Invitation sent to ${email}.`,
  none: "People you invite appear here until they join.",
  expires: (date: string): string => `Expires ${date}`,
  revoke: "Revoke",
  revoked: (email: string): string => `Invitation for ${email} revoked.`,
  inviteAgain: "Invite again"
}

export const leaveTeam = {
  title: "Leave team",
  text: "You'll lose access to this team.",
  open: "Leave team",
  confirmTitle: (team: string): string => `Leave ${team}?`,
  confirmText: "You'll need a new invitation to rejoin.",
  submit: "Leave team"
}

export const deleteTeam = {
  title: "Delete team",
  text: "This permanently deletes the team and all of its data.",
  open: "Delete team",
  confirmTitle: (team: string): string => `Delete ${team}?`,
  submit: "Delete team"
}

export const createTeam = {
  title: "Create a team",
  displayName: "Team name",
  submit: "Create team",
  closed: "You can't create teams in this app."
}

export const teamSwitcher = {
  /** The menu's accessible name. */
  label: "Switch team",
  select: "Select a team",
  personal: "Personal account",
  create: "Create a team",
  settings: "Team settings",
  none: "You aren't a member of any team.",
  failed: "We couldn't load your teams.",
  search: "Search teams",
  notFound: "No teams found"
}

export const userButton = {
  /** The button's accessible name. */
  label: "User menu",
  manageAccount: "Manage account",
  theme: "Theme",
  light: "Light",
  dark: "Dark",
  system: "System",
  signOut: "Sign out"
}

export const buttons = {
  signIn: "Sign in",
  signUp: "Sign up",
  signOut: "Sign out"
}
