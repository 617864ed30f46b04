/** The German texts for the account settings. */
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "Kontoeinstellungen",
  navigation: "Einstellungen",
  profile: "Profil",
  security: "Sicherheit",
  sessions: "Sitzungen",
  apiKeys: "API-Schlüssel",
  teams: "Teams",
  signOut: "Abmelden",
  goHome: "Zurück zur App"
}

export const profile: Texts["profile"] = {
  title: "Profil",
  displayName: "Name",
  picture: "Profilbild",
  pictureHint: "PNG, JPEG, GIF oder WebP",
  upload: "Bild hochladen",
  remove: "Bild entfernen",
  removed: "Bild entfernt.",
  cropTitle: "Bild zuschneiden",
  cropText: "Ziehe das Bild an die gewünschte Stelle. Auch die Pfeiltasten funktionieren.",
  cropArea: "Bildausschnitt",
  zoom: "Zoom",
  use: "Bild verwenden",
  notAnImage: "Wähle eine PNG-, JPEG-, GIF- oder WebP-Datei.",
  tooLarge: "Dieses Bild ist zu groß. Wähle ein kleineres."
}

export const emails: Texts["emails"] = {
  title: "E-Mail-Adressen",
  primary: "Primär",
  verified: "Bestätigt",
  notVerified: "Nicht bestätigt",
  usedForAuth: "Für die Anmeldung",
  verify: "Bestätigungs-E-Mail senden",
  verificationSent: "E-Mail gesendet. Prüfe den Posteingang und den Spam-Ordner.",
  makePrimary: "Als primär festlegen",
  madePrimary: (email) => `${email} ist jetzt deine primäre E-Mail-Adresse.`,
  useForAuth: "Für die Anmeldung verwenden",
  stopUsingForAuth: "Nicht mehr für die Anmeldung verwenden",
  remove: "Entfernen",
  removeTitle: "E-Mail-Adresse entfernen?",
  removeText: (email) => `Du erhältst keine E-Mails mehr an ${email} und kannst dich damit nicht mehr anmelden.`,
  newEmail: "Neue E-Mail-Adresse",
  add: "E-Mail-Adresse hinzufügen",
  actions: (email) => `Aktionen für ${email}`,
  none: "Füge eine E-Mail-Adresse hinzu, um dich anzumelden und Nachrichten zu erhalten."
}

export const password: Texts["password"] = {
  title: "Passwort",
  current: "Aktuelles Passwort",
  change: "Passwort ändern",
  set: "Passwort festlegen",
  changed: "Passwort geändert.",
  isSet: "Festgelegt"
}

export const passkey: Texts["passkey"] = {
  title: "Passkey",
  on: "Du kannst dich mit einem Passkey anmelden.",
  off: "Melde dich mit Fingerabdruck, Gesicht oder Displaysperre statt mit einem Passwort an.",
  add: "Passkey hinzufügen",
  remove: "Passkey entfernen",
  removeTitle: "Passkey entfernen?",
  removeText: "Du kannst dich dann nicht mehr mit deinem Passkey anmelden."
}

export const twoFactor: Texts["twoFactor"] = {
  title: "Zwei-Faktor-Authentifizierung",
  on: "Die Zwei-Faktor-Authentifizierung ist aktiviert.",
  off: "Schütze dein Konto zusätzlich mit einem Code aus einer Authenticator-App.",
  turnOn: "Aktivieren",
  turnOff: "Deaktivieren",
  turnOffTitle: "Zwei-Faktor-Authentifizierung deaktivieren?",
  turnOffText: "Wer dein Passwort kennt, kann sich dann anmelden.",
  scan: "Scanne den QR-Code mit deiner Authenticator-App. Gib dann den sechsstelligen Code aus der App ein.",
  qrCode: "QR-Code für die Authenticator-App",
  setupKey: "Einrichtungsschlüssel",
  setupKeyHint: "Der Code lässt sich nicht scannen? Gib diesen Schlüssel in der App ein.",
  confirm: "Aktivieren",
  isOn: "Ein",
  isOff: "Aus"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "Verbundene Konten",
  none: "Verbinde ein Konto, um dich damit anzumelden.",
  connect: (name) => `${name} verbinden`,
  disconnect: "Trennen",
  disconnectTitle: (name) => `${name} trennen?`,
  disconnectText: (name) => `Du kannst dich dann nicht mehr mit ${name} anmelden.`
}

