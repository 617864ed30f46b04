/** The Dutch texts for the account settings. */
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "Accountinstellingen",
  navigation: "Instellingen",
  profile: "Profiel",
  security: "Beveiliging",
  sessions: "Sessies",
  apiKeys: "API-sleutels",
  teams: "Teams",
  signOut: "Uitloggen",
  goHome: "Terug naar de app"
}

export const profile: Texts["profile"] = {
  title: "Profiel",
  displayName: "Naam",
  picture: "Profielfoto",
  pictureHint: "PNG, JPEG, GIF of WebP",
  upload: "Foto uploaden",
  remove: "Foto verwijderen",
  removed: "Foto verwijderd.",
  cropTitle: "Foto bijsnijden",
  cropText: "Sleep de foto naar de juiste plek. Je kunt ook de pijltoetsen gebruiken.",
  cropArea: "Positie van de foto",
  zoom: "Zoom",
  use: "Foto gebruiken",
  notAnImage: "Kies een PNG-, JPEG-, GIF- of WebP-bestand.",
  tooLarge: "Deze foto is te groot. Kies een kleinere."
}

export const emails: Texts["emails"] = {
  title: "E-mailadressen",
  primary: "Primair",
  verified: "Geverifieerd",
  notVerified: "Niet geverifieerd",
  usedForAuth: "Voor inloggen",
  verify: "Verificatiemail sturen",
  verificationSent: "E-mail gestuurd. Controleer je inbox en je spammap.",
  makePrimary: "Primair maken",
  madePrimary: (email) => `${email} is nu je primaire e-mailadres.`,
  useForAuth: "Gebruiken voor inloggen",
  stopUsingForAuth: "Niet gebruiken voor inloggen",
  remove: "Verwijderen",
  removeTitle: "E-mailadres verwijderen?",
  removeText: (email) => `Je ontvangt geen e-mails meer op ${email} en kunt er niet meer mee inloggen.`,
  newEmail: "Nieuw e-mailadres",
  add: "E-mailadres toevoegen",
  actions: (email) => `Acties voor ${email}`,
  none: "Voeg een e-mailadres toe om in te loggen en berichten te ontvangen."
}

export const password: Texts["password"] = {
  title: "Wachtwoord",
  current: "Huidig wachtwoord",
  change: "Wachtwoord wijzigen",
  set: "Wachtwoord instellen",
  changed: "Wachtwoord gewijzigd.",
  isSet: "Ingesteld"
}

export const passkey: Texts["passkey"] = {
  title: "Passkey",
  on: "Je kunt inloggen met een passkey.",
  off: "Log in met je vingerafdruk, gezicht of schermvergrendeling in plaats van een wachtwoord.",
  add: "Passkey toevoegen",
  remove: "Passkey verwijderen",
  removeTitle: "Passkey verwijderen?",
  removeText: "Je kunt niet meer inloggen met je passkey."
}

export const twoFactor: Texts["twoFactor"] = {
  title: "Tweestapsverificatie",
  on: "Tweestapsverificatie is ingeschakeld.",
  off: "Beveilig je account met een extra code uit een authenticator-app.",
  turnOn: "Inschakelen",
  turnOff: "Uitschakelen",
  turnOffTitle: "Tweestapsverificatie uitschakelen?",
  turnOffText: "Iedereen die je wachtwoord heeft, kan dan inloggen.",
  scan: "Scan de QR-code met je authenticator-app. Vul daarna de zescijferige code uit de app in.",
  qrCode: "QR-code voor je authenticator-app",
  setupKey: "Installatiesleutel",
  setupKeyHint: "Kun je de code niet scannen? Vul deze sleutel in je app in.",
  confirm: "Inschakelen",
  isOn: "Aan",
  isOff: "Uit"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "Gekoppelde accounts",
  none: "Koppel een account om ermee in te loggen.",
  connect: (name) => `${name} koppelen`,
  disconnect: "Ontkoppelen",
  disconnectTitle: (name) => `${name} ontkoppelen?`,
  disconnectText: (name) => `Je kunt niet meer inloggen met ${name}.`
}

export const sessions: Texts["sessions"] = {
  title: "Sessies",
  current: "Dit apparaat",
  signedIn: (date) => `Ingelogd: ${date}`,
  lastActive: (date) => `Laatst actief: ${date}`,
  impersonation: "Geopend door een beheerder",
  revoke: "Beëindigen",
  revokeOthers: "Alle andere sessies beëindigen",
  revokeOthersTitle: "Alle andere sessies beëindigen?",
  revokeOthersText: "Je blijft ingelogd op dit apparaat.",
  device: (browser, system) => `${browser} op ${system}`,
  place: (city, country) => `${city}, ${country}`,
  activeNow: "Nu actief",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `Gebruikt op ${date}, niet door dit apparaat`
      : `Gebruikt vanuit ${place} op ${date}, niet door dit apparaat`,
  endSession: "Deze sessie beëindigen",
  none: "Hier zie je de apparaten waarop je inlogt."
}

export const agents: Texts["agents"] = {
  agent: "Agent",
  since: (date) => `Sinds ${date}`,
  scopes: (scopes) => `Mag: ${scopes}`,
  everything: "Mag alles wat jij mag",
  remove: "Toegang verwijderen",
  removeTitle: (name) => `Toegang van ${name} verwijderen?`,
  removeText: "De agent kan niet meer namens jou handelen. Hij kan opnieuw om toegang vragen."
}

export const apiKeys: Texts["apiKeys"] = {
  title: "API-sleutels",
  none: "Gebruik API-sleutels om je eigen scripts en tools te koppelen.",
  create: "API-sleutel maken",
  description: "Omschrijving",
  descriptionHint: "Waarvoor de sleutel dient",
  expires: "Verloopt",
  never: "Nooit",
  inDays: (days) => days === 1 ? "Over 1 dag" : `Over ${days} dagen`,
  created: "Kopieer je nieuwe API-sleutel nu. Je kunt de sleutel niet nog een keer bekijken.",
  newKey: "Nieuwe API-sleutel",
  ends: (lastFour) => `Eindigt op ${lastFour}`,
  expiresOn: (date) => `Verloopt op ${date}`,
  expired: "Verlopen",
  revoked: "Ingetrokken",
  revoke: "Intrekken",
  revokeTitle: (description) => `‘${description}’ intrekken?`,
  revokeText: "Programma’s die deze sleutel gebruiken, werken dan niet meer. Dit kan niet ongedaan worden gemaakt.",
  createdOn: (date) => `Gemaakt op ${date}`,
  neverExpires: "Verloopt nooit"
}

export const teams: Texts["teams"] = {
  title: "Teams",
  none: "Maak een team om met anderen samen te werken.",
  selected: "Huidig",
  select: "Selecteren",
  leave: "Verlaten",
  leaveTitle: (team) => `${team} verlaten?`,
  leaveText: "Om terug te komen heb je een nieuwe uitnodiging nodig.",
  create: "Team maken",
  displayName: "Teamnaam",
  noneToCreate: "Teams waar je lid van wordt, verschijnen hier."
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "Account verwijderen",
  text: "Je account en alle bijbehorende gegevens worden definitief verwijderd.",
  open: "Account verwijderen",
  confirmTitle: "Je account verwijderen?",
  submit: "Account verwijderen"
}

export const lists: Texts["lists"] = {
  search: "Zoeken",
  noResults: "Geen resultaten",
  results: (count) => count === 1 ? "1 resultaat" : `${count} resultaten`,
  shown: (count, total) => `${count} van ${total}`,
  showMore: "Meer tonen"
}
