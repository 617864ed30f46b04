/** The French error messages. */
import type * as en from "../en/errors.ts"
import { plural } from "../plural.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

/** Returns a length in characters. */
export const characters = (count: number): string =>
  plural("fr", count, { one: `${count} caractère`, other: `${count} caractères` })

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "La connexion a pris trop de temps. Réessayez.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Cette méthode de connexion n’est pas disponible.",
  OAUTH_PROVIDER_ACCESS_DENIED: "Vous avez annulé, ou le fournisseur a refusé l’accès.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "Le fournisseur de connexion est indisponible. Réessayez plus tard.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "Vous avez déjà associé un autre compte de ce fournisseur. Dissociez-le d’abord.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "Ce compte est déjà associé à un autre utilisateur.",
  SIGN_UP_NOT_ENABLED: "Vous n’avez pas encore de compte et les inscriptions sont fermées.",
  SIGN_UP_REJECTED: "Vous ne pouvez pas vous inscrire avec ce compte.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "Un compte existe déjà avec cette adresse e-mail. Utilisez votre méthode de connexion habituelle.",
  REDIRECT_URL_NOT_WHITELISTED:
    "Cette application n’est pas configurée pour vous connecter depuis cette page. Contactez son développeur.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "Cette application n’est pas configurée pour demander cet accès. Contactez son développeur.",
  INVALID_AUTHORIZATION_CODE: "Votre connexion a expiré. Reconnectez-vous."
}

const signedOut = "Votre session a été fermée. Reconnectez-vous."
const misconfigured = "Cette application n’est pas configurée correctement. Contactez son développeur."

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "Cette clé API n’existe plus.",
  BodyParsingError: "Les données sont trop volumineuses. Réduisez-les, puis réessayez.",
  BotChallengeFailed: "Le contrôle de sécurité a échoué. Réessayez.",
  BotChallengeRequired: "Effectuez le contrôle de sécurité, puis réessayez.",
  CannotDeleteCurrentSession: "Pour mettre fin à cette session, déconnectez-vous.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "Un autre compte utilise déjà cette adresse e-mail pour se connecter.",
  EmailAlreadyVerified: "Cette adresse e-mail est déjà vérifiée.",
  EmailPasswordMismatch: "Adresse e-mail ou mot de passe incorrect.",
  HostUnavailable: "Votre navigateur ne prend pas en charge cette fonction. Essayez un autre navigateur.",
  InvalidTotpCode: "Code incorrect. Réessayez.",
  OAuthCallbackError: "La connexion a échoué. Réessayez.",
  PasskeyAuthenticationFailed: "Nous n’avons pas pu vérifier votre clé d’accès. Réessayez.",
  PasskeyAuthenticationNotEnabled: "Les clés d’accès sont désactivées pour cette application.",
  PasskeyRegistrationFailed: "Nous n’avons pas pu ajouter votre clé d’accès. Réessayez.",
  PasskeyWebAuthnError: "La demande de clé d’accès a été annulée ou a expiré. Réessayez.",
  PasswordAuthenticationNotEnabled: "Les mots de passe sont désactivés pour cette application.",
  PasswordConfirmationMismatch: "Les mots de passe ne correspondent pas.",
  PasswordTooLong: ({ details }) => `Utilisez au maximum ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Utilisez au moins ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "Confirmez votre identité, puis réessayez.",
  RedirectUrlNotTrusted: "Ce lien mène à un site qui n’est pas approuvé.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "Vérifiez votre saisie, puis réessayez.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "Vous vous êtes connecté avec un autre compte. Utilisez votre compte actuel." : signedOut,
  SignUpNotEnabled: "Les inscriptions sont fermées pour cette application.",
  TeamInvitationEmailMismatch: "Cette invitation a été envoyée à une autre adresse e-mail.",
  TeamMembershipNotFound: "Vous n’êtes plus membre de cette équipe.",
  TeamNotSelected: "L’équipe a été créée, mais nous n’avons pas pu l’ouvrir.",
  TeamPermissionRequired: "Vous n’avez pas l’autorisation d’effectuer cette action.",
  UserAuthenticationRequired: "Votre session a été fermée, ou une autre personne s’est connectée. Reconnectez-vous.",
  UserDoesNotHavePassword: "Vous n’avez pas encore de mot de passe.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "Un compte existe déjà avec cette adresse e-mail.",
  VerificationCodeAlreadyUsed: "Ce code a déjà été utilisé.",
  VerificationCodeExpired: "Ce code a expiré.",
  VerificationCodeMaxAttemptsReached: "Trop de tentatives. Demandez un nouveau code.",
  VerificationCodeNotFound: "Code incorrect. Réessayez.",
  WebAuthnNotSupported: "Cet appareil ne prend pas en charge les clés d’accès.",
  WrongCurrentPassword: "Le mot de passe actuel est incorrect."
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "Vous êtes hors ligne. Vérifiez votre connexion."
      : "Le serveur est injoignable. Réessayez.",
  RateLimited: "Trop de tentatives. Patientez un instant, puis réessayez.",
  RequestRefused: "Le serveur a refusé la demande. Vérifiez votre saisie, puis réessayez.",
  ServiceUnavailable: "Le serveur est indisponible. Réessayez plus tard.",
  ProjectRefused: misconfigured,
  UserRestricted: "Votre compte est restreint. Contactez l’assistance.",
  UndeclaredError: ({ message }) => `Réponse du serveur\u00a0: «\u00a0${message}\u00a0»`
}
