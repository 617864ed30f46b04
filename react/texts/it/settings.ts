/** The Italian texts for the account settings. */
import { plural } from "../plural.ts"
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "Impostazioni dell’account",
  navigation: "Impostazioni",
  profile: "Profilo",
  security: "Sicurezza",
  sessions: "Sessioni",
  apiKeys: "Chiavi API",
  teams: "Team",
  signOut: "Esci",
  goHome: "Torna all’app"
}

export const profile: Texts["profile"] = {
  title: "Profilo",
  displayName: "Nome",
  picture: "Foto del profilo",
  pictureHint: "PNG, JPEG, GIF o WebP",
  upload: "Carica foto",
  remove: "Rimuovi foto",
  removed: "Foto rimossa.",
  cropTitle: "Ritaglia foto",
  cropText: "Trascina la foto per spostarla. Puoi usare anche i tasti freccia.",
  cropArea: "Posizione della foto",
  zoom: "Ingrandimento",
  use: "Usa foto",
  notAnImage: "Scegli un file PNG, JPEG, GIF o WebP.",
  tooLarge: "Questa foto è troppo grande. Scegline una più piccola."
}

export const emails: Texts["emails"] = {
  title: "Indirizzi email",
  primary: "Principale",
  verified: "Verificata",
  notVerified: "Non verificata",
  usedForAuth: "Usata per accedere",
  verify: "Invia email di verifica",
  verificationSent: "Email inviata. Controlla la posta in arrivo e la cartella dello spam.",
  makePrimary: "Imposta come principale",
  madePrimary: (email) => `${email} è ora la tua email principale.`,
  useForAuth: "Usa per accedere",
  stopUsingForAuth: "Non usare per accedere",
  remove: "Rimuovi",
  removeTitle: "Rimuovere l’indirizzo email?",
  removeText: (email) => `Non riceverai più email all’indirizzo ${email} e non potrai usarlo per accedere.`,
  newEmail: "Nuova email",
  add: "Aggiungi email",
  actions: (email) => `Azioni per ${email}`,
  none: "Aggiungi un’email per accedere e ricevere messaggi."
}

export const password: Texts["password"] = {
  title: "Password",
  current: "Password attuale",
  change: "Cambia password",
  set: "Imposta password",
  changed: "Password modificata.",
  isSet: "Impostata"
}

export const passkey: Texts["passkey"] = {
  title: "Passkey",
  on: "Puoi accedere con una passkey.",
  off: "Accedi con l’impronta, il volto o il blocco schermo invece della password.",
  add: "Aggiungi una passkey",
  remove: "Rimuovi passkey",
  removeTitle: "Rimuovere la passkey?",
  removeText: "Non potrai più accedere con la passkey."
}

export const twoFactor: Texts["twoFactor"] = {
  title: "Autenticazione a due fattori",
  on: "L’autenticazione a due fattori è attiva.",
  off: "Proteggi il tuo account con un codice aggiuntivo di un’app di autenticazione.",
  turnOn: "Attiva",
  turnOff: "Disattiva",
  turnOffTitle: "Disattivare l’autenticazione a due fattori?",
  turnOffText: "Chiunque conosca la tua password potrà accedere.",
  scan: "Scansiona il codice QR con l’app di autenticazione. Poi inserisci il codice a sei cifre mostrato dall’app.",
  qrCode: "Codice QR per la tua app di autenticazione",
  setupKey: "Chiave di configurazione",
  setupKeyHint: "Non riesci a scansionare il codice? Inserisci questa chiave nell’app.",
  confirm: "Attiva",
  isOn: "Attiva",
  isOff: "Non attiva"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "Account collegati",
  none: "Collega un account per usarlo per accedere.",
  connect: (name) => `Collega ${name}`,
  disconnect: "Scollega",
  disconnectTitle: (name) => `Scollegare ${name}?`,
  disconnectText: (name) => `Non potrai più accedere con ${name}.`
}

export const sessions: Texts["sessions"] = {
  title: "Sessioni",
  current: "Questo dispositivo",
  signedIn: (date) => `Accesso: ${date}`,
  lastActive: (date) => `Ultima attività: ${date}`,
  impersonation: "Aperta da un amministratore",
  revoke: "Termina",
  revokeOthers: "Termina tutte le altre sessioni",
  revokeOthersTitle: "Terminare tutte le altre sessioni?",
  revokeOthersText: "La sessione su questo dispositivo resterà aperta.",
  device: (browser, system) => `${browser} su ${system}`,
  place: (city, country) => `${city}, ${country}`,
  activeNow: "Attiva ora",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `Usata il ${date}, non da questo dispositivo`
      : `Usata da ${place} il ${date}, non da questo dispositivo`,
  endSession: "Termina questa sessione",
  none: "Qui vengono mostrati i dispositivi da cui accedi."
}

export const agents: Texts["agents"] = {
  agent: "Agente",
  since: (date) => `Dal ${date}`,
  scopes: (scopes) => `Può: ${scopes}`,
  everything: "Può fare tutto ciò che puoi fare tu",
  remove: "Rimuovi accesso",
  removeTitle: (name) => `Rimuovere l’accesso di ${name}?`,
  removeText: "Non potrà più agire per tuo conto. Può chiedere di nuovo l’accesso."
}

export const apiKeys: Texts["apiKeys"] = {
  title: "Chiavi API",
  none: "Usa le chiavi API per collegare i tuoi script e strumenti.",
  create: "Crea chiave API",
  description: "Descrizione",
  descriptionHint: "A cosa serve la chiave",
  expires: "Scadenza",
  never: "Mai",
  inDays: (days) => plural("it", days, { one: `Tra ${days} giorno`, other: `Tra ${days} giorni` }),
  created: "Copia ora la nuova chiave API. Non potrai più visualizzarla.",
  newKey: "Nuova chiave API",
  ends: (lastFour) => `Termina con ${lastFour}`,
  expiresOn: (date) => `Scade il ${date}`,
  expired: "Scaduta",
  revoked: "Revocata",
  revoke: "Revoca",
  revokeTitle: (description) => `Revocare “${description}”?`,
  revokeText: "I programmi che usano questa chiave smetteranno di funzionare. L’operazione non può essere annullata.",
  createdOn: (date) => `Creata il ${date}`,
  neverExpires: "Non scade mai"
}

export const teams: Texts["teams"] = {
  title: "Team",
  none: "Crea un team per lavorare con altre persone.",
  selected: "Attuale",
  select: "Seleziona",
  leave: "Esci dal team",
  leaveTitle: (team) => `Uscire da ${team}?`,
  leaveText: "Per rientrare ti servirà un nuovo invito.",
  create: "Crea team",
  displayName: "Nome del team",
  noneToCreate: "I team a cui ti unisci appariranno qui."
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "Elimina account",
  text: "Il tuo account e tutti i suoi dati verranno eliminati definitivamente.",
  open: "Elimina account",
  confirmTitle: "Eliminare il tuo account?",
  submit: "Elimina account"
}

export const lists: Texts["lists"] = {
  search: "Cerca",
  noResults: "Nessun risultato",
  results: (count) => plural("it", count, { one: `${count} risultato`, other: `${count} risultati` }),
  shown: (count, total) => `${count} di ${total}`,
  showMore: "Mostra altri"
}
