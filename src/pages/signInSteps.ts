/** The steps of the sign-in page. */
import * as Effect from "effect/Effect"
import * as Passkey from "../auth/passkey/ceremony.ts"
import * as Password from "../auth/Password.ts"
import { finishSignIn } from "./finishSignIn.ts"
import type { SignIn } from "./SignIn.ts"

/** Signs in with a password. */
export const signInWithPassword: NonNullable<SignIn["password"]> = (credentials) =>
  finishSignIn(Effect.map(Password.signIn(credentials), (signedIn) => ({ ...signedIn, isNewUser: false })))

/** Signs in with a passkey. */
export const signInWithPasskey: NonNullable<SignIn["passkey"]> = (options) => finishSignIn(Passkey.signIn(options))
