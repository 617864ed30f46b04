/** The Spanish texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "Administrador",
  team_member: "Miembro",
  $delete_team: "Eliminar el equipo",
  $invite_members: "Invitar miembros",
  $manage_api_keys: "Administrar claves de API",
  $read_members: "Ver miembros",
  $remove_members: "Quitar miembros",
  $update_team: "Editar el equipo"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "Configuración del equipo",
  navigation: "Configuración del equipo",
  general: "General",
  members: "Miembros",
  invitations: "Invitaciones",
  apiKeys: "Claves de API",
  notMember: "No formas parte de este equipo.",
  notSelected: "Elige un equipo para ver su configuración."
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "Nombre del equipo",
  picture: "Foto del equipo"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "Miembros",
  you: "Tú",
  unnamed: "Miembro sin nombre",
  permissions: "Tus permisos",
  noPermissions: "No tienes permisos en este equipo.",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "No tienes permiso para ver a los demás miembros.",
  remove: "Quitar",
  removeTitle: (name) => `¿Quitar a ${name}?`,
  removeText: (team) => `Perderá el acceso a ${team}.`,
  removed: (name) => `${name} ya no forma parte del equipo.`,
  notFound: "Esta persona ya no forma parte del equipo.",
  invite: "Invitar miembros"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "Invitaciones",
  email: "Correo electrónico",
  send: "Enviar invitación",
  sent: (email) => `Invitación enviada a ${email}.`,
  none: "Las personas invitadas aparecen aquí hasta que se unen.",
  expires: (date) => `Expira el ${date}`,
  revoke: "Revocar",
  revoked: (email) => `Invitación para ${email} revocada.`,
  inviteAgain: "Invitar de nuevo"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "Salir del equipo",
  text: "Perderás el acceso a este equipo.",
  open: "Salir del equipo",
  confirmTitle: (team) => `¿Salir de ${team}?`,
  confirmText: "Necesitarás una nueva invitación para volver.",
  submit: "Salir del equipo"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "Eliminar equipo",
  text: "El equipo y todos sus datos se eliminarán de forma permanente.",
  open: "Eliminar equipo",
  confirmTitle: (team) => `¿Eliminar ${team}?`,
  submit: "Eliminar equipo"
}

export const createTeam: Texts["createTeam"] = {
  title: "Crear un equipo",
  displayName: "Nombre del equipo",
  submit: "Crear equipo",
  closed: "No puedes crear equipos en esta aplicación."
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "Cambiar de equipo",
  select: "Elegir un equipo",
  personal: "Cuenta personal",
  create: "Crear un equipo",
  settings: "Configuración del equipo",
  none: "No formas parte de ningún equipo.",
  failed: "No se pudieron cargar tus equipos.",
  search: "Buscar equipos",
  notFound: "No se encontraron equipos"
}

export const userButton: Texts["userButton"] = {
  label: "Menú de usuario",
  manageAccount: "Administrar cuenta",
  theme: "Tema",
  light: "Claro",
  dark: "Oscuro",
  system: "Sistema",
  signOut: "Cerrar sesión"
}

export const buttons: Texts["buttons"] = {
  signIn: "Iniciar sesión",
  signUp: "Registrarse",
  signOut: "Cerrar sesión"
}
