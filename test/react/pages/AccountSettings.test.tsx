// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { within } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous, ContactChannels, CurrentUser, Session, Sessions, Teams } from "latchkey"
import { Secret, TOTP } from "otpauth"
import { device, on, signIn, signUp } from "../../emulator/support.ts"
import { email, gone, layer, linkTo, pageOf, password, whoIsSignedIn } from "../../pages/support.ts"
import { makeHost } from "../../support/passkeys.ts"
import {
  alert,
  enter,
  faults,
  field,
  focused,
  heading,
  hold,
  html,
  press,
  settle,
  showAt,
  text,
  type
} from "./support.tsx"

const me = CurrentUser.get({ or: "throw" })

/** A section of the page. */
const part = (name: string) => within(document.querySelector<HTMLElement>(`section[data-latchkey=${name}]`)!)

/** Renders the settings of a user who has just signed up. */
const settings = Effect.gen(function*() {
  yield* signUp()
  const app = yield* showAt(pageOf("account-settings"))
  yield* heading("Account settings")
  yield* text("This device")
  return app
})

/** Changed data is refetched after a moment. */
const refreshed = Effect.andThen(Effect.andThen(settle, TestClock.adjust("1 second")), settle)

describe("the account settings", () => {
  it.effect("require a sign-in", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("account-settings"))
      yield* heading("Sign in to continue")
      assert.strictEqual((yield* gone).length, 1)
    }).pipe(Effect.provide(layer())))

  it.effect("change the name", () =>
    Effect.gen(function*() {
      yield* settings
      yield* type("Name", " Ada ")
      yield* enter("Name")
      yield* text("Saved.")
      yield* refreshed
      assert.strictEqual((yield* me).displayName, "Ada")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))

  it.effect("add an email, verify it, make it primary, and remove the other", () =>
    Effect.gen(function*() {
      yield* settings
      yield* type("New email", "ada@work.example")
      yield* enter("New email")
      yield* refreshed
      assert.strictEqual(field("New email").value, "")
      const [, row] = part("emails").getAllByRole("listitem")
      assert.include(row!.textContent, "Not verified")
      within(row!).getByRole("button", { name: "Send verification email", description: "ada@work.example" }).click()
      yield* text("Email sent. Check your inbox and your spam folder.")
      assert.include(yield* linkTo("ada@work.example"), "/handler/email-verification")
      within(row!).getByRole("button", { name: "Make primary" }).click()
      yield* refreshed
      assert.strictEqual((yield* me).primaryEmail, "ada@work.example")
      const remove = part("emails").getByRole("button", { name: "Remove", description: email })
      remove.focus()
      remove.click()
      yield* refreshed
      assert.lengthOf(yield* ContactChannels.list, 1)
      assert.strictEqual(focused()?.textContent, "Email addresses")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))

  it.effect("change the password with the current one, and keep neither", () =>
    Effect.gen(function*() {
      yield* settings
      const change = function*(old: string, next: string, again = next) {
        yield* type("Current password", old)
        yield* type("New password", next)
        yield* type("Confirm password", again)
        yield* enter("Confirm password")
        yield* settle
      }
      yield* change("correct horse", "battery staple", "battery stable")
      assert.strictEqual(yield* alert, "Passwords don't match.")
      yield* change("wrong horse", "battery staple")
      assert.strictEqual(yield* alert, "Wrong current password.")
      assert.strictEqual(focused(), field("Current password"))
      yield* change("correct horse", "battery staple")
      yield* text("Password changed.")
      for (const label of ["Current password", "New password", "Confirm password"]) {
        assert.strictEqual(field(label).value, "")
      }
      yield* signIn(email, Redacted.make("battery staple"))
    }).pipe(Effect.provide(layer())))

  it.effect("add a passkey and remove it", () =>
    Effect.gen(function*() {
      const host = makeHost()
      yield* Effect.gen(function*() {
        yield* settings
        yield* press("Add a passkey")
        yield* refreshed
        yield* text("You can sign in with a passkey.")
        yield* press("Remove passkey")
        yield* refreshed
        yield* text("You don't have a passkey yet.")
      }).pipe(Effect.provide(host.layer))
    }).pipe(Effect.provide(layer())))

  it.effect("enable and disable two-factor authentication, whose secret is removed afterwards", () =>
    Effect.gen(function*() {
      yield* settings
      yield* press("Turn on two-factor authentication")
      yield* text(/^Add this account to your authenticator app/)
      assert.strictEqual(focused(), field("Code"))
      assert.deepStrictEqual(yield* faults, [])
      const secret = document.querySelector("[data-latchkey=totp-secret]")!.textContent
      const uri = document.querySelector("[data-latchkey=otpauth-uri]")!.textContent
      assert.match(uri, /^otpauth:\/\/totp\//)
      for (const { attributes } of document.querySelectorAll("*")) {
        for (const { value } of attributes) assert.notInclude(value, secret)
      }
      yield* type("Code", "000000")
      yield* enter("Code")
      assert.strictEqual(yield* alert, "Wrong code. Try again.")
      const now = yield* Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis)
      yield* type("Code", new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now }))
      yield* enter("Code")
      yield* refreshed
      yield* text(/^Two-factor authentication is on/)
      assert.isTrue((yield* me).requiresTotpMfa)
      assert.notInclude(html(), secret)
      yield* press("Turn off two-factor authentication")
      yield* refreshed
      assert.isFalse((yield* me).requiresTotpMfa)
    }).pipe(Effect.provide(layer())))

  it.effect("end another session, and not this one", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* signIn().pipe(on(yield* device()))
      yield* showAt(pageOf("account-settings"))
      yield* text("This device")
      assert.lengthOf(part("sessions").getAllByRole("listitem"), 2)
      const end = part("sessions").getAllByRole("button")
      assert.lengthOf(end, 1)
      end[0]!.click()
      yield* refreshed
      assert.lengthOf(yield* Sessions.list, 1)
      assert.lengthOf(part("sessions").getAllByRole("listitem"), 1)
    }).pipe(Effect.provide(layer())))

  it.effect("create an API key, which is shown until it is copied, and revoke it", () =>
    Effect.gen(function*() {
      yield* settings
      yield* type("Description", "Backups")
      yield* enter("Description")
      yield* text(/^Copy your new API key/)
      const key = document.querySelector("[data-latchkey=new-key]")!.textContent
      assert.isAbove(key.length, 20)
      yield* refreshed
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Done")
      yield* settle
      assert.notInclude(html(), key)
      yield* text(`Ends in ${key.slice(-4)}`)
      yield* press("Revoke")
      yield* refreshed
      yield* text("Revoked")
    }).pipe(Effect.provide(layer({ config: { allowUserApiKeys: true } }))))

  it.effect("create teams, select one, and leave it", () =>
    Effect.gen(function*() {
      yield* settings
      for (const name of ["Engines", "Looms"]) {
        yield* type("Team name", name)
        yield* enter("Team name")
        yield* refreshed
      }
      part("teams").getByRole("button", { name: "Switch", description: "Engines" }).click()
      yield* refreshed
      assert.strictEqual((yield* me).selectedTeam?.displayName, "Engines")
      part("teams").getByRole("button", { name: "Leave", description: "Looms" }).click()
      yield* refreshed
      assert.deepStrictEqual((yield* Teams.list).map(({ displayName }) => displayName), ["Engines"])
    }).pipe(Effect.provide(layer({ config: { clientTeamCreationEnabled: true } }))))

  it.effect("show only the features that the project enables", () =>
    Effect.gen(function*() {
      yield* settings
      const names = Array.from(document.querySelectorAll("h2"), ({ textContent }) => textContent)
      assert.deepStrictEqual(names, [
        "Profile",
        "Email addresses",
        "Password",
        "Two-factor authentication",
        "Sessions",
        "Teams"
      ])
      assert.isNull(document.querySelector("[data-latchkey=create-team]"))
    }).pipe(
      Effect.provide(layer({
        config: {
          passkeyEnabled: false,
          allowUserApiKeys: false,
          clientTeamCreationEnabled: false,
          clientUserDeletionEnabled: false
        }
      }))
    ))

  it.effect("sign out", () =>
    Effect.gen(function*() {
      const { during, release } = yield* hold("/auth/sessions/current")
      yield* during(Effect.gen(function*() {
        yield* settings
        yield* press("Sign out")
        yield* refreshed
        yield* release
        yield* heading("You're signed out")
      }))
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("delete the account", () =>
    Effect.gen(function*() {
      yield* settings
      yield* press("Delete my account")
      yield* heading("You're signed out")
      assert.deepStrictEqual(yield* gone, ["/"])
      assert.strictEqual((yield* Effect.flip(signIn(email, password)))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layer({ config: { clientUserDeletionEnabled: true } }))))

  it.effect("show the current user, and nothing of the previous one", () =>
    Effect.gen(function*() {
      yield* settings
      yield* type("Name", "Ada of Lovelace")
      yield* press("Turn on two-factor authentication")
      yield* text("Setup key")
      yield* signUp("grace@example.com")
      yield* refreshed
      yield* text("grace@example.com")
      assert.notInclude(html(), email)
      assert.strictEqual(field("Name").value, "")
      assert.notInclude(html(), "otpauth")
      yield* Session.signOut
      yield* Anonymous.signUp
      yield* heading("Sign in to continue")
      assert.notInclude(html(), "grace")
    }).pipe(Effect.provide(layer({ config: { anonymousEnabled: true } }))))

  it.effect("require a sign-in when the session ended on another device", () =>
    Effect.gen(function*() {
      yield* settings
      yield* Session.signOut
      yield* heading("Sign in to continue")
    }).pipe(Effect.provide(layer())))
})
