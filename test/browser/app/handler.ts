import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Navigation, Password } from "latchkey"
import { run } from "./client.ts"
import { form } from "./dom.ts"

export const handler = (): void => {
  form("Sign in", ["E-mail", "Password"], ({ "E-mail": email, Password: password }) =>
    run(
      Password.signIn({ email, password: Redacted.make(password) }).pipe(
        Effect.andThen(Navigation.redirectAfterSignIn()),
        Effect.as("Signed in")
      )
    ))
}
