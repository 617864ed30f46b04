// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { CurrentUser, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import { configure, mailTo, signUp } from "../../emulator/support.ts"
import { email, gone, layer, linkTo, pageOf, requested, Requests, watched } from "../../pages/support.ts"
import { alert, faults, field, focused, heading, press, settle, showAt, text, type, until } from "./support.tsx"

const strict = layer({ config: { requireEmailVerification: true } })
const onboarding = pageOf("onboarding?after_auth_return_to=%2Fteams")

/** Marks the email as verified, as a link on another device would. */
const verifyElsewhere = configure({ requireEmailVerification: false })

/** The user returns to the page, from another tab or another program. */
const comeBack = (event: "visibilitychange" | "focus") =>
  Effect.sync(() => {
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true })
    ;(event === "focus" ? window : document).dispatchEvent(new Event(event))
  })

const mails = Effect.map(Effect.flatMap(Emulator.Emulator, ({ inbox }) => inbox()), ({ length }) => length)

const status = () => document.querySelector("[data-latchkey~=status]")?.textContent

/** Shows the page to a user beside another account, whose email is grace@example.com. */
const showBesideGrace = Effect.gen(function*() {
  yield* signUp("grace@example.com")
  yield* Session.signOut
  yield* signUp()
  yield* showAt(onboarding)
  yield* heading("Verify your email")
})

describe("the page for an unverified email", () => {
  it.effect("names the email, focuses its heading, and has no accessibility violations", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(onboarding)
      const title = yield* heading("Verify your email")
      assert.strictEqual(focused(), title)
      yield* text(`We sent a link to ${email}. Open it to continue.`)
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(strict)))

  it.effect("resends the email, and confirms it", () =>
    Effect.gen(function*() {
      yield* signUp()
      const before = yield* mails
      yield* showAt(onboarding)
      yield* heading("Verify your email")
      yield* press("Resend email")
      yield* text("Email sent. Check your inbox and your spam folder.")
      assert.strictEqual(yield* mails, before + 1)
      assert.strictEqual(new URL(yield* linkTo(email)).searchParams.get("after_auth_return_to"), "/teams")
    }).pipe(Effect.provide(strict)))

  it.effect("reports that the email is not verified yet, and continues once it is", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(onboarding)
      yield* heading("Verify your email")
      yield* press("I've verified my email")
      yield* text("Your email isn't verified yet. Open the link in the email, then try again.")
      assert.deepStrictEqual(yield* gone, [])
      yield* verifyElsewhere
      yield* press("I've verified my email")
      yield* heading("You're already signed in")
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(strict)))

  for (const event of ["visibilitychange", "focus"] as const) {
    it.effect(`continues when the user returns, at ${event}, with a new token, and sends nothing while the user is away`, () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* showAt(onboarding)
        yield* heading("Verify your email")
        yield* Effect.map(Requests, (requests) => void (requests.length = 0))
        yield* settle
        assert.deepStrictEqual(yield* requested, [])
        yield* verifyElsewhere
        yield* comeBack(event)
        yield* heading("You're already signed in")
        assert.deepStrictEqual(yield* requested, ["GET /users/me", "POST /auth/oauth/token"])
        assert.deepStrictEqual(yield* gone, ["/teams"])
      }).pipe(watched, Effect.provide(strict)))
  }

  it.effect("keeps typed text when the user returns before the verification", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(onboarding)
      yield* heading("Verify your email")
      yield* type("Email", "love")
      yield* comeBack("focus")
      yield* settle
      assert.strictEqual(field("Email").value, "love")
      assert.strictEqual(status(), "")
    }).pipe(Effect.provide(strict)))

  it.effect("the page for an unverified email replaces the email, and names the new one", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(onboarding)
      yield* heading("Verify your email")
      yield* type("Email", "lovelace@example.com")
      yield* press("Send link")
      yield* text("We sent a link to lovelace@example.com. Open it to continue.")
      assert.strictEqual((yield* mailTo("lovelace@example.com")).type, "email_verification")
    }).pipe(Effect.provide(strict)))

  it.effect("onboarding: shows at the field that the email belongs to another account", () =>
    Effect.gen(function*() {
      yield* showBesideGrace
      yield* type("Email", "grace@example.com")
      yield* press("Send link")
      assert.strictEqual(yield* alert, "An account with this email already exists.")
      assert.strictEqual(field("Email").getAttribute("aria-invalid"), "true")
    }).pipe(Effect.provide(strict)))

  it.effect("keeps the confirmation of a resent email while another step runs and fails", () =>
    Effect.gen(function*() {
      yield* showBesideGrace
      yield* press("Resend email")
      yield* text("Email sent. Check your inbox and your spam folder.")
      yield* type("Email", "grace@example.com")
      yield* press("Send link")
      assert.strictEqual(yield* alert, "An account with this email already exists.")
      assert.strictEqual(status(), "Email sent. Check your inbox and your spam folder.")
    }).pipe(Effect.provide(strict)))

  it.effect("onboarding: a user without an email is asked for one, and cannot continue", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.update({ primaryEmail: null })
      yield* showAt(onboarding)
      yield* text("Enter your email. We'll send you a link to verify it.")
      assert.lengthOf([...document.querySelectorAll("button")].map(({ textContent }) => textContent), 2)
      yield* type("Email", "new@example.com")
      yield* press("Send link")
      yield* text("We sent a link to new@example.com. Open it to continue.")
    }).pipe(Effect.provide(strict)))

  it.effect("signs out", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(onboarding)
      yield* heading("Verify your email")
      yield* press("Sign out")
      yield* heading("You're signed out")
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
    }).pipe(Effect.provide(strict)))

  it.effect("onboarding is shown after a sign-up", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-up"))
      yield* heading(/^Sign up for/)
      yield* type("Email", email)
      yield* type("Password", "correct horse")
      yield* press("Sign up")
      yield* heading("Verify your email")
      assert.deepStrictEqual(yield* gone, ["/handler/onboarding"])
    }).pipe(Effect.provide(strict)))

  it.effect("stops listening on unmount", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { unmount } = yield* showAt(onboarding)
      yield* heading("Verify your email")
      unmount()
      const before = (yield* requested).length
      yield* comeBack("focus")
      yield* settle
      assert.lengthOf(yield* requested, before)
    }).pipe(watched, Effect.provide(strict)))
})

