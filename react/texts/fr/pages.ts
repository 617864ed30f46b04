/** The French texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { characters, oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "Vérifiez que vous avez copié le lien en entier.",
  VerificationCodeExpired: "Ce lien a expiré.",
  VerificationCodeAlreadyUsed: "Ce lien a déjà été utilisé.",
  VerificationCodeMaxAttemptsReached: "Trop de tentatives avec ce lien."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "Se connecter autrement",
  emailVerification: "Aller aux paramètres du compte",
  passwordReset: "Demander un nouveau lien",
  teamInvitation: "Aller à l’accueil"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Connectez-vous ou inscrivez-vous pour rejoindre l’équipe.",
  cliAuthConfirm: "Connectez-vous pour autoriser l’outil en ligne de commande.",
  agentConsent: "Connectez-vous pour répondre à la demande.",
  accountSettings: "Connectez-vous pour gérer votre compte.",
  teamSettings: "Connectez-vous pour gérer votre équipe.",
  onboarding: "Connectez-vous ou inscrivez-vous pour continuer."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Cette demande a expiré",
  notAvailable: "Aucun accès pour les agents",
  framed: "Ouvrez cette page dans sa propre fenêtre"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Retournez à l’agent et connectez-le de nouveau.",
  notAvailable: "Cette application ne propose pas d’accès aux agents.",
  framed: "Un autre site affiche cette page dans un cadre et pourrait masquer ce que vous autorisez."
}

export const providers: Texts["providers"] = {
  or: "ou",
  continue: (name) => `Continuer avec ${name}`,
  connect: (name) => `Associer ${name}`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `Se connecter à ${project}`,
  submit: "Se connecter",
  magicLink: "Recevoir un lien par e-mail",
  passkey: "Se connecter avec une clé d’accès",
  forgotPassword: "Mot de passe oublié\u202f?",
  noAccount: "Vous n’avez pas de compte\u202f?",
  signUp: "S’inscrire",
  closed: "La connexion n’est pas disponible pour cette application."
}

export const signUp: Texts["signUp"] = {
  title: (project) => `S’inscrire sur ${project}`,
  submit: "S’inscrire",
  magicLink: "Recevoir un lien par e-mail",
  passwordHint: (length) => `Au moins ${characters(length)}`,
  hasAccount: "Vous avez déjà un compte\u202f?",
  signIn: "Se connecter"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "Inscriptions fermées",
  text: (project) => `${project} n’accepte pas de nouveaux comptes.`,
  signIn: "Se connecter"
}

export const methods: Texts["methods"] = {
  next: "Continuer",
  change: "Modifier",
  lastUsed: "Dernière utilisation",
  agreeToBoth: (terms, privacy) => `En continuant, vous acceptez les ${terms} et la ${privacy}.`,
  agree: (document) => `En continuant, vous acceptez : ${document}.`,
  terms: "Conditions d’utilisation",
  privacy: "Politique de confidentialité"
}

export const codeSent: Texts["codeSent"] = {
  title: "Consultez votre boîte de réception",
  text: (email) => `Nous avons envoyé un code à ${email}. Saisissez le code ou ouvrez le lien dans l’e-mail.`,
  submit: "Se connecter",
  sendAgain: "Renvoyer l’e-mail",
  startOver: "Se connecter autrement"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "Terminer la connexion",
  text: "Votre lien est valide. Voulez-vous vous connecter sur cet appareil\u202f?",
  submit: "Se connecter"
}

export const mfa: Texts["mfa"] = {
  title: "Authentification à deux facteurs",
  text: "Saisissez le code à six chiffres de votre application d’authentification.",
  submit: "Vérifier",
  refused: "Code incorrect. Reconnectez-vous.",
  tooLate: "Votre connexion a expiré. Reconnectez-vous.",
  startOver: "Se connecter autrement",
  lost: "Téléphone perdu\u202f? Contactez l’assistance de cette appli."
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "Reconnectez-vous",
  text: "Votre connexion a expiré.",
  startOver: "Se connecter"
}

export const signedIn: Texts["signedIn"] = {
  title: "Connexion réussie",
  text: "Vous pouvez maintenant accéder à l’application."
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "Vous êtes déjà connecté",
  text: (name) => `Vous êtes connecté en tant que ${name}.`,
  proceed: "Continuer",
  signOut: "Se déconnecter"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "Connectez-vous pour continuer",
  text: (page) => signInReasons[page],
  signIn: "Se connecter",
  signUp: "S’inscrire"
}

export const signedOut: Texts["signedOut"] = {
  title: "Déconnexion réussie",
  text: "Vous pouvez fermer cette page ou vous reconnecter.",
  revocationError:
    "Le serveur était injoignable\u00a0: votre session est peut-être encore active. Vous pouvez y mettre fin dans les paramètres de votre compte."
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "Mot de passe oublié\u202f?",
  text: "Saisissez votre adresse e-mail. Nous vous enverrons un lien pour réinitialiser votre mot de passe.",
  submit: "Envoyer le lien",
  sentTitle: "Consultez votre boîte de réception",
  sent: (email) => `Si vous avez un compte, nous avons envoyé un lien à ${email}.`,
  sendAgain: "Renvoyer l’e-mail",
  signIn: "Retour à la connexion"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "Réinitialiser le mot de passe",
  text: "Toutes vos sessions seront fermées, sur tous vos appareils.",
  submit: "Réinitialiser le mot de passe"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "Mot de passe modifié",
  text: "Connectez-vous avec votre nouveau mot de passe.",
  signIn: "Se connecter"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "Vérifiez votre adresse e-mail",
  text: "Confirmez que cette adresse e-mail vous appartient.",
  submit: "Vérifier l’adresse e-mail"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "Adresse e-mail vérifiée",
  text: (wasVerified) =>
    wasVerified ? "Votre adresse e-mail était déjà vérifiée." : "Votre adresse e-mail est maintenant vérifiée.",
  proceed: "Continuer"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "Vérifiez votre adresse e-mail",
  text: (email) => `Nous avons envoyé un lien à ${email}. Ouvrez-le pour continuer.`,
  noEmail: "Saisissez votre adresse e-mail. Nous vous enverrons un lien pour la vérifier.",
  check: "J’ai vérifié mon adresse e-mail",
  notYet: "Votre adresse e-mail n’est pas encore vérifiée. Ouvrez le lien dans l’e-mail, puis réessayez.",
  resend: "Renvoyer l’e-mail",
  resent: "E-mail envoyé. Consultez votre boîte de réception et vos courriers indésirables.",
  change: "Utiliser une autre adresse e-mail",
  changeSubmit: "Envoyer le lien",
  signOut: "Se déconnecter"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "Votre compte est restreint",
  text: (name) =>
    `Vous êtes connecté en tant que ${name}, mais vous ne pouvez pas utiliser cette application pour le moment.`,
  signOut: "Se déconnecter"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `Rejoindre ${team}`,
  text: (name, team) =>
    `Vous êtes connecté en tant que ${name}. Vous avez reçu une invitation à rejoindre l’équipe «\u00a0${team}\u00a0».`,
  submit: "Rejoindre l’équipe",
  decline: "Pas maintenant"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "Utiliser un autre compte",
  text: (name) => `Cette invitation a été envoyée à une autre adresse e-mail. Vous êtes connecté en tant que ${name}.`,
  signIn: "Se connecter avec un autre compte",
  decline: "Pas maintenant"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `Bienvenue dans ${team}`,
  text: "Vous êtes maintenant membre de cette équipe.",
  proceed: "Continuer"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "Ce lien ne fonctionne pas",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "Autoriser l’outil en ligne de commande",
  text: (name) =>
    `Un outil en ligne de commande souhaite se connecter en tant que ${name}. Continuez uniquement si vous l’avez lancé et s’il affiche ce code\u00a0:`,
  submit: "Autoriser",
  decline: "Annuler"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "Outil en ligne de commande autorisé",
  text: "Vous pouvez fermer cette page et revenir à votre terminal."
}

export const cliRefused: Texts["cliRefused"] = {
  title: "Ce lien ne fonctionne pas",
  text: "Il a expiré, a déjà été utilisé ou est incomplet. Recommencez dans votre terminal.",
  goHome: "Aller à l’accueil"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "Échec de la connexion",
  startOver: "Retour à la connexion",
  canceled: "Connexion annulée"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "Aucune connexion en cours",
  text: "Elle est déjà terminée ou a été commencée dans un autre navigateur.",
  startOver: "Se connecter"
}

export const notFound: Texts["notFound"] = {
  title: "Page introuvable",
  text: "Vérifiez que vous avez copié le lien en entier.",
  goHome: "Aller à l’accueil"
}

export const notOpened: Texts["notOpened"] = { title: "Impossible d’ouvrir cette page" }

export const reverify: Texts["reverify"] = {
  title: "Confirmez votre identité",
  text: (name) => `Reconnectez-vous en tant que ${name} pour continuer.`,
  submit: "Continuer",
  emailCode: "Recevoir un code par e-mail",
  codeSent: (email) => `Saisissez le code envoyé à ${email}.`,
  otherMethod: "Utiliser une autre méthode",
  noMethod: "Déconnectez-vous puis reconnectez-vous pour continuer."
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name} souhaite agir en votre nom`,
  verified: (host) => `Vérifié : ${host}`,
  vouched: "Ajouté par cette application",
  unverified: "Non vérifié : un programme de cet appareil utilise ce nom.",
  account: "Votre compte",
  switchUser: "Utiliser un autre compte",
  resource: "Accès à",
  expires: "Fin de l’accès",
  scopes: "Choisissez ce que l’agent peut faire",
  noScope: "Choisissez au moins une option, ou annulez.",
  everything: "L’agent peut faire tout ce que vous pouvez faire dans cette application.",
  onDevice: "Un programme de cet appareil obtient l’accès. Continuez uniquement si vous l’avez lancé.",
  allow: "Autoriser",
  deny: "Annuler",
  redirect: (host) => `Vous serez redirigé vers ${host}.`,
  revoke: "Vous pouvez retirer l’accès à tout moment dans les paramètres de votre compte.",
  compare: "Continuez uniquement si vous avez lancé ce programme et s’il affiche ce code :",
  fixedScopes: "Accès demandé",
  notLimited:
    "Vous ne pouvez pas choisir les autorisations ici, et le programme pourrait faire tout ce que vous pouvez faire. N’autorisez que les programmes auxquels vous faites confiance."
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "Accès autorisé" : "Accès refusé",
  text: (name) => `Vous pouvez fermer cette page et retourner à ${name}.`,
  proceed: "Continuer"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "Aller à l’accueil"
}
