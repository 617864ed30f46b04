import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, Password, Session, Sessions, TokenStore } from "latchkey"

const layer = Client.layer({ projectId: "id", publishableClientKey: "pck_id" }).pipe(
  Layer.provide(TokenStore.layerMemory)
)

export const program = Effect.gen(function*() {
  yield* Password.signUp({
    email: "a@example.com",
    password: Redacted.make("password-1"),
    verificationCallbackUrl: "https://example.com/verify"
  })
  yield* Password.signIn({ email: "a@example.com", password: Redacted.make("password-1") })
  const user = yield* CurrentUser.get()
  yield* Sessions.list
  yield* Session.signOut
  return user
}).pipe(
  Effect.catchTag("EmailPasswordMismatch", () => Effect.succeed(undefined)),
  Effect.provide(layer)
)
