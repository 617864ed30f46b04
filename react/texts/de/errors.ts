/** The German error messages. */
import type * as en from "../en/errors.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "Die Anmeldung hat zu lange gedauert. Versuche es erneut.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Diese Anmeldemethode ist nicht verfügbar.",
  OAUTH_PROVIDER_ACCESS_DENIED: "Du hast abgebrochen, oder der Anbieter hat den Zugriff verweigert.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "Der Anmeldedienst ist nicht erreichbar. Versuche es später erneut.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "Du hast bereits ein anderes Konto dieses Anbieters verbunden. Trenne es zuerst.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "Dieses Konto ist bereits mit einer anderen Person verbunden.",
  SIGN_UP_NOT_ENABLED: "Du hast noch kein Konto, und die Registrierung ist deaktiviert.",
  SIGN_UP_REJECTED: "Mit diesem Konto ist keine Registrierung möglich.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "Es gibt bereits ein Konto mit dieser E-Mail-Adresse. Verwende die bisherige Anmeldemethode.",
  REDIRECT_URL_NOT_WHITELISTED: "Auf dieser Seite ist die Anmeldung nicht eingerichtet. Wende dich an die Entwickler.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "Diese App darf diesen Zugriff nicht anfordern. Wende dich an die Entwickler.",
  INVALID_AUTHORIZATION_CODE: "Deine Anmeldung ist abgelaufen. Melde dich erneut an."
}

const signedOut = "Du wurdest abgemeldet. Melde dich erneut an."
const misconfigured = "Diese App ist nicht richtig eingerichtet. Wende dich an die Entwickler."

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "Diesen API-Schlüssel gibt es nicht mehr.",
  BodyParsingError: "Die Daten sind zu groß. Verkleinere sie und versuche es erneut.",
  BotChallengeFailed: "Die Sicherheitsprüfung ist fehlgeschlagen. Versuche es erneut.",
  BotChallengeRequired: "Schließe die Sicherheitsprüfung ab und versuche es erneut.",
  CannotDeleteCurrentSession: "Melde dich ab, um diese Sitzung zu beenden.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse:
    "Ein anderes Konto verwendet diese E-Mail-Adresse bereits zur Anmeldung.",
  EmailAlreadyVerified: "Diese E-Mail-Adresse ist bereits bestätigt.",
  EmailPasswordMismatch: "E-Mail-Adresse oder Passwort ist falsch.",
  HostUnavailable: "Dein Browser unterstützt das nicht. Verwende einen anderen Browser.",
  InvalidTotpCode: "Falscher Code. Versuche es erneut.",
  OAuthCallbackError: "Die Anmeldung ist fehlgeschlagen. Versuche es erneut.",
  PasskeyAuthenticationFailed: "Dein Passkey konnte nicht geprüft werden. Versuche es erneut.",
  PasskeyAuthenticationNotEnabled: "Passkeys sind für diese App deaktiviert.",
  PasskeyRegistrationFailed: "Dein Passkey konnte nicht hinzugefügt werden. Versuche es erneut.",
  PasskeyWebAuthnError: "Der Passkey-Vorgang wurde abgebrochen oder hat zu lange gedauert. Versuche es erneut.",
  PasswordAuthenticationNotEnabled: "Passwörter sind für diese App deaktiviert.",
  PasswordConfirmationMismatch: "Die Passwörter stimmen nicht überein.",
  PasswordTooLong: ({ details }) => `Verwende höchstens ${details.maxLength} Zeichen.`,
  PasswordTooShort: ({ details }) => `Verwende mindestens ${details.minLength} Zeichen.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "Bestätige, dass du es bist, und versuche es erneut.",
  RedirectUrlNotTrusted: "Dieser Link führt zu einer nicht vertrauenswürdigen Website.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "Prüfe deine Eingaben und versuche es erneut.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser"
      ? "Du hast dich mit einem anderen Konto angemeldet. Verwende dein aktuelles Konto."
      : signedOut,
  SignUpNotEnabled: "Die Registrierung ist für diese App deaktiviert.",
  TeamInvitationEmailMismatch: "Diese Einladung gilt für eine andere E-Mail-Adresse.",
  TeamMembershipNotFound: "Du bist kein Mitglied dieses Teams mehr.",
  TeamNotSelected: "Das Team wurde erstellt, aber der Wechsel ist fehlgeschlagen.",
  TeamPermissionRequired: "Dafür fehlt dir die Berechtigung.",
  UserAuthenticationRequired: "Du wurdest abgemeldet, oder jemand anderes hat sich angemeldet. Melde dich erneut an.",
  UserDoesNotHavePassword: "Du hast noch kein Passwort.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "Es gibt bereits ein Konto mit dieser E-Mail-Adresse.",
  VerificationCodeAlreadyUsed: "Dieser Code wurde bereits verwendet.",
  VerificationCodeExpired: "Dieser Code ist abgelaufen.",
  VerificationCodeMaxAttemptsReached: "Zu viele Versuche. Fordere einen neuen Code an.",
  VerificationCodeNotFound: "Falscher Code. Versuche es erneut.",
  WebAuthnNotSupported: "Dieses Gerät unterstützt keine Passkeys.",
  WrongCurrentPassword: "Das aktuelle Passwort ist falsch."
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "Du bist offline. Prüfe deine Verbindung."
      : "Der Server ist nicht erreichbar. Versuche es erneut.",
  RateLimited: "Zu viele Versuche. Warte einen Moment und versuche es erneut.",
  RequestRefused: "Der Server hat die Anfrage abgelehnt. Prüfe deine Eingaben und versuche es erneut.",
  ServiceUnavailable: "Der Server ist zurzeit nicht verfügbar. Versuche es später erneut.",
  ProjectRefused: misconfigured,
  UserRestricted: "Dein Konto ist eingeschränkt. Wende dich an den Support.",
  UndeclaredError: ({ message }) => `Der Server meldet: „${message}“`
}
