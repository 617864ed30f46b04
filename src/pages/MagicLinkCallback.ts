/** The page behind the link of a sign-in email. */
import * as Effect from "effect/Effect"
import * as MagicLink from "../auth/MagicLink.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { type CodeRefused, openWithCode } from "./CodeRefused.ts"
import { finishSignIn, type Mfa, type SignedIn } from "./finishSignIn.ts"
import { startMethod } from "./lastMethod.ts"
import type { Onboarding } from "./Onboarding.ts"

/**
 * The link is valid, and the user can sign in with it. It is not used up yet, because email programs may open links on their
 * own.
 *
 * @category pages
 */
export interface MagicLinkCallback {
  readonly _tag: "MagicLinkCallback"
  /** Signs in or signs up, and continues to the return URL. */
  readonly signIn: Effect.Effect<
    SignedIn | Mfa | Onboarding,
    | KnownErrors.VerificationCodeError
    | KnownErrors.SignUpNotEnabled
    | KnownErrors.SignUpRejected
    | KnownErrors.UserWithEmailAlreadyExists
    | KnownErrors.RequestSchemaError
    | RedirectUrlNotTrusted
    | ApiError,
    Client | Navigation
  >
}

/**
 * Opens the page behind the link of a sign-in email. Checks the code without using it up.
 *
 * **Example** (Signing in without a button)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { HandlerPages } from "latchkey"
 *
 * const signIn = Effect.flatMap(
 *   HandlerPages.magicLinkCallback,
 *   (page) => page._tag === "MagicLinkCallback" ? page.signIn : Effect.fail(page.error)
 * )
 * ```
 */
export const magicLinkCallback: Effect.Effect<
  MagicLinkCallback | CodeRefused<"magicLinkCallback">,
  RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.magicLinkCallback",
  /*#__PURE__*/ openWithCode(
    "magicLinkCallback",
    (code) =>
      Effect.as(
        MagicLink.checkCode({ code }),
        {
          _tag: "MagicLinkCallback" as const,
          signIn: finishSignIn(Effect.tap(MagicLink.signIn({ code }), startMethod("magicLink")))
        }
      )
  )
)
