// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser, KnownErrors, Project } from "latchkey"
import { HandlerPage, type PageOf, type PageProps, type PageTag, type ShownPage } from "latchkey/react"
import { useEffect } from "react"
import { signUp } from "../../emulator/support.ts"
import { email, layer, pageOf, visit } from "../../pages/support.ts"
import { faults, focused, html, mount, settle, until } from "./support.tsx"

const away = Effect.void
const never = () => Effect.never
const secret = "a secret of the link"

/** One page of each kind: a missing kind is a type error. */
const samples = Effect.gen(function*() {
  const user = yield* CurrentUser.get({ or: "throw" })
  const project = yield* Project.get
  const team = { teamId: "11111111-2222-4333-8444-555555555555", teamDisplayName: "Engines" }
  const expiresAt = new Date(0)
  const details = {}
  const codeSent: PageOf<"CodeSent"> = {
    _tag: "CodeSent",
    email,
    expiresAt,
    signIn: never,
    sendAgain: Effect.never,
    startOver: away
  }
  const links = { signIn: "/handler/sign-in", signUp: "/handler/sign-up", forgotPassword: "/handler/forgot-password" }
  const pages: { readonly [Tag in PageTag]: PageOf<Tag> } = {
    AccountRestricted: {
      _tag: "AccountRestricted",
      user,
      reason: "restricted_by_administrator",
      text: "<b>Unpaid</b> invoice",
      check: Effect.never,
      signOut: Effect.never
    },
    AccountSettings: { _tag: "AccountSettings", user, project },
    AgentConsent: {
      _tag: "AgentConsent",
      user,
      client: { name: "Claude", host: "claude.ai", isVerified: true },
      redirectHost: "localhost:8123",
      isOnDevice: true,
      resource: "https://app.example.com/mcp",
      scopes: [{ name: "notes:read", description: "Read your notes" }, { name: "notes:write", description: undefined }],
      keyExpiresAt: expiresAt,
      approve: never,
      deny: Effect.never,
      switchUser: Effect.never
    },
    AgentConsentGiven: { _tag: "AgentConsentGiven", clientName: "Claude", isApproved: true, proceed: away },
    AgentConsentRefused: { _tag: "AgentConsentRefused", reason: "expired", goHome: away },
    AlreadySignedIn: { _tag: "AlreadySignedIn", user, proceed: away, signOut: Effect.never },
    CliAuthConfirm: {
      _tag: "CliAuthConfirm",
      user,
      displayCode: "ABC-DEF",
      agent: undefined,
      confirm: Effect.never,
      decline: away
    },
    CliConfirmed: { _tag: "CliConfirmed" },
    CliRefused: { _tag: "CliRefused", goHome: away },
    CodeRefused: {
      _tag: "CodeRefused",
      page: "passwordReset",
      error: new KnownErrors.VerificationCodeExpired({ message: secret, details }),
      startOver: away
    },
    CodeSent: codeSent,
    EmailNotVerified: {
      _tag: "EmailNotVerified",
      user,
      email,
      resend: Effect.never,
      changeEmail: never,
      check: Effect.never,
      signOut: Effect.never
    },
    EmailVerification: { _tag: "EmailVerification", verify: Effect.never },
    EmailVerified: { _tag: "EmailVerified", wasVerified: true, proceed: away },
    ErrorPage: { _tag: "ErrorPage", code: undefined, startOver: away },
    ForgotPassword: { _tag: "ForgotPassword", send: never, email: undefined, links, signIn: away },
    InvitationForOtherEmail: { _tag: "InvitationForOtherEmail", user, signIn: Effect.never, decline: away },
    MagicLinkCallback: { _tag: "MagicLinkCallback", signIn: Effect.never },
    Mfa: { _tag: "Mfa", expiresAt, complete: never, startOver: away },
    MfaExpired: { _tag: "MfaExpired", startOver: away },
    NotFound: { _tag: "NotFound", goHome: away },
    NotOpened: { _tag: "NotOpened", error: undefined, retry: Effect.never },
    OAuthFailed: {
      _tag: "OAuthFailed",
      error: new KnownErrors.InvalidAuthorizationCode({ message: secret, details }),
      startOver: away
    },
    OAuthNotStarted: { _tag: "OAuthNotStarted", startOver: away },
    PasswordReset: { _tag: "PasswordReset", reset: never },
    PasswordChanged: { _tag: "PasswordChanged", signIn: away },
    SignedIn: {
      _tag: "SignedIn",
      isNewUser: false,
      userId: user.id,
      tokens: { refreshToken: Redacted.make(secret), accessToken: Redacted.make(secret) }
    },
    SignedOut: { _tag: "SignedOut", revocationError: undefined },
    SignIn: {
      _tag: "SignIn",
      project,
      password: never,
      magicLink: never,
      codeSent: undefined,
      passkey: never,
      isPasskeyOnDevice: false,
      lastMethod: undefined,
      email: undefined,
      links,
      providers: [{ id: "github", signIn: away }],
      forgotPassword: away,
      signUp: away
    },
    SignInRequired: { _tag: "SignInRequired", page: "teamInvitation", signIn: away, signUp: away },
    SignUp: {
      _tag: "SignUp",
      project,
      password: never,
      magicLink: never,
      codeSent: undefined,
      lastMethod: undefined,
      email: undefined,
      links,
      providers: [{ id: "github", signIn: away }],
      signIn: away
    },
    SignUpClosed: { _tag: "SignUpClosed", project, links, signIn: away },
    TeamInvitation: { _tag: "TeamInvitation", user, team, accept: Effect.never, decline: away },
    TeamSettings: { _tag: "TeamSettings", user },
    TeamJoined: { _tag: "TeamJoined", team, proceed: away }
  }
  return pages
})

