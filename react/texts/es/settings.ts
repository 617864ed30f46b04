/** The Spanish texts for the account settings. */
import { plural } from "../plural.ts"
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "Configuración de la cuenta",
  navigation: "Configuración",
  profile: "Perfil",
  security: "Seguridad",
  sessions: "Sesiones",
  apiKeys: "Claves de API",
  teams: "Equipos",
  signOut: "Cerrar sesión",
  goHome: "Volver a la aplicación"
}

export const profile: Texts["profile"] = {
  title: "Perfil",
  displayName: "Nombre",
  picture: "Foto de perfil",
  pictureHint: "PNG, JPEG, GIF o WebP",
  upload: "Subir foto",
  remove: "Eliminar foto",
  removed: "Foto eliminada.",
  cropTitle: "Recortar foto",
  cropText: "Arrastra la foto para moverla. También puedes usar las teclas de flecha.",
  cropArea: "Posición de la foto",
  zoom: "Zoom",
  use: "Usar foto",
  notAnImage: "Elige un archivo PNG, JPEG, GIF o WebP.",
  tooLarge: "Esta foto es demasiado grande. Elige una más pequeña."
}

export const emails: Texts["emails"] = {
  title: "Direcciones de correo",
  primary: "Principal",
  verified: "Verificado",
  notVerified: "Sin verificar",
  usedForAuth: "Para iniciar sesión",
  verify: "Enviar correo de verificación",
  verificationSent: "Correo enviado. Revisa tu bandeja de entrada y la carpeta de spam.",
  makePrimary: "Marcar como principal",
  madePrimary: (email) => `${email} es ahora tu correo electrónico principal.`,
  useForAuth: "Usar para iniciar sesión",
  stopUsingForAuth: "No usar para iniciar sesión",
  remove: "Eliminar",
  removeTitle: "¿Eliminar el correo electrónico?",
  removeText: (email) => `Ya no recibirás correos en ${email} ni podrás iniciar sesión con esa dirección.`,
  newEmail: "Nuevo correo electrónico",
  add: "Agregar correo electrónico",
  actions: (email) => `Acciones para ${email}`,
  none: "Agrega un correo electrónico para iniciar sesión y recibir mensajes."
}

export const password: Texts["password"] = {
  title: "Contraseña",
  current: "Contraseña actual",
  change: "Cambiar contraseña",
  set: "Crear contraseña",
  changed: "Contraseña actualizada.",
  isSet: "Definida"
}

export const passkey: Texts["passkey"] = {
  title: "Llave de acceso",
  on: "Puedes iniciar sesión con una llave de acceso.",
  off: "Inicia sesión con tu huella, tu rostro o el bloqueo de pantalla en lugar de una contraseña.",
  add: "Agregar una llave de acceso",
  remove: "Eliminar llave de acceso",
  removeTitle: "¿Eliminar tu llave de acceso?",
  removeText: "Ya no podrás iniciar sesión con tu llave de acceso."
}

export const twoFactor: Texts["twoFactor"] = {
  title: "Autenticación de dos factores",
  on: "La autenticación de dos factores está activada.",
  off: "Protege tu cuenta con un código adicional de una aplicación de autenticación.",
  turnOn: "Activar",
  turnOff: "Desactivar",
  turnOffTitle: "¿Desactivar la autenticación de dos factores?",
  turnOffText: "Cualquier persona que tenga tu contraseña podrá iniciar sesión.",
  scan:
    "Escanea el código QR con tu aplicación de autenticación. Después, escribe el código de seis dígitos de la aplicación.",
  qrCode: "Código QR para tu aplicación de autenticación",
  setupKey: "Clave de configuración",
  setupKeyHint: "¿No puedes escanear el código? Escribe esta clave en tu aplicación.",
  confirm: "Activar",
  isOn: "Activada",
  isOff: "Desactivada"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "Cuentas vinculadas",
  none: "Vincula una cuenta para iniciar sesión con ella.",
  connect: (name) => `Vincular ${name}`,
  disconnect: "Desvincular",
  disconnectTitle: (name) => `¿Desvincular ${name}?`,
  disconnectText: (name) => `Ya no podrás iniciar sesión con ${name}.`
}

export const sessions: Texts["sessions"] = {
  title: "Sesiones",
  current: "Este dispositivo",
  signedIn: (date) => `Inicio de sesión: ${date}`,
  lastActive: (date) => `Última actividad: ${date}`,
  impersonation: "Abierta por un administrador",
  revoke: "Cerrar sesión",
  revokeOthers: "Cerrar todas las demás sesiones",
  revokeOthersTitle: "¿Cerrar todas las demás sesiones?",
  revokeOthersText: "La sesión de este dispositivo seguirá abierta.",
  device: (browser, system) => `${browser} en ${system}`,
  place: (city, country) => `${city}, ${country}`,
  activeNow: "Activa ahora",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `Usada el ${date}, pero no por este dispositivo`
      : `Usada desde ${place} el ${date}, pero no por este dispositivo`,
  endSession: "Cerrar esta sesión",
  none: "Aquí aparecen los dispositivos en los que inicias sesión."
}

export const agents: Texts["agents"] = {
  agent: "Agente",
  since: (date) => `Desde ${date}`,
  scopes: (scopes) => `Puede: ${scopes}`,
  everything: "Puede hacer todo lo que tú puedes hacer",
  remove: "Quitar acceso",
  removeTitle: (name) => `¿Quitar el acceso de ${name}?`,
  removeText: "Ya no podrá actuar en tu nombre. Puede volver a solicitar el acceso."
}

export const apiKeys: Texts["apiKeys"] = {
  title: "Claves de API",
  none: "Usa claves de API para conectar tus propios scripts y herramientas.",
  create: "Crear clave de API",
  description: "Descripción",
  descriptionHint: "Para qué sirve la clave",
  expires: "Expiración",
  never: "Nunca",
  inDays: (days) => plural("es", days, { one: `En ${days} día`, other: `En ${days} días` }),
  created: "Copia ahora tu nueva clave de API. No podrás volver a verla.",
  newKey: "Nueva clave de API",
  ends: (lastFour) => `Termina en ${lastFour}`,
  expiresOn: (date) => `Expira el ${date}`,
  expired: "Expirada",
  revoked: "Revocada",
  revoke: "Revocar",
  revokeTitle: (description) => `¿Revocar “${description}”?`,
  revokeText: "Los programas que usan esta clave dejarán de funcionar. Esta acción no se puede deshacer.",
  createdOn: (date) => `Creación: ${date}`,
  neverExpires: "No expira"
}

export const teams: Texts["teams"] = {
  title: "Equipos",
  none: "Crea un equipo para trabajar con otras personas.",
  selected: "Actual",
  select: "Elegir",
  leave: "Salir",
  leaveTitle: (team) => `¿Salir de ${team}?`,
  leaveText: "Necesitarás una nueva invitación para volver.",
  create: "Crear equipo",
  displayName: "Nombre del equipo",
  noneToCreate: "Aquí aparecerán los equipos a los que te unas."
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "Eliminar cuenta",
  text: "Tu cuenta y todos sus datos se eliminarán de forma permanente.",
  open: "Eliminar cuenta",
  confirmTitle: "¿Eliminar tu cuenta?",
  submit: "Eliminar cuenta"
}

export const lists: Texts["lists"] = {
  search: "Buscar",
  noResults: "Sin resultados",
  results: (count) => plural("es", count, { one: `${count} resultado`, other: `${count} resultados` }),
  shown: (count, total) => `${count} de ${total}`,
  showMore: "Mostrar más"
}
