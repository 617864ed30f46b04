/** The Italian texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "Amministratore",
  team_member: "Membro",
  $delete_team: "Eliminare il team",
  $invite_members: "Invitare membri",
  $manage_api_keys: "Gestire le chiavi API",
  $read_members: "Vedere i membri",
  $remove_members: "Rimuovere membri",
  $update_team: "Modificare il team"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "Impostazioni del team",
  navigation: "Impostazioni del team",
  general: "Generali",
  members: "Membri",
  invitations: "Inviti",
  apiKeys: "Chiavi API",
  notMember: "Non fai parte di questo team.",
  notSelected: "Seleziona un team per vederne le impostazioni."
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "Nome del team",
  picture: "Foto del team"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "Membri",
  you: "Tu",
  unnamed: "Membro senza nome",
  permissions: "Le tue autorizzazioni",
  noPermissions: "Non hai autorizzazioni in questo team.",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "Non hai l’autorizzazione per vedere gli altri membri.",
  remove: "Rimuovi",
  removeTitle: (name) => `Rimuovere ${name}?`,
  removeText: (team) => `Questa persona perderà l’accesso a ${team}.`,
  removed: (name) => `${name} non fa più parte del team.`,
  notFound: "Questa persona non fa più parte del team.",
  invite: "Invita membri"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "Inviti",
  email: "Indirizzo email",
  send: "Invia invito",
  sent: (email) => `Invito inviato a ${email}.`,
  none: "Le persone invitate compaiono qui finché non entrano nel team.",
  expires: (date) => `Scade il ${date}`,
  revoke: "Revoca",
  revoked: (email) => `Invito per ${email} revocato.`,
  inviteAgain: "Invita di nuovo"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "Esci dal team",
  text: "Perderai l’accesso a questo team.",
  open: "Esci dal team",
  confirmTitle: (team) => `Uscire da ${team}?`,
  confirmText: "Per rientrare ti servirà un nuovo invito.",
  submit: "Esci dal team"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "Elimina team",
  text: "Il team e tutti i suoi dati verranno eliminati definitivamente.",
  open: "Elimina team",
  confirmTitle: (team) => `Eliminare ${team}?`,
  submit: "Elimina team"
}

export const createTeam: Texts["createTeam"] = {
  title: "Crea un team",
  displayName: "Nome del team",
  submit: "Crea team",
  closed: "Non puoi creare team in questa app."
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "Cambia team",
  select: "Seleziona un team",
  personal: "Account personale",
  create: "Crea un team",
  settings: "Impostazioni del team",
  none: "Non fai parte di nessun team.",
  failed: "Impossibile caricare i tuoi team.",
  search: "Cerca team",
  notFound: "Nessun team trovato"
}

export const userButton: Texts["userButton"] = {
  label: "Menu utente",
  manageAccount: "Gestisci account",
  theme: "Tema",
  light: "Chiaro",
  dark: "Scuro",
  system: "Sistema",
  signOut: "Esci"
}

export const buttons: Texts["buttons"] = {
  signIn: "Accedi",
  signUp: "Registrati",
  signOut: "Esci"
}
