// @vitest-environment jsdom
/** The components of single flows, which keep the URL of the app's page. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser, Session, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { ForgotPassword, PasswordReset, ProviderButton, SignIn, SignUp, TeamInvitation } from "latchkey/react"
import { totp, totpSecretBase64 } from "../../auth/mfaSupport.ts"
import { configure, inbox, signUp } from "../../emulator/support.ts"
import { email, gone, layer, origin, requested, visit, watched, whoIsSignedIn } from "../../pages/support.ts"
import { Visits } from "../../support/pageHost.ts"
import {
  alert,
  button,
  clickLink,
  enter,
  faults,
  field,
  focused,
  heading,
  mount,
  pkce,
  press,
  settle,
  text,
  type,
  until
} from "./support.tsx"

const someone = Effect.andThen(signUp(), (signedIn) => Effect.as(Session.signOut, signedIn))
const pricing = `${origin}/pricing`
const count = (route: string) =>
  Effect.map(requested, (requests) => requests.filter((request) => request === route).length)

const typePassword = Effect.gen(function*() {
  yield* heading(/^Sign in to/)
  yield* type("Email", email)
  yield* type("Password", "correct horse")
})

const reachSecondFactor = Effect.gen(function*() {
  yield* typePassword
  yield* enter("Password")
  yield* heading("Two-factor authentication")
})

describe("SignIn", () => {
  it.effect("SignIn: redirects to afterSignIn, and stays busy while the app navigates", () =>
    Effect.gen(function*() {
      yield* someone
      yield* visit(pricing)
      yield* mount(<SignIn />)
      yield* typePassword
      yield* enter("Password")
      const { gone: urls } = yield* Visits
      yield* until(() => urls.length === 1)
      yield* settle
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
      assert.isNull(screen.queryByText("You're signed in"))
      assert.strictEqual(button("Sign in").getAttribute("aria-busy"), "true")
      yield* heading("You're signed in")
    }).pipe(Effect.provide(layer({ urls: { afterSignIn: "/dashboard" } }))))

  it.effect("SignIn on the page afterSignIn does not reload the page", () =>
    Effect.gen(function*() {
      const { userId } = yield* someone
      yield* visit(pricing)
      yield* mount(<SignIn />)
      yield* typePassword
      yield* enter("Password")
      yield* heading("You're signed in")
      assert.deepStrictEqual(yield* gone, [])
      assert.strictEqual(yield* whoIsSignedIn, userId)
    }).pipe(Effect.provide(layer({ urls: { afterSignIn: "/pricing" } }))))

  it.effect("SignIn on the page afterSignIn with another query redirects to afterSignIn", () =>
    Effect.gen(function*() {
      yield* someone
      yield* visit(`${pricing}?plan=pro`)
      yield* mount(<SignIn />)
      yield* typePassword
      yield* enter("Password")
      yield* heading("You're signed in")
      assert.deepStrictEqual(yield* gone, ["/pricing"])
    }).pipe(Effect.provide(layer({ urls: { afterSignIn: "/pricing" } }))))

  it.effect("calls onSignedIn once instead of redirecting", () =>
    Effect.gen(function*() {
      yield* someone
      yield* visit(pricing)
      let calls = 0
      yield* mount(<SignIn onSignedIn={() => void calls++} />)
      yield* typePassword
      yield* enter("Password")
      yield* until(() => calls === 1)
      yield* heading("You're signed in")
      assert.strictEqual(calls, 1)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("shows the second factor in place, and starts over in place", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* Session.signOut
      yield* visit(pricing)
      let calls = 0
      yield* mount(<SignIn onSignedIn={() => void calls++} />)
      yield* reachSecondFactor
      assert.deepStrictEqual(yield* gone, [])
      yield* press("Sign in another way")
      yield* reachSecondFactor
      const code = Redacted.value(yield* totp())
      yield* type("Code", `${code.slice(0, 3)} ${code.slice(3)}`)
      yield* until(() => calls === 1)
      assert.strictEqual(yield* whoIsSignedIn, userId)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("keeps the second factor over a reload, until it expires", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* Session.signOut
      yield* visit(pricing)
      const first = yield* mount(<SignIn />)
      yield* reachSecondFactor
      first.unmount()
      // Another component of the page, such as a dialog, continues too.
      const second = yield* mount(<SignUp />)
      yield* heading("Two-factor authentication")
      second.unmount()
      const third = yield* mount(<SignIn />)
      yield* heading("Two-factor authentication")
      third.unmount()
      yield* TestClock.adjust("5 minutes")
      const fourth = yield* mount(<SignIn />)
      yield* reachSecondFactor
      fourth.unmount()
      let calls = 0
      yield* mount(<SignIn onSignedIn={() => void calls++} />)
      yield* heading("Two-factor authentication")
      yield* type("Code", Redacted.value(yield* totp()))
      yield* until(() => calls === 1)
      assert.strictEqual(yield* whoIsSignedIn, userId)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("asks a user who has signed in elsewhere for no second factor", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* Session.signOut
      yield* visit(pricing)
      const first = yield* mount(<SignIn />)
      yield* reachSecondFactor
      first.unmount()
      yield* signUp("grace@example.com")
      yield* mount(<SignIn />)
      yield* heading("You're already signed in")
    }).pipe(Effect.provide(layer({ redirectMethod: "none" }))))

  it.effect("shows the unverified email in place", () =>
    Effect.gen(function*() {
      yield* someone
      yield* configure({ requireEmailVerification: true })
      yield* visit(pricing)
      let calls = 0
      yield* mount(<SignIn onSignedIn={() => void calls++} />)
      yield* typePassword
      yield* enter("Password")
      yield* heading("Verify your email")
      assert.deepStrictEqual([yield* gone, calls], [[], 0])
      yield* configure({ requireEmailVerification: false })
      yield* press("I've verified my email")
      yield* until(() => calls === 1)
    }).pipe(Effect.provide(layer())))

  it.effect("calls onNavigate for links to other pages", () =>
    Effect.gen(function*() {
      yield* visit(pricing)
      const pages: Array<string> = []
      yield* mount(<SignIn onNavigate={(page) => void pages.push(page)} />)
      yield* heading(/^Sign in to/)
      yield* clickLink("Forgot your password?")
      yield* until(() => pages.length === 1)
      yield* clickLink("Sign up")
      yield* until(() => pages.length === 2)
      assert.deepStrictEqual(pages, ["forgotPassword", "signUp"])
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("SignIn: focuses the password after a wrong one, and sends one request for two clicks", () =>
    Effect.gen(function*() {
      yield* someone
      yield* visit(pricing)
      yield* mount(<SignIn headingLevel={2} />)
      yield* Effect.promise(() => screen.findByRole("heading", { level: 2, name: /^Sign in to/ }))
      yield* type("Email", email)
      yield* type("Password", "wrong horse")
      yield* press("Sign in")
      yield* press("Sign in")
      assert.strictEqual(yield* alert, "Wrong email or password.")
      yield* until(() => focused() === field("Password"))
      assert.strictEqual(yield* count("POST /auth/password/sign-in"), 1)
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("requires only the email for a magic link, and reports a missing one at its field", () =>
    Effect.gen(function*() {
      yield* visit(pricing)
      yield* mount(<SignIn />)
      yield* heading(/^Sign in to/)
      yield* press("Email me a sign-in link")
      assert.strictEqual(yield* alert, "Enter your email.")
      yield* until(() => focused() === field("Email"))
      yield* type("Email", email)
      yield* press("Email me a sign-in link")
      yield* heading("Check your email")
    }).pipe(Effect.provide(layer())))

  it.effect("shows more than three providers as icons in one row, with full names", () =>
    Effect.gen(function*() {
      yield* visit(pricing)
      yield* mount(<SignIn />)
      yield* heading(/^Sign in to/)
      assert.include(
        document.querySelector<HTMLElement>("[data-latchkey~=providers]")!.style.gridTemplateColumns,
        "repeat(4,"
      )
      const google = button("Continue with Google")
      assert.strictEqual(google.getAttribute("data-provider"), "google")
      assert.strictEqual(google.textContent.trim(), "")
      assert.isNotNull(google.querySelector("svg[aria-hidden=true]"))
      assert.strictEqual(document.querySelector("[data-latchkey~=divider]")!.textContent, "or")
    }).pipe(
      Effect.provide(layer({ config: { oauthProviders: ["google", "github", "apple", "discord"] } }))
    ))
})

describe("the countdown of an email", () => {
  const resend = () => button("Resend email")
  /** Returns the text that is visible, which screen readers skip during the countdown. */
  const shown = () => (resend().querySelector("[aria-hidden]") ?? resend()).textContent

  it.effect("disables resending for 30 seconds, without announcing each second", () =>
    Effect.gen(function*() {
      yield* visit(pricing)
      yield* mount(<SignIn />)
      yield* heading(/^Sign in to/)
      yield* type("Email", email)
      yield* press("Email me a sign-in link")
      yield* heading("Check your email")
      const { inbox } = yield* Emulator.Emulator
      const before = (yield* inbox()).length
      assert.strictEqual(shown(), "Resend in 30 s")
      assert.strictEqual(resend().getAttribute("aria-disabled"), "true")
      assert.isNull(resend().closest("[aria-live], [role=status], [role=alert]"))
      yield* press("Resend email")
      yield* TestClock.adjust("1 second")
      yield* until(() => shown() === "Resend in 29 s")
      assert.lengthOf(yield* inbox(), before)
      yield* TestClock.adjust("29 seconds")
      yield* until(() => shown() === "Resend email")
      yield* press("Resend email")
      yield* until(() => shown() === "Resend in 30 s")
      assert.lengthOf(yield* inbox(), before + 1)
    }).pipe(Effect.provide(layer())))

  it.effect("follows a reset email, whose page names the address", () =>
    Effect.gen(function*() {
      yield* someone
      yield* visit(pricing)
      yield* mount(<ForgotPassword />)
      yield* heading("Forgot your password?")
      yield* type("Email", email)
      yield* enter("Email")
      const title = yield* heading("Check your email")
      assert.strictEqual(focused(), title)
      yield* text(`If you have an account, we sent a reset link to ${email}.`)
      assert.strictEqual(resend().getAttribute("aria-disabled"), "true")
      assert.deepStrictEqual(yield* faults, [])
      const received = Effect.map(inbox, (mails) => mails.filter(({ to }) => to.includes(email)).length)
      const before = yield* received
      yield* TestClock.adjust("30 seconds")
      yield* until(() => shown() === "Resend email")
      yield* press("Resend email")
      yield* until(() => shown() === "Resend in 30 s")
      assert.strictEqual(yield* received, before + 1)
    }).pipe(Effect.provide(layer())))
})

