/** The Dutch texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { characters, oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "Controleer of je de hele link hebt gekopieerd.",
  VerificationCodeExpired: "Deze link is verlopen.",
  VerificationCodeAlreadyUsed: "Deze link is al gebruikt.",
  VerificationCodeMaxAttemptsReached: "Te veel pogingen met deze link."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "Op een andere manier inloggen",
  emailVerification: "Naar accountinstellingen",
  passwordReset: "Nieuwe link aanvragen",
  teamInvitation: "Naar de startpagina"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Log in of registreer je om lid te worden van het team.",
  cliAuthConfirm: "Log in om het inloggen via de terminal goed te keuren.",
  agentConsent: "Log in om over het verzoek te beslissen.",
  accountSettings: "Log in om je account te beheren.",
  teamSettings: "Log in om je team te beheren.",
  onboarding: "Log in of registreer je om door te gaan."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Dit verzoek is verlopen",
  notAvailable: "Geen toegang voor agents",
  framed: "Open deze pagina in een eigen venster"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Ga terug naar de agent en verbind hem opnieuw.",
  notAvailable: "Deze app biedt geen toegang voor agents.",
  framed: "Een andere site toont deze pagina in een frame en kan verbergen wat je toestaat."
}

export const providers: Texts["providers"] = {
  or: "of",
  continue: (name) => `Doorgaan met ${name}`,
  connect: (name) => `${name} koppelen`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `Inloggen bij ${project}`,
  submit: "Inloggen",
  magicLink: "Inloglink per e-mail ontvangen",
  passkey: "Inloggen met een passkey",
  forgotPassword: "Wachtwoord vergeten?",
  noAccount: "Heb je nog geen account?",
  signUp: "Registreren",
  closed: "Inloggen is niet mogelijk voor deze app."
}

export const signUp: Texts["signUp"] = {
  title: (project) => `Registreren bij ${project}`,
  submit: "Registreren",
  magicLink: "Registratielink per e-mail ontvangen",
  passwordHint: (length) => `Minimaal ${characters(length)}`,
  hasAccount: "Heb je al een account?",
  signIn: "Inloggen"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "Registreren is gesloten",
  text: (project) => `${project} accepteert geen nieuwe accounts.`,
  signIn: "Inloggen"
}

export const methods: Texts["methods"] = {
  next: "Doorgaan",
  change: "Wijzigen",
  lastUsed: "Laatst gebruikt",
  agreeToBoth: (terms, privacy) => `Door verder te gaan, ga je akkoord met de ${terms} en het ${privacy}.`,
  agree: (document) => `Door verder te gaan, ga je akkoord met: ${document}.`,
  terms: "Servicevoorwaarden",
  privacy: "Privacybeleid"
}

export const codeSent: Texts["codeSent"] = {
  title: "Bekijk je e-mail",
  text: (email) => `We hebben een code gestuurd naar ${email}. Vul de code in of open de link in de e-mail.`,
  submit: "Inloggen",
  sendAgain: "E-mail opnieuw sturen",
  startOver: "Op een andere manier inloggen"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "Inloggen voltooien",
  text: "Je link is geldig. Wil je op dit apparaat inloggen?",
  submit: "Inloggen"
}

export const mfa: Texts["mfa"] = {
  title: "Tweestapsverificatie",
  text: "Vul de zescijferige code uit je authenticator-app in.",
  submit: "Verifiëren",
  refused: "Onjuiste code. Log opnieuw in.",
  tooLate: "Je inlogpoging is verlopen. Log opnieuw in.",
  startOver: "Op een andere manier inloggen",
  lost: "Telefoon kwijt? Neem contact op met de ondersteuning van deze app."
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "Log opnieuw in",
  text: "Je inlogpoging is verlopen.",
  startOver: "Inloggen"
}

export const signedIn: Texts["signedIn"] = {
  title: "Je bent ingelogd",
  text: "Je kunt nu verder naar de app."
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "Je bent al ingelogd",
  text: (name) => `Je bent ingelogd als ${name}.`,
  proceed: "Doorgaan",
  signOut: "Uitloggen"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "Log in om door te gaan",
  text: (page) => signInReasons[page],
  signIn: "Inloggen",
  signUp: "Registreren"
}

export const signedOut: Texts["signedOut"] = {
  title: "Je bent uitgelogd",
  text: "Je kunt deze pagina sluiten of opnieuw inloggen.",
  revocationError:
    "We konden de server niet bereiken, dus je sessie is mogelijk nog actief. Je kunt de sessie beëindigen in je accountinstellingen."
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "Wachtwoord vergeten?",
  text: "Vul je e-mailadres in. We sturen je een link om je wachtwoord opnieuw in te stellen.",
  submit: "Link sturen",
  sentTitle: "Bekijk je e-mail",
  sent: (email) => `Als je een account hebt, hebben we een link gestuurd naar ${email}.`,
  sendAgain: "E-mail opnieuw sturen",
  signIn: "Terug naar inloggen"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "Stel je wachtwoord opnieuw in",
  text: "Je wordt uitgelogd op al je apparaten.",
  submit: "Wachtwoord opnieuw instellen"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "Wachtwoord gewijzigd",
  text: "Log in met je nieuwe wachtwoord.",
  signIn: "Inloggen"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "Verifieer je e-mailadres",
  text: "Bevestig dat dit e-mailadres van jou is.",
  submit: "E-mailadres verifiëren"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "E-mailadres geverifieerd",
  text: (wasVerified) => wasVerified ? "Je e-mailadres was al geverifieerd." : "Je e-mailadres is nu geverifieerd.",
  proceed: "Doorgaan"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "Verifieer je e-mailadres",
  text: (email) => `We hebben een link gestuurd naar ${email}. Open de link om door te gaan.`,
  noEmail: "Vul je e-mailadres in. We sturen je een link om het te verifiëren.",
  check: "Ik heb mijn e-mailadres geverifieerd",
  notYet: "Je e-mailadres is nog niet geverifieerd. Open de link in de e-mail en probeer het opnieuw.",
  resend: "E-mail opnieuw sturen",
  resent: "E-mail gestuurd. Controleer je inbox en je spammap.",
  change: "Ander e-mailadres gebruiken",
  changeSubmit: "Link sturen",
  signOut: "Uitloggen"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "Je account is beperkt",
  text: (name) => `Je bent ingelogd als ${name}, maar je kunt deze app op dit moment niet gebruiken.`,
  signOut: "Uitloggen"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `Word lid van ${team}`,
  text: (name, team) => `Je bent ingelogd als ${name}. Je bent uitgenodigd om lid te worden van ${team}.`,
  submit: "Lid worden",
  decline: "Niet nu"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "Gebruik een ander account",
  text: (name) => `Deze uitnodiging is voor een ander e-mailadres. Je bent ingelogd als ${name}.`,
  signIn: "Inloggen met een ander account",
  decline: "Niet nu"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `Welkom bij ${team}`,
  text: "Je bent nu lid van dit team.",
  proceed: "Doorgaan"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "Deze link werkt niet",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "Inloggen via de terminal",
  text: (name) =>
    `Een opdrachtregelprogramma wil inloggen als ${name}. Ga alleen door als je het zelf hebt gestart en het deze code toont:`,
  submit: "Goedkeuren",
  decline: "Annuleren"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "Inloggen goedgekeurd",
  text: "Je kunt deze pagina sluiten en teruggaan naar je terminal."
}

export const cliRefused: Texts["cliRefused"] = {
  title: "Deze link werkt niet",
  text: "De link is verlopen, al gebruikt of onvolledig. Begin opnieuw in je terminal.",
  goHome: "Naar de startpagina"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "Inloggen is mislukt",
  startOver: "Terug naar inloggen",
  canceled: "Inloggen geannuleerd"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "Er wordt niet ingelogd",
  text: "Het inloggen is al voltooid of is gestart in een andere browser.",
  startOver: "Inloggen"
}

export const notFound: Texts["notFound"] = {
  title: "Pagina niet gevonden",
  text: "Controleer of je de hele link hebt gekopieerd.",
  goHome: "Naar de startpagina"
}

export const notOpened: Texts["notOpened"] = { title: "Deze pagina kon niet worden geopend" }

export const reverify: Texts["reverify"] = {
  title: "Bevestig dat jij het bent",
  text: (name) => `Log opnieuw in als ${name} om door te gaan.`,
  submit: "Doorgaan",
  emailCode: "Stuur me een code per e-mail",
  codeSent: (email) => `Vul de code in die we naar ${email} hebben gestuurd.`,
  otherMethod: "Een andere methode gebruiken",
  noMethod: "Log uit en weer in om door te gaan."
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name} wil namens jou handelen`,
  verified: (host) => `Geverifieerd: ${host}`,
  vouched: "Toegevoegd door deze app",
  unverified: "Niet geverifieerd: een programma op dit apparaat gebruikt deze naam.",
  account: "Je account",
  switchUser: "Ander account gebruiken",
  resource: "Toegang tot",
  expires: "Toegang eindigt",
  scopes: "Kies wat de agent mag doen",
  noScope: "Kies minstens één optie of annuleer.",
  everything: "De agent mag alles wat jij in deze app mag.",
  onDevice: "Een programma op dit apparaat krijgt de toegang. Ga alleen door als je het zelf hebt gestart.",
  allow: "Toestaan",
  deny: "Annuleren",
  redirect: (host) => `Je gaat daarna terug naar ${host}.`,
  revoke: "Je kunt de toegang op elk moment verwijderen in je accountinstellingen.",
  compare: "Ga alleen door als je dit programma hebt gestart en het deze code toont:",
  fixedScopes: "Vraagt om",
  notLimited:
    "Je kunt hier geen afzonderlijke rechten kiezen, en het programma zou alles kunnen doen wat jij kunt. Sta alleen programma’s toe die je vertrouwt."
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "Toegang toegestaan" : "Toegang geweigerd",
  text: (name) => `Je kunt deze pagina sluiten en teruggaan naar ${name}.`,
  proceed: "Doorgaan"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "Naar de startpagina"
}
