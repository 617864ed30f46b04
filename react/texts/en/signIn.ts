/** The English texts for a sign-in's first page. They are apart from those for later pages, which load on demand. */
import { characters } from "./oauthErrors.ts"

/** `name` is the provider's name, such as Google. */
export const providers = {
  or: "or",
  continue: (name: string): string => `Continue with ${name}`,
  connect: (name: string): string => `Connect ${name}`
}

export const signIn = {
  title: (project: string): string => `Sign in to ${project}`,
  submit: "Sign in",
  magicLink: "Email me a sign-in link",
  passkey: "Sign in with a passkey",
  forgotPassword: "Forgot your password?",
  noAccount: "Don't have an account?",
  signUp: "Sign up",
  closed: "Sign-in isn't available for this app."
}

export const signUp = {
  title: (project: string): string => `Sign up for ${project}`,
  submit: "Sign up",
  magicLink: "Email me a sign-up link",
  passwordHint: (length: number): string => `At least ${characters(length)}`,
  hasAccount: "Already have an account?",
  signIn: "Sign in"
}

export const signUpClosed = {
  title: "Sign-ups are closed",
  text: (project: string): string => `${project} isn't accepting new accounts.`,
  signIn: "Sign in"
}

export const methods = {
  next: "Continue",
  change: "Change",
  lastUsed: "Last used",
  /** The parameters are links to the two documents. */
  agreeToBoth: (terms: string, privacy: string): string =>
    `By continuing, you agree to the ${terms} and the ${privacy}.`,
  agree: (document: string): string => `By continuing, you agree to the ${document}.`,
  terms: "Terms of Service",
  privacy: "Privacy Policy"
}
