import * as Effect from "effect/Effect"
import { loadSteps } from "../../src/pages/loadSteps.ts"
import type { signInPages } from "./signInPages.ts"

/** The type of the pages after the first page of a sign-in. */
export type SignInPages = typeof signInPages

/** Loads the pages after the first page of a sign-in, and the code of their steps. */
export const loadSignInPages = async (): Promise<SignInPages> => {
  const [{ signInPages }] = await Promise.all([
    import("./signInPages.ts"),
    Effect.runPromise(loadSteps),
    import("./embeddedNavigation.ts")
  ])
  return signInPages
}
