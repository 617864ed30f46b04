import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  type Client,
  type Cookies,
  type CurrentUser,
  EmailCode,
  HandlerPages,
  type KnownErrors,
  type Mfa,
  type Navigation,
  type OAuth,
  type Passkey,
  Password,
  type Project,
  type SignedInOrUp,
  type TeamInvitations
} from "latchkey"

declare const secret: Redacted.Redacted<string>

type Host = Client.Client | Navigation.Navigation
type NotTrusted = Navigation.RedirectUrlNotTrusted

type CodeErrors =
  | KnownErrors.VerificationCodeNotFound
  | KnownErrors.VerificationCodeExpired
  | KnownErrors.VerificationCodeAlreadyUsed
  | KnownErrors.VerificationCodeMaxAttemptsReached

type Leave = Effect.Effect<void, never, Navigation.Navigation>
type Ended = HandlerPages.SignedIn | HandlerPages.Mfa | Restricted
type ResendErrors =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | NotTrusted
  | ApiError
type Restricted = HandlerPages.EmailNotVerified | HandlerPages.AccountRestricted

describe("HandlerPages.match", () => {
  it("requires only strings, and returns each page's parameters, secrets redacted", () => {
    expectTypeOf(HandlerPages.match).toEqualTypeOf<
      (address: string, urls?: Navigation.GivenUrls) => HandlerPages.Match
    >()
    type Of<Name, M = HandlerPages.Match> = M extends { readonly page: infer P } ? Name extends P ? M : never : never
    expectTypeOf<Of<"passwordReset">["code"]>().toEqualTypeOf<Redacted.Redacted<string> | undefined>()
    expectTypeOf<Of<"oauthCallback">["state"]>().toEqualTypeOf<Redacted.Redacted<string> | undefined>()
    expectTypeOf<Of<"cliAuthConfirm">["loginCode"]>().toEqualTypeOf<Redacted.Redacted<string> | undefined>()
    expectTypeOf<HandlerPages.Match["page"]>().toEqualTypeOf<
      Navigation.HandlerPageName | "agentConsent" | "notFound"
    >()
    expectTypeOf<keyof Of<"notFound">>().toEqualTypeOf<"page">()
  })
})

