import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cli, CurrentUser, Session, TokenStore } from "latchkey"
import { device, on, signUp } from "../emulator/support.ts"
import { as, email, gone, layer, openAt, origin, pageOf } from "./support.ts"

const start = Effect.map(Cli.start({ expiresIn: "10 minutes" }), ({ loginCode, ...attempt }) => ({
  ...attempt,
  displayCode: Cli.displayCode(loginCode),
  link: pageOf(`cli-auth-confirm?login_code=${encodeURIComponent(Redacted.value(loginCode))}`)
}))

describe("the page that confirms a command-line sign-in", () => {
  it.effect("shows the user, and gives the command line the session after confirmation", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const attempt = yield* start
      const page = yield* as("CliAuthConfirm")(openAt(attempt.link))
      assert.strictEqual(page.user.primaryEmail, email)
      assert.strictEqual(page.displayCode, attempt.displayCode)
      assert.strictEqual((yield* Cli.poll(attempt)).status, "waiting")
      assert.deepStrictEqual(yield* page.confirm, { _tag: "CliConfirmed" })
      const answer = yield* Cli.poll(attempt)
      assert(answer.status === "success")
      const line = yield* CurrentUser.get().pipe(on(yield* device(answer)))
      assert.strictEqual(line?.id, userId)
    }).pipe(Effect.provide(layer())))

  it.effect("leaves the command line waiting after a refusal", () =>
    Effect.gen(function*() {
      yield* signUp()
      const attempt = yield* start
      yield* (yield* as("CliAuthConfirm")(openAt(attempt.link))).decline
      assert.deepStrictEqual(yield* gone, ["/"])
      assert.strictEqual((yield* Cli.poll(attempt)).status, "waiting")
    }).pipe(Effect.provide(layer())))

  it.effect("redirects a signed-out visitor to the sign-in page, and returns with the code", () =>
    Effect.gen(function*() {
      const { link } = yield* start
      yield* as("SignInRequired")(openAt(link))
      const [signIn] = yield* gone
      yield* signUp()
      yield* as("AlreadySignedIn")(openAt(origin + signIn!))
      const [back] = yield* gone
      assert.strictEqual(origin + back!, link)
      yield* as("CliAuthConfirm")(openAt(link))
    }).pipe(Effect.provide(layer())))

  it.effect("the confirm page does not confirm for another user who has signed in since it opened", () =>
    Effect.gen(function*() {
      yield* signUp()
      const attempt = yield* start
      const page = yield* as("CliAuthConfirm")(openAt(attempt.link))
      yield* signUp("grace@example.com")
      assert.strictEqual((yield* Effect.flip(page.confirm))._tag, "UserAuthenticationRequired")
      yield* Session.signOut
      assert.strictEqual((yield* Effect.flip(page.confirm))._tag, "UserAuthenticationRequired")
      assert.strictEqual((yield* Cli.poll(attempt)).status, "waiting")
    }).pipe(Effect.provide(layer())))

  it.effect("refuses a link that was confirmed before, has expired, is unknown or has no code", () =>
    Effect.gen(function*() {
      yield* signUp()
      const used = yield* as("CliAuthConfirm")(openAt((yield* start).link))
      yield* used.confirm
      assert.strictEqual((yield* used.confirm)._tag, "CliRefused")

      const expired = yield* as("CliAuthConfirm")(openAt((yield* start).link))
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* expired.confirm)._tag, "CliRefused")

      const unknown = yield* as("CliAuthConfirm")(openAt(pageOf("cli-auth-confirm?login_code=abc")))
      const { goHome } = yield* as("CliRefused")(unknown.confirm)
      yield* goHome
      assert.deepStrictEqual(yield* gone, ["/"])

      yield* as("CliRefused")(openAt(pageOf("cli-auth-confirm")))
      assert.isDefined(yield* (yield* TokenStore.TokenStore).get)
    }).pipe(Effect.provide(layer())))
})
