// @vitest-environment jsdom
/** The components behind links and providers, each on a page of the app instead of the handler's. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Cli, CurrentUser, EmailCode, MagicLink, Mfa, OAuth, Password, Session } from "latchkey"
import {
  CliConfirmation,
  EmailVerification,
  ErrorPage,
  MagicLinkCallback,
  MagicLinkSent,
  MfaForm,
  OAuthCallback,
  ProviderButton
} from "latchkey/react"
import type { ReactNode } from "react"
import { totp, totpSecretBase64 } from "../../auth/mfaSupport.ts"
import { follow } from "../../auth/oauth/support.ts"
import { mailTo, signUp } from "../../emulator/support.ts"
import { email, gone, layer, linkTo, origin, requested, visit, watched, whoIsSignedIn } from "../../pages/support.ts"
import { alert, button, faults, heading, html, mount, pkce, press, settle, text, type, until } from "./support.tsx"

/** Opens a page of the app with the query of a link, and renders a component there. */
const showAt = (path: string, query: string, component: ReactNode) =>
  Effect.andThen(visit(`${origin}${path}${query}`), mount(component))

const queryOf = (link: string) => new URL(link).search

const idle = (name: string) => until(() => button(name).getAttribute("aria-busy") === "false")

describe("MagicLinkCallback", () => {
  const mailed = Effect.gen(function*() {
    yield* visit(`${origin}/`)
    yield* MagicLink.send({ email })
    return queryOf(yield* linkTo(email))
  })

  it.effect("signs in after a click, and calls onSignedIn instead of redirecting", () =>
    Effect.gen(function*() {
      let calls = 0
      yield* showAt("/email-link", yield* mailed, <MagicLinkCallback onSignedIn={() => void calls++} />)
      yield* heading("Finish signing in")
      assert.isUndefined(yield* whoIsSignedIn)
      yield* press("Sign in")
      yield* until(() => calls === 1)
      assert.isString(yield* whoIsSignedIn)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("MagicLinkCallback: explains a used link in place", () =>
    Effect.gen(function*() {
      const query = yield* mailed
      yield* MagicLink.signIn({ code: Redacted.make(new URLSearchParams(query).get("code")!) })
      yield* Session.signOut
      yield* showAt("/email-link", query, <MagicLinkCallback />)
      yield* heading("This link doesn't work")
      yield* text("This link has already been used.")
      assert.deepStrictEqual([yield* gone, yield* faults], [[], []])
    }).pipe(Effect.provide(layer())))
})

describe("MagicLinkSent", () => {
  it.effect("takes the code of an email that the app sent", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/check-email`)
      yield* EmailCode.keep(yield* EmailCode.send({ email }))
      const { otp } = yield* mailTo(email)
      let calls = 0
      yield* mount(<MagicLinkSent onSignedIn={() => void calls++} />)
      yield* heading("Check your email")
      yield* type("Code", Redacted.value(otp!))
      yield* until(() => calls === 1)
      assert.isString(yield* whoIsSignedIn)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("MagicLinkSent without an email shows the sign-in form", () =>
    Effect.gen(function*() {
      yield* showAt("/check-email", "", <MagicLinkSent />)
      yield* heading(/^Sign in to/)
    }).pipe(Effect.provide(layer())))
})

describe("MfaForm", () => {
  it.effect("completes a sign-in that waits for its code, and calls onSignedIn instead of redirecting", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* Session.signOut
      const waiting = yield* Mfa.orContinue(Password.signIn({ email, password: Redacted.make("correct horse") }))
      assert(Mfa.isContinuation(waiting))
      yield* Mfa.keep(waiting)
      let calls = 0
      yield* showAt("/two-factor", "", <MfaForm onSignedIn={() => void calls++} />)
      yield* heading("Two-factor authentication")
      yield* type("Code", Redacted.value(yield* totp()))
      yield* until(() => calls === 1)
      assert.strictEqual(yield* whoIsSignedIn, userId)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("MfaForm without a waiting sign-in shows that the sign-in has ended", () =>
    Effect.gen(function*() {
      yield* showAt("/two-factor", "", <MfaForm />)
      yield* heading("Sign in again")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))
})

describe("EmailVerification", () => {
  it.effect("verifies the email after a click, and keeps the page", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/`)
      yield* Password.signUp({ email, password: Redacted.make("correct horse") })
      yield* showAt("/verify", queryOf(yield* linkTo(email)), <EmailVerification />)
      yield* heading("Verify your email")
      assert.isFalse((yield* CurrentUser.get({ or: "throw" })).primaryEmailVerified)
      yield* press("Verify email")
      yield* heading("Email verified")
      assert.isTrue((yield* CurrentUser.get({ or: "throw" })).primaryEmailVerified)
      assert.deepStrictEqual(yield* gone, [])
      yield* press("Continue")
      yield* idle("Continue")
      assert.deepStrictEqual(yield* gone, ["/start"])
    }).pipe(Effect.provide(layer({ urls: { home: "/start" } }))))
})

