/** The Italian texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "it",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("it", { dateStyle: "medium" }),
  dateTime: (date) => date.toLocaleString("it", { dateStyle: "medium", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "Caricamento…",
  retry: "Riprova",
  close: "Chiudi",
  offline: "Sei offline. Riproveremo quando tornerà la connessione.",
  unexpected: "Si è verificato un problema. Riprova.",
  resendIn: (seconds) => `Invia di nuovo tra ${seconds}\u00a0s`
}

export const actions: Texts["actions"] = {
  save: "Salva",
  saved: "Salvato",
  cancel: "Annulla",
  done: "Fine",
  copy: "Copia",
  copied: "Copiato",
  undo: "Ripristina",
  confirm: (text) => `Digita “${text}” per confermare`,
  confirmMismatch: "Il testo non corrisponde. Controlla l’ortografia.",
  change: "Modifica",
  remove: "Rimuovi",
  notSet: "Non impostato",
  allSettings: "Tutte le impostazioni"
}

export const fields: Texts["fields"] = {
  email: "Email",
  password: "Password",
  newPassword: "Nuova password",
  code: "Codice",
  showPassword: "Mostra password",
  hidePassword: "Nascondi password",
  required: "Compila questo campo.",
  emailRequired: "Inserisci la tua email.",
  emailInvalid: "Inserisci un indirizzo email valido.",
  passwordRequired: "Inserisci la password.",
  codeRequired: "Inserisci il codice.",
  passwordFits: "La password è abbastanza lunga."
}
