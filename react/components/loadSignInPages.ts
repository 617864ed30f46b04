import type { signInPages } from "./signInPages.ts"

/** The type of the pages that a sign-in can lead to. */
export type SignInPages = typeof signInPages

/** Loads the pages that a sign-in can lead to, and the code of their steps. */
export const loadSignInPages = async (): Promise<SignInPages> => {
  const [{ signInPages }] = await Promise.all([
    import("./signInPages.ts"),
    import("../../src/pages/Onboarding.ts"),
    import("../../src/pages/makeCodeSent.ts"),
    import("../../src/pages/makeMfa.ts"),
    import("../../src/pages/signInSteps.ts"),
    import("../../src/auth/oauth/start.ts")
  ])
  return signInPages
}
