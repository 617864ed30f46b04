/** The app's home: who is here, ways in, and the way out. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { CurrentUser, Password, Session } from "latchkey"
import { run, start } from "./client.ts"
import { form, line } from "./dom.ts"

const whoAmI = Effect.map(CurrentUser.get(), (user) => user === null ? "Nobody" : `You are ${user.primaryEmail}`)

export const home = (): void => {
  const showState = line("…")
  start(Stream.runForEach(Session.changes, ({ _tag }) => Effect.sync(() => showState(`Session: ${_tag}`))))

  form(
    "Sign up",
    ["E-mail", "Password"],
    ({ "E-mail": email, Password: password }) =>
      run(Effect.andThen(Password.signUp({ email, password: Redacted.make(password) }), whoAmI))
  )

  form(
    "Sign in",
    ["E-mail", "Password"],
    ({ "E-mail": email, Password: password }) =>
      run(Effect.andThen(Password.signIn({ email, password: Redacted.make(password) }), whoAmI))
  )

  form("Who am I?", [], () => run(whoAmI))

  form("Sign out", [], () => run(Effect.as(Session.signOut, "Goodbye")))
}
