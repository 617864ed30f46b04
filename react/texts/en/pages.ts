/** The English texts for the pages after a sign-in's first step, and for the pages behind links. */
import type {
  AgentConsentRefused,
  CodeRefused,
  EmailLinkPage,
  ErrorPage,
  PrivatePage
} from "../../../src/pages/HandlerPages.ts"
import { common } from "./common.ts"
import { oauthErrors } from "./oauthErrors.ts"

/** The email links' errors, by tag. */
const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "Check that you copied the whole link.",
  VerificationCodeExpired: "This link has expired.",
  VerificationCodeAlreadyUsed: "This link has already been used.",
  VerificationCodeMaxAttemptsReached: "Too many attempts with this link."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "Sign in another way",
  emailVerification: "Go to account settings",
  passwordReset: "Request a new link",
  teamInvitation: "Go to the home page"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Sign in or sign up to join the team.",
  cliAuthConfirm: "Sign in to authorize the command line.",
  agentConsent: "Sign in to decide about the request.",
  accountSettings: "Sign in to manage your account.",
  teamSettings: "Sign in to manage your team.",
  onboarding: "Sign in or sign up to continue."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "This request has expired",
  notAvailable: "No agents here",
  framed: "Open this page in its own window"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Go back to the agent and connect it again.",
  notAvailable: "This app doesn't offer access for agents.",
  framed: "Another site shows this page in a frame, where it could hide what you allow."
}

export const codeSent = {
  title: "Check your email",
  text: (email: string): string => `We sent a code to ${email}. Enter the code, or open the link in the email.`,
  submit: "Sign in",
  sendAgain: "Resend email",
  startOver: "Sign in another way"
}

export const magicLinkCallback = {
  title: "Finish signing in",
  text: "Your link is valid. Sign\u00a0in on this device?",
  submit: "Sign in"
}

export const mfa = {
  title: "Two-factor authentication",
  text: "Enter the six-digit code from your authenticator app.",
  submit: "Verify",
  refused: "Wrong code. Sign in again.",
  tooLate: "Your sign-in has expired. Sign in again.",
  startOver: "Sign in another way",
  lost: "Lost your phone? Contact this app's support."
}

export const mfaExpired = { title: "Sign in again", text: "Your sign-in has expired.", startOver: "Sign in" }

export const signedIn = {
  title: "You're signed in",
  text: "You can now continue to the app."
}

export const alreadySignedIn = {
  title: "You're already signed in",
  text: (name: string): string => `You're signed in as ${name}.`,
  proceed: "Continue",
  signOut: "Sign out"
}

export const signInRequired = {
  title: "Sign in to continue",
  text: (page: PrivatePage): string => signInReasons[page],
  signIn: "Sign in",
  signUp: "Sign up"
}

export const signedOut = {
  title: "You're signed out",
  text: "You can close this page or sign in again.",
  revocationError:
    "We couldn't reach the server, so your session may still be active. You can end it in your account settings."
}

export const forgotPassword = {
  title: "Forgot your password?",
  text: "Enter your email. We'll send you a link to reset your password.",
  submit: "Send reset link",
  sentTitle: "Check your email",
  sent: (email: string): string => `If you have an account, we sent a reset link to ${email}.`,
  sendAgain: "Resend email",
  signIn: "Back to sign-in"
}

export const passwordReset = {
  title: "Reset your password",
  text: "You'll be signed out on all your devices.",
  submit: "Reset password"
}

export const passwordChanged = {
  title: "Password changed",
  text: "Sign in with your new password.",
  signIn: "Sign in"
}

export const emailVerification = {
  title: "Verify your email",
  text: "Confirm that you own this email address.",
  submit: "Verify email"
}

export const emailVerified = {
  title: "Email verified",
  text: (wasVerified: boolean): string =>
    wasVerified ? "Your email was already verified." : "Thanks for confirming your address.",
  proceed: "Continue"
}