/** Renders a page as the result of another page's step, which the app has replaced. */
const show = (page: ShownPage) => {
  const leading = ({ go }: Pick<PageProps<"NotFound">, "go">) => {
    useEffect(() => go(Effect.succeed(page)), [go])
    return null
  }
  return Effect.gen(function*() {
    const isForgot = page._tag === "ForgotPassword"
    yield* visit(pageOf(isForgot ? "nowhere" : "forgot-password"))
    yield* mount(<HandlerPage pages={isForgot ? { NotFound: leading } : { ForgotPassword: leading }} />)
    yield* settle
    // Some pages appear one second after a sign-in.
    yield* TestClock.adjust("1 second")
    yield* until(() => document.querySelectorAll("h1").length === 1)
    yield* settle
  })
}

describe("every page", () => {
  it.effect("has one focused heading, no accessibility violations, no style and no secret", () =>
    Effect.gen(function*() {
      yield* signUp()
      const pages = yield* samples
      for (const page of Object.values(pages)) {
        yield* Effect.scoped(Effect.gen(function*() {
          yield* show(page)
          if (page._tag === "TeamSettings") {
            yield* until(() => document.querySelector("[data-latchkey~=empty]") !== null)
          }
          if (page._tag === "AccountSettings") yield* until(() => document.querySelectorAll("h3").length === 2)
          const section = document.querySelector("section")!
          assert.lengthOf(document.querySelectorAll("h1"), 1, page._tag)
          assert.strictEqual(section.getAttribute("aria-labelledby"), document.querySelector("h1")!.id)
          assert.isTrue(section.contains(focused()), `${page._tag} has the focus`)
          assert.deepStrictEqual(yield* faults, [], page._tag)
          for (const button of document.querySelectorAll("button")) {
            assert.isNotNull(button.getAttribute("type"), page._tag)
          }
          for (const input of document.querySelectorAll("input:not([hidden])")) {
            assert.lengthOf((input as HTMLInputElement).labels!, 1, page._tag)
            assert.isNotNull(input.getAttribute("autocomplete"), page._tag)
          }
          assert.lengthOf(document.querySelectorAll("[class], [style]"), 0, page._tag)
          assert.notInclude(html(), secret)
        }))
      }
    }).pipe(Effect.provide(layer())))
})
