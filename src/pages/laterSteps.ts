/** The steps that load after the first page. Only `loadSteps` imports this module. */
import * as Effect from "effect/Effect"
import { signIn as startOAuth } from "../auth/oauth/start.ts"
import * as Passkey from "../auth/passkey/ceremony.ts"
import * as Password from "../auth/Password.ts"
import { finishSignIn } from "./finishSignIn.ts"
import { startMethod } from "./lastMethod.ts"
import type { Provider } from "./Provider.ts"
import type { SignIn } from "./SignIn.ts"

/** Signs in with a password. */
export const signInWithPassword: NonNullable<SignIn["password"]> = (credentials) =>
  Effect.andThen(
    startMethod("password"),
    finishSignIn(Effect.map(Password.signIn(credentials), (signedIn) => ({ ...signedIn, isNewUser: false })))
  )

/** Signs in with a passkey. */
export const signInWithPasskey: NonNullable<SignIn["passkey"]> = (options) =>
  finishSignIn(Effect.tap(Passkey.signIn(options), startMethod("passkey")))

/** Signs in with a provider. */
export const signInWithProvider = (provider: string): Provider["signIn"] =>
  Effect.andThen(startMethod(`provider:${provider}`), startOAuth({ provider }))

export { redirectSignedIn } from "./AlreadySignedIn.ts"

export { restoreCodeSent, sendCode } from "./makeCodeSent.ts"

export { awaitSecondFactor, restoreMfa } from "./makeMfa.ts"

export { makeOnboarding } from "./Onboarding.ts"

export { recentSignIn } from "./recentSignIn.ts"
