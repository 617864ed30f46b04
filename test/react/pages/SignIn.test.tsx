// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Passkey, Session, TabStorage, Transport, TransportFailure, WebAuthn } from "latchkey"
import { mailTo, signUp } from "../../emulator/support.ts"
import { email, gone, layer, pageOf, requested, watched, whoIsSignedIn } from "../../pages/support.ts"
import { makeHost } from "../../support/passkeys.ts"
import { turn } from "../../support/turns.ts"
import {
  alert,
  button,
  clickLink,
  enter,
  faults,
  field,
  focused,
  heading,
  hold,
  html,
  link,
  pkce,
  press,
  settle,
  showAt,
  text,
  type,
  until,
  visibleText
} from "./support.tsx"

const to = (path: string) => `?after_auth_return_to=${encodeURIComponent(path)}`
const urls = { afterSignIn: "/dashboard", afterSignUp: "/welcome" }
const welcome = heading("Sign in to Emulated project")
const typed = Effect.map(mailTo(email), ({ otp }) => Redacted.value(otp!))

const someone = Effect.andThen(signUp(), (signedIn) => Effect.as(Session.signOut, signedIn))

describe("the sign-in page", () => {
  it.effect("signs in with a password by Enter, continues, and does not keep the password", () =>
    Effect.gen(function*() {
      const { userId } = yield* someone
      yield* showAt(pageOf(`sign-in${to("/teams")}`))
      yield* welcome
      yield* type("Email", email)
      yield* type("Password", "correct horse")
      assert.notInclude(html(), "correct horse")
      yield* enter("Password")
      yield* heading("You're signed in")
      assert.strictEqual(yield* whoIsSignedIn, userId)
      assert.deepStrictEqual(yield* gone, ["/teams"])
      assert.lengthOf(document.querySelectorAll("input"), 0)
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("shows at the field that the password is wrong, and accepts another", () =>
    Effect.gen(function*() {
      yield* someone
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      yield* type("Email", email)
      yield* type("Password", "wrong horse")
      yield* enter("Password")
      assert.strictEqual(yield* alert, "Wrong email or password.")
      const password = field("Password")
      yield* until(() => focused() === password)
      assert.strictEqual(password.getAttribute("aria-invalid"), "true")
      assert.strictEqual(document.getElementById(password.getAttribute("aria-describedby")!)!.role, "alert")
      assert.deepStrictEqual(yield* faults, [])
      yield* type("Password", "correct horse")
      yield* enter("Password")
      yield* heading("You're signed in")
    }).pipe(Effect.provide(layer())))

  it.effect("submits a form once for repeated clicks, and shows that it is busy", () =>
    Effect.gen(function*() {
      yield* someone
      const { during, release } = yield* hold("/auth/password/sign-in")
      yield* during(Effect.gen(function*() {
        yield* showAt(pageOf("sign-in"))
        yield* welcome
        yield* type("Email", email)
        yield* type("Password", "correct horse")
        yield* enter("Password")
        assert.strictEqual(button("Sign in").getAttribute("aria-disabled"), "true")
        assert.strictEqual(field("Password").form!.getAttribute("aria-busy"), "true")
        yield* enter("Password")
        yield* press("Sign in")
        yield* release
        yield* heading("You're signed in")
      }))
      assert.lengthOf((yield* requested).filter((request) => request === "POST /auth/password/sign-in"), 1)
    }).pipe(watched, Effect.provide(layer())))

  it.effect("shows only the project's enabled methods", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      yield* text("Sign-in isn't available for this app.")
      assert.lengthOf(document.querySelectorAll("input, button"), 0)
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(
      Effect.provide(layer({
        config: {
          credentialEnabled: false,
          signUpEnabled: false,
          magicLinkEnabled: false,
          passkeyEnabled: false,
          oauthProviders: []
        }
      }))
    ))

  it.effect("redirects to a provider", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      assert.deepStrictEqual(
        Array.from(document.querySelectorAll("[data-latchkey~=provider]"), visibleText),
        ["Continue with acme", "Continue with GitHub"]
      )
      yield* press("Continue with GitHub")
      yield* until(() => button("Continue with GitHub").getAttribute("aria-busy") === "false")
      const [url] = yield* gone
      assert.include(url, "/auth/oauth/authorize/github")
    }).pipe(pkce, Effect.provide(layer({ config: { oauthProviders: ["github", "acme"] } }))))

  it.effect("links to the forgot password page and the sign-up page", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      yield* clickLink("Forgot your password?")
      yield* until(() => link("Forgot your password?").getAttribute("aria-busy") === "false")
      yield* clickLink("Sign up")
      yield* until(() => link("Sign up").getAttribute("aria-busy") === "false")
      assert.deepStrictEqual(yield* gone, ["/handler/forgot-password", "/handler/sign-up"])
    }).pipe(Effect.provide(layer())))

  it.effect("its links have the real URLs, with the page to return to", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf(`sign-in${to("/teams")}`))
      yield* welcome
      assert.deepStrictEqual(
        ["Forgot your password?", "Sign up"].map((name) => link(name).getAttribute("href")),
        ["/handler/forgot-password", `/handler/sign-up?after_auth_return_to=%2Fteams`]
      )
      assert.isTrue(fireEvent.click(link("Sign up"), { ctrlKey: true }))
      assert.isFalse(fireEvent.click(link("Sign up")))
      yield* until(() => link("Sign up").getAttribute("aria-busy") === "false")
      assert.deepStrictEqual(yield* gone, ["/handler/sign-up?after_auth_return_to=%2Fteams"])
    }).pipe(Effect.provide(layer())))

  it.effect("the tab order goes from the email to the password, and then to the forgotten password", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      const stops = Array.from(document.querySelectorAll("form input, form button, form a"))
      assert.deepStrictEqual(
        stops.slice(0, 5),
        [field("Email"), field("Password"), button("Show password"), link("Forgot your password?"), button("Sign in")]
      )
    }).pipe(Effect.provide(layer())))

  it.effect("a typed email stands on the next page and in no URL, until a sign-in", () =>
    Effect.gen(function*() {
      yield* someone
      const signIn = yield* showAt(pageOf("sign-in"))
      yield* welcome
      yield* type("Email", email)
      yield* clickLink("Forgot your password?")
      yield* until(() => link("Forgot your password?").getAttribute("aria-busy") === "false")
      assert.notInclude((yield* gone).join(), "ada")
      signIn.unmount()
      const forgot = yield* showAt(pageOf("forgot-password"))
      yield* heading("Forgot your password?")
      assert.strictEqual(forgot.container.querySelector("input")!.value, email)
      forgot.unmount()
      yield* showAt(pageOf("sign-up"))
      yield* heading(/^Sign up for/)
      assert.strictEqual(field("Email").value, email)
    }).pipe(Effect.provide(layer())))

  it.effect("an email typed on the forgot password page stands on the sign-in page after the way back", () =>
    Effect.gen(function*() {
      const forgot = yield* showAt(pageOf("forgot-password"))
      yield* heading("Forgot your password?")
      yield* type("Email", email)
      yield* clickLink("Back to sign-in")
      yield* until(() => link("Back to sign-in").getAttribute("aria-busy") === "false")
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
      forgot.unmount()
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      assert.strictEqual(field("Email").value, email)
    }).pipe(Effect.provide(layer())))

  it.effect("marks the method of the last sign-in on this device", () =>
    Effect.gen(function*() {
      yield* someone
      const { unmount } = yield* showAt(pageOf("sign-in"))
      yield* welcome
      assert.isNull(screen.queryByText("Last used"))
      yield* type("Email", email)
      yield* type("Password", "wrong horse")
      yield* enter("Password")
      yield* alert
      const device = yield* TabStorage.DeviceStorage
      assert.isUndefined(yield* device.get("latchkey-method"))
      yield* type("Password", "correct horse")
      yield* enter("Password")
      yield* heading("You're signed in")
      assert.strictEqual(yield* device.get("latchkey-method"), "password")
      unmount()
      yield* Session.signOut
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      assert.strictEqual(field("Email").value, "")
      assert.include(field("Email").closest("[data-field]")!.textContent, "Last used")
    }).pipe(Effect.provide(layer())))

  it.effect("ignores a last method that is unreadable, and marks a provider", () =>
    Effect.gen(function*() {
      const { set } = yield* TabStorage.DeviceStorage
      yield* set("latchkey-method", "provider:<img>")
      const { unmount } = yield* showAt(pageOf("sign-in"))
      yield* welcome
      assert.isNull(screen.queryByText("Last used"))
      unmount()
      yield* set("latchkey-method", "provider:github")
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      assert.include(button("Continue with GitHub").closest("li")!.textContent, "Last used")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))

  it.effect("shows the signed-in user, who can sign out", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(pageOf("sign-in"))
      yield* heading("You're already signed in")
      yield* text(`You're signed in as ${email}.`)
      yield* press("Sign out")
      yield* heading("You're signed out")
      assert.strictEqual(yield* whoIsSignedIn, undefined)
    }).pipe(Effect.provide(layer({ redirectMethod: "none" }))))
})

