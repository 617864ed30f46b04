/** The Dutch texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "nl",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("nl", { dateStyle: "medium" }),
  dateTime: (date) => date.toLocaleString("nl", { dateStyle: "medium", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "Laden…",
  retry: "Opnieuw proberen",
  close: "Sluiten",
  offline: "Je bent offline. Zodra je weer verbinding hebt, proberen we het opnieuw.",
  unexpected: "Er is iets misgegaan. Probeer het opnieuw.",
  resendIn: (seconds) => `Opnieuw sturen over ${seconds}\u00a0s`
}

export const actions: Texts["actions"] = {
  save: "Opslaan",
  saved: "Opgeslagen",
  cancel: "Annuleren",
  done: "Klaar",
  copy: "Kopiëren",
  copied: "Gekopieerd",
  undo: "Ongedaan maken",
  confirm: (text) => `Typ ‘${text}’ om te bevestigen`,
  confirmMismatch: "Dit komt niet overeen. Controleer de spelling.",
  change: "Wijzigen",
  remove: "Verwijderen",
  notSet: "Niet ingesteld",
  allSettings: "Alle instellingen"
}

export const fields: Texts["fields"] = {
  email: "E-mailadres",
  password: "Wachtwoord",
  newPassword: "Nieuw wachtwoord",
  code: "Code",
  showPassword: "Wachtwoord tonen",
  hidePassword: "Wachtwoord verbergen",
  required: "Vul dit veld in.",
  emailRequired: "Vul je e-mailadres in.",
  emailInvalid: "Vul een geldig e-mailadres in.",
  passwordRequired: "Vul je wachtwoord in.",
  codeRequired: "Vul de code in.",
  passwordFits: "Het wachtwoord is lang genoeg."
}
