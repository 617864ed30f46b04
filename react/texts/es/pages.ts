/** The Spanish texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { characters, oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "Revisa que hayas copiado el enlace completo.",
  VerificationCodeExpired: "Este enlace expiró.",
  VerificationCodeAlreadyUsed: "Este enlace ya se usó.",
  VerificationCodeMaxAttemptsReached: "Demasiados intentos con este enlace."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "Iniciar sesión de otra forma",
  emailVerification: "Ir a la configuración de la cuenta",
  passwordReset: "Solicitar un enlace nuevo",
  teamInvitation: "Ir a la página de inicio"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Inicia sesión o regístrate para unirte al equipo.",
  cliAuthConfirm: "Inicia sesión para autorizar el acceso desde la terminal.",
  agentConsent: "Inicia sesión para responder a la solicitud.",
  accountSettings: "Inicia sesión para administrar tu cuenta.",
  teamSettings: "Inicia sesión para administrar tu equipo.",
  onboarding: "Inicia sesión o regístrate para continuar."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Esta solicitud ha caducado",
  notAvailable: "No hay acceso para agentes",
  framed: "Abre esta página en su propia ventana"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Vuelve al agente y conéctalo de nuevo.",
  notAvailable: "Esta aplicación no ofrece acceso a agentes.",
  framed: "Otro sitio muestra esta página en un marco y podría ocultar lo que permites."
}

export const providers: Texts["providers"] = {
  or: "o",
  continue: (name) => `Continuar con ${name}`,
  connect: (name) => `Vincular ${name}`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `Inicia sesión en ${project}`,
  submit: "Iniciar sesión",
  magicLink: "Recibir un enlace por correo",
  passkey: "Iniciar sesión con una llave de acceso",
  forgotPassword: "¿Olvidaste tu contraseña?",
  noAccount: "¿No tienes una cuenta?",
  signUp: "Regístrate",
  closed: "El inicio de sesión no está disponible en esta aplicación."
}

export const signUp: Texts["signUp"] = {
  title: (project) => `Regístrate en ${project}`,
  submit: "Registrarse",
  magicLink: "Recibir un enlace por correo",
  passwordHint: (length) => `Al menos ${characters(length)}`,
  hasAccount: "¿Ya tienes una cuenta?",
  signIn: "Inicia sesión"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "El registro está cerrado",
  text: (project) => `${project} no acepta cuentas nuevas.`,
  signIn: "Iniciar sesión"
}

export const methods: Texts["methods"] = {
  next: "Continuar",
  change: "Cambiar",
  lastUsed: "Último uso",
  agreeToBoth: (terms, privacy) => `Al continuar, aceptas los ${terms} y la ${privacy}.`,
  agree: (document) => `Al continuar, aceptas: ${document}.`,
  terms: "Términos del servicio",
  privacy: "Política de privacidad"
}

export const codeSent: Texts["codeSent"] = {
  title: "Revisa tu correo",
  text: (email) => `Enviamos un código a ${email}. Escribe el código o abre el enlace del mensaje.`,
  submit: "Iniciar sesión",
  sendAgain: "Reenviar correo",
  startOver: "Iniciar sesión de otra forma"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "Termina de iniciar sesión",
  text: "El enlace es válido. ¿Quieres iniciar sesión en este dispositivo?",
  submit: "Iniciar sesión"
}

export const mfa: Texts["mfa"] = {
  title: "Autenticación de dos factores",
  text: "Escribe el código de seis dígitos de tu aplicación de autenticación.",
  submit: "Verificar",
  refused: "Código incorrecto. Inicia sesión de nuevo.",
  tooLate: "Tu inicio de sesión expiró. Inicia sesión de nuevo.",
  startOver: "Iniciar sesión de otra forma",
  lost: "¿Perdiste tu teléfono? Contacta con el equipo de soporte de esta app."
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "Inicia sesión de nuevo",
  text: "Tu inicio de sesión expiró.",
  startOver: "Iniciar sesión"
}

export const signedIn: Texts["signedIn"] = {
  title: "Iniciaste sesión",
  text: "Ya puedes continuar a la aplicación."
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "Ya iniciaste sesión",
  text: (name) => `Iniciaste sesión como ${name}.`,
  proceed: "Continuar",
  signOut: "Cerrar sesión"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "Inicia sesión para continuar",
  text: (page) => signInReasons[page],
  signIn: "Iniciar sesión",
  signUp: "Registrarse"
}

export const signedOut: Texts["signedOut"] = {
  title: "Cerraste sesión",
  text: "Puedes cerrar esta página o iniciar sesión de nuevo.",
  revocationError:
    "No pudimos conectarnos con el servidor, así que tu sesión podría seguir activa. Puedes cerrarla en la configuración de tu cuenta."
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "¿Olvidaste tu contraseña?",
  text: "Escribe tu correo electrónico. Te enviaremos un enlace para restablecer tu contraseña.",
  submit: "Enviar enlace",
  sentTitle: "Revisa tu correo",
  sent: (email) => `Si tienes una cuenta, enviamos un enlace a ${email}.`,
  sendAgain: "Reenviar correo",
  signIn: "Volver al inicio de sesión"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "Restablece tu contraseña",
  text: "Se cerrará tu sesión en todos tus dispositivos.",
  submit: "Restablecer contraseña"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "Contraseña actualizada",
  text: "Inicia sesión con tu nueva contraseña.",
  signIn: "Iniciar sesión"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "Verifica tu correo electrónico",
  text: "Confirma que este correo electrónico es tuyo.",
  submit: "Verificar correo electrónico"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "Correo electrónico verificado",
  text: (wasVerified) =>
    wasVerified ? "Tu correo electrónico ya estaba verificado." : "Tu correo electrónico quedó verificado.",
  proceed: "Continuar"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "Verifica tu correo electrónico",
  text: (email) => `Enviamos un enlace a ${email}. Ábrelo para continuar.`,
  noEmail: "Escribe tu correo electrónico. Te enviaremos un enlace para verificarlo.",
  check: "Ya verifiqué mi correo electrónico",
  notYet: "Tu correo electrónico todavía no está verificado. Abre el enlace del mensaje e inténtalo de nuevo.",
  resend: "Reenviar correo",
  resent: "Correo enviado. Revisa tu bandeja de entrada y la carpeta de spam.",
  change: "Usar otro correo electrónico",
  changeSubmit: "Enviar enlace",
  signOut: "Cerrar sesión"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "Tu cuenta está restringida",
  text: (name) => `Iniciaste sesión como ${name}, pero no puedes usar esta aplicación en este momento.`,
  signOut: "Cerrar sesión"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `Únete a ${team}`,
  text: (name, team) => `Iniciaste sesión como ${name}. Tienes una invitación para unirte a ${team}.`,
  submit: "Unirse al equipo",
  decline: "Ahora no"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "Usa otra cuenta",
  text: (name) => `Esta invitación es para otro correo electrónico. Iniciaste sesión como ${name}.`,
  signIn: "Iniciar sesión con otra cuenta",
  decline: "Ahora no"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `Te damos la bienvenida a ${team}`,
  text: "Ya formas parte de este equipo.",
  proceed: "Continuar"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "Este enlace no funciona",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "Autorizar el acceso desde la terminal",
  text: (name) =>
    `Una herramienta de línea de comandos quiere iniciar sesión como ${name}. Continúa solo si la iniciaste tú y muestra este código:`,
  submit: "Autorizar",
  decline: "Cancelar"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "Acceso autorizado",
  text: "Puedes cerrar esta página y volver a la terminal."
}

export const cliRefused: Texts["cliRefused"] = {
  title: "Este enlace no funciona",
  text: "Expiró, ya se usó o está incompleto. Empieza de nuevo en la terminal.",
  goHome: "Ir a la página de inicio"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "No se pudo iniciar sesión",
  startOver: "Volver al inicio de sesión",
  canceled: "Inicio de sesión cancelado"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "No hay ningún inicio de sesión en curso",
  text: "Ya terminó o se inició en otro navegador.",
  startOver: "Iniciar sesión"
}

export const notFound: Texts["notFound"] = {
  title: "No se encontró la página",
  text: "Revisa que hayas copiado el enlace completo.",
  goHome: "Ir a la página de inicio"
}

export const notOpened: Texts["notOpened"] = { title: "No se pudo abrir esta página" }

export const reverify: Texts["reverify"] = {
  title: "Confirma que eres tú",
  text: (name) => `Inicia sesión de nuevo como ${name} para continuar.`,
  submit: "Continuar",
  emailCode: "Enviarme un código por correo",
  codeSent: (email) => `Escribe el código que enviamos a ${email}.`,
  otherMethod: "Usar otro método",
  noMethod: "Cierra sesión e iníciala de nuevo para continuar."
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name} quiere actuar en tu nombre`,
  verified: (host) => `Verificado: ${host}`,
  vouched: "Añadido por esta aplicación",
  unverified: "No verificado: un programa de este dispositivo usa este nombre.",
  account: "Tu cuenta",
  switchUser: "Usar otra cuenta",
  resource: "Acceso a",
  expires: "Fin del acceso",
  scopes: "Elige qué puede hacer",
  noScope: "Elige al menos una opción o cancela.",
  everything: "Puede hacer todo lo que tú puedes hacer en esta aplicación.",
  onDevice: "Un programa de este dispositivo obtiene el acceso. Continúa solo si lo has iniciado tú.",
  allow: "Permitir",
  deny: "Cancelar",
  redirect: (host) => `Volverás a ${host}.`,
  revoke: "Puedes quitar el acceso en cualquier momento en la configuración de tu cuenta.",
  compare: "Continúa solo si has iniciado este programa y muestra este código:",
  fixedScopes: "Solicita",
  notLimited:
    "Aquí no puedes elegir permisos por separado, y el programa podría hacer todo lo que tú puedes hacer. Permite solo programas en los que confíes."
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "Acceso permitido" : "Acceso denegado",
  text: (name) => `Puedes cerrar esta página y volver a ${name}.`,
  proceed: "Continuar"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "Ir a la página de inicio"
}
