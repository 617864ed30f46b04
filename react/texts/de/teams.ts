/** The German texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "Admin",
  team_member: "Mitglied",
  $delete_team: "Team löschen",
  $invite_members: "Mitglieder einladen",
  $manage_api_keys: "API-Schlüssel verwalten",
  $read_members: "Mitglieder ansehen",
  $remove_members: "Mitglieder entfernen",
  $update_team: "Team bearbeiten"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "Teameinstellungen",
  navigation: "Teameinstellungen",
  general: "Allgemein",
  members: "Mitglieder",
  invitations: "Einladungen",
  apiKeys: "API-Schlüssel",
  notMember: "Du bist kein Mitglied dieses Teams.",
  notSelected: "Wähle ein Team aus, um seine Einstellungen zu sehen."
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "Teamname",
  picture: "Teambild"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "Mitglieder",
  you: "Du",
  unnamed: "Mitglied ohne Namen",
  permissions: "Deine Berechtigungen",
  noPermissions: "Du hast in diesem Team keine Berechtigungen.",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "Dir fehlt die Berechtigung, die anderen Mitglieder zu sehen.",
  remove: "Entfernen",
  removeTitle: (name) => `${name} entfernen?`,
  removeText: (team) => `Diese Person verliert den Zugriff auf ${team}.`,
  removed: (name) => `${name} wurde entfernt.`,
  notFound: "Diese Person ist kein Mitglied mehr.",
  invite: "Mitglieder einladen"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "Einladungen",
  email: "E-Mail-Adresse",
  send: "Einladung senden",
  sent: (email) => `Einladung an ${email} gesendet.`,
  none: "Eingeladene erscheinen hier, bis sie beitreten.",
  expires: (date) => `Läuft ab: ${date}`,
  revoke: "Zurückziehen",
  revoked: (email) => `Einladung an ${email} zurückgezogen.`,
  inviteAgain: "Erneut einladen"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "Team verlassen",
  text: "Du verlierst den Zugriff auf dieses Team.",
  open: "Team verlassen",
  confirmTitle: (team) => `${team} verlassen?`,
  confirmText: "Um wieder beizutreten, brauchst du eine neue Einladung.",
  submit: "Team verlassen"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "Team löschen",
  text: "Das Team und alle zugehörigen Daten werden endgültig gelöscht.",
  open: "Team löschen",
  confirmTitle: (team) => `${team} löschen?`,
  submit: "Team löschen"
}

export const createTeam: Texts["createTeam"] = {
  title: "Team erstellen",
  displayName: "Teamname",
  submit: "Team erstellen",
  closed: "In dieser App kannst du keine Teams erstellen."
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "Team wechseln",
  select: "Team auswählen",
  personal: "Persönliches Konto",
  create: "Team erstellen",
  settings: "Teameinstellungen",
  none: "Du bist in keinem Team.",
  failed: "Deine Teams konnten nicht geladen werden.",
  search: "Teams suchen",
  notFound: "Keine Teams gefunden"
}

export const userButton: Texts["userButton"] = {
  label: "Benutzermenü",
  manageAccount: "Konto verwalten",
  theme: "Design",
  light: "Hell",
  dark: "Dunkel",
  system: "System",
  signOut: "Abmelden"
}

export const buttons: Texts["buttons"] = {
  signIn: "Anmelden",
  signUp: "Registrieren",
  signOut: "Abmelden"
}
