import * as Effect from "effect/Effect"
import { loadSteps } from "../../src/pages/loadSteps.ts"
import type { laterSignInPages } from "./laterSignInPages.ts"

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
