// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CurrentUser, Passkey } from "latchkey"
import { DeleteAccount, PasskeySettings, PasswordSettings, TwoFactorSettings } from "latchkey/react"
import { Secret, TOTP } from "otpauth"
import { encode } from "uqr"
import { pathOf } from "../../../react/components/settings/QrCode.tsx"
import { configure, signIn } from "../../emulator/support.ts"
import { email, gone, layer, whoIsSignedIn } from "../../pages/support.ts"
import { makeHost } from "../../support/passkeys.ts"
import { turn } from "../../support/turns.ts"
import {
  alert,
  button,
  enter,
  faults,
  field,
  focused,
  html,
  mount,
  press,
  settle,
  text,
  type
} from "../pages/support.tsx"
import { confirm, hasPart, me, refreshed, shownTo } from "./support.tsx"

describe("PasswordSettings", () => {
  it.effect("changes the password with the current one, and keeps neither", () =>
    Effect.gen(function*() {
      yield* shownTo(<PasswordSettings />)
      assert.isFalse(hasPart("form"))
      yield* press("Change password")
      yield* settle
      assert.strictEqual(focused(), field("Current password"))
      assert.deepStrictEqual(yield* faults, [])
      const username = document.querySelector<HTMLInputElement>("input[autocomplete=username]")!
      assert.deepStrictEqual([username.value, username.hidden], [email, true])
      const change = function*(old: string, next: string) {
        yield* type("Current password", old)
        yield* type("New password", next)
        yield* enter("New password")
        yield* settle
      }
      yield* change("correct horse", "short")
      assert.strictEqual(yield* alert, "Use at least 8 characters.")
      yield* change("wrong horse", "battery staple")
      assert.strictEqual(yield* alert, "Wrong current password.")
      assert.strictEqual(focused(), field("Current password"))
      yield* change("correct horse", "battery staple")
      yield* text("Password changed.")
      assert.strictEqual(focused(), button("Change password"))
      yield* press("Change password")
      yield* settle
      for (const label of ["Current password", "New password"]) {
        assert.strictEqual(field(label).value, "")
      }
      assert.notInclude(document.body.textContent, "Password changed.")
      yield* signIn(email, Redacted.make("battery staple"))
    }).pipe(Effect.provide(layer())))

  it.effect("PasswordSettings: renders nothing if the project turned passwords off", () =>
    Effect.gen(function*() {
      yield* shownTo(<PasswordSettings />)
      assert.isTrue(hasPart("password"))
      yield* configure({ credentialEnabled: false })
      const { container } = yield* mount(<PasswordSettings />)
      yield* refreshed
      assert.strictEqual(container.innerHTML, "")
    }).pipe(Effect.provide(layer())))
})

describe("PasskeySettings", () => {
  it.effect("adds a passkey, and removes it after a confirmation", () =>
    Effect.gen(function*() {
      const host = makeHost()
      yield* Effect.gen(function*() {
        yield* shownTo(<PasskeySettings />)
        yield* press("Add passkey")
        yield* Effect.repeat(Effect.andThen(turn, me), { until: (user) => user.passkeyAuthEnabled })
        yield* refreshed
        yield* text("You can sign in with a passkey.")
        yield* press("Remove passkey")
        yield* settle
        assert.isTrue((yield* me).passkeyAuthEnabled)
        assert.deepStrictEqual(yield* faults, [])
        yield* confirm
        assert.isFalse((yield* me).passkeyAuthEnabled)
        yield* text("Sign in with your fingerprint, face or screen lock instead of a password.")
      }).pipe(Effect.provide(host.layer))
    }).pipe(Effect.provide(layer())))

  it.effect("keeps the passkey if the user cancels", () =>
    Effect.gen(function*() {
      const host = makeHost()
      yield* Effect.gen(function*() {
        yield* shownTo(<PasskeySettings />)
        yield* Passkey.register()
        yield* refreshed
        button("Remove passkey").focus()
        yield* press("Remove passkey")
        yield* settle
        yield* press("Cancel")
        yield* refreshed
        assert.isFalse(hasPart("dialog"))
        assert.isTrue((yield* me).passkeyAuthEnabled)
        assert.strictEqual(focused(), button("Remove passkey"))
      }).pipe(Effect.provide(host.layer))
    }).pipe(Effect.provide(layer())))

  it.effect("renders nothing if the project turned passkeys off", () =>
    Effect.gen(function*() {
      const { container } = yield* shownTo(<PasskeySettings />)
      yield* refreshed
      assert.strictEqual(container.innerHTML, "")
    }).pipe(Effect.provide(layer({ config: { passkeyEnabled: false } }))))
})

