/** The French texts for the account settings. */
import { plural } from "../plural.ts"
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "Paramètres du compte",
  navigation: "Paramètres",
  profile: "Profil",
  security: "Sécurité",
  sessions: "Sessions",
  apiKeys: "Clés API",
  teams: "Équipes",
  signOut: "Se déconnecter",
  goHome: "Retour à l’application"
}

export const profile: Texts["profile"] = {
  title: "Profil",
  displayName: "Nom",
  picture: "Photo de profil",
  pictureHint: "PNG, JPEG, GIF ou WebP",
  upload: "Importer une photo",
  remove: "Supprimer la photo",
  removed: "Photo supprimée.",
  cropTitle: "Recadrer la photo",
  cropText: "Faites glisser la photo pour la déplacer. Vous pouvez aussi utiliser les touches fléchées.",
  cropArea: "Position de la photo",
  zoom: "Zoom",
  use: "Utiliser la photo",
  notAnImage: "Choisissez un fichier PNG, JPEG, GIF ou WebP.",
  tooLarge: "Cette photo est trop volumineuse. Choisissez-en une plus petite."
}

export const emails: Texts["emails"] = {
  title: "Adresses e-mail",
  primary: "Principale",
  verified: "Vérifiée",
  notVerified: "Non vérifiée",
  usedForAuth: "Pour la connexion",
  verify: "Envoyer l’e-mail de vérification",
  verificationSent: "E-mail envoyé. Consultez votre boîte de réception et vos courriers indésirables.",
  makePrimary: "Définir comme principale",
  madePrimary: (email) => `${email} est maintenant votre adresse e-mail principale.`,
  useForAuth: "Utiliser pour la connexion",
  stopUsingForAuth: "Ne plus utiliser pour la connexion",
  remove: "Supprimer",
  removeTitle: "Supprimer l’adresse e-mail\u202f?",
  removeText: (email) =>
    `Vous ne recevrez plus d’e-mails à l’adresse ${email} et vous ne pourrez plus l’utiliser pour vous connecter.`,
  newEmail: "Nouvelle adresse e-mail",
  add: "Ajouter une adresse e-mail",
  actions: (email) => `Actions pour ${email}`,
  none: "Ajoutez une adresse e-mail pour vous connecter et recevoir des messages."
}

export const password: Texts["password"] = {
  title: "Mot de passe",
  current: "Mot de passe actuel",
  change: "Modifier le mot de passe",
  set: "Définir un mot de passe",
  changed: "Mot de passe modifié.",
  isSet: "Défini"
}

export const passkey: Texts["passkey"] = {
  title: "Clé d’accès",
  on: "Vous pouvez vous connecter avec une clé d’accès.",
  off: "Connectez-vous avec votre empreinte digitale, votre visage ou le verrouillage de l’écran, sans mot de passe.",
  add: "Ajouter une clé d’accès",
  remove: "Supprimer la clé d’accès",
  removeTitle: "Supprimer votre clé d’accès\u202f?",
  removeText: "Vous ne pourrez plus vous connecter avec votre clé d’accès."
}

export const twoFactor: Texts["twoFactor"] = {
  title: "Authentification à deux facteurs",
  on: "L’authentification à deux facteurs est activée.",
  off: "Renforcez la sécurité de votre compte avec un code d’une application d’authentification.",
  turnOn: "Activer",
  turnOff: "Désactiver",
  turnOffTitle: "Désactiver l’authentification à deux facteurs\u202f?",
  turnOffText: "Toute personne qui connaît votre mot de passe pourra se connecter.",
  scan:
    "Scannez le code QR avec votre application d’authentification. Saisissez ensuite le code à six chiffres de l’application.",
  qrCode: "Code QR pour votre application d’authentification",
  setupKey: "Clé de configuration",
  setupKeyHint: "Impossible de scanner le code\u202f? Saisissez cette clé dans votre application.",
  confirm: "Activer",
  isOn: "Activée",
  isOff: "Désactivée"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "Comptes associés",
  none: "Associez un compte pour vous connecter avec.",
  connect: (name) => `Associer ${name}`,
  disconnect: "Dissocier",
  disconnectTitle: (name) => `Dissocier ${name}\u202f?`,
  disconnectText: (name) => `Vous ne pourrez plus vous connecter avec ${name}.`
}

