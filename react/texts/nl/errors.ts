/** The Dutch error messages. */
import type * as en from "../en/errors.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

/** Returns a length in characters. */
export const characters = (count: number): string => count === 1 ? "1 teken" : `${count} tekens`

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "Inloggen duurde te lang. Probeer het opnieuw.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Deze inlogmethode is niet beschikbaar.",
  OAUTH_PROVIDER_ACCESS_DENIED: "Je hebt geannuleerd of de provider heeft de toegang geweigerd.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "De inlogdienst is niet beschikbaar. Probeer het later opnieuw.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "Je hebt al een ander account van deze dienst gekoppeld. Ontkoppel dat eerst.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "Dit account is al aan een andere gebruiker gekoppeld.",
  SIGN_UP_NOT_ENABLED: "Je hebt nog geen account en registreren is uitgeschakeld.",
  SIGN_UP_REJECTED: "Je kunt je niet registreren met dit account.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "Er bestaat al een account met dit e-mailadres. Gebruik de inlogmethode die je eerder hebt gebruikt.",
  REDIRECT_URL_NOT_WHITELISTED:
    "Deze app is niet ingesteld om vanaf deze pagina in te loggen. Neem contact op met de ontwikkelaar.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "Deze app is niet ingesteld om deze toegang te vragen. Neem contact op met de ontwikkelaar.",
  INVALID_AUTHORIZATION_CODE: "Je inlogpoging is verlopen. Log opnieuw in."
}

const signedOut = "Je bent uitgelogd. Log opnieuw in."
const misconfigured = "Deze app is niet goed ingesteld. Neem contact op met de ontwikkelaar."

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "Deze API-sleutel bestaat niet meer.",
  BodyParsingError: "De gegevens zijn te groot. Maak ze kleiner en probeer het opnieuw.",
  BotChallengeFailed: "De beveiligingscontrole is mislukt. Probeer het opnieuw.",
  BotChallengeRequired: "Voltooi de beveiligingscontrole en probeer het opnieuw.",
  CannotDeleteCurrentSession: "Log uit om deze sessie te beëindigen.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "Een ander account gebruikt dit e-mailadres al om in te loggen.",
  EmailAlreadyVerified: "Dit e-mailadres is al geverifieerd.",
  EmailPasswordMismatch: "Onjuist e-mailadres of wachtwoord.",
  HostUnavailable: "Je browser ondersteunt dit niet. Probeer een andere browser.",
  InvalidTotpCode: "Onjuiste code. Probeer het opnieuw.",
  OAuthCallbackError: "Inloggen is mislukt. Probeer het opnieuw.",
  PasskeyAuthenticationFailed: "Je passkey kon niet worden geverifieerd. Probeer het opnieuw.",
  PasskeyAuthenticationNotEnabled: "Passkeys zijn uitgeschakeld voor deze app.",
  PasskeyRegistrationFailed: "Je passkey kon niet worden toegevoegd. Probeer het opnieuw.",
  PasskeyWebAuthnError: "Het verzoek om je passkey is geannuleerd of verlopen. Probeer het opnieuw.",
  PasswordAuthenticationNotEnabled: "Wachtwoorden zijn uitgeschakeld voor deze app.",
  PasswordConfirmationMismatch: "De wachtwoorden komen niet overeen.",
  PasswordTooLong: ({ details }) => `Gebruik maximaal ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Gebruik minimaal ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "Bevestig dat jij het bent en probeer het opnieuw.",
  RedirectUrlNotTrusted: "Deze link gaat naar een site die niet wordt vertrouwd.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "Controleer wat je hebt ingevuld en probeer het opnieuw.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "Je bent ingelogd met een ander account. Gebruik je huidige account." : signedOut,
  SignUpNotEnabled: "Registreren is uitgeschakeld voor deze app.",
  TeamInvitationEmailMismatch: "Deze uitnodiging is voor een ander e-mailadres.",
  TeamMembershipNotFound: "Je bent geen lid meer van dit team.",
  TeamNotSelected: "Het team is gemaakt, maar we konden er niet naar overschakelen.",
  TeamPermissionRequired: "Je hebt hier geen toestemming voor.",
  UserAuthenticationRequired: "Je bent uitgelogd of een andere gebruiker heeft ingelogd. Log opnieuw in.",
  UserDoesNotHavePassword: "Je hebt nog geen wachtwoord.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "Er bestaat al een account met dit e-mailadres.",
  VerificationCodeAlreadyUsed: "Deze code is al gebruikt.",
  VerificationCodeExpired: "Deze code is verlopen.",
  VerificationCodeMaxAttemptsReached: "Te veel pogingen. Vraag een nieuwe code aan.",
  VerificationCodeNotFound: "Onjuiste code. Probeer het opnieuw.",
  WebAuthnNotSupported: "Dit apparaat ondersteunt geen passkeys.",
  WrongCurrentPassword: "Het huidige wachtwoord is onjuist."
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "Je bent offline. Controleer je verbinding."
      : "We kunnen de server niet bereiken. Probeer het opnieuw.",
  RateLimited: "Te veel pogingen. Wacht even en probeer het opnieuw.",
  RequestRefused: "De server heeft dit geweigerd. Controleer wat je hebt ingevuld en probeer het opnieuw.",
  ServiceUnavailable: "De server is niet beschikbaar. Probeer het later opnieuw.",
  ProjectRefused: misconfigured,
  UserRestricted: "Je account is beperkt. Neem contact op met de klantenservice.",
  UndeclaredError: ({ message }) => `Melding van de server: ‘${message}’`
}
