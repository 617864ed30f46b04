/** The sign-up page. It has the methods that the project has enabled. The app renders the form. */
import * as Effect from "effect/Effect"
import type { Project } from "../account/Project.ts"
import { checkNew, type NewPassword } from "../auth/checkNew.ts"
import * as Password from "../auth/Password.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import type { AlreadySignedIn } from "./AlreadySignedIn.ts"
import { type CodeSent, restoreCodeSent, type SendCode, sendCode } from "./CodeSent.ts"
import { finishSignIn, type Mfa, type SignedIn } from "./finishSignIn.ts"
import { lastMethod, type SignInMethod, startMethod } from "./lastMethod.ts"
import type { Onboarding } from "./Onboarding.ts"
import { type Provider, providersOf } from "./Provider.ts"
import { goTo, hrefOf } from "./redirects.ts"
import { requireNoUser } from "./requireNoUser.ts"
import { typedEmail } from "./typedEmail.ts"

/**
 * The user can sign up. A method that the project has not enabled is `undefined`.
 *
 * @category pages
 */
export interface SignUp {
  readonly _tag: "SignUp"
  readonly project: Project
  /** An invalid password fails before any request. */
  readonly password:
    | ((credentials: { readonly email: string } & NewPassword) => Effect.Effect<
      SignedIn | Mfa | Onboarding,
      | KnownErrors.UserWithEmailAlreadyExists
      | KnownErrors.PasswordTooShort
      | KnownErrors.PasswordTooLong
      | KnownErrors.PasswordConfirmationMismatch
      | KnownErrors.PasswordAuthenticationNotEnabled
      | KnownErrors.SignUpNotEnabled
      | KnownErrors.SignUpRejected
      | KnownErrors.BotChallengeRequired
      | KnownErrors.BotChallengeFailed
      | KnownErrors.RedirectUrlNotWhitelisted
      | KnownErrors.RequestSchemaError
      | RedirectUrlNotTrusted
      | ApiError,
      Client | Navigation
    >)
    | undefined
  /** Emails a link and a code to enter. */
  readonly magicLink: SendCode | undefined
  /** The email that was sent before a reload. */
  readonly codeSent: CodeSent | undefined
  readonly providers: ReadonlyArray<Provider>
  /** The method that was used before on this device. */
  readonly lastMethod: SignInMethod | undefined
  /** The email address that was typed on the page before. */
  readonly email: string | undefined
  /** The URLs of the other pages, for links. */
  readonly links: { readonly signIn: string }
  readonly signIn: Effect.Effect<void, never, Navigation>
}

/**
 * The project does not allow sign-ups.
 *
 * @category pages
 */
export interface SignUpClosed {
  readonly _tag: "SignUpClosed"
  readonly project: Project
  /** The URLs of the other pages, for links. */
  readonly links: { readonly signIn: string }
  readonly signIn: Effect.Effect<void, never, Navigation>
}

/**
 * Opens the sign-up page. Redirects a signed-in user to the return URL, and a restricted one to the page `onboarding`. An
 * anonymous user who signs up keeps the user id.
 */
export const signUp: Effect.Effect<
  SignUp | SignUpClosed | SignedIn | AlreadySignedIn | Onboarding,
  KnownErrors.ProjectNotFound | RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.signUp",
  /*#__PURE__*/ requireNoUser((project) =>
    Effect.gen(function*(): Effect.fn.Return<SignUp | SignUpClosed, never, Client | Navigation> {
      const { credentialEnabled, magicLinkEnabled, signUpEnabled } = project.config
      const signIn = goTo("signIn")
      const links = { signIn: yield* hrefOf("signIn") }
      if (!signUpEnabled) return { _tag: "SignUpClosed", project, links, signIn }
      return {
        _tag: "SignUp",
        project,
        password: credentialEnabled
          ? (form) =>
            finishSignIn(
              checkNew(form).pipe(
                Effect.tap(startMethod("password")),
                Effect.flatMap(({ email, password }) => Password.signUp({ email, password })),
                Effect.map((signedIn) => ({ ...signedIn, isNewUser: true }))
              )
            )
          : undefined,
        magicLink: magicLinkEnabled ? sendCode : undefined,
        codeSent: magicLinkEnabled ? yield* restoreCodeSent : undefined,
        providers: providersOf(project),
        lastMethod: yield* lastMethod,
        email: yield* typedEmail,
        links,
        signIn
      }
    })
  )
)
