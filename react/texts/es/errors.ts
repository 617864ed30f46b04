/** The Spanish error messages. */
import type * as en from "../en/errors.ts"
import { plural } from "../plural.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

/** Returns a length in characters. */
export const characters = (count: number): string =>
  plural("es", count, { one: `${count} carácter`, other: `${count} caracteres` })

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "El inicio de sesión tardó demasiado. Inténtalo de nuevo.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Este método de inicio de sesión no está disponible.",
  OAUTH_PROVIDER_ACCESS_DENIED: "Cancelaste la solicitud o el proveedor denegó el acceso.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE:
    "El proveedor de inicio de sesión no está disponible. Inténtalo de nuevo más tarde.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "Ya vinculaste otra cuenta de este proveedor. Desvincúlala primero.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "Esta cuenta ya está vinculada a otra persona.",
  SIGN_UP_NOT_ENABLED: "Todavía no tienes una cuenta y el registro está desactivado.",
  SIGN_UP_REJECTED: "No puedes registrarte con esta cuenta.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "Ya existe una cuenta con este correo electrónico. Usa el mismo método de inicio de sesión que antes.",
  REDIRECT_URL_NOT_WHITELISTED:
    "Esta aplicación no está configurada para iniciar sesión desde esta página. Comunícate con su desarrollador.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "Esta aplicación no está configurada para solicitar este acceso. Comunícate con su desarrollador.",
  INVALID_AUTHORIZATION_CODE: "Tu inicio de sesión expiró. Inicia sesión de nuevo."
}

const signedOut = "Se cerró tu sesión. Inicia sesión de nuevo."
const misconfigured = "Esta aplicación no está bien configurada. Comunícate con su desarrollador."

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "Esta clave de API ya no existe.",
  BodyParsingError: "Los datos son demasiado grandes. Redúcelos e inténtalo de nuevo.",
  BotChallengeFailed: "La verificación de seguridad falló. Inténtalo de nuevo.",
  BotChallengeRequired: "Completa la verificación de seguridad e inténtalo de nuevo.",
  CannotDeleteCurrentSession: "Para terminar esta sesión, cierra sesión.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "Otra cuenta ya usa este correo electrónico para iniciar sesión.",
  EmailAlreadyVerified: "Este correo electrónico ya está verificado.",
  EmailPasswordMismatch: "El correo electrónico o la contraseña son incorrectos.",
  HostUnavailable: "Tu navegador no admite esta función. Prueba con otro navegador.",
  InvalidTotpCode: "Código incorrecto. Inténtalo de nuevo.",
  OAuthCallbackError: "No se pudo iniciar sesión. Inténtalo de nuevo.",
  PasskeyAuthenticationFailed: "No pudimos verificar tu llave de acceso. Inténtalo de nuevo.",
  PasskeyAuthenticationNotEnabled: "Las llaves de acceso están desactivadas en esta aplicación.",
  PasskeyRegistrationFailed: "No pudimos agregar tu llave de acceso. Inténtalo de nuevo.",
  PasskeyWebAuthnError: "La solicitud de la llave de acceso se canceló o expiró. Inténtalo de nuevo.",
  PasswordAuthenticationNotEnabled: "Las contraseñas están desactivadas en esta aplicación.",
  PasswordConfirmationMismatch: "Las contraseñas no coinciden.",
  PasswordTooLong: ({ details }) => `Usa como máximo ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Usa al menos ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "Confirma que eres tú e inténtalo de nuevo.",
  RedirectUrlNotTrusted: "Este enlace lleva a un sitio que no es de confianza.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "Revisa los datos e inténtalo de nuevo.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "Iniciaste sesión con otra cuenta. Usa tu cuenta actual." : signedOut,
  SignUpNotEnabled: "El registro está desactivado en esta aplicación.",
  TeamInvitationEmailMismatch: "Esta invitación es para otro correo electrónico.",
  TeamMembershipNotFound: "Ya no formas parte de este equipo.",
  TeamNotSelected: "El equipo se creó, pero no pudimos cambiar a él.",
  TeamPermissionRequired: "No tienes permiso para hacer esto.",
  UserAuthenticationRequired: "Se cerró tu sesión u otra persona inició sesión. Inicia sesión de nuevo.",
  UserDoesNotHavePassword: "Todavía no tienes una contraseña.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "Ya existe una cuenta con este correo electrónico.",
  VerificationCodeAlreadyUsed: "Este código ya se usó.",
  VerificationCodeExpired: "Este código expiró.",
  VerificationCodeMaxAttemptsReached: "Demasiados intentos. Solicita un código nuevo.",
  VerificationCodeNotFound: "Código incorrecto. Inténtalo de nuevo.",
  WebAuthnNotSupported: "Este dispositivo no admite llaves de acceso.",
  WrongCurrentPassword: "La contraseña actual es incorrecta."
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "No tienes conexión. Revisa tu conexión a internet."
      : "No pudimos conectarnos con el servidor. Inténtalo de nuevo.",
  RateLimited: "Demasiados intentos. Espera un momento e inténtalo de nuevo.",
  RequestRefused: "El servidor rechazó la solicitud. Revisa los datos e inténtalo de nuevo.",
  ServiceUnavailable: "El servidor no está disponible. Inténtalo de nuevo más tarde.",
  ProjectRefused: misconfigured,
  UserRestricted: "Tu cuenta está restringida. Comunícate con el equipo de soporte.",
  UndeclaredError: ({ message }) => `Respuesta del servidor: “${message}”`
}