describe("other components", () => {
  it.effect("SignUp redirects to afterSignUp", () =>
    Effect.gen(function*() {
      yield* visit(pricing)
      yield* mount(<SignUp />)
      yield* heading(/^Sign up for/)
      assert.strictEqual(field("Password").autocomplete, "new-password")
      yield* type("Email", email)
      yield* type("Password", "correct horse")
      yield* enter("Email")
      yield* heading("You're signed in")
      assert.deepStrictEqual(yield* gone, ["/welcome"])
    }).pipe(Effect.provide(layer({ urls: { afterSignUp: "/welcome" } }))))

  it.effect("PasswordReset shows an invalid link", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/reset`)
      yield* mount(<PasswordReset />)
      yield* heading("This link doesn't work")
    }).pipe(Effect.provide(layer())))

  it.effect("TeamInvitation shows an invalid link", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/join?code=unknown`)
      yield* mount(<TeamInvitation />)
      yield* heading("This link doesn't work")
    }).pipe(Effect.provide(layer())))

  it.effect("ProviderButton starts the sign-in, and works without a flow", () =>
    Effect.gen(function*() {
      yield* visit(pricing)
      yield* mount(<ProviderButton provider="github" />)
      yield* until(() => screen.queryByRole("button", { name: "Continue with GitHub" }) !== null)
      yield* press("Continue with GitHub")
      yield* until(() => button("Continue with GitHub").getAttribute("aria-busy") === "false")
      assert.include((yield* gone)[0], "/auth/oauth/authorize/github")
    }).pipe(pkce, Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))

  it.effect("a component whose opening request fails shows the error, and opens on retry", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      let isDown = true
      yield* visit(pricing)
      yield* Effect.gen(function*() {
        yield* mount(<SignIn />)
        yield* heading("We couldn't open this page")
        isDown = false
        yield* press("Try again")
        yield* heading(/^Sign in to/)
      }).pipe(
        Effect.provideService(
          Transport,
          (request) => isDown ? Effect.succeed({ status: 503, body: "", header: () => undefined }) : transport(request)
        )
      )
    }).pipe(Effect.provide(layer())))
})