export const emailNotVerified = {
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
}

export const accountRestricted = {
  title: "Your account is restricted",
  text: (name: string): string => `You're signed in as ${name}, but you can't use this app at the moment.`,
  signOut: "Sign out"
}

export const teamInvitation = {
  title: (team: string): string => `Join ${team}`,
  text: (name: string, team: string): string => `You're signed in as ${name}. You've been invited to join ${team}.`,
  submit: "Join team",
  decline: "Not now"
}

export const invitationForOtherEmail = {
  title: "Use another account",
  text: (name: string): string => `This invitation is for another email address. You're signed in as ${name}.`,
  signIn: "Sign in with another account",
  decline: "Not now"
}

export const teamJoined = {
  title: (team: string): string => `Welcome to ${team}`,
  text: "You're now a member of this team.",
  proceed: "Continue"
}

export const codeRefused = {
  title: "This link doesn't work",
  text: (tag: CodeRefused["error"]["_tag"]): string => linkErrors[tag],
  startOver: (page: EmailLinkPage): string => startOver[page]
}

export const cliAuthConfirm = {
  title: "Authorize the command line",
  text: (name: string): string =>
    `A command-line tool is asking to sign in as ${name}. Continue only if you started it and it shows this code:`,
  submit: "Authorize",
  decline: "Cancel"
}

export const cliConfirmed = {
  title: "Command line authorized",
  text: "You can close this page and return to your terminal."
}

export const cliRefused = {
  title: "This link doesn't work",
  text: "It has expired, has already been used, or is incomplete. Start again in your terminal.",
  goHome: "Go to the home page"
}

export const agentConsent = {
  title: (name: string): string => `${name} wants to act for you`,
  verified: (host: string): string => `Verified: ${host}`,
  vouched: "Added by this app",
  unverified: "Not verified: a program on this device uses this name.",
  account: "Your account",
  switchUser: "Use another account",
  resource: "Access to",
  expires: "Access ends",
  scopes: "Choose what it can do",
  noScope: "Choose at least one option, or cancel.",
  everything: "It can do everything that you can do in this app.",
  onDevice: "A program on this device gets the access. Continue only if you started it.",
  allow: "Allow",
  deny: "Cancel",
  redirect: (host: string): string => `You'll return to ${host}.`,
  revoke: "You can remove the access at any time in your account settings.",
  compare: "Continue only if you started this program and it shows this code:",
  fixedScopes: "It asks for",
  notLimited:
    "You can't choose single permissions here, and the program could do everything that you can do. Allow only programs that you trust."
}

export const agentConsentGiven = {
  title: (isApproved: boolean): string => isApproved ? "Access allowed" : "Access denied",
  text: (name: string): string => `You can close this page and return to ${name}.`,
  proceed: "Continue"
}

export const agentConsentRefused = {
  title: (reason: AgentConsentRefused["reason"]): string => noConsentTitles[reason],
  text: (reason: AgentConsentRefused["reason"]): string => noConsentTexts[reason],
  goHome: "Go to the home page"
}

export const errorPage = {
  text: ({ code }: Pick<ErrorPage, "code">): string => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed = { title: "Sign-in failed", startOver: "Back to sign-in", canceled: "Sign-in canceled" }

export const oauthNotStarted = {
  title: "No sign-in in progress",
  text: "It has already finished, or it was started in another browser.",
  startOver: "Sign in"
}

export const notFound = {
  title: "Page not found",
  text: "Check that you copied the whole link.",
  goHome: "Go to the home page"
}

export const reverify = {
  title: "Confirm it's you",
  text: (name: string): string => `Sign in again as ${name} to continue.`,
  submit: "Continue",
  emailCode: "Email me a code",
  codeSent: (email: string): string => `Enter the code that we sent to ${email}.`,
  otherMethod: "Use another method",
  noMethod: "Sign out and sign in again to continue."
}
