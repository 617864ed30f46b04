/** The French texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "fr",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("fr", { dateStyle: "medium" }),
  dateTime: (date) => date.toLocaleString("fr", { dateStyle: "medium", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "Chargement…",
  retry: "Réessayer",
  close: "Fermer",
  offline: "Vous êtes hors ligne. Nous réessaierons dès que la connexion sera rétablie.",
  unexpected: "Un problème est survenu. Réessayez.",
  resendIn: (seconds) => `Renvoyer dans ${seconds}\u00a0s`
}

export const actions: Texts["actions"] = {
  save: "Enregistrer",
  saved: "Enregistré",
  cancel: "Annuler",
  done: "Terminé",
  copy: "Copier",
  copied: "Copié",
  undo: "Annuler l’action",
  confirm: (text) => `Saisissez «\u00a0${text}\u00a0» pour confirmer`,
  confirmMismatch: "Le texte ne correspond pas. Vérifiez l’orthographe.",
  change: "Modifier",
  remove: "Supprimer",
  notSet: "Non renseigné",
  allSettings: "Tous les paramètres"
}

export const fields: Texts["fields"] = {
  email: "Adresse e-mail",
  password: "Mot de passe",
  newPassword: "Nouveau mot de passe",
  code: "Code",
  showPassword: "Afficher le mot de passe",
  hidePassword: "Masquer le mot de passe",
  required: "Renseignez ce champ.",
  emailRequired: "Saisissez votre adresse e-mail.",
  emailInvalid: "Saisissez une adresse e-mail valide.",
  passwordRequired: "Saisissez votre mot de passe.",
  codeRequired: "Saisissez le code.",
  passwordFits: "Le mot de passe est assez long."
}
