/** The page for a forgotten password. */
import * as Effect from "effect/Effect"
import * as Password from "../auth/Password.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { checkReturnTo, goTo, hrefOf } from "./redirects.ts"
import { typedEmail } from "./typedEmail.ts"

/**
 * The user can request a link to reset the password.
 *
 * @category pages
 */
export interface ForgotPassword {
  readonly _tag: "ForgotPassword"
  /** Emails the link. Succeeds for every well-formed address, so that the result does not reveal whether an account exists. */
  readonly send: (email: string) => Effect.Effect<
    void,
    | KnownErrors.PasswordAuthenticationNotEnabled
    | KnownErrors.RedirectUrlNotWhitelisted
    | KnownErrors.RequestSchemaError
    | ApiError,
    Client | Navigation
  >
  /** The email address that was typed on the page before. */
  readonly email: string | undefined
  /** The URLs of the other pages, for links. */
  readonly links: { readonly signIn: string }
  /** Redirects to the sign-in page. */
  readonly signIn: Effect.Effect<void, never, Navigation>
}

/** Opens the page for a forgotten password. Sends no request. */
export const forgotPassword: Effect.Effect<ForgotPassword, RedirectUrlNotTrusted, Navigation> = /*#__PURE__*/ trace(
  "HandlerPages.forgotPassword",
  /*#__PURE__*/ Effect.gen(function*(): Effect.fn.Return<ForgotPassword, RedirectUrlNotTrusted, Navigation> {
    yield* checkReturnTo
    return {
      _tag: "ForgotPassword",
      send: (email) => Password.sendResetCode({ email }),
      email: yield* typedEmail,
      links: { signIn: yield* hrefOf("signIn") },
      signIn: goTo("signIn")
    }
  })
)
