/** The pages behind email links: the code in the URL may be invalid. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Destination, Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import * as KnownErrors from "../wire/KnownErrors.ts"
import { checkReturnTo, goTo, readSecretParameter } from "./redirects.ts"

/** The pages behind email links. */
export type EmailLinkPage = "magicLinkCallback" | "emailVerification" | "passwordReset" | "teamInvitation"

/**
 * The link does not work: its code is unknown, expired, already used, or was tried too often. A URL without a whole code is
 * also a `VerificationCodeNotFound`.
 *
 * @category pages
 */
export interface CodeRefused<Page extends EmailLinkPage = EmailLinkPage> {
  readonly _tag: "CodeRefused"
  readonly page: Page
  readonly error: KnownErrors.VerificationCodeError
  /**
   * Redirects to the page where the user gets a new email: to the sign-in page after a magic link, to the page
   * `forgotPassword` after a reset, and to the account settings after a verification. Users cannot invite themselves to a
   * team, so this redirects home after an invitation.
   */
  readonly startOver: Effect.Effect<void, never, Navigation>
}

const restartDestinations: Readonly<Record<EmailLinkPage, Destination>> = {
  magicLinkCallback: "signIn",
  emailVerification: "accountSettings",
  passwordReset: "forgotPassword",
  teamInvitation: "home"
}

const makeCodeRefused = <Page extends EmailLinkPage>(
  page: Page,
  error: KnownErrors.VerificationCodeError
): CodeRefused<Page> => ({ _tag: "CodeRefused", page, error, startOver: goTo(restartDestinations[page]) })

const incompleteLink = () =>
  new KnownErrors.VerificationCodeNotFound({ message: "The link is incomplete", details: {} })

/** Opens a page with the code in its URL. Turns an invalid code into the page `CodeRefused`. */
export const openWithCode = <Page extends EmailLinkPage, A, E, R>(
  page: Page,
  open: (
    code: Redacted.Redacted<string>
  ) => Effect.Effect<A, KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError | E, R>
): Effect.Effect<A | CodeRefused<Page>, RedirectUrlNotTrusted | E, R | Navigation> =>
  Effect.flatMap(Effect.andThen(checkReturnTo, readSecretParameter("code")), (code) =>
    code === undefined
      ? Effect.succeed(makeCodeRefused(page, incompleteLink()))
      : Effect.catchIf(
        open(code),
        isCodeError,
        (error) => Effect.succeed(makeCodeRefused(page, error._tag === "RequestSchemaError" ? incompleteLink() : error))
      ))

const tags: ReadonlyArray<unknown> = ["RequestSchemaError", ...KnownErrors.VerificationCodeError]

const isCodeError = (error: unknown): error is KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError =>
  typeof error === "object" && error !== null && "_tag" in error && tags.includes(error._tag)