describe("HandlerPages.open", () => {
  it("opens every page, and fails only where none can be opened", () => {
    expectTypeOf(HandlerPages.open).toEqualTypeOf<
      Effect.Effect<
        HandlerPages.OpenedPage,
        KnownErrors.ProjectNotFound | NotTrusted | ApiError,
        Host | Cookies.Cookies
      >
    >()
    expectTypeOf<HandlerPages.OpenedPage["_tag"]>().toEqualTypeOf<
      | "SignIn"
      | "SignUp"
      | "SignUpClosed"
      | "AlreadySignedIn"
      | "SignedOut"
      | "ForgotPassword"
      | "PasswordReset"
      | "EmailVerification"
      | "EmailVerified"
      | "MagicLinkCallback"
      | "TeamInvitation"
      | "InvitationForOtherEmail"
      | "CodeRefused"
      | "SignInRequired"
      | "EmailNotVerified"
      | "AccountRestricted"
      | "OAuthFailed"
      | "OAuthNotStarted"
      | "SignedIn"
      | "Mfa"
      | "MfaExpired"
      | "CliAuthConfirm"
      | "CliRefused"
      | "AgentConsent"
      | "AgentConsentRefused"
      | "AccountSettings"
      | "TeamSettings"
      | "ErrorPage"
      | "NotFound"
    >()
    expectTypeOf<Exclude<HandlerPages.AnyPage, HandlerPages.OpenedPage>["_tag"]>().toEqualTypeOf<
      "CodeSent" | "PasswordChanged" | "TeamJoined" | "CliConfirmed" | "AgentConsentGiven"
    >()
  })

  it("opens pages that need no cookies without them, and errors without a client", () => {
    expectTypeOf(HandlerPages.magicLinkCallback).toEqualTypeOf<
      Effect.Effect<
        HandlerPages.MagicLinkCallback | HandlerPages.CodeRefused<"magicLinkCallback">,
        NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.emailVerification).toEqualTypeOf<
      Effect.Effect<
        HandlerPages.EmailVerification | HandlerPages.EmailVerified | HandlerPages.CodeRefused<"emailVerification">,
        NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.passwordReset).toEqualTypeOf<
      Effect.Effect<
        HandlerPages.PasswordReset | HandlerPages.CodeRefused<"passwordReset">,
        NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.teamInvitation).toEqualTypeOf<
      Effect.Effect<
        | HandlerPages.TeamInvitation
        | HandlerPages.InvitationForOtherEmail
        | HandlerPages.SignInRequired<"teamInvitation">
        | Restricted
        | HandlerPages.CodeRefused<"teamInvitation">,
        NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.cliAuthConfirm).toEqualTypeOf<
      Effect.Effect<
        | HandlerPages.CliAuthConfirm
        | HandlerPages.CliRefused
        | HandlerPages.SignInRequired<"cliAuthConfirm">
        | Restricted,
        NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.agentConsent).toEqualTypeOf<
      Effect.Effect<
        | HandlerPages.AgentConsent
        | HandlerPages.AgentConsentRefused
        | HandlerPages.SignInRequired<"agentConsent">
        | Restricted,
        NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf<HandlerPages.AgentConsent["deny"]>().toEqualTypeOf<
      Effect.Effect<
        HandlerPages.AgentConsentGiven | HandlerPages.AgentConsentRefused,
        KnownErrors.UserAuthenticationRequired | KnownErrors.RequestSchemaError | NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.oauthCallback).toEqualTypeOf<
      Effect.Effect<
        Ended | HandlerPages.OAuthFailed | HandlerPages.OAuthNotStarted | HandlerPages.ErrorPage,
        NotTrusted,
        Host | Cookies.Cookies
      >
    >()
    expectTypeOf(HandlerPages.signIn).toEqualTypeOf<
      Effect.Effect<
        HandlerPages.SignIn | HandlerPages.SignedIn | HandlerPages.AlreadySignedIn | Restricted,
        KnownErrors.ProjectNotFound | NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.signUp).toEqualTypeOf<
      Effect.Effect<
        | HandlerPages.SignUp
        | HandlerPages.SignedIn
        | HandlerPages.SignUpClosed
        | HandlerPages.AlreadySignedIn
        | Restricted,
        KnownErrors.ProjectNotFound | NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.accountSettings).toEqualTypeOf<
      Effect.Effect<
        HandlerPages.AccountSettings | HandlerPages.SignInRequired<"accountSettings"> | Restricted,
        KnownErrors.ProjectNotFound | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.teamSettings).toEqualTypeOf<
      Effect.Effect<
        HandlerPages.TeamSettings | HandlerPages.SignInRequired<"teamSettings"> | Restricted,
        KnownErrors.ProjectNotFound | ApiError,
        Host
      >
    >()
    expectTypeOf(HandlerPages.onboarding).toEqualTypeOf<
      Effect.Effect<
        Restricted | HandlerPages.AlreadySignedIn | HandlerPages.SignInRequired<"onboarding">,
        NotTrusted | ApiError,
        Host
      >
    >()
    expectTypeOf<HandlerPages.EmailNotVerified["check"]>().toEqualTypeOf<typeof HandlerPages.onboarding>()
    expectTypeOf<HandlerPages.EmailNotVerified["resend"]>().toEqualTypeOf<
      Effect.Effect<HandlerPages.OnboardingResult | undefined, ResendErrors, Host>
    >()
    expectTypeOf<HandlerPages.EmailNotVerified["changeEmail"]>().toEqualTypeOf<
      (
        email: string
      ) => Effect.Effect<HandlerPages.OnboardingResult, KnownErrors.UserWithEmailAlreadyExists | ResendErrors, Host>
    >()
    expectTypeOf(HandlerPages.signOut).toEqualTypeOf<Effect.Effect<HandlerPages.SignedOut, never, Host>>()
    expectTypeOf(HandlerPages.mfa).toEqualTypeOf<
      Effect.Effect<HandlerPages.Mfa | HandlerPages.MfaExpired, never, Host>
    >()
    expectTypeOf(HandlerPages.error).toEqualTypeOf<
      Effect.Effect<HandlerPages.ErrorPage, never, Navigation.Navigation>
    >()
    expectTypeOf(HandlerPages.forgotPassword).toEqualTypeOf<
      Effect.Effect<HandlerPages.ForgotPassword, NotTrusted, Navigation.Navigation>
    >()
  })
})