export const sessions: Texts["sessions"] = {
  title: "Sessions",
  current: "Cet appareil",
  signedIn: (date) => `Connexion\u00a0: ${date}`,
  lastActive: (date) => `Dernière activité\u00a0: ${date}`,
  impersonation: "Ouverte par un administrateur",
  revoke: "Fermer la session",
  revokeOthers: "Fermer toutes les autres sessions",
  revokeOthersTitle: "Fermer toutes les autres sessions\u202f?",
  revokeOthersText: "Votre session sur cet appareil restera ouverte.",
  device: (browser, system) => `${browser} sous ${system}`,
  place: (city, country) => `${city}, ${country}`,
  activeNow: "Active en ce moment",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `Utilisée le ${date}, mais pas par cet appareil`
      : `Utilisée depuis ${place} le ${date}, mais pas par cet appareil`,
  endSession: "Fermer cette session",
  none: "Les appareils sur lesquels vous vous connectez s’affichent ici."
}

export const agents: Texts["agents"] = {
  agent: "Agent",
  since: (date) => `Depuis le ${date}`,
  scopes: (scopes) => `Autorisé : ${scopes}`,
  everything: "Peut faire tout ce que vous pouvez faire",
  remove: "Retirer l’accès",
  removeTitle: (name) => `Retirer l’accès de ${name} ?`,
  removeText: "L’agent ne pourra plus agir en votre nom. Il peut redemander l’accès."
}

export const apiKeys: Texts["apiKeys"] = {
  title: "Clés API",
  none: "Connectez vos propres scripts et outils avec une clé API.",
  create: "Créer une clé API",
  description: "Description",
  descriptionHint: "À quoi sert la clé",
  expires: "Expiration",
  never: "Jamais",
  inDays: (days) => plural("fr", days, { one: `Dans ${days} jour`, other: `Dans ${days} jours` }),
  created: "Copiez votre nouvelle clé API maintenant. Vous ne pourrez plus l’afficher.",
  newKey: "Nouvelle clé API",
  ends: (lastFour) => `Se termine par ${lastFour}`,
  expiresOn: (date) => `Expire le ${date}`,
  expired: "Expirée",
  revoked: "Révoquée",
  revoke: "Révoquer",
  revokeTitle: (description) => `Révoquer «\u00a0${description}\u00a0»\u202f?`,
  revokeText: "Les programmes qui utilisent cette clé cesseront de fonctionner. Cette action est irréversible.",
  createdOn: (date) => `Création\u00a0: ${date}`,
  neverExpires: "N’expire jamais"
}

export const teams: Texts["teams"] = {
  title: "Équipes",
  none: "Créez une équipe pour travailler à plusieurs.",
  selected: "Actuelle",
  select: "Choisir",
  leave: "Quitter",
  leaveTitle: (team) => `Quitter ${team}\u202f?`,
  leaveText: "Il vous faudra une nouvelle invitation pour revenir.",
  create: "Créer une équipe",
  displayName: "Nom de l’équipe",
  noneToCreate: "Les équipes que vous rejoignez apparaîtront ici."
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "Supprimer le compte",
  text: "Votre compte et toutes ses données seront définitivement supprimés.",
  open: "Supprimer le compte",
  confirmTitle: "Supprimer votre compte\u202f?",
  submit: "Supprimer le compte"
}

export const lists: Texts["lists"] = {
  search: "Rechercher",
  noResults: "Aucun résultat",
  results: (count) => plural("fr", count, { one: `${count} résultat`, other: `${count} résultats` }),
  shown: (count, total) => `${count} sur ${total}`,
  showMore: "Afficher plus"
}
