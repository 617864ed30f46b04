import * as Effect from "effect/Effect"
import { loadSteps } from "../../src/pages/loadSteps.ts"
import type { signInPages } from "./signInPages.ts"

/** The type of the pages that a sign-in can lead to. */
export type SignInPages = typeof signInPages

/** Loads the pages that a sign-in can lead to, and the code of their steps. */
export const loadSignInPages = async (): Promise<SignInPages> => {
  const [{ signInPages }] = await Promise.all([import("./signInPages.ts"), Effect.runPromise(loadSteps)])
  return signInPages
}
