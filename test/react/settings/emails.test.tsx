// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { within } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { ContactChannels, Resources } from "latchkey"
import { EmailSettings, TestAuthProvider, testResource } from "latchkey/react"
import { renderToStaticMarkup } from "react-dom/server"
import { device, on, signUp } from "../../emulator/support.ts"
import { email, layer, linkTo } from "../../pages/support.ts"
import { alert, enter, faults, field, focused, press, settle, text, type } from "../pages/support.tsx"
import { choose, confirm, me, openMenu, part, refreshed, shownTo } from "./support.tsx"

const work = "ada@work.example"

const rows = () => part("emails").getAllByRole("listitem")

const badges = (row: HTMLElement) =>
  Array.from(row.querySelectorAll("[data-latchkey~=badge]"), ({ textContent }) => textContent)

/** Shows the emails of a user, and adds a second one. */
const withTwo = Effect.gen(function*() {
  const app = yield* shownTo(<EmailSettings />)
  yield* press("Add email")
  yield* settle
  yield* type("New email", work)
  yield* enter("New email")
  yield* refreshed
  return app
})

describe("EmailSettings", () => {
  it("without an address, explains what one is for beside the button that adds one", () => {
    const markup = renderToStaticMarkup(
      <TestAuthProvider user={{}} resources={[testResource(Resources.contactChannels, [])]}>
        <EmailSettings />
      </TestAuthProvider>
    )
    assert.match(markup, /empty-list"><p>Add an email address to sign in and get messages\.<\/p>.*Add email/)
  })

  it.effect("adds an email, verifies it, makes it primary, and removes the other", () =>
    Effect.gen(function*() {
      yield* shownTo(<EmailSettings />)
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Add email")
      yield* settle
      assert.strictEqual(focused(), field("New email"))
      yield* type("New email", work)
      yield* enter("New email")
      yield* refreshed
      assert.strictEqual(focused()?.textContent, "Add email")
      const row = rows()[1]!
      assert.deepStrictEqual(badges(row), ["Unverified"])
      yield* openMenu(`Actions for ${work}`)
      assert.deepStrictEqual(yield* faults, [])
      yield* choose("Send verification email")
      within(row).getByText("Email sent. Check your inbox and your spam folder.")
      assert.include(yield* linkTo(work), "/handler/email-verification")
      yield* openMenu(`Actions for ${work}`)
      yield* choose("Make primary")
      yield* refreshed
      assert.strictEqual((yield* me).primaryEmail, work)
      yield* openMenu(`Actions for ${email}`)
      yield* choose("Remove")
      yield* text(`You'll no longer receive emails at ${email}, and you won't be able to sign in with it.`)
      assert.deepStrictEqual(yield* faults, [])
      assert.lengthOf(yield* ContactChannels.list, 2)
      yield* confirm
      assert.lengthOf(yield* ContactChannels.list, 1)
      assert.strictEqual(focused()?.textContent, "Email addresses")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))

  it.effect("undoes a change of the primary email", () =>
    Effect.gen(function*() {
      yield* withTwo
      yield* openMenu(`Actions for ${work}`)
      yield* choose("Make primary")
      yield* refreshed
      yield* text(`${work} is now your primary email.`)
      yield* press("Undo")
      yield* refreshed
      assert.strictEqual((yield* me).primaryEmail, email)
      yield* text(`${email} is now your primary email.`)
      assert.deepStrictEqual(badges(rows()[0]!), ["Primary", "Unverified"])
      assert.isNull(document.querySelector("[data-latchkey~=undo]"))
    }).pipe(Effect.provide(layer())))

  it.effect("counts the seconds until a verification email can be sent again", () =>
    Effect.gen(function*() {
      yield* withTwo
      yield* openMenu(`Actions for ${work}`)
      yield* choose("Send verification email")
      const first = yield* linkTo(work)
      yield* openMenu(`Actions for ${work}`)
      const menu = within(document.querySelector<HTMLElement>("[role=menu]")!)
      assert.strictEqual(menu.getByRole("menuitem", { name: "Resend in 30 s" }).getAttribute("aria-disabled"), "true")
      yield* choose("Resend in 30 s")
      assert.strictEqual(yield* linkTo(work), first)
      for (let second = 0; second < 30; second++) yield* Effect.andThen(TestClock.adjust("1 second"), settle)
      yield* choose("Send verification email")
      assert.notStrictEqual(yield* linkTo(work), first)
    }).pipe(Effect.provide(layer())))

  it.effect("EmailSettings: turns sign-in with an email on and off", () =>
    Effect.gen(function*() {
      yield* withTwo
      const isUsed = Effect.map(ContactChannels.list, (channels) => channels[1]!.usedForAuth)
      assert.notInclude(rows()[1]!.textContent, "Used for sign-in")
      yield* openMenu(`Actions for ${work}`)
      yield* choose("Use for sign-in")
      yield* refreshed
      assert.isTrue(yield* isUsed)
      assert.include(rows()[1]!.textContent, "Used for sign-in")
      yield* openMenu(`Actions for ${work}`)
      yield* choose("Don't use for sign-in")
      yield* refreshed
      assert.isFalse(yield* isUsed)
    }).pipe(Effect.provide(layer())))

  it.effect("EmailSettings: an email that another account signs in with is explained at its row", () =>
    Effect.gen(function*() {
      yield* withTwo
      yield* signUp(work).pipe(on(yield* device()))
      yield* openMenu(`Actions for ${work}`)
      yield* choose("Use for sign-in")
      assert.strictEqual(yield* alert, "Another account already uses this email to sign in.")
      assert.isNotNull(rows()[1]!.querySelector("[role=alert]"))
    }).pipe(Effect.provide(layer())))

  it.effect("EmailSettings: the primary email cannot be removed", () =>
    Effect.gen(function*() {
      yield* shownTo(<EmailSettings />)
      yield* openMenu(`Actions for ${email}`)
      const items = Array.from(document.querySelectorAll("[role=menuitem]"), ({ textContent }) => textContent)
      assert.deepStrictEqual(items, ["Send verification email", "Don't use for sign-in"])
    }).pipe(Effect.provide(layer())))

  it.effect("shows at the field that the email is invalid", () =>
    Effect.gen(function*() {
      yield* shownTo(<EmailSettings />)
      yield* press("Add email")
      yield* settle
      yield* type("New email", "ada")
      yield* enter("New email")
      yield* settle
      assert.strictEqual(yield* alert, "Enter a valid email address.")
      assert.strictEqual(focused(), field("New email"))
      yield* press("Cancel")
      yield* settle
      assert.strictEqual(focused()?.textContent, "Add email")
    }).pipe(Effect.provide(layer())))
})
