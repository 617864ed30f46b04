/**
 * The steps that load after the first page. Only `loadSteps` imports this module.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export { signIn as startOAuth } from "../auth/oauth/start.ts"

/** @since 0.1.0 */
export { redirectSignedIn } from "./AlreadySignedIn.ts"

/** @since 0.1.0 */
export { restoreCodeSent, sendCode } from "./makeCodeSent.ts"

/** @since 0.1.0 */
export { awaitSecondFactor } from "./makeMfa.ts"

/** @since 0.1.0 */
export { makeOnboarding } from "./Onboarding.ts"

/** @since 0.1.0 */
export { recentSignIn } from "./recentSignIn.ts"

/** @since 0.1.0 */
export { signInWithPasskey, signInWithPassword } from "./signInSteps.ts"
