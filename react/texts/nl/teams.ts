/** The Dutch texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "Beheerder",
  team_member: "Lid",
  $delete_team: "Team verwijderen",
  $invite_members: "Leden uitnodigen",
  $manage_api_keys: "API-sleutels beheren",
  $read_members: "Leden bekijken",
  $remove_members: "Leden verwijderen",
  $update_team: "Team bewerken"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "Teaminstellingen",
  navigation: "Teaminstellingen",
  general: "Algemeen",
  members: "Leden",
  invitations: "Uitnodigingen",
  apiKeys: "API-sleutels",
  notMember: "Je bent geen lid van dit team.",
  notSelected: "Selecteer een team om de instellingen te bekijken."
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "Teamnaam",
  picture: "Teamfoto"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "Leden",
  you: "Jij",
  unnamed: "Lid zonder naam",
  permissions: "Jouw rechten",
  noPermissions: "Je hebt geen rechten in dit team.",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "Je hebt geen toestemming om de andere leden te bekijken.",
  remove: "Verwijderen",
  removeTitle: (name) => `${name} verwijderen?`,
  removeText: (team) => `Deze persoon verliest de toegang tot ${team}.`,
  removed: (name) => `${name} is verwijderd.`,
  notFound: "Deze persoon is geen lid meer.",
  invite: "Leden uitnodigen"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "Uitnodigingen",
  email: "E-mailadres",
  send: "Uitnodiging sturen",
  sent: (email) => `Uitnodiging gestuurd naar ${email}.`,
  none: "Wie je uitnodigt, staat hier tot diegene lid wordt.",
  expires: (date) => `Verloopt op ${date}`,
  revoke: "Intrekken",
  revoked: (email) => `Uitnodiging voor ${email} ingetrokken.`,
  inviteAgain: "Opnieuw uitnodigen"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "Team verlaten",
  text: "Je verliest de toegang tot dit team.",
  open: "Team verlaten",
  confirmTitle: (team) => `${team} verlaten?`,
  confirmText: "Om terug te komen heb je een nieuwe uitnodiging nodig.",
  submit: "Team verlaten"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "Team verwijderen",
  text: "Het team en alle bijbehorende gegevens worden definitief verwijderd.",
  open: "Team verwijderen",
  confirmTitle: (team) => `${team} verwijderen?`,
  submit: "Team verwijderen"
}

export const createTeam: Texts["createTeam"] = {
  title: "Team maken",
  displayName: "Teamnaam",
  submit: "Team maken",
  closed: "Je kunt in deze app geen teams maken."
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "Wisselen van team",
  select: "Team selecteren",
  personal: "Persoonlijk account",
  create: "Team maken",
  settings: "Teaminstellingen",
  none: "Je bent geen lid van een team.",
  failed: "Je teams konden niet worden geladen.",
  search: "Teams zoeken",
  notFound: "Geen teams gevonden"
}

export const userButton: Texts["userButton"] = {
  label: "Gebruikersmenu",
  manageAccount: "Account beheren",
  theme: "Thema",
  light: "Licht",
  dark: "Donker",
  system: "Systeem",
  signOut: "Uitloggen"
}

export const buttons: Texts["buttons"] = {
  signIn: "Inloggen",
  signUp: "Registreren",
  signOut: "Uitloggen"
}
