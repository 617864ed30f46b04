/** The English texts that all components share. */

/** The texts' language, and its formats. */
export const locale = {
  /** The language's BCP 47 tag, for the attribute `lang` and for dates. */
  language: "en",
  direction: "ltr" as "ltr" | "rtl",
  date: (date: Date): string => date.toLocaleDateString("en", { dateStyle: "medium" }),
  dateTime: (date: Date): string => date.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })
}

export const common = {
  loading: "Loading…",
  retry: "Try again",
  close: "Close",
  offline: "You're offline. We'll try again when you're back online.",
  unexpected: "Something went wrong. Try again.",
  /** `seconds` is at least 1. */
  resendIn: (seconds: number): string => `Resend in ${seconds} s`
}

export const notOpened = { title: "We couldn't open this page" }

export const actions = {
  save: "Save",
  saved: "Saved",
  cancel: "Cancel",
  done: "Done",
  copy: "Copy",
  copied: "Copied",
  undo: "Undo",
  /** A field's label in a confirmation. `text` is the name or email that the user has to type. */
  confirm: (text: string): string => `Type “${text}” to confirm`,
  confirmMismatch: "This doesn't match. Check your spelling.",
  change: "Change",
  remove: "Remove",
  notSet: "Not set",
  /** Leads from a settings page back to the list of pages, on narrow screens. */
  allSettings: "All settings"
}

export const fields = {
  email: "Email",
  password: "Password",
  newPassword: "New password",
  code: "Code",
  showPassword: "Show password",
  hidePassword: "Hide password",
  required: "Fill in this field.",
  emailRequired: "Enter your email.",
  emailInvalid: "Enter a valid email address.",
  passwordRequired: "Enter your password.",
  codeRequired: "Enter the code.",
  passwordFits: "The password is long enough."
}
