/** The page behind the link of a verification email. */
import * as Effect from "effect/Effect"
import * as ContactChannels from "../account/ContactChannels.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { type CodeRefused, openWithCode } from "./CodeRefused.ts"
import { continueTo } from "./redirects.ts"

/**
 * The link is valid, and the user can verify the email address. No user needs to be signed in.
 *
 * @category pages
 */
export interface EmailVerification {
  readonly _tag: "EmailVerification"
  readonly verify: Effect.Effect<
    EmailVerified,
    KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError | ApiError,
    Client
  >
}

/**
 * The email address is verified.
 *
 * @category pages
 */
export interface EmailVerified {
  readonly _tag: "EmailVerified"
  /** `true` if the link was used before, such as by a second click. */
  readonly wasVerified: boolean
  /** Redirects to the return URL, or home. */
  readonly proceed: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
}

/**
 * Opens the page behind the link of a verification email. Checks the code without using it up. A link that was used before
 * opens as `EmailVerified`.
 */
export const emailVerification: Effect.Effect<
  EmailVerification | EmailVerified | CodeRefused<"emailVerification">,
  RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.emailVerification",
  /*#__PURE__*/ openWithCode(
    "emailVerification",
    (code) =>
      acceptUsedCode(
        Effect.as(ContactChannels.checkCode({ code }), {
          _tag: "EmailVerification" as const,
          verify: acceptUsedCode(Effect.as(ContactChannels.verify({ code }), makeEmailVerified(false)))
        })
      )
  )
)

const makeEmailVerified = (wasVerified: boolean): EmailVerified => ({
  _tag: "EmailVerified",
  wasVerified,
  proceed: continueTo("home")
})

const acceptUsedCode = <A, E, R>(effect: Effect.Effect<A, KnownErrors.VerificationCodeAlreadyUsed | E, R>) =>
  Effect.catchTag(effect, "VerificationCodeAlreadyUsed", () => Effect.succeed(makeEmailVerified(true)))
