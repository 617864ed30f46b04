/** The sign-in page. It has the methods that the project has enabled. The app renders the forms. */
import * as Effect from "effect/Effect"
import type { Project } from "../account/Project.ts"
import type * as Passkey from "../auth/Passkey.ts"
import { isSupported } from "../auth/passkey/support.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Secret } from "../platform/toRedacted.ts"
import { WebAuthn } from "../platform/webAuthnService.ts"
import type { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import type { AlreadySignedIn } from "./AlreadySignedIn.ts"
import { type CodeSent, restoreCodeSent, type SendCode, sendCode } from "./CodeSent.ts"
import type { Mfa, SignedIn } from "./finishSignIn.ts"
import { lastMethod, type SignInMethod } from "./lastMethod.ts"
import { loadSteps } from "./loadSteps.ts"
import type { Onboarding } from "./Onboarding.ts"
import { type Provider, providersOf } from "./Provider.ts"
import { goTo, hrefOf } from "./redirects.ts"
import { requireNoUser } from "./requireNoUser.ts"
import { typedEmail } from "./typedEmail.ts"

/**
 * The user can sign in. A method that the project has not enabled is `undefined`.
 *
 * @category pages
 */
export interface SignIn {
  readonly _tag: "SignIn"
  readonly project: Project
  readonly password:
    | ((credentials: { readonly email: string; readonly password: Secret }) => Effect.Effect<
      SignedIn | Mfa | Onboarding,
      | KnownErrors.EmailPasswordMismatch
      | KnownErrors.PasswordAuthenticationNotEnabled
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
  /** Signs in with a passkey. `undefined` also if the host does not support passkeys. */
  readonly passkey:
    | ((options?: Passkey.SignInWithPasskeyOptions) => Effect.Effect<
      SignedIn | Mfa | Onboarding,
      | Passkey.WebAuthnNotSupported
      | KnownErrors.PasskeyWebAuthnError
      | KnownErrors.PasskeyAuthenticationNotEnabled
      | KnownErrors.PasskeyAuthenticationFailed
      | KnownErrors.VerificationCodeError
      | KnownErrors.RequestSchemaError
      | RedirectUrlNotTrusted
      | ApiError,
      Client | Navigation
    >)
    | undefined
  /** `true` if this device has an authenticator for passkeys, such as a fingerprint reader. Then offer the passkey first. */
  readonly isPasskeyOnDevice: boolean
  readonly providers: ReadonlyArray<Provider>
  /** The method that was used before on this device. */
  readonly lastMethod: SignInMethod | undefined
  /** The email address that was typed on the page before. */
  readonly email: string | undefined
  /** The URLs of the other pages, for links. */
  readonly links: { readonly signUp: string; readonly forgotPassword: string }
  readonly forgotPassword: Effect.Effect<void, never, Navigation> | undefined
  /** Redirects to the sign-up page, if the project allows sign-ups. */
  readonly signUp: Effect.Effect<void, never, Navigation> | undefined
}

/**
 * Opens the sign-in page. Redirects a signed-in user to the return URL, and a restricted one to the page `onboarding`.
 * Anonymous users can sign in.
 */
export const signIn: Effect.Effect<
  SignIn | SignedIn | AlreadySignedIn | Onboarding,
  KnownErrors.ProjectNotFound | RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.signIn",
  /*#__PURE__*/ requireNoUser((project) =>
    Effect.gen(function*(): Effect.fn.Return<SignIn, never, Client | Navigation> {
      const hasPasskey = project.config.passkeyEnabled && (yield* isSupported)
      const { credentialEnabled, magicLinkEnabled, signUpEnabled } = project.config
      return {
        _tag: "SignIn",
        project,
        password: credentialEnabled
          ? (credentials) => Effect.flatMap(loadSteps, (steps) => steps.signInWithPassword(credentials))
          : undefined,
        magicLink: magicLinkEnabled ? sendCode : undefined,
        codeSent: magicLinkEnabled ? yield* restoreCodeSent : undefined,
        passkey: hasPasskey
          ? (options) => Effect.flatMap(loadSteps, (steps) => steps.signInWithPasskey(options))
          : undefined,
        isPasskeyOnDevice: hasPasskey && (yield* (yield* WebAuthn).isOnDevice ?? Effect.succeed(false)),
        providers: providersOf(project),
        lastMethod: yield* lastMethod,
        email: yield* typedEmail,
        links: { signUp: yield* hrefOf("signUp"), forgotPassword: yield* hrefOf("forgotPassword") },
        forgotPassword: credentialEnabled ? goTo("forgotPassword") : undefined,
        signUp: signUpEnabled ? goTo("signUp") : undefined
      }
    })
  )
)
