// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { ApiKeys, CurrentUser, OAuth, Reverification, Session, Sessions } from "latchkey"
import { ApiKeysSettings, DeleteAccount, Reverify, TwoFactorSettings } from "latchkey/react"
import { Users } from "latchkey/server"
import { totp, totpSecretBase64 } from "../../auth/mfaSupport.ts"
import { follow } from "../../auth/oauth/support.ts"
import { mailTo, signUp } from "../../emulator/support.ts"
import { email, gone, layer, origin, visit, whoIsSignedIn } from "../../pages/support.ts"
import {
  alert,
  button,
  enter,
  faults,
  field,
  focused,
  mount,
  pkce,
  press,
  settle,
  text,
  type
} from "../pages/support.tsx"
import { confirm, hasPart, refreshed, settings, shownTo } from "./support.tsx"

const challenge = { maxAge: 300, factor: undefined }
const password = "correct horse"

/** Asks, as an app's action does, and waits for the dialog. */
const ask = Effect.gen(function*() {
  const fiber = yield* Effect.forkChild(Reverification.ask(challenge), { startImmediately: true })
  yield* text("Confirm it's you")
  yield* settle
  return fiber
})

const isOpen = () => document.querySelector("dialog") !== null

/** Types a text into a field, and sends its form. */
const giveText = (label: string, value: string) =>
  Effect.andThen(Effect.andThen(type(label, value), enter(label)), settle)

/** Types a code. Its last character sends it. */
const typeCode = (value: string) => Effect.andThen(type("Code", value), settle)

describe("Reverify", () => {
  it.effect("asks for the password, without a fault of accessibility, and closes after it", () =>
    Effect.gen(function*() {
      yield* shownTo(<Reverify />)
      const before = (yield* Session.claims)!
      const fiber = yield* ask
      yield* text(`Sign in again as ${email} to continue.`)
      assert.strictEqual(focused(), field("Password"))
      assert.deepStrictEqual(yield* faults, [])
      yield* giveText("Password", "wrong horse")
      assert.strictEqual(yield* alert, "Wrong current password.")
      yield* giveText("Password", password)
      assert.isTrue(yield* Fiber.join(fiber))
      yield* settle
      assert.isFalse(isOpen())
      const after = (yield* Session.claims)!
      assert.deepStrictEqual([after.userId, after.sessionId === before.sessionId], [before.userId, false])
    }).pipe(Effect.provide(layer())))

  it.effect("answers false when the user closes the dialog, and ends with the action that asks", () =>
    Effect.gen(function*() {
      yield* shownTo(<Reverify />)
      const fiber = yield* ask
      yield* press("Close")
      assert.isFalse(yield* Fiber.join(fiber))
      yield* settle
      assert.isFalse(isOpen())
      yield* Fiber.interrupt(yield* ask)
      yield* settle
      assert.isFalse(isOpen())
    }).pipe(Effect.provide(layer())))

  it.effect("asks nothing after it was removed, also in strict mode", () =>
    Effect.gen(function*() {
      yield* signUp()
      const app = yield* mount(<Reverify />, { isStrict: true })
      yield* settle
      const fiber = yield* ask
      yield* press("Close")
      assert.isFalse(yield* Fiber.join(fiber))
      app.render(null)
      yield* settle
      assert.isFalse(yield* Reverification.ask(challenge))
    }).pipe(Effect.provide(layer())))

  it.effect("answers false when it is removed during its question, and its successor asks again", () =>
    Effect.gen(function*() {
      yield* signUp()
      const app = yield* mount(<Reverify key="first" />)
      yield* settle
      const first = yield* ask
      app.render(<Reverify key="second" />)
      yield* settle
      assert.isFalse(yield* Fiber.join(first))
      assert.isFalse(isOpen())
      const second = yield* ask
      yield* press("Close")
      assert.isFalse(yield* Fiber.join(second))
    }).pipe(Effect.provide(layer())))

  it.effect("takes a code from an email, and the second factor", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = (yield* CurrentUser.get())!
      yield* Users.update(id, { primaryEmailVerified: true, otpAuthEnabled: true, totpSecretBase64 })
      yield* mount(<Reverify />)
      yield* settle
      const fiber = yield* ask
      yield* press("Email me a code")
      yield* text(`Enter the code that we sent to ${email}.`)
      yield* press("Use another method")
      yield* settle
      yield* press("Email me a code")
      yield* text(`Enter the code that we sent to ${email}.`)
      yield* settle
      assert.strictEqual(focused(), field("Code"))
      assert.deepStrictEqual(yield* faults, [])
      yield* typeCode(Redacted.value((yield* mailTo(email)).otp!))
      yield* text("Enter the six-digit code from your authenticator app.")
      yield* typeCode("000000")
      assert.strictEqual(yield* alert, "Wrong code. Try again.")
      yield* typeCode(Redacted.value(yield* totp()))
      assert.isTrue(yield* Fiber.join(fiber))
    }).pipe(Effect.provide(layer({ config: { magicLinkEnabled: true } }))))

  it.effect("shows why it cannot offer another method", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = (yield* CurrentUser.get())!
      yield* Users.update(id, { primaryEmailVerified: true, otpAuthEnabled: true })
      yield* mount(<Reverify />)
      yield* settle
      yield* ask
      yield* press("Email me a code")
      yield* text(`Enter the code that we sent to ${email}.`)
      yield* Users.remove(id)
      yield* press("Use another method")
      assert.include(yield* alert, "You've been signed out.")
    }).pipe(Effect.provide(layer())))

  it.effect("leaves for a provider, and refuses another account on the way back", () =>
    Effect.gen(function*() {
      const url = yield* OAuth.start({ provider: "github" })
      yield* visit(String(yield* follow(url, { accountId: "ada-1", email })))
      yield* OAuth.callback
      const { id } = (yield* CurrentUser.get())!
      yield* visit(`${origin}/billing`)
      const first = yield* mount(<Reverify />)
      yield* settle
      yield* ask
      yield* press(/GitHub/)
      yield* settle
      const answer = yield* follow((yield* gone).at(-1)!, { accountId: "eve-1", email: "eve@example.com" })
      first.unmount()
      yield* visit(String(answer))
      yield* mount(<Reverify />)
      assert.strictEqual(yield* alert, "You signed in as another user. Use your current account.")
      assert.strictEqual(yield* whoIsSignedIn, id)
      yield* press("Use another method")
      yield* text(/GitHub/)
    }).pipe(pkce, Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))
})

