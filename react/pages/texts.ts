/**
 * The wording of the pages: one table, of which an app may replace what it likes.
 *
 * @since 0.1.0
 */
import type { CodeRefused, EmailLinkPage, ErrorPage, PrivatePage } from "../../src/pages/HandlerPages.ts"
import { errors, reasons } from "./errors.ts"
import { settings } from "./settingsTexts.ts"

const providers: Readonly<Record<string, string>> = {
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
  emailVerification: "Go to the account settings",
  passwordReset: "Ask for another mail",
  teamInvitation: "Go home"
}

const why: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Sign in to join the team, or sign up if you have no account yet.",
  cliAuthConfirm: "Sign in to let the command line in.",
  accountSettings: "Sign in to manage your account.",
  onboarding: "Sign in or create an account to continue."
}

const refused: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "This link does not work. Please look whether all of it was copied.",
  VerificationCodeExpired: "This link is too old.",
  VerificationCodeAlreadyUsed: "This link was used already.",
  VerificationCodeMaxAttemptsReached: "This link was tried too often."
}

/**
 * All texts of the pages, as they are unless an app has its own. Those that tell of something are functions.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultTexts = {
  /** Labels that several pages have. */
  fields: {
    email: "E-mail address",
    password: "Password",
    newPassword: "New password",
    repeatPassword: "Repeat the password",
    code: "Code"
  },
  opening: { status: "One moment…" },
  signIn: {
    title: (project: string): string => `Sign in to ${project}`,
    submit: "Sign in",
    magicLink: "Mail me a link to sign in",
    passkey: "Sign in with a passkey",
    provider: (id: string): string => `Continue with ${providers[id] ?? id}`,
    providers: "Sign in with another account",
    forgotPassword: "Forgot the password?",
    signUp: "Create an account",
    closed: "There is no way to sign in here."
  },
  signUp: {
    title: (project: string): string => `Create an account at ${project}`,
    submit: "Sign up",
    magicLink: "Mail me a link to sign up",
    providers: "Sign up with another account",
    signIn: "Sign in to an account that you have"
  },
  signUpClosed: {
    title: "No new accounts",
    text: (project: string): string => `${project} takes no new users at present.`,
    signIn: "Sign in"
  },
  codeSent: {
    title: "Look into your mails",
    text: (email: string): string =>
      `A mail is on its way to ${email}. Type the six characters that it has, or follow its link.`,
    submit: "Sign in",
    sendAgain: "Send another mail",
    startOver: "Sign in another way"
  },
  magicLinkCallback: {
    title: "Sign in with your link",
    text: "The link is good. It signs you in on this device.",
    submit: "Sign in"
  },
  mfa: {
    title: "Second factor",
    text: "Please enter the six-digit TOTP code from your authenticator app.",
    submit: "Go on",
    refused: "Invalid TOTP code. Please try signing in again.",
    tooLate: "That took too long. Please sign in again.",
    startOver: "Sign in another way"
  },
  mfaExpired: {
    title: "Please sign in again",
    text: "No sign-in is waiting for a second factor, or it has waited too long.",
    startOver: "Sign in"
  },
  signedIn: { title: "You are signed in", text: "You may go on." },
  alreadySignedIn: {
    title: "You are signed in already",
    text: (name: string): string => `You are signed in as ${name}.`,
    proceed: "Go on",
    signOut: "Sign out"
  },
  signInRequired: {
    title: "Please sign in",
    text: (page: PrivatePage): string => why[page],
    signIn: "Sign in",
    signUp: "Create an account"
  },
  signedOut: {
    title: "You are signed out",
    text: "Nobody is signed in here any more.",
    revocationError:
      "The service could not be told, so that the session is not over there. You may end it in your account settings."
  },
  forgotPassword: {
    title: "Forgot the password?",
    text: "Say with which address you sign in, and you get a mail with a link to choose a new password.",
    submit: "Mail me a link",
    sent: "If there is an account with this address, a mail is on its way to it.",
    signIn: "Back to signing in"
  },
  passwordReset: {
    title: "Choose a new password",
    text: "It counts from then on, and you are signed out everywhere.",
    submit: "Change the password"
  },
  passwordChanged: { title: "The password is changed", text: "You may sign in with it now." },
  emailVerification: {
    title: "Is this address yours?",
    text: "Somebody has told us that the address which got the mail is theirs. Say so if that was you.",
    submit: "Yes, verify it"
  },
  emailVerified: {
    title: "The address is verified",
    text: (wasVerified: boolean): string =>
      wasVerified ? "It was verified before, so there is nothing left to do." : "Thank you.",
    proceed: "Go on"
  },
  emailNotVerified: {
    title: "Verify your email",
    text: (email: string): string => `We sent a link to ${email}. Open it to continue.`,
    noEmail: "Enter your email. We'll send you a link to verify it.",
    check: "I've verified my email",
    notYet: "Your email isn't verified yet. Open the link in the email, then try again.",
    resend: "Resend email",
    resent: "Email sent. Check your inbox and your spam folder.",
    change: "Use another address",
    changeSubmit: "Send link",
    signOut: "Sign out"
  },
  accountRestricted: {
    title: "Your account is restricted",
    text: (name: string): string => `You're signed in as ${name}, but you can't use this app at the moment.`,
    signOut: "Sign out"
  },
  teamInvitation: {
    title: (team: string): string => `Join ${team}?`,
    text: (name: string, team: string): string => `You are signed in as ${name}, and invited to the team ${team}.`,
    submit: "Join the team",
    decline: "Not now"
  },
  teamJoined: {
    title: (team: string): string => `You have joined ${team}`,
    text: "You are a member of the team now.",
    proceed: "Go on"
  },
  codeRefused: {
    title: "The link does not work",
    text: (tag: CodeRefused["error"]["_tag"]): string => refused[tag],
    startOver: (page: EmailLinkPage): string => startOver[page]
  },
  cliAuthConfirm: {
    title: "Let a command line in?",
    text: (name: string): string =>
      `A command line asks to act for ${name}. Go on only if you have started it yourself, and it shows this code:`,
    submit: "Let it in",
    decline: "No"
  },
  cliConfirmed: { title: "The command line is signed in", text: "You may close this page and go back to it." },
  cliRefused: {
    title: "The link does not work",
    text: "It is too old, was used already, or is not whole. Please start again where the command line is.",
    goHome: "Go home"
  },
  errorPage: {
    title: "That did not work",
    /** By the code; a page without one tells of an error that is not known here. */
    text: ({ text }: Pick<ErrorPage, "code" | "text">): string => text,
    startOver: "Sign in"
  },
  oauthFailed: { title: "Signing in did not work", startOver: "Sign in" },
  oauthNotStarted: {
    title: "There is nothing to do here",
    text: "No sign-in has begun in this browser, or it is over already.",
    startOver: "Sign in"
  },
  notFound: {
    title: "There is no such page",
    text: "Please look whether the whole address was copied.",
    goHome: "Go home"
  },
  notOpened: {
    title: "That did not work",
    unhandled: "An unhandled error occurred. Please report this to the developer.",
    retry: "Try again"
  },
  settings,
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
 * Texts of an app: what is left out stays as it is.
 *
 * @category models
 * @since 0.1.0
 */
export type TextOverrides = { readonly [Section in keyof Texts]?: Partial<Texts[Section]> | undefined }

/**
 * Puts the texts of an app in the places of ours.
 *
 * @category constructors
 * @since 0.1.0
 */
export const mergeTexts = (given: TextOverrides | undefined): Texts => {
  if (given === undefined) return defaultTexts
  // Sound: each section has all keys of the default one, of the same types.
  return Object.fromEntries(
    Object.entries(defaultTexts).map(([name, section]) => [name, { ...section, ...given[name as keyof Texts] }])
  ) as Texts
}
