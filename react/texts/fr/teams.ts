/** The French texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "Administrateur",
  team_member: "Membre",
  $delete_team: "Supprimer l’équipe",
  $invite_members: "Inviter des membres",
  $manage_api_keys: "Gérer les clés API",
  $read_members: "Voir les membres",
  $remove_members: "Retirer des membres",
  $update_team: "Modifier l’équipe"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "Paramètres de l’équipe",
  navigation: "Paramètres de l’équipe",
  general: "Général",
  members: "Membres",
  invitations: "Invitations",
  apiKeys: "Clés API",
  notMember: "Vous n’êtes pas membre de cette équipe.",
  notSelected: "Choisissez une équipe pour voir ses paramètres."
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "Nom de l’équipe",
  picture: "Photo de l’équipe"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "Membres",
  you: "Vous",
  unnamed: "Membre sans nom",
  permissions: "Vos autorisations",
  noPermissions: "Vous n’avez aucune autorisation dans cette équipe.",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "Vous n’avez pas l’autorisation de voir les autres membres.",
  remove: "Retirer",
  removeTitle: (name) => `Retirer ${name}\u202f?`,
  removeText: (team) => `Cette personne perdra l’accès à ${team}.`,
  removed: (name) => `${name} ne fait plus partie de l’équipe.`,
  notFound: "Cette personne n’est plus membre de l’équipe.",
  invite: "Inviter des membres"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "Invitations",
  email: "Adresse e-mail",
  send: "Envoyer l’invitation",
  sent: (email) => `Invitation envoyée à ${email}.`,
  none: "Les personnes invitées s’affichent ici jusqu’à ce qu’elles rejoignent l’équipe.",
  expires: (date) => `Expire le ${date}`,
  revoke: "Révoquer",
  revoked: (email) => `L’invitation envoyée à ${email} a été révoquée.`,
  inviteAgain: "Inviter à nouveau"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "Quitter l’équipe",
  text: "Vous perdrez l’accès à cette équipe.",
  open: "Quitter l’équipe",
  confirmTitle: (team) => `Quitter ${team}\u202f?`,
  confirmText: "Il vous faudra une nouvelle invitation pour revenir.",
  submit: "Quitter l’équipe"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "Supprimer l’équipe",
  text: "L’équipe et toutes ses données seront définitivement supprimées.",
  open: "Supprimer l’équipe",
  confirmTitle: (team) => `Supprimer ${team}\u202f?`,
  submit: "Supprimer l’équipe"
}

export const createTeam: Texts["createTeam"] = {
  title: "Créer une équipe",
  displayName: "Nom de l’équipe",
  submit: "Créer l’équipe",
  closed: "Vous ne pouvez pas créer d’équipe dans cette application."
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "Changer d’équipe",
  select: "Choisir une équipe",
  personal: "Compte personnel",
  create: "Créer une équipe",
  settings: "Paramètres de l’équipe",
  none: "Vous n’êtes membre d’aucune équipe.",
  failed: "Impossible de charger vos équipes.",
  search: "Rechercher une équipe",
  notFound: "Aucune équipe trouvée"
}

export const userButton: Texts["userButton"] = {
  label: "Menu utilisateur",
  manageAccount: "Gérer le compte",
  theme: "Thème",
  light: "Clair",
  dark: "Sombre",
  system: "Système",
  signOut: "Se déconnecter"
}

export const buttons: Texts["buttons"] = {
  signIn: "Se connecter",
  signUp: "S’inscrire",
  signOut: "Se déconnecter"
}