describe("a sensitive action of the settings", () => {
  const later = TestClock.adjust("11 minutes")
  /** Confirms the deletion, which asks for another sign-in. */
  const askToDelete = Effect.gen(function*() {
    yield* press("Delete account")
    yield* type(`Type “${email}” to confirm`, email)
    yield* confirm
    yield* text("Confirm it's you")
    yield* settle
  })

  it.effect("deletes the account after another sign-in, if the last one is older than ten minutes", () =>
    Effect.gen(function*() {
      yield* shownTo(<DeleteAccount />)
      yield* later
      yield* refreshed
      yield* askToDelete
      assert.isNotNull(yield* CurrentUser.get())
      yield* giveText("Password", password)
      yield* refreshed
      assert.isNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layer({ config: { clientUserDeletionEnabled: true } }))))

  it.effect("takes the password while the page of the settings is busy with the deletion", () =>
    Effect.gen(function*() {
      yield* settings("Security")
      yield* later
      yield* refreshed
      yield* askToDelete
      // Another section of the page has the same name as the field.
      yield* Effect.promise(async () => {
        const input = document.querySelector<HTMLInputElement>("dialog input[name=password]")!
        fireEvent.input(input, { target: { value: password } })
        fireEvent.submit(input.form!)
      })
      yield* refreshed
      assert.isNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layer({ config: { clientUserDeletionEnabled: true } }))))

  it.effect("keeps the account, and says why, if the user cancels", () =>
    Effect.gen(function*() {
      yield* shownTo(<DeleteAccount />)
      yield* later
      yield* refreshed
      yield* askToDelete
      yield* Effect.promise(async () => {
        const dialogs = document.querySelectorAll("dialog")
        dialogs[dialogs.length - 1]!.querySelector<HTMLElement>("[data-latchkey~=close]")!.click()
      })
      yield* settle
      assert.strictEqual(yield* alert, "Confirm it's you, and try again.")
      assert.isNotNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layer({ config: { clientUserDeletionEnabled: true } }))))

  it.effect("creates no API key before another sign-in", () =>
    Effect.gen(function*() {
      yield* shownTo(<ApiKeysSettings />)
      yield* later
      yield* refreshed
      yield* press("Create API key")
      yield* settle
      yield* giveText("Description", "deployment")
      yield* text("Confirm it's you")
      yield* settle
      assert.deepStrictEqual(yield* ApiKeys.list(), [])
      yield* giveText("Password", password)
      yield* refreshed
      assert.lengthOf(yield* ApiKeys.list(), 1)
      assert.lengthOf(yield* Sessions.list, 1)
    }).pipe(Effect.provide(layer({ config: { allowUserApiKeys: true } }))))

  it.effect("turns two-factor authentication off without a question after a recent sign-in", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* mount(<TwoFactorSettings />)
      yield* settle
      yield* press("Turn off")
      yield* confirm
      yield* refreshed
      assert.isFalse((yield* CurrentUser.get())!.requiresTotpMfa)
      assert.isFalse(hasPart("reverify"))
      assert.isDefined(button("Turn on"))
    }).pipe(Effect.provide(layer())))
})
