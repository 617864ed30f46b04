/**
 * The wording of the account's settings.
 *
 * @since 0.1.0
 */

/** The wording of the account's settings. */
export const settings = {
  title: "Your account",
  save: "Save",
  saved: "Saved.",
  loading: "One moment…",
  again: "Try again",
  date: (date: Date): string => date.toLocaleString(),

  profile: "Profile",
  displayName: "Name",

  emails: "E-mail addresses",
  primary: "primary",
  verified: "verified",
  notVerified: "not verified",
  usedForAuth: "for signing in",
  verify: "Send a mail to verify it",
  verificationSent: "A mail is on its way.",
  makePrimary: "Make it the primary one",
  removeEmail: "Remove",
  newEmail: "Another e-mail address",
  addEmail: "Add the address",

  password: "Password",
  oldPassword: "Present password",
  changePassword: "Change the password",
  setPassword: "Set a password",
  passwordChanged: "The new password counts.",

  passkey: "Passkey",
  hasPasskey: "You can sign in with a passkey.",
  hasNoPasskey: "You have no passkey yet.",
  addPasskey: "Add a passkey",
  removePasskey: "Remove the passkey",

  secondFactor: "Second factor",
  hasFactor: "Whoever signs in as you is asked for a code of your authenticator app.",
  hasNoFactor: "Nobody is asked for a second factor when they sign in as you.",
  turnOnFactor: "Turn on a second factor",
  turnOffFactor: "Turn off the second factor",
  scan: "Add this account to your authenticator app, then type the code that the app shows.",
  factorUri: "Address for the app",
  factorSecret: "Secret to type in",
  confirmFactor: "Turn on",
  cancel: "Cancel",

  sessions: "Sessions",
  sessionSince: (date: string): string => `since ${date}`,
  sessionUsed: (date: string): string => `last used ${date}`,
  currentSession: "this one",
  impersonation: "opened by whoever runs this app",
  revokeSession: "End the session",

  apiKeys: "API keys",
  noApiKeys: "You have no API keys.",
  keyEnds: (lastFour: string): string => `ends with ${lastFour}`,
  keyRevoked: "revoked",
  keyUntil: (date: string): string => `until ${date}`,
  keyDescription: "What is it for?",
  createKey: "Create a key",
  keyCreated: "Here is the new key. It is shown this once, so copy it now:",
  hideKey: "I have copied it",
  revokeKey: "Revoke",

  teams: "Teams",
  noTeams: "You are in no team.",
  selectedTeam: "selected",
  selectTeam: "Select",
  leaveTeam: "Leave",
  teamName: "Name of the team",
  createTeam: "Create a team",

  signOut: "Sign out",

  deletion: "Delete the account",
  deletionText: "All that belongs to the account is gone then, for good.",
  deleteAccount: "Delete the account",
  reallyDelete: "Yes, delete it for good"
}
