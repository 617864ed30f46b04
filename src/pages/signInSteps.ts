/**
 * The steps of the sign-in page.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Passkey from "../auth/passkey/ceremony.ts"
import * as Password from "../auth/Password.ts"
import { finishSignIn } from "./finishSignIn.ts"
import type { SignIn } from "./SignIn.ts"

/**
 * Signs in with a password.
 *
 * @category signing in
 * @since 0.1.0
 */
export const signInWithPassword: NonNullable<SignIn["password"]> = (credentials) =>
  finishSignIn(Effect.map(Password.signIn(credentials), (signedIn) => ({ ...signedIn, isNewUser: false })))

/**
 * Signs in with a passkey.
 *
 * @category signing in
 * @since 0.1.0
 */
export const signInWithPasskey: NonNullable<SignIn["passkey"]> = (options) => finishSignIn(Passkey.signIn(options))
