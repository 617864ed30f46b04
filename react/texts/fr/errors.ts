/**
 * The French error messages.
 *
 * @since 0.1.0
 */
import type * as en from "../en/errors.ts"
import { plural } from "../plural.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"

/** Returns a number of characters. */
export const characters = (count: number): string =>
  plural("fr", count, { one: `${count} caractère`, other: `${count} caractères` })

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "La connexion a pris trop de temps. Réessayez.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Ce mode de connexion n’est pas disponible.",
  OAUTH_PROVIDER_ACCESS_DENIED: "La connexion a été annulée ou refusée. Réessayez.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "Le fournisseur de connexion est indisponible. Réessayez plus tard.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "Vous avez déjà associé un autre compte de ce fournisseur. Dissociez-le d’abord.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "Ce compte est déjà associé à un autre utilisateur.",
  SIGN_UP_NOT_ENABLED: "Vous n’avez pas encore de compte et les inscriptions sont fermées.",
  SIGN_UP_REJECTED: "Vous ne pouvez pas vous inscrire avec ce compte.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "Un compte existe déjà avec cette adresse e-mail. Utilisez votre mode de connexion habituel.",
  REDIRECT_URL_NOT_WHITELISTED:
    "Cette application n’est pas configurée pour vous connecter depuis cette page. Contactez son développeur.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "Cette application n’est pas configurée pour demander cet accès. Contactez son développeur.",
  INVALID_AUTHORIZATION_CODE: "Votre connexion a expiré. Reconnectez-vous."
}

const text = (text: string) => (): string => text
const signedOut = text("Vous avez été déconnecté. Reconnectez-vous.")
const misconfigured = text("Cette application n’est pas configurée correctement. Contactez son développeur.")
const unexpected = text(common.unexpected)

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: text("Cette clé API n’existe plus."),
  BotChallengeFailed: text("Le contrôle de sécurité a échoué. Réessayez."),
  BotChallengeRequired: text("Effectuez le contrôle de sécurité, puis réessayez."),
  CannotDeleteCurrentSession: text("Pour mettre fin à cette session, déconnectez-vous."),
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: text(
    "Un autre compte utilise déjà cette adresse e-mail pour se connecter."
  ),
  EmailAlreadyVerified: text("Cette adresse e-mail est déjà vérifiée."),
  EmailPasswordMismatch: text("Adresse e-mail ou mot de passe incorrect."),
  HostUnavailable: text("Votre navigateur ne prend pas en charge cette fonction. Essayez un autre navigateur."),
  InvalidTotpCode: text("Code incorrect. Réessayez."),
  OAuthCallbackError: text("La connexion a échoué. Réessayez."),
  PasskeyAuthenticationFailed: text("Nous n’avons pas pu vérifier votre clé d’accès. Réessayez."),
  PasskeyAuthenticationNotEnabled: text("Les clés d’accès sont désactivées pour cette application."),
  PasskeyRegistrationFailed: text("Nous n’avons pas pu ajouter votre clé d’accès. Réessayez."),
  PasskeyWebAuthnError: text("La demande de clé d’accès a été annulée ou a expiré. Réessayez."),
  PasswordAuthenticationNotEnabled: text("Les mots de passe sont désactivés pour cette application."),
  PasswordConfirmationMismatch: text("Les mots de passe ne correspondent pas."),
  PasswordTooLong: ({ details }) => `Utilisez au maximum ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Utilisez au moins ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RedirectUrlNotTrusted: text("Ce lien mène à un site qui n’est pas approuvé."),
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: text("Vérifiez votre saisie, puis réessayez."),
  SignUpNotEnabled: text("Les inscriptions sont fermées pour cette application."),
  TeamMembershipNotFound: text("Vous n’êtes plus membre de cette équipe."),
  TeamNotSelected: text("L’équipe a été créée, mais nous n’avons pas pu l’ouvrir."),
  TeamPermissionRequired: text("Vous n’êtes pas autorisé à effectuer cette action."),
  UserAuthenticationRequired: text(
    "Vous avez été déconnecté, ou un autre utilisateur s’est connecté. Reconnectez-vous."
  ),
  UserDoesNotHavePassword: text("Vous n’avez pas encore de mot de passe."),
  UserNotFound: signedOut,
  UserWithEmailAlreadyExists: text("Un compte existe déjà avec cette adresse e-mail."),
  VerificationCodeAlreadyUsed: text("Ce code a déjà été utilisé."),
  VerificationCodeExpired: text("Ce code a expiré."),
  VerificationCodeMaxAttemptsReached: text("Trop de tentatives. Demandez un nouveau code."),
  VerificationCodeNotFound: text("Code incorrect. Réessayez."),
  WebAuthnNotSupported: text("Cet appareil ne prend pas en charge les clés d’accès."),
  WrongCurrentPassword: text("Le mot de passe actuel est incorrect.")
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "Vous êtes hors ligne. Vérifiez votre connexion."
      : "Le serveur est injoignable. Réessayez.",
  RateLimited: text("Trop de tentatives. Patientez un instant, puis réessayez."),
  RequestRefused: text("Le serveur a refusé la demande. Vérifiez votre saisie, puis réessayez."),
  ServiceUnavailable: text("Le serveur est indisponible. Réessayez plus tard."),
  InvalidResponse: unexpected,
  ResponseTooLarge: unexpected,
  UnsupportedError: unexpected,
  ProjectRefused: misconfigured,
  UserRestricted: text("Votre compte est restreint. Contactez l’assistance."),
  UnsupportedGeneration: unexpected,
  UndeclaredError: ({ message }) => `Réponse du serveur\u00a0: «\u00a0${message}\u00a0»`,
  ClockSkewError: text("L’horloge du serveur n’est pas à l’heure. Réessayez plus tard.")
}
