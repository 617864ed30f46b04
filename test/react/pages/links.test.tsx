// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cli, CurrentUser, MagicLink, Password, Session, TeamInvitations, Teams } from "latchkey"
import { totp, totpSecretBase64 } from "../../auth/mfaSupport.ts"
import { signIn, signUp } from "../../emulator/support.ts"
import {
  email,
  gone,
  layer,
  linkTo,
  origin,
  pageOf,
  requested,
  visit,
  watched,
  whoIsSignedIn
} from "../../pages/support.ts"
import {
  alert,
  button,
  enter,
  faults,
  field,
  focused,
  heading,
  html,
  press,
  showAt,
  text,
  type,
  until
} from "./support.tsx"

const codes = [
  "OUTER_OAUTH_TIMEOUT",
  "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  "OAUTH_PROVIDER_ACCESS_DENIED",
  "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
  "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
  "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
  "SIGN_UP_NOT_ENABLED",
  "SIGN_UP_REJECTED",
  "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
  "REDIRECT_URL_NOT_WHITELISTED",
  "INVALID_AUTHORIZATION_CODE"
]

const idle = (name: string) => until(() => button(name).getAttribute("aria-busy") === "false")

describe("the link in a sign-in email", () => {
  const mailed = Effect.gen(function*() {
    yield* visit(`${origin}/`)
    yield* MagicLink.send({ email })
    return yield* linkTo(email)
  })

  it.effect("signs in on confirmation, and never shows its code", () =>
    Effect.gen(function*() {
      const link = yield* mailed
      yield* showAt(link)
      yield* heading("Finish signing in")
      assert.notInclude(html(), new URL(link).searchParams.get("code")!)
      yield* press("Sign in")
      yield* heading("You're signed in")
      assert.isString(yield* whoIsSignedIn)
    }).pipe(Effect.provide(layer())))

  it.effect("a sign-in link used in between is refused, and another way is offered", () =>
    Effect.gen(function*() {
      const link = yield* mailed
      yield* showAt(link)
      yield* heading("Finish signing in")
      yield* MagicLink.signIn({ code: Redacted.make(new URL(link).searchParams.get("code")!) })
      yield* press("Sign in")
      assert.strictEqual((yield* heading("This link doesn't work")).dataset["tone"], "neutral")
      yield* text("This link has already been used.")
      yield* press("Sign in another way")
      yield* idle("Sign in another way")
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
    }).pipe(Effect.provide(layer())))

  it.effect("is refused if it has expired or is truncated", () =>
    Effect.gen(function*() {
      const link = yield* mailed
      yield* TestClock.adjust("7 days")
      const { unmount } = yield* showAt(link)
      yield* text("This link has expired.")
      unmount()
      yield* showAt(pageOf("magic-link-callback"))
      yield* text("Check that you copied the whole link.")
    }).pipe(Effect.provide(layer())))
})

