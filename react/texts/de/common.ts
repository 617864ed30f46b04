/** The German texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "de",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("de", { dateStyle: "medium" }),
  dateTime: (date) => date.toLocaleString("de", { dateStyle: "medium", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "Wird geladen …",
  retry: "Erneut versuchen",
  close: "Schließen",
  offline: "Du bist offline. Sobald wieder eine Verbindung besteht, versuchen wir es erneut.",
  unexpected: "Etwas ist schiefgelaufen. Versuche es erneut.",
  resendIn: (seconds) => `In ${seconds}\u00a0s erneut senden`
}

export const actions: Texts["actions"] = {
  save: "Speichern",
  saved: "Gespeichert",
  cancel: "Abbrechen",
  done: "Fertig",
  copy: "Kopieren",
  copied: "Kopiert",
  undo: "Rückgängig",
  confirm: (text) => `Zur Bestätigung „${text}“ eingeben`,
  confirmMismatch: "Die Eingabe stimmt nicht überein. Prüfe die Schreibweise.",
  change: "Ändern",
  remove: "Entfernen",
  notSet: "Nicht festgelegt",
  allSettings: "Alle Einstellungen"
}

export const fields: Texts["fields"] = {
  email: "E-Mail-Adresse",
  password: "Passwort",
  newPassword: "Neues Passwort",
  code: "Code",
  showPassword: "Passwort anzeigen",
  hidePassword: "Passwort verbergen",
  required: "Fülle dieses Feld aus.",
  emailRequired: "Gib deine E-Mail-Adresse ein.",
  emailInvalid: "Gib eine gültige E-Mail-Adresse ein.",
  passwordRequired: "Gib dein Passwort ein.",
  codeRequired: "Gib den Code ein.",
  passwordFits: "Das Passwort ist lang genug."
}
