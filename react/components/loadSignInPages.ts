import * as Effect from "effect/Effect"
import { loadSteps } from "../../src/pages/loadSteps.ts"
import type { signInPages } from "./signInPages.ts"

/** The type of the pages after a sign-in's first page. */
export type SignInPages = typeof signInPages

/** Loads the pages after a sign-in's first page, and the code for their steps. */
export const loadSignInPages = async (): Promise<SignInPages> => {
  const [{ signInPages }] = await Promise.all([
    import("./signInPages.ts"),
    Effect.runPromise(loadSteps),
    import("./embeddedNavigation.ts")
  ])
  return signInPages
}
