/**
 * The wording of the pages and settings, in one table. An app can override each entry.
 *
 * @since 0.1.0
 */
import type { CodeRefused, EmailLinkPage, ErrorPage, PrivatePage } from "../../src/pages/HandlerPages.ts"
import { commonTexts } from "./commonTexts.ts"
import { errors, linkErrors, oauthErrors, reasons } from "./errorTexts.ts"

const providerNames: Readonly<Record<string, string>> = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  spotify: "Spotify",
  facebook: "Facebook",
  discord: "Discord",
  gitlab: "GitLab",
  bitbucket: "Bitbucket",
  linkedin: "LinkedIn",
  apple: "Apple",
  x: "X",
  twitch: "Twitch"
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "Sign in another way",
  emailVerification: "Go to account settings",
  passwordReset: "Request a new link",
  teamInvitation: "Go to the home page"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Sign in or create an account to join the team.",
  cliAuthConfirm: "Sign in to authorize the command line.",
  accountSettings: "Sign in to manage your account.",
  onboarding: "Sign in or create an account to continue."
}

/**
 * The default wording. An entry with variable parts is a function.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultTexts = {
  fields: {
    email: "Email",
    password: "Password",
    newPassword: "New password",
    confirmPassword: "Confirm password",
    code: "Code"
  },
  opening: { status: "Loading…" },
  signIn: {
    title: (project: string): string => `Sign in to ${project}`,
    submit: "Sign in",
    magicLink: "Email me a sign-in link",
    passkey: "Sign in with a passkey",
    provider: (id: string): string => `Continue with ${providerNames[id] ?? id}`,
    providers: "Or continue with",
    forgotPassword: "Forgot your password?",
    signUp: "Create an account",
    closed: "Sign-in isn't available for this app."
  },
  signUp: {
    title: (project: string): string => `Create your ${project} account`,
    submit: "Sign up",
    magicLink: "Email me a sign-up link",
    providers: "Or continue with",
    signIn: "Already have an account? Sign in"
  },
  signUpClosed: {
    title: "Sign-ups are closed",
    text: (project: string): string => `${project} isn't accepting new accounts.`,
    signIn: "Sign in"
  },
  codeSent: {
    title: "Check your email",
    text: (email: string): string => `We sent a code to ${email}. Enter the code, or open the link in the email.`,
    submit: "Sign in",
    sendAgain: "Resend email",
    startOver: "Sign in another way"
  },
  magicLinkCallback: {
    title: "Finish signing in",
    text: "Your link is valid. Sign in on this device?",
    submit: "Sign in"
  },
  mfa: {
    title: "Two-factor authentication",
    text: "Enter the six-digit code from your authenticator app.",
    submit: "Verify",
    refused: "Wrong code. Sign in again.",
    tooLate: "Your sign-in has expired. Sign in again.",
    startOver: "Sign in another way"
  },
  mfaExpired: { title: "Sign in again", text: "Your sign-in has expired.", startOver: "Sign in" },
  signedIn: { title: "You're signed in", text: "You can now continue to the app." },
  alreadySignedIn: {
    title: "You're already signed in",
    text: (name: string): string => `You're signed in as ${name}.`,
    proceed: "Continue",
    signOut: "Sign out"
  },
  signInRequired: {
    title: "Sign in to continue",
    text: (page: PrivatePage): string => signInReasons[page],
    signIn: "Sign in",
    signUp: "Create an account"
  },
  signedOut: {
    title: "You're signed out",
    text: "You can close this page or sign in again.",
    revocationError:
      "We couldn't reach the server, so your session may still be active. You can end it in your account settings."
  },
  forgotPassword: {
    title: "Forgot your password?",
    text: "Enter your email. We'll send you a link to reset your password.",
    submit: "Send reset link",
    sent: "Check your email. If you have an account, we sent you a reset link.",
    signIn: "Back to sign-in"
  },
  passwordReset: {
    title: "Reset your password",
    text: "You'll be signed out on all your devices.",
    submit: "Reset password"
  },
  passwordChanged: { title: "Password changed", text: "Sign in with your new password." },
  emailVerification: {
    title: "Verify your email",
    text: "Confirm that you own this email address.",
    submit: "Verify email"
  },
  emailVerified: {
    title: "Email verified",
    text: (wasVerified: boolean): string =>
      wasVerified ? "Your email was already verified." : "Thanks for verifying your email.",
    proceed: "Continue"
  },
  emailNotVerified: {
    title: "Verify your email",
    text: (email: string): string => `We sent a link to ${email}. Open it to continue.`,
    noEmail: "Enter your email. We'll send you a link to verify it.",
    check: "I've verified my email",
    notYet: "Your email isn't verified yet. Open the link in the email, then try again.",
    resend: "Resend email",
    resent: "Email sent. Check your inbox and your spam folder.",
    change: "Use another email",
    changeSubmit: "Send link",
    signOut: "Sign out"
  },
  accountRestricted: {
    title: "Your account is restricted",
    text: (name: string): string => `You're signed in as ${name}, but you can't use this app at the moment.`,
    signOut: "Sign out"
  },
  teamInvitation: {
    title: (team: string): string => `Join ${team}`,
    text: (name: string, team: string): string => `You're signed in as ${name}. You've been invited to join ${team}.`,
    submit: "Join team",
    decline: "Not now"
  },
  teamJoined: {
    title: (team: string): string => `Welcome to ${team}`,
    text: "You're now a member of this team.",
    proceed: "Continue"
  },
  codeRefused: {
    title: "This link doesn't work",
    text: (tag: CodeRefused["error"]["_tag"]): string => linkErrors[tag],
    startOver: (page: EmailLinkPage): string => startOver[page]
  },
  cliAuthConfirm: {
    title: "Authorize the command line",
    text: (name: string): string =>
      `A command-line tool is requesting to sign in as ${name}. Continue only if you started it and it shows this code:`,
    submit: "Authorize",
    decline: "Cancel"
  },
  cliConfirmed: { title: "Command line authorized", text: "You can close this page and return to your terminal." },
  cliRefused: {
    title: "This link doesn't work",
    text: "It has expired, has already been used, or is incomplete. Start again in your terminal.",
    goHome: "Go to the home page"
  },
  errorPage: {
    title: "Something went wrong",
    text: ({ code }: Pick<ErrorPage, "code">): string =>
      code === undefined ? "Sign-in failed. Try again." : oauthErrors[code],
    startOver: "Back to sign-in"
  },
  oauthFailed: { title: "Sign-in failed", startOver: "Back to sign-in" },
  oauthNotStarted: {
    title: "No sign-in in progress",
    text: "It has already finished, or it was started in another browser.",
    startOver: "Sign in"
  },
  notFound: { title: "Page not found", text: "Check that you copied the whole link.", goHome: "Go to the home page" },
  notOpened: { title: "Something went wrong", unexpected: commonTexts.unexpected, retry: "Try again" },
  settings: {
    title: "Account settings",
    save: "Save",
    saved: "Saved.",
    loading: "Loading…",
    retry: "Try again",
    date: (date: Date): string => date.toLocaleString(),
    profile: "Profile",
    displayName: "Name",
    emails: "Email addresses",
    primary: "Primary",
    verified: "Verified",
    notVerified: "Not verified",
    usedForAuth: "Used to sign in",
    verify: "Send verification email",
    verificationSent: "Email sent. Check your inbox and your spam folder.",
    makePrimary: "Make primary",
    removeEmail: "Remove",
    newEmail: "New email",
    addEmail: "Add email",
    password: "Password",
    oldPassword: "Current password",
    changePassword: "Change password",
    setPassword: "Set password",
    passwordChanged: "Password changed.",
    passkey: "Passkey",
    hasPasskey: "You can sign in with a passkey.",
    hasNoPasskey: "You don't have a passkey yet.",
    addPasskey: "Add a passkey",
    removePasskey: "Remove passkey",
    twoFactor: "Two-factor authentication",
    twoFactorOn: "Two-factor authentication is on.",
    twoFactorOff: "Two-factor authentication is off.",
    turnOnTwoFactor: "Turn on two-factor authentication",
    turnOffTwoFactor: "Turn off two-factor authentication",
    scan: "Add this account to your authenticator app. Then enter the six-digit code from the app.",
    totpUri: "Setup link",
    totpSecret: "Setup key",
    confirmTwoFactor: "Turn on",
    cancel: "Cancel",
    sessions: "Sessions",
    sessionSince: (date: string): string => `Signed in ${date}`,
    sessionUsed: (date: string): string => `last active ${date}`,
    currentSession: "This device",
    impersonation: "Opened by an administrator",
    revokeSession: "Sign out",
    apiKeys: "API keys",
    noApiKeys: "You don't have any API keys.",
    keyEnds: (lastFour: string): string => `Ends in ${lastFour}`,
    keyRevoked: "Revoked",
    keyUntil: (date: string): string => `Expires ${date}`,
    keyDescription: "Description",
    createKey: "Create API key",
    keyCreated: "Copy your new API key now. You won't see it again.",
    hideKey: "Done",
    revokeKey: "Revoke",
    teams: "Teams",
    noTeams: "You aren't a member of any team.",
    selectedTeam: "Current team",
    selectTeam: "Switch",
    leaveTeam: "Leave",
    teamName: "Team name",
    createTeam: "Create team",
    signOut: "Sign out",
    deletion: "Delete account",
    deletionText: "This permanently deletes your account and all of its data.",
    deleteAccount: "Delete account",
    reallyDelete: "Delete my account"
  },
  errors,
  reasons
}

/**
 * The table of all texts.
 *
 * @category models
 * @since 0.1.0
 */
export type Texts = typeof defaultTexts

/**
 * The entries that an app overrides. Missing entries keep their defaults.
 *
 * @category models
 * @since 0.1.0
 */
export type TextOverrides = { readonly [Section in keyof Texts]?: Partial<Texts[Section]> | undefined }

/**
 * Merges an app's texts with the defaults.
 *
 * @category constructors
 * @since 0.1.0
 */
export const mergeTexts = (overrides: TextOverrides | undefined): Texts => {
  if (overrides === undefined) return defaultTexts
  // Sound: each section has all keys of the default one, of the same types.
  return Object.fromEntries(
    Object.entries(defaultTexts).map(([name, section]) => [name, { ...section, ...overrides[name as keyof Texts] }])
  ) as Texts
}
