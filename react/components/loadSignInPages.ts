import * as Effect from "effect/Effect"
import { loadSteps } from "../../src/pages/loadSteps.ts"
import type { laterSignInPages } from "./laterSignInPages.ts"

/** Loads the component for the sign-in page. */
export const loadSignInForm = async () => ({ SignIn: (await import("../pages/SignInPage.tsx")).SignInPage })

/** Loads the components for the sign-up page. */
export const loadSignUpForm = async () => {
  const { SignUpClosedPage, SignUpPage } = await import("../pages/SignUpPages.tsx")
  return { SignUp: SignUpPage, SignUpClosed: SignUpClosedPage }
}

/** Loads the component for the page of a forgotten password. */
export const loadForgotPasswordForm = async () => ({
  ForgotPassword: (await import("../pages/PasswordPages.tsx")).ForgotPasswordPage
})

/** The components for the pages after a sign-in's first page. */
export type LaterSignInPages = typeof laterSignInPages

/** Loads the components, and the code for their pages' steps. */
export const loadSignInPages = async (): Promise<LaterSignInPages> => {
  const [{ laterSignInPages }] = await Promise.all([
    import("./laterSignInPages.ts"),
    Effect.runPromise(loadSteps),
    import("./embeddedNavigation.ts")
  ])
  return laterSignInPages
}
