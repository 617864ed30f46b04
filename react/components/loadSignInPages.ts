import type { signInPages } from "./signInPages.ts"

/** The type of the pages that a sign-in can lead to. */
export type SignInPages = typeof signInPages

/** Loads the pages that a sign-in can lead to. */
export const loadSignInPages = async (): Promise<SignInPages> => (await import("./signInPages.ts")).signInPages