describe("a page's steps", () => {
  it("sign in, without the second factor in their errors", () => {
    expectTypeOf<HandlerPages.MagicLinkCallback["signIn"]>().toEqualTypeOf<
      Effect.Effect<
        Ended,
        | CodeErrors
        | KnownErrors.SignUpNotEnabled
        | KnownErrors.SignUpRejected
        | KnownErrors.UserWithEmailAlreadyExists
        | KnownErrors.RequestSchemaError
        | NotTrusted
        | ApiError,
        Host
      >
    >()
    expectTypeOf<NonNullable<HandlerPages.SignIn["password"]>>().toEqualTypeOf<
      (credentials: { readonly email: string; readonly password: string | Redacted.Redacted<string> }) => Effect.Effect<
        Ended,
        | KnownErrors.EmailPasswordMismatch
        | KnownErrors.PasswordAuthenticationNotEnabled
        | KnownErrors.RequestSchemaError
        | NotTrusted
        | ApiError,
        Host
      >
    >()
    expectTypeOf<NonNullable<HandlerPages.SignIn["passkey"]>>().toEqualTypeOf<
      (options?: Passkey.SignInWithPasskeyOptions) => Effect.Effect<
        Ended,
        | Passkey.WebAuthnNotSupported
        | KnownErrors.PasskeyWebAuthnError
        | KnownErrors.PasskeyAuthenticationNotEnabled
        | KnownErrors.PasskeyAuthenticationFailed
        | CodeErrors
        | KnownErrors.RequestSchemaError
        | NotTrusted
        | ApiError,
        Host
      >
    >()
    expectTypeOf<HandlerPages.Provider["signIn"]>().toEqualTypeOf<
      Effect.Effect<void, OAuth.StartError, Host | Cookies.Cookies>
    >()
    expectTypeOf<HandlerPages.SignedIn>().toMatchTypeOf<SignedInOrUp>()
  })

  it("exist only if the project enables them", () => {
    type Open<K extends keyof HandlerPages.SignIn> = undefined extends HandlerPages.SignIn[K] ? false : true
    expectTypeOf<Open<"password" | "magicLink" | "passkey" | "signUp" | "forgotPassword">>().toEqualTypeOf<false>()
    expectTypeOf<HandlerPages.SignIn["project"]>().toEqualTypeOf<Project.Project>()
  })

  it("complete a second factor", () => {
    expectTypeOf<HandlerPages.Mfa["complete"]>().toEqualTypeOf<
      (
        totp: string | Redacted.Redacted<string>
      ) => Effect.Effect<HandlerPages.SignedIn | Restricted, Mfa.CompleteError | NotTrusted, Host>
    >()
    expectTypeOf<HandlerPages.Mfa["startOver"]>().toEqualTypeOf<Effect.Effect<void, never, Host>>()
  })

  it("distinguish a problem of a new password from one of a code", () => {
    expectTypeOf<HandlerPages.PasswordReset["reset"]>().toEqualTypeOf<
      (password: Password.NewPassword) => Effect.Effect<
        HandlerPages.PasswordChanged,
        | KnownErrors.PasswordTooShort
        | KnownErrors.PasswordTooLong
        | KnownErrors.PasswordConfirmationMismatch
        | CodeErrors
        | KnownErrors.PasswordAuthenticationNotEnabled
        | KnownErrors.RequestSchemaError
        | ApiError,
        Host
      >
    >()
    expectTypeOf(Password.checkNew({ email: "e", password: "correct horse" })).toEqualTypeOf<
      Effect.Effect<{ email: string; password: Redacted.Redacted<string> }, Password.CheckNewError>
    >()
    expectTypeOf(Password.checkNew({ email: "e", password: secret })).toEqualTypeOf<
      Effect.Effect<
        { email: string; password: Redacted.Redacted<string> },
        KnownErrors.PasswordTooShort | KnownErrors.PasswordTooLong | KnownErrors.PasswordConfirmationMismatch
      >
    >()
  })

  it("verify, accept and confirm with only a client", () => {
    expectTypeOf<HandlerPages.EmailVerification["verify"]>().toEqualTypeOf<
      Effect.Effect<HandlerPages.EmailVerified, CodeErrors | KnownErrors.RequestSchemaError | ApiError, Client.Client>
    >()
    expectTypeOf<HandlerPages.TeamInvitation["accept"]>().toEqualTypeOf<
      Effect.Effect<
        HandlerPages.TeamJoined,
        | CodeErrors
        | KnownErrors.UserAuthenticationRequired
        | KnownErrors.TeamInvitationEmailMismatch
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    expectTypeOf<HandlerPages.InvitationForOtherEmail["signIn"]>().toEqualTypeOf<
      Effect.Effect<HandlerPages.SignInRequired<"teamInvitation">, never, Host>
    >()
    expectTypeOf<HandlerPages.TeamInvitation["team"]>().toEqualTypeOf<TeamInvitations.TeamInvitationDetails>()
    expectTypeOf<HandlerPages.CliAuthConfirm["confirm"]>().toEqualTypeOf<
      Effect.Effect<
        HandlerPages.CliConfirmed | HandlerPages.CliRefused,
        KnownErrors.UserAuthenticationRequired | ApiError,
        Client.Client
      >
    >()
    expectTypeOf<HandlerPages.CliAuthConfirm["user"]>().toEqualTypeOf<CurrentUser.User>()
  })

  it("steps that leave the page require only Navigation", () => {
    expectTypeOf<HandlerPages.CodeRefused["startOver"]>().toEqualTypeOf<Leave>()
    expectTypeOf<HandlerPages.CodeRefused["error"]>().toEqualTypeOf<CodeErrors>()
    expectTypeOf<HandlerPages.SignInRequired["signUp"]>().toEqualTypeOf<Leave>()
    expectTypeOf<HandlerPages.NotFound["goHome"]>().toEqualTypeOf<Leave>()
    expectTypeOf<HandlerPages.ErrorPage["startOver"]>().toEqualTypeOf<Leave>()
  })
})

