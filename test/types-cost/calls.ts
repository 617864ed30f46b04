import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, Password, Session, Sessions, TokenStore } from "latchkey"

export { Effect, Layer }

export const layer = Client.layer({ projectId: "id", publishableClientKey: "pck_id" }).pipe(
  Layer.provide(TokenStore.layerMemory)
)
export const signedIn = Password.signIn({ email: "a@example.com", password: Redacted.make("password-1") })
export const signedUp = Password.signUp({
  email: "a@example.com",
  password: Redacted.make("password-1"),
  verificationCallbackUrl: "https://example.com/verify"
})
export const user = CurrentUser.get()
export const sessions = Sessions.list
export const signedOut = Session.signOut
