/** The English texts for the account settings. */

export const accountSettings = {
  title: "Account settings",
  navigation: "Settings",
  profile: "Profile",
  security: "Security",
  sessions: "Sessions",
  apiKeys: "API keys",
  teams: "Teams",
  signOut: "Sign out",
  goHome: "Back to app"
}

export const profile = {
  title: "Profile",
  displayName: "Name",
  picture: "Profile picture",
  pictureHint: "PNG, JPEG, GIF or WebP",
  upload: "Upload picture",
  remove: "Remove picture",
  removed: "Picture removed.",
  cropTitle: "Crop picture",
  cropText: "Drag the picture to move it. You can also use the arrow keys.",
  /** The accessible name for the area with the picture. */
  cropArea: "Picture position",
  zoom: "Zoom",
  use: "Use picture",
  notAnImage: "Choose a PNG, JPEG, GIF or WebP file.",
  tooLarge: "This picture is too large. Choose a smaller one."
}

export const emails = {
  title: "Email addresses",
  primary: "Primary",
  verified: "Verified",
  notVerified: "Unverified",
  usedForAuth: "Used for sign-in",
  verify: "Send verification email",
  verificationSent: "Email sent. Check your inbox and your spam folder.",
  makePrimary: "Make primary",
  madePrimary: (email: string): string => `${email} is now your primary email.`,
  useForAuth: "Use for sign-in",
  stopUsingForAuth: "Don't use for sign-in",
  remove: "Remove",
  removeTitle: "Remove email address?",
  removeText: (email: string): string =>
    `You'll no longer receive emails at ${email}, and you won't be able to sign in with it.`,
  newEmail: "New email",
  add: "Add email",
  /** The accessible name for an address's menu. */
  actions: (email: string): string => `Actions for ${email}`,
  none: "Add an email address to sign in and get messages."
}

export const password = {
  title: "Password",
  current: "Current password",
  change: "Change password",
  set: "Set password",
  changed: "Password changed.",
  /** The state: the user has a password. */
  isSet: "Set"
}

export const passkey = {
  title: "Passkey",
  on: "You can sign in with a passkey.",
  off: "Sign in with your fingerprint, face or screen lock instead of a password.",
  add: "Add passkey",
  remove: "Remove passkey",
  removeTitle: "Remove your passkey?",
  removeText: "You won't be able to sign in with your passkey anymore."
}

export const twoFactor = {
  title: "Two-factor authentication",
  on: "Two-factor authentication is on.",
  off: "Add a second step to your sign-in: a code from an authenticator app.",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turnOffTitle: "Turn off two-factor authentication?",
  turnOffText: "Anyone with your password will be able to sign in.",
  scan: "Scan the QR code with your authenticator app. Then enter the six-digit code from the app.",
  qrCode: "QR code for your authenticator app",
  setupKey: "Setup key",
  setupKeyHint: "Can't scan the code? Enter this key in your app.",
  confirm: "Turn on",
  isOn: "On",
  isOff: "Off"
}

/** `name` is the provider's name, such as Google. */
export const connectedAccounts = {
  title: "Connected accounts",
  none: "Connect an account to sign in with it.",
  connect: (name: string): string => `Connect ${name}`,
  disconnect: "Disconnect",
  disconnectTitle: (name: string): string => `Disconnect ${name}?`,
  disconnectText: (name: string): string => `You won't be able to sign in with ${name} anymore.`
}

export const sessions = {
  title: "Sessions",
  current: "This device",
  signedIn: (date: string): string => `Signed in ${date}`,
  lastActive: (date: string): string => `Last active ${date}`,
  impersonation: "Opened by an administrator",
  revoke: "Sign out",
  revokeOthers: "Sign out of all other sessions",
  revokeOthersTitle: "Sign out of all other sessions?",
  revokeOthersText: "You'll stay signed in on this device.",
  /** A browser on an operating system. */
  device: (browser: string, system: string): string => `${browser} on ${system}`,
  place: (city: string, country: string): string => `${city}, ${country}`,
  activeNow: "Active now",
  /** A use by another device. The place is a city with its country, or an IP address. */
  usedElsewhere: (place: string | undefined, date: string): string =>
    place === undefined
      ? `Used on ${date}, not by this device`
      : `Used from ${place} on ${date}, not by this device`,
  endSession: "End this session",
  none: "The devices where you sign in appear here."
}

export const agents = {
  agent: "Agent",
  since: (date: string): string => `Since ${date}`,
  scopes: (scopes: string): string => `Can: ${scopes}`,
  everything: "Can do everything that you can do",
  remove: "Remove access",
  removeTitle: (name: string): string => `Remove access for ${name}?`,
  removeText: "It can no longer act for you. It can ask for access again."
}

export const apiKeys = {
  title: "API keys",
  none: "Use API keys to connect your own scripts and tools.",
  create: "Create API key",
  description: "Description",
  descriptionHint: "The purpose of the key",
  expires: "Expires",
  never: "Never",
  inDays: (days: number): string => days === 1 ? "In 1 day" : `In ${days} days`,
  created: "Copy your new API key now. You won't be able to see it again.",
  newKey: "New API key",
  ends: (lastFour: string): string => `Ends in ${lastFour}`,
  expiresOn: (date: string): string => `Expires ${date}`,
  expired: "Expired",
  revoked: "Revoked",
  revoke: "Revoke",
  revokeTitle: (description: string): string => `Revoke ${description}?`,
  revokeText: "Programs that use this key will stop working. This can't be undone.",
  createdOn: (date: string): string => `Created ${date}`,
  neverExpires: "Never expires"
}

export const teams = {
  title: "Teams",
  none: "Create a team to work with others.",
  selected: "Current",
  select: "Switch",
  leave: "Leave",
  leaveTitle: (team: string): string => `Leave ${team}?`,
  leaveText: "You'll need a new invitation to rejoin.",
  create: "Create team",
  displayName: "Team name",
  /** Replaces `none` if users can't create teams. */
  noneToCreate: "Teams you join appear here."
}

export const deleteAccount = {
  title: "Delete account",
  text: "This permanently deletes your account and all of its data.",
  open: "Delete account",
  confirmTitle: "Delete your account?",
  submit: "Delete account"
}

/** Long lists, such as a team's members. */
export const lists = {
  search: "Search",
  noResults: "No results",
  results: (count: number): string => count === 1 ? "1 result" : `${count} results`,
  shown: (count: number, total: number): string => `Showing ${count} of ${total}`,
  showMore: "Show more"
}