/** Waits until a passkey has signed a user in. */
const passkeySignIn = Effect.repeat(Effect.andThen(turn, whoIsSignedIn), { until: (userId) => userId !== undefined })

describe("a passkey", () => {
  it.effect("a button signs in with a passkey", () =>
    Effect.gen(function*() {
      const host = makeHost({ isAutofillSupported: false })
      const { userId } = yield* signUp()
      yield* Effect.gen(function*() {
        yield* Passkey.register()
        yield* Session.signOut
        yield* showAt(pageOf("sign-in"))
        yield* welcome
        assert.strictEqual(field("Email").autocomplete, "username webauthn")
        yield* press("Sign in with a passkey")
        yield* passkeySignIn
        yield* heading("You're signed in")
        assert.strictEqual(yield* whoIsSignedIn, userId)
      }).pipe(Effect.provide(host.layer))
    }).pipe(Effect.provide(layer())))

  it.effect("a dismissed dialog is no error, and can be opened again", () =>
    Effect.gen(function*() {
      const host = makeHost({ isAutofillSupported: false })
      host.user = Effect.fail(new WebAuthn.WebAuthnError({ message: "Dismissed", code: "NotAllowedError" }))
      yield* Effect.gen(function*() {
        yield* showAt(pageOf("sign-in"))
        yield* welcome
        yield* press("Sign in with a passkey")
        const told = yield* text("The passkey request was canceled or timed out. Try again.")
        assert.strictEqual(told.role, "status")
        assert.isNull(screen.queryByRole("alert"))
        yield* press("Sign in with a passkey")
        yield* until(() => host.asked.length === 2)
        assert.deepStrictEqual(yield* faults, [])
      }).pipe(Effect.provide(host.layer))
    }).pipe(Effect.provide(layer())))
  it.effect("comes first on a device with an authenticator, and is a quiet row on others", () =>
    Effect.gen(function*() {
      const host = makeHost({ isAutofillSupported: false })
      const service = yield* WebAuthn.WebAuthn.pipe(Effect.provide(host.layer))
      for (const isOnDevice of [true, false]) {
        const { unmount } = yield* Effect.provideService(showAt(pageOf("sign-in")), WebAuthn.WebAuthn, {
          ...service,
          isOnDevice: Effect.succeed(isOnDevice)
        })
        yield* welcome
        const passkey = button("Sign in with a passkey")
        assert.strictEqual(passkey.dataset["variant"], isOnDevice ? "secondary" : "ghost")
        assert.strictEqual(passkey, document.querySelectorAll("button")[isOnDevice ? 0 : 4])
        assert.lengthOf(document.querySelectorAll("[data-variant=primary]"), 1)
        unmount()
      }
    }).pipe(Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))

  it.effect("is offered by autofill, without a button", () =>
    Effect.gen(function*() {
      const host = makeHost()
      const { userId } = yield* signUp()
      yield* Effect.gen(function*() {
        yield* Passkey.register()
        yield* Session.signOut
        yield* showAt(pageOf("sign-in"), {}, { isStrict: true })
        yield* passkeySignIn
        yield* heading("You're signed in")
        assert.strictEqual(yield* whoIsSignedIn, userId)
        const asked = host.asked.filter(({ kind }) => kind === "get")
        assert.deepStrictEqual(asked.map((asked) => "mediation" in asked && asked.mediation), ["conditional"])
      }).pipe(Effect.provide(host.layer))
    }).pipe(Effect.provide(layer())))

  it.effect("is offered by autofill while no other step runs, and only while the page is mounted", () =>
    Effect.gen(function*() {
      const host = makeHost()
      host.user = Effect.never
      yield* someone
      const { during, release } = yield* hold("/auth/password/sign-in")
      yield* Effect.gen(function*() {
        const { presented, unmount } = yield* showAt(pageOf("sign-in"))
        yield* welcome
        yield* until(() => host.asked.length === 1)
        yield* type("Email", email)
        yield* type("Password", "wrong horse")
        yield* enter("Password")
        assert.strictEqual(host.aborted, 1)
        yield* release
        yield* alert
        yield* until(() => host.asked.length === 2)
        unmount()
        assert.strictEqual(host.aborted, 2)
        assert.deepStrictEqual(presented, [])
      }).pipe(during, Effect.provide(host.layer))
    }).pipe(Effect.provide(layer())))

  it.effect("offered by autofill without a network shows no error, because the user did not ask for it", () =>
    Effect.gen(function*() {
      const host = makeHost()
      const transport = yield* Transport
      let failures = 0
      yield* Effect.gen(function*() {
        yield* showAt(pageOf("sign-in"))
        yield* welcome
        yield* until(() => failures > 0)
        yield* TestClock.adjust("1 minute")
        yield* settle
        assert.isNull(screen.queryByRole("alert"))
      }).pipe(
        Effect.provideService(Transport, (request) =>
          request.url.includes("/passkey/")
            ? Effect.andThen(
              Effect.sync(() => failures++),
              Effect.fail(new TransportFailure({ message: "No network", tooLarge: false }))
            )
            : transport(request)),
        Effect.provide(host.layer)
      )
    }).pipe(Effect.provide(layer())))

  it.effect("reports a passkey that the service does not know", () =>
    Effect.gen(function*() {
      const host = makeHost()
      yield* showAt(pageOf("sign-in")).pipe(
        Effect.andThen(alert),
        Effect.map((told) => assert.strictEqual(told, "We couldn't verify your passkey. Try again.")),
        Effect.provide(host.layer)
      )
    }).pipe(Effect.provide(layer())))
})