describe("the page for a user restricted by an administrator", () => {
  it.effect("shows the administrator's text as plain text, and the signed-in user", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { restrictedByAdmin: true, restrictedByAdminReason: "<b>Unpaid</b> invoice" })
      yield* showAt(onboarding)
      yield* heading("Your account is restricted")
      yield* text("<b>Unpaid</b> invoice")
      yield* text(new RegExp(email))
      assert.lengthOf(document.querySelectorAll("b"), 0)
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Sign out")
      yield* heading("You're signed out")
    }).pipe(Effect.provide(layer())))

  it.effect("shows a changed text when the user returns", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { restrictedByAdmin: true, restrictedByAdminReason: "Unpaid invoice" })
      yield* showAt(onboarding)
      yield* heading("Your account is restricted")
      yield* text("Unpaid invoice")
      yield* Users.update(userId, { restrictedByAdmin: true, restrictedByAdminReason: "Call us" })
      yield* comeBack("focus")
      yield* settle
      assert.strictEqual(document.querySelector("blockquote")?.textContent, "Call us")
    }).pipe(Effect.provide(layer())))

  it.effect("onboarding: shows no empty reason, and continues when the restriction is lifted", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { restrictedByAdmin: true })
      yield* showAt(onboarding)
      yield* heading("Your account is restricted")
      assert.isNull(document.querySelector("blockquote"))
      yield* Users.update(userId, { restrictedByAdmin: false })
      yield* comeBack("focus")
      yield* heading("You're already signed in")
    }).pipe(Effect.provide(layer())))
})

describe("the account settings", () => {
  it.effect("redirect to onboarding when the user becomes restricted", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* showAt(pageOf("account-settings"))
      yield* until(() => document.querySelector("[data-latchkey~=open-display-name]") !== null)
      yield* press("Change")
      yield* Users.update(userId, { restrictedByAdmin: true, restrictedByAdminReason: "Unpaid" })
      yield* type("Name", "Ada")
      const form = field("Name").form!
      yield* Effect.sync(() => form.requestSubmit())
      yield* settle
      yield* TestClock.adjust("1 second")
      yield* heading("Your account is restricted")
    }).pipe(Effect.provide(layer())))
})
