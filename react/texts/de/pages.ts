/** The German texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "Prüfe, ob du den ganzen Link kopiert hast.",
  VerificationCodeExpired: "Dieser Link ist abgelaufen.",
  VerificationCodeAlreadyUsed: "Dieser Link wurde bereits verwendet.",
  VerificationCodeMaxAttemptsReached: "Zu viele Versuche mit diesem Link."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "Andere Anmeldemethode wählen",
  emailVerification: "Zu den Kontoeinstellungen",
  passwordReset: "Neuen Link anfordern",
  teamInvitation: "Zur Startseite"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Melde dich an oder registriere dich, um dem Team beizutreten.",
  cliAuthConfirm: "Melde dich an, um die Anmeldung im Terminal zu bestätigen.",
  agentConsent: "Melde dich an, um über die Anfrage zu entscheiden.",
  accountSettings: "Melde dich an, um dein Konto zu verwalten.",
  teamSettings: "Melde dich an, um dein Team zu verwalten.",
  onboarding: "Melde dich an oder registriere dich, um fortzufahren."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Diese Anfrage ist abgelaufen",
  notAvailable: "Kein Zugriff für Agenten",
  framed: "Öffne diese Seite in einem eigenen Fenster"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Gehe zum Agenten zurück und verbinde ihn erneut.",
  notAvailable: "Diese App bietet keinen Zugriff für Agenten an.",
  framed: "Eine andere Website zeigt diese Seite in einem Frame und könnte verbergen, was du erlaubst."
}

export const providers: Texts["providers"] = {
  or: "oder",
  continue: (name) => `Weiter mit ${name}`,
  connect: (name) => `${name} verbinden`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `Bei ${project} anmelden`,
  submit: "Anmelden",
  magicLink: "Mit E-Mail-Link anmelden",
  passkey: "Mit Passkey anmelden",
  forgotPassword: "Passwort vergessen?",
  noAccount: "Noch kein Konto?",
  signUp: "Registrieren",
  closed: "In dieser App ist keine Anmeldung möglich."
}

export const signUp: Texts["signUp"] = {
  title: (project) => `Bei ${project} registrieren`,
  submit: "Registrieren",
  magicLink: "Mit E-Mail-Link registrieren",
  passwordHint: (length) => `Mindestens ${length} Zeichen`,
  hasAccount: "Du hast schon ein Konto?",
  signIn: "Anmelden"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "Registrierung nicht möglich",
  text: (project) => `Bei ${project} sind zurzeit keine neuen Konten möglich.`,
  signIn: "Anmelden"
}

export const methods: Texts["methods"] = {
  next: "Weiter",
  change: "Ändern",
  lastUsed: "Zuletzt verwendet",
  agreeToBoth: (terms, privacy) => `Mit dem Fortfahren akzeptierst du: ${terms} und ${privacy}.`,
  agree: (document) => `Mit dem Fortfahren akzeptierst du: ${document}.`,
  terms: "Nutzungsbedingungen",
  privacy: "Datenschutzerklärung"
}

export const codeSent: Texts["codeSent"] = {
  title: "Prüfe dein Postfach",
  text: (email) => `Wir haben einen Code an ${email} gesendet. Gib den Code ein oder öffne den Link in der E-Mail.`,
  submit: "Anmelden",
  sendAgain: "E-Mail erneut senden",
  startOver: "Andere Anmeldemethode wählen"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "Anmeldung abschließen",
  text: "Der Link ist gültig. Auf diesem Gerät anmelden?",
  submit: "Anmelden"
}

export const mfa: Texts["mfa"] = {
  title: "Zwei-Faktor-Authentifizierung",
  text: "Gib den sechsstelligen Code aus deiner Authenticator-App ein.",
  submit: "Bestätigen",
  refused: "Falscher Code. Melde dich erneut an.",
  tooLate: "Deine Anmeldung ist abgelaufen. Melde dich erneut an.",
  startOver: "Andere Anmeldemethode wählen",
  lost: "Handy verloren? Wende dich an den Support dieser App."
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "Melde dich erneut an",
  text: "Deine Anmeldung ist abgelaufen.",
  startOver: "Anmelden"
}

export const signedIn: Texts["signedIn"] = {
  title: "Du bist angemeldet",
  text: "Du kannst die App jetzt verwenden."
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "Du bist bereits angemeldet",
  text: (name) => `Du bist als ${name} angemeldet.`,
  proceed: "Weiter",
  signOut: "Abmelden"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "Melde dich an, um fortzufahren",
  text: (page) => signInReasons[page],
  signIn: "Anmelden",
  signUp: "Registrieren"
}

export const signedOut: Texts["signedOut"] = {
  title: "Du bist abgemeldet",
  text: "Du kannst diese Seite schließen oder dich wieder anmelden.",
  revocationError:
    "Der Server war nicht erreichbar, deine Sitzung ist daher vielleicht noch aktiv. Du kannst sie in den Kontoeinstellungen beenden."
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "Passwort vergessen?",
  text: "Gib deine E-Mail-Adresse ein. Wir senden dir einen Link zum Zurücksetzen des Passworts.",
  submit: "Link senden",
  sentTitle: "Prüfe dein Postfach",
  sent: (email) => `Falls du ein Konto hast, haben wir einen Link an ${email} gesendet.`,
  sendAgain: "E-Mail erneut senden",
  signIn: "Zurück zur Anmeldung"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "Passwort zurücksetzen",
  text: "Du wirst auf allen Geräten abgemeldet.",
  submit: "Passwort zurücksetzen"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "Passwort geändert",
  text: "Melde dich mit deinem neuen Passwort an.",
  signIn: "Anmelden"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "E-Mail-Adresse bestätigen",
  text: "Bestätige, dass diese E-Mail-Adresse dir gehört.",
  submit: "E-Mail-Adresse bestätigen"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "E-Mail-Adresse bestätigt",
  text: (wasVerified) =>
    wasVerified ? "Deine E-Mail-Adresse war bereits bestätigt." : "Deine E-Mail-Adresse ist jetzt bestätigt.",
  proceed: "Weiter"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "E-Mail-Adresse bestätigen",
  text: (email) => `Wir haben einen Link an ${email} gesendet. Öffne ihn, um fortzufahren.`,
  noEmail: "Gib deine E-Mail-Adresse ein. Wir senden dir einen Link zur Bestätigung.",
  check: "Ich habe meine E-Mail-Adresse bestätigt",
  notYet: "Deine E-Mail-Adresse ist noch nicht bestätigt. Öffne den Link in der E-Mail und versuche es erneut.",
  resend: "E-Mail erneut senden",
  resent: "E-Mail gesendet. Prüfe den Posteingang und den Spam-Ordner.",
  change: "Andere E-Mail-Adresse verwenden",
  changeSubmit: "Link senden",
  signOut: "Abmelden"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "Dein Konto ist eingeschränkt",
  text: (name) => `Du bist als ${name} angemeldet, kannst diese App aber zurzeit nicht verwenden.`,
  signOut: "Abmelden"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `${team} beitreten`,
  text: (name, team) => `Du bist als ${name} angemeldet. Du wurdest eingeladen, ${team} beizutreten.`,
  submit: "Team beitreten",
  decline: "Jetzt nicht"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "Anderes Konto verwenden",
  text: (name) => `Diese Einladung gilt für eine andere E-Mail-Adresse. Du bist als ${name} angemeldet.`,
  signIn: "Mit einem anderen Konto anmelden",
  decline: "Jetzt nicht"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `Willkommen bei ${team}`,
  text: "Du bist jetzt Mitglied dieses Teams.",
  proceed: "Weiter"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "Dieser Link funktioniert nicht",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "Anmeldung im Terminal bestätigen",
  text: (name) =>
    `Ein Kommandozeilenprogramm möchte sich als ${name} anmelden. Fahre nur fort, wenn du es gestartet hast und es diesen Code anzeigt:`,
  submit: "Bestätigen",
  decline: "Abbrechen"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "Anmeldung bestätigt",
  text: "Du kannst diese Seite schließen und zum Terminal zurückkehren."
}

export const cliRefused: Texts["cliRefused"] = {
  title: "Dieser Link funktioniert nicht",
  text: "Er ist abgelaufen, wurde bereits verwendet oder ist unvollständig. Beginne im Terminal noch einmal.",
  goHome: "Zur Startseite"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "Anmeldung fehlgeschlagen",
  startOver: "Zurück zur Anmeldung",
  canceled: "Anmeldung abgebrochen"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "Keine laufende Anmeldung",
  text: "Sie ist bereits abgeschlossen oder wurde in einem anderen Browser begonnen.",
  startOver: "Anmelden"
}

export const notFound: Texts["notFound"] = {
  title: "Seite nicht gefunden",
  text: "Prüfe, ob du den ganzen Link kopiert hast.",
  goHome: "Zur Startseite"
}

export const notOpened: Texts["notOpened"] = { title: "Die Seite konnte nicht geöffnet werden" }

export const reverify: Texts["reverify"] = {
  title: "Bestätige, dass du es bist",
  text: (name) => `Melde dich erneut als ${name} an, um fortzufahren.`,
  submit: "Weiter",
  emailCode: "Code per E-Mail senden",
  codeSent: (email) => `Gib den Code ein, den wir an ${email} gesendet haben.`,
  otherMethod: "Andere Methode verwenden",
  noMethod: "Melde dich ab und wieder an, um fortzufahren."
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name} möchte in deinem Namen handeln`,
  verified: (host) => `Verifiziert: ${host}`,
  vouched: "Von dieser App hinzugefügt",
  unverified: "Nicht verifiziert: Ein Programm auf diesem Gerät verwendet diesen Namen.",
  account: "Dein Konto",
  switchUser: "Anderes Konto verwenden",
  resource: "Zugriff auf",
  expires: "Zugriff endet",
  scopes: "Wähle, was der Agent darf",
  noScope: "Wähle mindestens eine Option oder brich ab.",
  everything: "Der Agent darf alles, was du in dieser App darfst.",
  onDevice: "Ein Programm auf diesem Gerät erhält den Zugriff. Fahre nur fort, wenn du es gestartet hast.",
  allow: "Erlauben",
  deny: "Abbrechen",
  redirect: (host) => `Danach geht es zurück zu ${host}.`,
  revoke: "Du kannst den Zugriff jederzeit in deinen Kontoeinstellungen entfernen.",
  compare: "Fahre nur fort, wenn du dieses Programm gestartet hast und es diesen Code anzeigt:",
  fixedScopes: "Angefordert wird",
  notLimited:
    "Du kannst hier keine einzelnen Berechtigungen wählen, und das Programm könnte alles tun, was du tun kannst. Erlaube nur Programme, denen du vertraust."
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "Zugriff erlaubt" : "Zugriff verweigert",
  text: (name) => `Du kannst diese Seite schließen und zu ${name} zurückkehren.`,
  proceed: "Weiter"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "Zur Startseite"
}
