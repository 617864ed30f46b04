/** The steps that load after the first page. Only `loadSteps` imports this module. */

export { signIn as startOAuth } from "../auth/oauth/start.ts"

export { redirectSignedIn } from "./AlreadySignedIn.ts"

export { restoreCodeSent, sendCode } from "./makeCodeSent.ts"

export { awaitSecondFactor } from "./makeMfa.ts"

export { makeOnboarding } from "./Onboarding.ts"

export { recentSignIn } from "./recentSignIn.ts"

export { signInWithPasskey, signInWithPassword } from "./signInSteps.ts"
