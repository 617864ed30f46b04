/** The Italian texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { characters, oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "Controlla di aver copiato l’intero link.",
  VerificationCodeExpired: "Questo link è scaduto.",
  VerificationCodeAlreadyUsed: "Questo link è già stato usato.",
  VerificationCodeMaxAttemptsReached: "Troppi tentativi con questo link."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "Accedi in un altro modo",
  emailVerification: "Vai alle impostazioni dell’account",
  passwordReset: "Richiedi un nuovo link",
  teamInvitation: "Vai alla home page"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Accedi o registrati per entrare nel team.",
  cliAuthConfirm: "Accedi per autorizzare l’accesso dal terminale.",
  agentConsent: "Accedi per rispondere alla richiesta.",
  accountSettings: "Accedi per gestire il tuo account.",
  teamSettings: "Accedi per gestire il tuo team.",
  onboarding: "Accedi o registrati per continuare."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Questa richiesta è scaduta",
  notAvailable: "Nessun accesso per gli agenti",
  framed: "Apri questa pagina in una finestra separata"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Torna all’agente e collegalo di nuovo.",
  notAvailable: "Questa app non offre l’accesso agli agenti.",
  framed: "Un altro sito mostra questa pagina in un riquadro e potrebbe nascondere ciò che consenti."
}

export const providers: Texts["providers"] = {
  or: "oppure",
  continue: (name) => `Continua con ${name}`,
  connect: (name) => `Collega ${name}`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `Accedi a ${project}`,
  submit: "Accedi",
  magicLink: "Ricevi un link via email",
  passkey: "Accedi con una passkey",
  forgotPassword: "Password dimenticata?",
  noAccount: "Non hai un account?",
  signUp: "Registrati",
  closed: "L’accesso non è disponibile per questa app."
}

export const signUp: Texts["signUp"] = {
  title: (project) => `Registrati su ${project}`,
  submit: "Registrati",
  magicLink: "Ricevi un link via email",
  passwordHint: (length) => `Almeno ${characters(length)}`,
  hasAccount: "Hai già un account?",
  signIn: "Accedi"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "Registrazioni chiuse",
  text: (project) => `${project} non accetta nuovi account.`,
  signIn: "Accedi"
}

export const methods: Texts["methods"] = {
  next: "Continua",
  change: "Modifica",
  lastUsed: "Ultimo utilizzo",
  agreeToBoth: (terms, privacy) => `Continuando, accetti i ${terms} e l’${privacy}.`,
  agree: (document) => `Continuando, accetti: ${document}.`,
  terms: "Termini di servizio",
  privacy: "Informativa sulla privacy"
}

export const codeSent: Texts["codeSent"] = {
  title: "Controlla la tua email",
  text: (email) => `Abbiamo inviato un codice a ${email}. Inserisci il codice o apri il link nell’email.`,
  submit: "Accedi",
  sendAgain: "Invia di nuovo l’email",
  startOver: "Accedi in un altro modo"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "Completa l’accesso",
  text: "Il link è valido. Vuoi accedere su questo dispositivo?",
  submit: "Accedi"
}

export const mfa: Texts["mfa"] = {
  title: "Autenticazione a due fattori",
  text: "Inserisci il codice a sei cifre della tua app di autenticazione.",
  submit: "Verifica",
  refused: "Codice errato. Accedi di nuovo.",
  tooLate: "L’accesso è scaduto. Accedi di nuovo.",
  startOver: "Accedi in un altro modo",
  lost: "Hai perso il telefono? Contatta l’assistenza di questa app."
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "Accedi di nuovo",
  text: "L’accesso è scaduto.",
  startOver: "Accedi"
}

export const signedIn: Texts["signedIn"] = {
  title: "Accesso effettuato",
  text: "Ora puoi continuare nell’app."
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "Hai già effettuato l’accesso",
  text: (name) => `Hai effettuato l’accesso come ${name}.`,
  proceed: "Continua",
  signOut: "Esci"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "Accedi per continuare",
  text: (page) => signInReasons[page],
  signIn: "Accedi",
  signUp: "Registrati"
}

export const signedOut: Texts["signedOut"] = {
  title: "Hai effettuato la disconnessione",
  text: "Puoi chiudere questa pagina o accedere di nuovo.",
  revocationError:
    "Impossibile raggiungere il server: la tua sessione potrebbe essere ancora attiva. Puoi terminarla nelle impostazioni dell’account."
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "Password dimenticata?",
  text: "Inserisci la tua email. Ti invieremo un link per reimpostare la password.",
  submit: "Invia link",
  sentTitle: "Controlla la tua email",
  sent: (email) => `Se hai un account, abbiamo inviato un link a ${email}.`,
  sendAgain: "Invia di nuovo l’email",
  signIn: "Torna all’accesso"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "Reimposta la password",
  text: "Tutte le tue sessioni verranno terminate, su ogni dispositivo.",
  submit: "Reimposta password"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "Password modificata",
  text: "Accedi con la nuova password.",
  signIn: "Accedi"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "Verifica la tua email",
  text: "Conferma che questo indirizzo email è tuo.",
  submit: "Verifica email"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "Email verificata",
  text: (wasVerified) => wasVerified ? "La tua email era già verificata." : "Ora la tua email è verificata.",
  proceed: "Continua"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "Verifica la tua email",
  text: (email) => `Abbiamo inviato un link a ${email}. Aprilo per continuare.`,
  noEmail: "Inserisci la tua email. Ti invieremo un link per verificarla.",
  check: "Ho verificato la mia email",
  notYet: "La tua email non è ancora verificata. Apri il link nell’email e riprova.",
  resend: "Invia di nuovo l’email",
  resent: "Email inviata. Controlla la posta in arrivo e la cartella dello spam.",
  change: "Usa un’altra email",
  changeSubmit: "Invia link",
  signOut: "Esci"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "Il tuo account è soggetto a limitazioni",
  text: (name) => `Hai effettuato l’accesso come ${name}, ma al momento non puoi usare questa app.`,
  signOut: "Esci"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `Entra in ${team}`,
  text: (name, team) => `Hai effettuato l’accesso come ${name}. Hai ricevuto un invito a entrare in ${team}.`,
  submit: "Entra nel team",
  decline: "Non ora"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "Usa un altro account",
  text: (name) => `Questo invito è per un altro indirizzo email. Hai effettuato l’accesso come ${name}.`,
  signIn: "Accedi con un altro account",
  decline: "Non ora"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `Ti diamo il benvenuto in ${team}`,
  text: "Ora fai parte di questo team.",
  proceed: "Continua"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "Questo link non funziona",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "Autorizza l’accesso dal terminale",
  text: (name) =>
    `Uno strumento a riga di comando vuole accedere come ${name}. Continua solo se lo hai avviato tu e se mostra questo codice:`,
  submit: "Autorizza",
  decline: "Annulla"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "Accesso autorizzato",
  text: "Puoi chiudere questa pagina e tornare al terminale."
}

export const cliRefused: Texts["cliRefused"] = {
  title: "Questo link non funziona",
  text: "È scaduto, è già stato usato o è incompleto. Ricomincia dal terminale.",
  goHome: "Vai alla home page"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "Accesso non riuscito",
  startOver: "Torna all’accesso",
  canceled: "Accesso annullato"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "Nessun accesso in corso",
  text: "È già stato completato o è stato avviato in un altro browser.",
  startOver: "Accedi"
}

export const notFound: Texts["notFound"] = {
  title: "Pagina non trovata",
  text: "Controlla di aver copiato l’intero link.",
  goHome: "Vai alla home page"
}

export const notOpened: Texts["notOpened"] = { title: "Impossibile aprire questa pagina" }

export const reverify: Texts["reverify"] = {
  title: "Conferma la tua identità",
  text: (name) => `Accedi di nuovo come ${name} per continuare.`,
  submit: "Continua",
  emailCode: "Inviami un codice via email",
  codeSent: (email) => `Inserisci il codice che abbiamo inviato a ${email}.`,
  otherMethod: "Usa un altro metodo",
  noMethod: "Esci e accedi di nuovo per continuare."
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name} vuole agire per tuo conto`,
  verified: (host) => `Verificato: ${host}`,
  vouched: "Aggiunto da questa app",
  unverified: "Non verificato: un programma su questo dispositivo usa questo nome.",
  account: "Il tuo account",
  switchUser: "Usa un altro account",
  resource: "Accesso a",
  expires: "Fine dell’accesso",
  scopes: "Scegli cosa può fare",
  noScope: "Scegli almeno un’opzione oppure annulla.",
  everything: "Può fare tutto ciò che puoi fare tu in questa app.",
  onDevice: "Un programma su questo dispositivo ottiene l’accesso. Continua solo se l’hai avviato tu.",
  allow: "Consenti",
  deny: "Annulla",
  redirect: (host) => `Tornerai a ${host}.`,
  revoke: "Puoi rimuovere l’accesso in qualsiasi momento nelle impostazioni dell’account.",
  compare: "Continua solo se hai avviato questo programma e se mostra questo codice:",
  fixedScopes: "Richiede",
  notLimited:
    "Qui non puoi scegliere i singoli permessi e il programma potrebbe fare tutto ciò che puoi fare tu. Consenti solo programmi di cui ti fidi."
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "Accesso consentito" : "Accesso negato",
  text: (name) => `Puoi chiudere questa pagina e tornare a ${name}.`,
  proceed: "Continua"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "Vai alla home page"
}
