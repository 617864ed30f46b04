/**
 * Signing out with a button.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type SignedOut, signOut } from "../../src/pages/SignOut.ts"
import { type Task, useTask } from "../kit/useStep.ts"

/**
 * Returns a task that signs out and redirects to `afterSignOut`. The redirect happens even if the component unmounts when no user
 * is signed in.
 */
export const useSignOutTask = (): Task<[], SignedOut, never> => useTask(() => detached)

const detached = /*#__PURE__*/ Effect.flatMap(
  /*#__PURE__*/ Effect.forkDetach(signOut, { startImmediately: true }),
  Fiber.join
)