export const sessions: Texts["sessions"] = {
  title: "Sitzungen",
  current: "Dieses Gerät",
  signedIn: (date) => `Angemeldet: ${date}`,
  lastActive: (date) => `Zuletzt aktiv: ${date}`,
  impersonation: "Von einem Admin geöffnet",
  revoke: "Beenden",
  revokeOthers: "Alle anderen Sitzungen beenden",
  revokeOthersTitle: "Alle anderen Sitzungen beenden?",
  revokeOthersText: "Auf diesem Gerät bleibst du angemeldet.",
  device: (browser, system) => `${browser} unter ${system}`,
  place: (city, country) => `${city}, ${country}`,
  activeNow: "Gerade aktiv",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `Am ${date} verwendet, nicht von diesem Gerät`
      : `Am ${date} von ${place} aus verwendet, nicht von diesem Gerät`,
  endSession: "Diese Sitzung beenden",
  none: "Hier erscheinen die Geräte, auf denen du dich anmeldest."
}

export const agents: Texts["agents"] = {
  agent: "Agent",
  since: (date) => `Seit ${date}`,
  scopes: (scopes) => `Darf: ${scopes}`,
  everything: "Darf alles, was du darfst",
  remove: "Zugriff entfernen",
  removeTitle: (name) => `Zugriff für ${name} entfernen?`,
  removeText: "Der Agent kann nicht mehr in deinem Namen handeln. Er kann den Zugriff erneut anfordern."
}

export const apiKeys: Texts["apiKeys"] = {
  title: "API-Schlüssel",
  none: "Verbinde deine eigenen Skripte und Tools mit einem API-Schlüssel.",
  create: "API-Schlüssel erstellen",
  description: "Beschreibung",
  descriptionHint: "Wofür der Schlüssel verwendet wird",
  expires: "Läuft ab",
  never: "Nie",
  inDays: (days) => days === 1 ? "In 1 Tag" : `In ${days} Tagen`,
  created: "Kopiere deinen neuen API-Schlüssel jetzt. Er wird nicht noch einmal angezeigt.",
  newKey: "Neuer API-Schlüssel",
  ends: (lastFour) => `Endet auf ${lastFour}`,
  expiresOn: (date) => `Läuft ab: ${date}`,
  expired: "Abgelaufen",
  revoked: "Widerrufen",
  revoke: "Widerrufen",
  revokeTitle: (description) => `${description} widerrufen?`,
  revokeText: "Programme mit diesem Schlüssel funktionieren dann nicht mehr. Das lässt sich nicht rückgängig machen.",
  createdOn: (date) => `Erstellt: ${date}`,
  neverExpires: "Läuft nie ab"
}

export const teams: Texts["teams"] = {
  title: "Teams",
  none: "Erstelle ein Team, um mit anderen zusammenzuarbeiten.",
  selected: "Aktuell",
  select: "Wechseln",
  leave: "Verlassen",
  leaveTitle: (team) => `${team} verlassen?`,
  leaveText: "Um wieder beizutreten, brauchst du eine neue Einladung.",
  create: "Team erstellen",
  displayName: "Teamname",
  noneToCreate: "Hier erscheinen Teams, denen du beitrittst."
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "Konto löschen",
  text: "Dein Konto und alle zugehörigen Daten werden endgültig gelöscht.",
  open: "Konto löschen",
  confirmTitle: "Konto löschen?",
  submit: "Konto löschen"
}

export const lists: Texts["lists"] = {
  search: "Suchen",
  noResults: "Keine Treffer",
  results: (count) => `${count} Treffer`,
  shown: (count, total) => `${count} von ${total}`,
  showMore: "Mehr anzeigen"
}
