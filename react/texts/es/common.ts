/** The Spanish texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "es",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("es", { dateStyle: "medium" }),
  dateTime: (date) => date.toLocaleString("es", { dateStyle: "medium", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "Cargando…",
  retry: "Reintentar",
  close: "Cerrar",
  offline: "No tienes conexión. Lo intentaremos de nuevo cuando se restablezca.",
  unexpected: "Algo salió mal. Inténtalo de nuevo.",
  resendIn: (seconds) => `Reenviar en ${seconds}\u00a0s`
}

export const actions: Texts["actions"] = {
  save: "Guardar",
  saved: "Guardado",
  cancel: "Cancelar",
  done: "Listo",
  copy: "Copiar",
  copied: "Copiado",
  undo: "Deshacer",
  confirm: (text) => `Escribe “${text}” para confirmar`,
  confirmMismatch: "No coincide. Revisa la ortografía.",
  change: "Cambiar",
  remove: "Eliminar",
  notSet: "Sin definir",
  allSettings: "Toda la configuración"
}

export const fields: Texts["fields"] = {
  email: "Correo electrónico",
  password: "Contraseña",
  newPassword: "Nueva contraseña",
  code: "Código",
  showPassword: "Mostrar contraseña",
  hidePassword: "Ocultar contraseña",
  required: "Completa este campo.",
  emailRequired: "Escribe tu correo electrónico.",
  emailInvalid: "Escribe un correo electrónico válido.",
  passwordRequired: "Escribe tu contraseña.",
  codeRequired: "Escribe el código.",
  passwordFits: "La contraseña tiene la longitud necesaria."
}
