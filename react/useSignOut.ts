/** The action that signs the user out. */
import { signOutAndRedirect, type SignOutResult } from "../src/account/signOutAndRedirect.ts"
import { type Action, useAction } from "./useAction.ts"

/**
 * Returns an action that signs out and redirects to the page `afterSignOut`.
 *
 * It also redirects if the component unmounts because the user is signed out. `useUser({ or: "redirect" })` waits for
 * this redirect, so the user does not see the sign-in page instead.
 *
 * **Example** (A button)
 *
 * ```tsx
 * import { useSignOut } from "latchkey/react"
 *
 * const SignOut = () => {
 *   const { run, state } = useSignOut()
 *   return <button disabled={state._tag === "Pending"} onClick={run}>Sign out</button>
 * }
 * ```
 */
export const useSignOut = (): Action<[], SignOutResult, never> => useAction(signOutAndRedirect)