describe("the six characters of an email", () => {
  it.effect("are entered on the page that sent it, where the field has focus", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf(`sign-in${to("/teams")}`))
      yield* welcome
      yield* type("Email", email)
      yield* press("Email me a sign-in link")
      yield* heading("Check your email")
      yield* text(new RegExp(`to ${email}`))
      const code = field("Code")
      assert.strictEqual(focused(), code)
      assert.strictEqual(code.autocomplete, "one-time-code")
      yield* type("Code", "000000")
      assert.strictEqual(yield* alert, "Wrong code. Try again.")
      assert.deepStrictEqual(yield* faults, [])
      yield* type("Code", yield* typed)
      assert.notInclude(html(), yield* typed)
      yield* heading("You're signed in")
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("the six characters are requested after a reload, until the user starts over", () =>
    Effect.gen(function*() {
      const { unmount } = yield* showAt(pageOf("sign-up"))
      yield* heading("Sign up for Emulated project")
      yield* type("Email", email)
      yield* press("Email me a sign-up link")
      yield* heading("Check your email")
      unmount()
      yield* showAt(pageOf("sign-in"))
      yield* heading("Check your email")
      yield* press("Resend email")
      yield* press("Sign in another way")
      yield* welcome
    }).pipe(Effect.provide(layer())))

  it.effect("require an email address", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      yield* press("Email me a sign-in link")
      yield* type("Email", "not an address")
      yield* press("Email me a sign-in link")
      assert.deepStrictEqual((yield* requested).filter((request) => request.startsWith("POST")), [])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("the six characters have a separate form if passwords are disabled", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      yield* type("Email", email)
      yield* enter("Email")
      yield* heading("Check your email")
    }).pipe(Effect.provide(layer({ config: { credentialEnabled: false } }))))

  it.effect("no six characters are sent to a new address if sign-up is disabled", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-in"))
      yield* welcome
      yield* type("Email", email)
      yield* press("Email me a sign-in link")
      assert.strictEqual(
        yield* alert,
        "Sign-ups are turned off for this app."
      )
    }).pipe(Effect.provide(layer({ config: { signUpEnabled: false } }))))
})

