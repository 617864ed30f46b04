/**
 * Signing in, and up, with a mail: the user follows its link, or types the six characters that it shows.
 *
 * A sign-in code has 45 characters. The link brings all of them in its query. Whoever types gives the first six only, in
 * any case; the other 39 are the nonce, which the service answers to the program that asked for the mail. So a short code
 * that somebody reads over a shoulder signs nobody in without the nonce, and `joinCode` makes the whole code of both.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/otp.ts"
import { sendWithBotChallenge } from "./sendWithBotChallenge.ts"
import { type SignedInOrUp, startSessionWithIsNewUser } from "./startSession.ts"

/**
 * The errors of `send`.
 *
 * @category errors
 * @since 0.1.0
 */
export type SendError =
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.SignUpNotEnabled
  | KnownErrors.BotChallengeRequired
  | KnownErrors.BotChallengeFailed
  | KnownErrors.UserWithEmailAlreadyExists
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Mails a sign-in code, and returns its nonce. The link of the mail is `callbackUrl` with a `code` in its query, the
 * app's page `magicLinkCallback` unless another is given; the URL must be on one of the project's trusted domains, else the
 * call fails with `RedirectUrlNotWhitelisted`.
 *
 * A new address is signed up by the sign-in, so it fails with `SignUpNotEnabled` here where the project takes no new
 * users. `UserWithEmailAlreadyExists` means that a user has the address, but never verified it. A project that has turned
 * magic links off refuses with a text, which is an `ApiError` with the reason `RequestRefused`.
 *
 * **Example** (Typing the six characters)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { MagicLink } from "latchkey"
 *
 * const signIn = <E, R>(email: string, ask: Effect.Effect<string, E, R>) =>
 *   Effect.gen(function*() {
 *     const nonce = yield* MagicLink.send({ email, callbackUrl: "https://app.example.com/magic-link" })
 *     const otp = yield* ask
 *     return yield* MagicLink.signIn({ code: MagicLink.joinCode({ otp, nonce }) })
 *   })
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const send: WithCallbackUrl<
  { readonly email: string },
  Redacted.Redacted<string>,
  SendError
> = ({ callbackUrl: given, email }) =>
  trace(
    "MagicLink.send",
    callbackUrlOr(given, "magicLinkCallback").pipe(
      Effect.flatMap((callbackUrl) =>
        sendWithBotChallenge(
          "send_magic_link_email",
          (fields) => callAsClient(wire.sendSignInCode, { payload: { email, callbackUrl, ...fields } })
        )
      ),
      Effect.map(({ nonce }) => nonce)
    )
  )

/**
 * Makes the whole code of the six characters that a user has typed, whose blanks do not count, and the nonce that `send`
 * returned.
 *
 * @category constructors
 * @since 0.1.0
 */
export const joinCode = ({ nonce, otp }: {
  readonly otp: Secret
  readonly nonce: Secret
}): Redacted.Redacted<string> =>
  Redacted.make(Redacted.value(toRedacted(otp)).replace(/\s/g, "") + Redacted.value(toRedacted(nonce)))

/**
 * The errors of `signIn`.
 *
 * @category errors
 * @since 0.1.0
 */
export type SignInError =
  | KnownErrors.VerificationCodeError
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.SignUpNotEnabled
  | KnownErrors.SignUpRejected
  | KnownErrors.UserWithEmailAlreadyExists
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Signs a user in with the whole code, and signs up whoever is new.
 *
 * A user with TOTP turned on meets `MultiFactorAuthenticationRequired`, with which `Mfa.orContinue` and `Mfa.orAsk` go on;
 * the code is used up then. Wrong characters are a `VerificationCodeNotFound`, and a code that is not
 * 45 characters long is a `RequestSchemaError`.
 *
 * **Example** (The page behind the link)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { KnownErrors, MagicLink } from "latchkey"
 *
 * const follow = (link: URL) =>
 *   MagicLink.signIn({ code: link.searchParams.get("code") ?? "" }).pipe(
 *     Effect.map(({ isNewUser }) => isNewUser ? "Welcome!" : "Welcome back!"),
 *     Effect.catchTag(KnownErrors.VerificationCodeError, () => Effect.succeed("Request a new link."))
 *   )
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const signIn: (request: { readonly code: Secret }) => Effect.Effect<SignedInOrUp, SignInError, Client> = (
  { code }
) =>
  trace(
    "MagicLink.signIn",
    Effect.flatMap(callAsClient(wire.signIn, { payload: { code: toRedacted(code) } }), startSessionWithIsNewUser)
  )

/**
 * The errors of `checkCode`.
 *
 * @category errors
 * @since 0.1.0
 */
export type CheckCodeError = KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError | ApiError

/**
 * Checks a code without using it up: a page that checks, and signs in when a button is pressed, keeps mail programs that
 * open links by themselves from using codes up.
 *
 * A code lives for 7 days and takes 20 attempts, of which each check is one.
 *
 * @category signing in
 * @since 0.1.0
 */
export const checkCode: (request: { readonly code: Secret }) => Effect.Effect<void, CheckCodeError, Client> = (
  { code }
) => trace("MagicLink.checkCode", Effect.asVoid(callAsClient(wire.checkCode, { payload: { code: toRedacted(code) } })))