describe("the verification link", () => {
  it.effect("verifies on confirmation, and continues", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/`)
      yield* Password.signUp({ email, password: Redacted.make("correct horse") })
      const link = yield* linkTo(email)
      const { unmount } = yield* showAt(link)
      yield* heading("Verify your email")
      assert.isFalse((yield* CurrentUser.get({ or: "throw" })).primaryEmailVerified)
      yield* press("Verify email")
      assert.strictEqual((yield* heading("Email verified")).dataset["tone"], "success")
      assert.isTrue((yield* CurrentUser.get({ or: "throw" })).primaryEmailVerified)
      yield* press("Continue")
      yield* idle("Continue")
      assert.deepStrictEqual(yield* gone, ["/"])
      unmount()
      yield* showAt(link)
      yield* text("Your email was already verified.")
    }).pipe(Effect.provide(layer())))
})

describe("a forgotten password", () => {
  it.effect("is replaced by the link in an email, and neither password stays in the page", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      const { unmount } = yield* showAt(pageOf("forgot-password"))
      yield* heading("Forgot your password?")
      yield* type("Email", email)
      yield* enter("Email")
      yield* heading("Check your email")
      yield* text(`If you have an account, we sent a reset link to ${email}.`)
      assert.deepStrictEqual(yield* faults, [])
      unmount()
      const link = yield* linkTo(email)
      yield* showAt(link)
      yield* heading("Reset your password")
      yield* type("New password", "short")
      yield* enter("New password")
      assert.strictEqual(yield* alert, "Use at least 8 characters.")
      assert.strictEqual(focused(), field("New password"))
      yield* type("New password", "battery staple")
      assert.notInclude(html(), "battery")
      yield* enter("New password")
      yield* heading("Password changed")
      yield* signIn(email, Redacted.make("battery staple"))
    }).pipe(Effect.provide(layer({ redirectMethod: "none" }))))

  it.effect("is followed by a button that opens the sign-in page", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* visit(`${origin}/`)
      yield* Password.sendResetCode({ email })
      yield* showAt(yield* linkTo(email))
      yield* heading("Reset your password")
      yield* type("New password", "battery staple")
      yield* enter("New password")
      yield* heading("Password changed")
      const before = (yield* gone).length
      yield* press("Sign in")
      yield* idle("Sign in")
      assert.deepStrictEqual((yield* gone).slice(before), ["/handler/sign-in"])
    }).pipe(Effect.provide(layer())))

  it.effect("a reset link used in between keeps the password, and another email can be requested", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* visit(`${origin}/`)
      yield* Password.sendResetCode({ email })
      const link = yield* linkTo(email)
      yield* showAt(link)
      yield* heading("Reset your password")
      yield* Password.reset({
        code: Redacted.make(new URL(link).searchParams.get("code")!),
        password: Redacted.make("another one")
      })
      yield* type("New password", "battery staple")
      yield* enter("New password")
      yield* text("This link has already been used.")
      yield* press("Request a new link")
      yield* idle("Request a new link")
      assert.deepStrictEqual(yield* gone, ["/handler/forgot-password"])
    }).pipe(Effect.provide(layer())))
})

describe("an invitation to a team", () => {
  const invited = Effect.gen(function*() {
    yield* signUp()
    yield* visit(`${origin}/`)
    const { id } = yield* Teams.create({ displayName: "Engines" })
    yield* TeamInvitations.send({ email: "grace@example.com", teamId: id })
    yield* Session.signOut
    return yield* linkTo("grace@example.com")
  })

  it.effect("is accepted on confirmation", () =>
    Effect.gen(function*() {
      const link = yield* invited
      yield* signUp("grace@example.com")
      const { container } = yield* showAt(link)
      yield* heading("Join Engines")
      assert.strictEqual(container.querySelector("[data-latchkey~=avatar]")?.textContent, "E")
      yield* text("You're signed in as grace@example.com. You've been invited to join Engines.")
      assert.deepStrictEqual(yield* Teams.list, [])
      yield* press("Join team")
      yield* heading("Welcome to Engines")
      assert.lengthOf(yield* Teams.list, 1)
    }).pipe(Effect.provide(layer())))

  it.effect("a declined invitation stays valid", () =>
    Effect.gen(function*() {
      const link = yield* invited
      yield* signUp("grace@example.com")
      yield* showAt(link)
      yield* heading("Join Engines")
      yield* press("Not now")
      yield* idle("Not now")
      assert.deepStrictEqual(yield* gone, ["/"])
      assert.deepStrictEqual(yield* Teams.list, [])
    }).pipe(Effect.provide(layer())))

  it.effect("requires a sign-in", () =>
    Effect.gen(function*() {
      yield* showAt(yield* invited)
      yield* heading("Sign in to continue")
      yield* text("Sign in or sign up to join the team.")
      yield* press("Sign up")
      yield* idle("Sign up")
      const [, signUp] = yield* gone
      assert.match(signUp!, /^\/handler\/sign-up\?after_auth_return_to=/)
    }).pipe(Effect.provide(layer())))

  it.effect("offers to sign in again if the service requires the invited email and the user has another one", () =>
    Effect.gen(function*() {
      const link = yield* invited
      yield* signUp("charles@example.com")
      yield* showAt(link)
      yield* heading("Use another account")
      yield* text("This invitation is for another email address. You're signed in as charles@example.com.")
      yield* press("Sign in with another account")
      yield* heading("Sign in to continue")
      assert.isUndefined(yield* whoIsSignedIn)
      assert.match((yield* gone)[0]!, /^\/handler\/sign-in\?after_auth_return_to=/)
    }).pipe(Effect.provide(layer({ config: { requireInvitedEmail: true } }))))

  it.effect("cannot be accepted by a user who signed out in between", () =>
    Effect.gen(function*() {
      const link = yield* invited
      yield* signUp("grace@example.com")
      yield* showAt(link)
      yield* heading("Join Engines")
      yield* Session.signOut
      yield* press("Join team")
      assert.strictEqual(
        yield* alert,
        "You've been signed out, or another user has signed in. Sign in again."
      )
    }).pipe(Effect.provide(layer())))
})

describe("the second factor", () => {
  const first = Effect.gen(function*() {
    yield* signUp()
    yield* CurrentUser.update({ totpSecretBase64 })
    yield* Session.signOut
    const app = yield* showAt(pageOf("sign-in"))
    yield* heading(/Sign in to/)
    yield* type("Email", email)
    yield* type("Password", "correct horse")
    yield* enter("Password")
    yield* heading("Two-factor authentication")
    return app
  })

  it.effect("is requested after the first one, in a focused field for six digits", () =>
    Effect.gen(function*() {
      yield* first
      yield* text("Enter the six-digit code from your authenticator app.")
      yield* text("Lost your phone? Contact this app's support.")
      const code = field("Code")
      assert.strictEqual(focused(), code)
      assert.deepStrictEqual([code.inputMode, code.autocomplete], ["numeric", "one-time-code"])
      yield* enter("Code")
      assert.strictEqual(yield* alert, "Enter the code.")
      yield* type("Code", Redacted.value(yield* totp()))
      yield* heading("You're signed in")
    }).pipe(Effect.provide(layer())))

  it.effect("the second factor is requested after a reload", () =>
    Effect.gen(function*() {
      const { unmount } = yield* first
      unmount()
      yield* showAt(pageOf("mfa"))
      yield* heading("Two-factor authentication")
      yield* type("Code", Redacted.value(yield* totp()))
      yield* heading("You're signed in")
    }).pipe(Effect.provide(layer())))

  it.effect("expires after five minutes, and the sign-in starts over", () =>
    Effect.gen(function*() {
      yield* first
      yield* TestClock.adjust("5 minutes")
      yield* type("Code", Redacted.value(yield* totp()))
      assert.strictEqual(yield* alert, "Your sign-in has expired. Sign in again.")
      yield* press("Sign in another way")
      yield* idle("Sign in another way")
      assert.deepStrictEqual((yield* gone).at(-1), "/handler/sign-in")
    }).pipe(Effect.provide(layer())))

  it.effect("the second factor has ended if no sign-in waits for it", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("mfa"))
      yield* heading("Sign in again")
    }).pipe(Effect.provide(layer())))
})

describe("a sign-in with a provider", () => {
  it.effect("an error of the service is reported with the library's text", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("error?errorCode=SIGN_UP_REJECTED&message=Call%20555"), {
        texts: { errorPage: { text: ({ code }) => code === "SIGN_UP_REJECTED" ? "Nein." : "Ja." } }
      })
      yield* heading("Sign-in failed")
      assert.strictEqual(yield* alert, "Nein.")
      assert.notInclude(html(), "555")
      assert.deepStrictEqual(yield* requested, [])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("an unknown error has a text that does not repeat the title", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("error"))
      assert.strictEqual((yield* heading("Sign-in failed")).dataset["tone"], "danger")
      assert.strictEqual(yield* alert, "Something went wrong. Try again.")
    }).pipe(Effect.provide(layer())))

  for (const page of ["error?", "oauth-callback?error=access_denied&"]) {
    it.effect(`a sign-in that the user canceled is no error, and can be tried again: ${page}`, () =>
      Effect.gen(function*() {
        yield* showAt(pageOf(`${page}errorCode=OAUTH_PROVIDER_ACCESS_DENIED`))
        assert.strictEqual((yield* heading("Sign-in canceled")).dataset["tone"], "neutral")
        yield* text("You canceled, or the provider denied access.")
        assert.isNull(document.querySelector("[role=alert]"))
        assert.strictEqual(button("Try again").dataset["variant"], "primary")
        assert.deepStrictEqual(yield* faults, [])
        yield* press("Try again")
        yield* idle("Try again")
        assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
      }).pipe(Effect.provide(layer())))
  }

  for (const isStrict of [false, true]) {
    it.effect(`shows each error of the callback page with its text, strict mode: ${isStrict}`, () =>
      Effect.gen(function*() {
        const details = { message: "Call 555", type: "Call 555", contact_channel_value: "Call 555" }
        const shown = new Set<string>()
        const failures = [...codes.filter((code) => code !== "OAUTH_PROVIDER_ACCESS_DENIED"), "CALL_555"]
        for (const code of failures) {
          const query = new URLSearchParams({
            error: "server_error",
            error_description: "Call 555",
            errorCode: code,
            message: "Call 555",
            details: JSON.stringify(details)
          })
          const { unmount } = yield* showAt(pageOf(`oauth-callback?${query}`), {}, { isStrict })
          yield* heading("Sign-in failed")
          shown.add((yield* alert)!)
          assert.notInclude(html(), "555")
          unmount()
          yield* TestClock.adjust("5 seconds")
        }
        assert.strictEqual(shown.size, failures.length)
        assert.deepStrictEqual(yield* requested, [])
      }).pipe(watched, Effect.provide(layer())))
  }

  it.effect("a provider's response to another browser's flow is ignored", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("oauth-callback?code=a&state=b"))
      yield* heading("No sign-in in progress")
      yield* press("Sign in")
      yield* idle("Sign in")
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
    }).pipe(Effect.provide(layer())))
})

describe("a command line", () => {
  const link = Effect.map(
    Cli.start({ expiresIn: "10 minutes" }),
    ({ loginCode }) => pageOf(`cli-auth-confirm?login_code=${encodeURIComponent(Redacted.value(loginCode))}`)
  )

  it.effect("is confirmed by the user, who sees its code", () =>
    Effect.gen(function*() {
      yield* signUp()
      const address = yield* link
      const { unmount } = yield* showAt(address)
      yield* heading("Authorize the command line")
      yield* text(/^[A-Z0-9]{3}-[A-Z0-9]{3}$/)
      assert.notInclude(html(), new URL(address).searchParams.get("login_code")!)
      yield* press("Authorize")
      yield* heading("Command line authorized")
      unmount()
      yield* showAt(address)
      yield* heading("Authorize the command line")
      yield* press("Authorize")
      yield* heading("This link doesn't work")
    }).pipe(Effect.provide(layer())))

  it.effect("is not confirmed for another user", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(yield* link)
      yield* heading("Authorize the command line")
      yield* signUp("grace@example.com")
      yield* press("Authorize")
      assert.match((yield* alert)!, /another user has signed in/)
      yield* press("Cancel")
      yield* idle("Cancel")
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))
})