describe("the sign-up page", () => {
  const page = heading("Sign up for Emulated project")

  it.effect("signs up with a password that is typed once, and continues", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-up"))
      yield* page
      const fields = Array.from(document.querySelectorAll("input"), ({ autocomplete }) => autocomplete)
      assert.deepStrictEqual(fields, ["username", "new-password"])
      yield* type("Email", email)
      yield* type("Password", "short")
      yield* enter("Password")
      assert.strictEqual(yield* alert, "Use at least 8 characters.")
      assert.strictEqual(focused(), field("Password"))
      assert.deepStrictEqual(yield* faults, [])
      yield* type("Password", "x".repeat(71))
      yield* enter("Password")
      yield* text("Use at most 70 characters.")
      yield* type("Password", "correct horse")
      yield* enter("Password")
      yield* heading("You're signed in")
      assert.deepStrictEqual(yield* gone, ["/welcome"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("shows while the user types whether the password is long enough", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-up"))
      yield* page
      const hint = () => document.querySelector<HTMLElement>("[data-latchkey=hint]")
      const isDescribed = () =>
        document.getElementById(field("Password").getAttribute("aria-describedby")!)?.textContent
      for (
        const [typed, fits] of [["", false], ["1234567", false], ["12345678", true], ["x".repeat(71), false]] as const
      ) {
        yield* type("Password", typed === "" ? " " : typed)
        assert.strictEqual(hint()!.dataset["fits"], String(fits))
        assert.strictEqual(isDescribed(), "At least 8 characters")
        assert.strictEqual(screen.queryByText("The password is long enough.")?.role, fits ? "status" : undefined)
      }
      yield* type("Email", email)
      yield* type("Password", "short")
      yield* enter("Password")
      assert.strictEqual(yield* alert, "Use at least 8 characters.")
      assert.isNull(hint())
      yield* type("Password", "long enough")
      assert.isNull(screen.queryByRole("alert"))
      assert.strictEqual(hint()!.dataset["fits"], "true")
      assert.isNull(field("Password").getAttribute("aria-invalid"))
    }).pipe(Effect.provide(layer())))

  it.effect("shows at the field that the email is in use", () =>
    Effect.gen(function*() {
      yield* someone
      yield* showAt(pageOf("sign-up"))
      yield* page
      yield* type("Email", email)
      yield* type("Password", "correct horse")
      yield* press("Sign up")
      assert.strictEqual(yield* alert, "An account with this email already exists.")
      assert.strictEqual(focused(), field("Email"))
    }).pipe(Effect.provide(layer())))

  it.effect("the sign-up page is closed if the project accepts no new users", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("sign-up"))
      yield* heading("Sign-ups are closed")
      assert.strictEqual(link("Sign in").getAttribute("href"), "/handler/sign-in")
      yield* clickLink("Sign in")
      yield* until(() => link("Sign in").getAttribute("aria-busy") === "false")
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
    }).pipe(Effect.provide(layer({ config: { signUpEnabled: false } }))))
})