describe("OAuthCallback", () => {
  it.effect("completes the sign-in, and calls onSignedIn instead of redirecting", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/`)
      yield* OAuth.signIn({ provider: "github" })
      const answer = yield* follow((yield* gone)[0]!, { accountId: "ada-1", email })
      let calls = 0
      yield* showAt("/callback", queryOf(String(answer)), <OAuthCallback onSignedIn={() => void calls++} />)
      yield* until(() => calls === 1)
      assert.isString(yield* whoIsSignedIn)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(pkce, Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))

  it.effect("shows the failure of the provider without a request", () =>
    Effect.gen(function*() {
      yield* showAt("/callback", "?error=server_error&errorCode=SIGN_UP_NOT_ENABLED", <OAuthCallback />)
      yield* heading("Sign-in failed")
      assert.isNotEmpty(yield* alert)
      assert.deepStrictEqual([yield* requested, yield* faults], [[], []])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("OAuthCallback without a sign-in in progress calls onNavigate", () =>
    Effect.gen(function*() {
      const pages: Array<string> = []
      yield* showAt("/callback", "", <OAuthCallback onNavigate={(page) => void pages.push(page)} />)
      yield* heading("No sign-in in progress")
      yield* press("Sign in")
      yield* until(() => pages.length === 1)
      assert.deepStrictEqual([pages, yield* gone], [["signIn"], []])
    }).pipe(Effect.provide(layer())))
})

describe("ErrorPage", () => {
  it.effect("ErrorPage: explains the URL's error code without text from the URL", () =>
    Effect.gen(function*() {
      yield* showAt("/error", "?errorCode=SIGN_UP_REJECTED&message=Call%20555", <ErrorPage />)
      yield* heading("Sign-in failed")
      assert.isNotEmpty(yield* alert)
      assert.notInclude(html(), "555")
      assert.deepStrictEqual([yield* requested, yield* faults], [[], []])
    }).pipe(watched, Effect.provide(layer())))
})

describe("CliConfirmation", () => {
  const start = Effect.map(
    Cli.start({ expiresIn: "10 minutes" }),
    ({ loginCode }) => `?login_code=${encodeURIComponent(Redacted.value(loginCode))}`
  )

  it.effect("authorizes the command line, and keeps the page", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt("/authorize", yield* start, <CliConfirmation />)
      yield* heading("Authorize the command line")
      yield* text(/^[A-Z0-9]{3}-[A-Z0-9]{3}$/)
      yield* press("Authorize")
      yield* heading("Command line authorized")
      assert.deepStrictEqual([yield* gone, yield* faults], [[], []])
    }).pipe(Effect.provide(layer())))

  it.effect("redirects a signed-out visitor to sign-in, which returns to the page", () =>
    Effect.gen(function*() {
      const query = yield* start
      yield* showAt("/authorize", query, <CliConfirmation />)
      yield* settle
      assert.deepStrictEqual(yield* gone, [
        `/handler/sign-in?after_auth_return_to=${encodeURIComponent(`/authorize${query}`)}`
      ])
    }).pipe(Effect.provide(layer())))
})

describe("ProviderButton", () => {
  it.effect("connects an account to the signed-in user, and names it", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt("/connections", "", <ProviderButton provider="github" action="connect" />)
      yield* settle
      yield* press("Connect GitHub")
      yield* idle("Connect GitHub")
      const url = new URL((yield* gone)[0]!)
      assert.include(url.pathname, "/auth/oauth/authorize/github")
      assert.strictEqual(url.searchParams.get("type"), "link")
      assert.strictEqual(url.searchParams.get("after_callback_redirect_url"), `${origin}/connections`)
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(pkce, Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))

  it.effect("returnTo: the page after a sign-in, and after a connected account", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const [action, label] of [["sign-in", "Continue with GitHub"], ["connect", "Connect GitHub"]] as const) {
        yield* showAt(
          "/pricing",
          "",
          <ProviderButton provider="github" action={action} returnTo="/checkout?plan=pro" />
        )
        yield* settle
        yield* press(label)
        yield* idle(label)
        const url = new URL((yield* gone).at(-1)!)
        assert.strictEqual(url.searchParams.get("after_callback_redirect_url"), `${origin}/checkout?plan=pro`, action)
        const callback = new URL(url.searchParams.get("redirect_uri")!)
        assert.strictEqual(callback.searchParams.get("after_auth_return_to"), "/checkout?plan=pro", action)
      }
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(pkce, Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))

  it.effect("shows why an account cannot be connected", () =>
    Effect.gen(function*() {
      yield* showAt("/connections", "", <ProviderButton provider="github" action="connect" />)
      yield* settle
      yield* press("Connect GitHub")
      assert.isNotEmpty(yield* alert)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(pkce, Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))
})