describe("EmailCode", () => {
  const sent = {} as EmailCode.SentCode

  it("requires the page URLs only without a callback URL", () => {
    type Errors =
      | KnownErrors.RedirectUrlNotWhitelisted
      | KnownErrors.SignUpNotEnabled
      | KnownErrors.BotChallengeRequired
      | KnownErrors.BotChallengeFailed
      | KnownErrors.UserWithEmailAlreadyExists
      | KnownErrors.RequestSchemaError
      | ApiError
    expectTypeOf(EmailCode.send({ email: "e", callbackUrl: "https://app.example.com/" })).toEqualTypeOf<
      Effect.Effect<EmailCode.SentCode, Errors, Client.Client>
    >()
    expectTypeOf(EmailCode.send({ email: "e" })).toEqualTypeOf<Effect.Effect<EmailCode.SentCode, Errors, Host>>()
  })

  it("has one step, with its errors", () => {
    expectTypeOf(sent.signIn).toEqualTypeOf<
      (typed: string | Redacted.Redacted<string>) => Effect.Effect<
        SignedInOrUp,
        | CodeErrors
        | KnownErrors.MultiFactorAuthenticationRequired
        | KnownErrors.SignUpNotEnabled
        | KnownErrors.SignUpRejected
        | KnownErrors.UserWithEmailAlreadyExists
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    sent.signIn("VKD6JE")
  })

  it("serializes to a string that no log shows, and is persisted for the client's project", () => {
    expectTypeOf(EmailCode.serialize(sent)).toEqualTypeOf<Redacted.Redacted<string>>()
    expectTypeOf(EmailCode.parse).toEqualTypeOf<
      (
        text: string | Redacted.Redacted<string>
      ) => Effect.Effect<EmailCode.SentCode | undefined, never, Client.Client>
    >()
    expectTypeOf(EmailCode.keep).toEqualTypeOf<(sent: EmailCode.SentCode) => Effect.Effect<void>>()
    expectTypeOf(EmailCode.restore).toEqualTypeOf<Effect.Effect<EmailCode.SentCode | undefined, never, Client.Client>>()
    expectTypeOf(EmailCode.forget).toEqualTypeOf<Effect.Effect<void, never, Client.Client>>()
  })
})
