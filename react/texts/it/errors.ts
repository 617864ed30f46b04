/** The Italian error messages. */
import type * as en from "../en/errors.ts"
import { plural } from "../plural.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

/** Returns a length in characters. */
export const characters = (count: number): string =>
  plural("it", count, { one: `${count} carattere`, other: `${count} caratteri` })

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "L’accesso ha richiesto troppo tempo. Riprova.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Questo metodo di accesso non è disponibile.",
  OAUTH_PROVIDER_ACCESS_DENIED: "Hai annullato, oppure il provider ha negato l’accesso.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "Il provider di accesso non è disponibile. Riprova più tardi.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "Hai già collegato un altro account di questo provider. Prima scollegalo.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "Questo account è già collegato a un altro utente.",
  SIGN_UP_NOT_ENABLED: "Non hai ancora un account e le registrazioni sono disattivate.",
  SIGN_UP_REJECTED: "Non puoi registrarti con questo account.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "Esiste già un account con questa email. Usa il metodo di accesso che hai usato in precedenza.",
  REDIRECT_URL_NOT_WHITELISTED:
    "Questa app non è configurata per l’accesso da questa pagina. Contatta lo sviluppatore.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "Questa app non è configurata per richiedere questa autorizzazione. Contatta lo sviluppatore.",
  INVALID_AUTHORIZATION_CODE: "L’accesso è scaduto. Accedi di nuovo."
}

const signedOut = "La tua sessione è terminata. Accedi di nuovo."
const misconfigured = "Questa app non è configurata correttamente. Contatta lo sviluppatore."

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "Questa chiave API non esiste più.",
  BodyParsingError: "I dati sono troppo grandi. Riducili e riprova.",
  BotChallengeFailed: "Il controllo di sicurezza non è riuscito. Riprova.",
  BotChallengeRequired: "Completa il controllo di sicurezza e riprova.",
  CannotDeleteCurrentSession: "Per terminare questa sessione, esci.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "Un altro account usa già questa email per accedere.",
  EmailAlreadyVerified: "Questa email è già verificata.",
  EmailPasswordMismatch: "Email o password errata.",
  HostUnavailable: "Il tuo browser non supporta questa funzione. Prova con un altro browser.",
  InvalidTotpCode: "Codice errato. Riprova.",
  OAuthCallbackError: "Accesso non riuscito. Riprova.",
  PasskeyAuthenticationFailed: "Impossibile verificare la passkey. Riprova.",
  PasskeyAuthenticationNotEnabled: "Le passkey sono disattivate per questa app.",
  PasskeyRegistrationFailed: "Impossibile aggiungere la passkey. Riprova.",
  PasskeyWebAuthnError: "La richiesta della passkey è stata annullata o è scaduta. Riprova.",
  PasswordAuthenticationNotEnabled: "Le password sono disattivate per questa app.",
  PasswordConfirmationMismatch: "Le password non corrispondono.",
  PasswordTooLong: ({ details }) => `Usa al massimo ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Usa almeno ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "Conferma la tua identità e riprova.",
  RedirectUrlNotTrusted: "Questo link porta a un sito non attendibile.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "Controlla i dati inseriti e riprova.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "Hai effettuato l’accesso con un altro account. Usa il tuo account attuale." : signedOut,
  SignUpNotEnabled: "Le registrazioni sono disattivate per questa app.",
  TeamInvitationEmailMismatch: "Questo invito è per un altro indirizzo email.",
  TeamMembershipNotFound: "Non fai più parte di questo team.",
  TeamNotSelected: "Il team è stato creato, ma non è stato possibile selezionarlo.",
  TeamPermissionRequired: "Non hai l’autorizzazione per farlo.",
  UserAuthenticationRequired: "La tua sessione è terminata o un altro utente ha effettuato l’accesso. Accedi di nuovo.",
  UserDoesNotHavePassword: "Non hai ancora una password.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "Esiste già un account con questa email.",
  VerificationCodeAlreadyUsed: "Questo codice è già stato usato.",
  VerificationCodeExpired: "Questo codice è scaduto.",
  VerificationCodeMaxAttemptsReached: "Troppi tentativi. Richiedi un nuovo codice.",
  VerificationCodeNotFound: "Codice errato. Riprova.",
  WebAuthnNotSupported: "Questo dispositivo non supporta le passkey.",
  WrongCurrentPassword: "La password attuale è errata."
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "Sei offline. Controlla la connessione."
      : "Impossibile raggiungere il server. Riprova.",
  RateLimited: "Troppi tentativi. Attendi un momento e riprova.",
  RequestRefused: "Il server ha rifiutato la richiesta. Controlla i dati inseriti e riprova.",
  ServiceUnavailable: "Il server non è disponibile. Riprova più tardi.",
  ProjectRefused: misconfigured,
  UserRestricted: "Il tuo account è soggetto a limitazioni. Contatta l’assistenza.",
  UndeclaredError: ({ message }) => `Risposta del server: “${message}”`
}