describe("TwoFactorSettings", () => {
  it.effect("turns two-factor authentication on and off, and removes the secret from the page", () =>
    Effect.gen(function*() {
      yield* shownTo(<TwoFactorSettings />)
      yield* press("Turn on")
      yield* text(/^Scan the QR code with your authenticator app/)
      yield* settle
      assert.strictEqual(focused(), field("Code"))
      assert.deepStrictEqual(yield* faults, [])
      const shown = document.querySelector("[data-latchkey~=totp-secret] code")!.textContent
      assert.match(shown, /^([A-Z2-7]{4} )+[A-Z2-7]{4}$/)
      const secret = shown.replaceAll(" ", "")
      for (const { attributes } of document.querySelectorAll("*")) {
        for (const { value } of attributes) {
          assert.notInclude(value, secret)
          assert.notInclude(value, shown)
        }
      }
      yield* type("Code", "000000")
      assert.strictEqual(yield* alert, "Wrong code. Try again.")
      const now = yield* Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis)
      yield* type("Code", new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now }))
      yield* refreshed
      yield* text("Two-factor authentication is on.")
      assert.isTrue((yield* me).requiresTotpMfa)
      assert.notInclude(html(), shown)
      assert.isFalse(hasPart("qr-code"))
      yield* press("Turn off")
      yield* settle
      yield* text("Anyone with your password will be able to sign in.")
      assert.isTrue((yield* me).requiresTotpMfa)
      yield* confirm
      assert.isFalse((yield* me).requiresTotpMfa)
      assert.isNotNull(button("Turn on"))
      assert.isFalse(hasPart("totp-secret"))
    }).pipe(Effect.provide(layer())))

  it.effect("shows a QR code with the name of the account, dark on light, with a quiet zone", () =>
    Effect.gen(function*() {
      yield* shownTo(<TwoFactorSettings />)
      yield* press("Turn on")
      yield* text("Setup key")
      const svg = document.querySelector("svg[role=img]")!
      assert.strictEqual(svg.getAttribute("aria-label"), "QR code for your authenticator app")
      const [, , size] = svg.getAttribute("viewBox")!.split(" ").map(Number)
      const path = svg.querySelector("path")!.getAttribute("d")!
      assert.strictEqual(svg.querySelector("path")!.getAttribute("fill"), "#000")
      assert.strictEqual(svg.querySelector("rect")!.getAttribute("fill"), "#fff")
      for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
        assert.isAtLeast(Number(x), 4)
        assert.isAtLeast(Number(y), 4)
        assert.isAtMost(Number(x) + Number(length), size! - 4)
      }
      assert.isBelow(path.length, 12_000)
    }).pipe(Effect.provide(layer())))

  it.effect("TwoFactorSettings: cancelling drops the secret", () =>
    Effect.gen(function*() {
      yield* shownTo(<TwoFactorSettings />)
      yield* press("Turn on")
      yield* text("Setup key")
      yield* press("Cancel")
      yield* settle
      assert.isFalse(hasPart("totp-secret"))
      assert.isNotNull(button("Turn on"))
    }).pipe(Effect.provide(layer())))

  it("draws each dark module of a QR code once", () => {
    const { data, size } = encode("otpauth://totp/Latchkey:ada?secret=AAAA", { border: 4 })
    const drawn = data.map((row) => row.map(() => 0))
    for (const [, x, y, length] of pathOf(data).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let offset = 0; offset < Number(length); offset++) drawn[Number(y)]![Number(x) + offset]! += 1
    }
    assert.lengthOf(drawn, size)
    assert.deepStrictEqual(drawn, data.map((row) => row.map(Number)))
  })
})

describe("DeleteAccount", () => {
  it.effect("deletes the account in a page of the app, and redirects to afterSignOut", () =>
    Effect.gen(function*() {
      yield* shownTo(<DeleteAccount />)
      yield* CurrentUser.update({ displayName: "Ada" })
      yield* refreshed
      yield* press("Delete account")
      yield* settle
      yield* type(`Type “${email}” to confirm`, email)
      yield* confirm
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer({ config: { clientUserDeletionEnabled: true } }))))

  it.effect("renders nothing if the project does not allow it", () =>
    Effect.gen(function*() {
      const { container } = yield* shownTo(<DeleteAccount />)
      yield* refreshed
      assert.strictEqual(container.innerHTML, "")
    }).pipe(Effect.provide(layer({ config: { clientUserDeletionEnabled: false } }))))
})
