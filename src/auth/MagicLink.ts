/**
 * Sign-in and sign-up by email: the user opens a link or enters a six-character code.
 *
 * A sign-in code has 45 characters, and the link contains all of them. The user enters only the first six, in upper or lower
 * case. The other 39 are the nonce, which `send` returns. A short code is therefore useless without the nonce. `joinCode`
 * joins both.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/otp.ts"
import { sendWithBotChallenge } from "./sendWithBotChallenge.ts"
import { type SignedInOrUp, startSessionWithIsNewUser } from "./startSession.ts"

/** Errors from `send`. */
export type SendError = Errors<typeof wire.sendSignInCode>

/**
 * Emails a sign-in code, and returns its nonce. The link in the email is `callbackUrl` with a `code` in its query. The
 * default is the app's page `magicLinkCallback`. The URL must be on one of the project's trusted domains; otherwise the call
 * fails with `RedirectUrlNotWhitelisted`.
 *
 * A new email address is signed up by the sign-in. If the project does not allow sign-ups, the call fails with
 * `SignUpNotEnabled`. `UserWithEmailAlreadyExists` means that a user has this address but never verified it. If magic links
 * are turned off, the call fails with an `ApiError` whose reason is `RequestRefused`.
 *
 * **Example** (Entering the six characters)
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

/** Joins the six characters from the user and the nonce from `send`. Ignores whitespace in the characters. */
export const joinCode = ({ nonce, otp }: {
  readonly otp: Secret
  readonly nonce: Secret
}): Redacted.Redacted<string> =>
  Redacted.make(Redacted.value(toRedacted(otp)).replace(/\s/g, "") + Redacted.value(toRedacted(nonce)))

/** Errors from `signIn`. */
export type SignInError = Errors<typeof wire.signIn>

/**
 * Signs in with the whole code, and signs up a new user.
 *
 * For a user with TOTP, this fails with `MultiFactorAuthenticationRequired`, and the code is used up: continue with
 * `Mfa.orContinue` or `Mfa.orAsk`. Wrong characters are a `VerificationCodeNotFound`. A code with another length than 45 is a
 * `RequestSchemaError`.
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
 */
export const signIn = ({ code }: { readonly code: Secret }): Effect.Effect<SignedInOrUp, SignInError, Client> =>
  trace(
    "MagicLink.signIn",
    Effect.flatMap(callAsClient(wire.signIn, { payload: { code: toRedacted(code) } }), startSessionWithIsNewUser)
  )

/** Errors from `checkCode`. */
export type CheckCodeError = Errors<typeof wire.checkCode>

/**
 * Checks a code without using it up. Email programs may open links on their own: check the code when the page opens, and
 * sign in when the user presses a button.
 *
 * A code is valid for 7 days and 20 attempts. Each check is one attempt.
 */
export const checkCode = ({ code }: { readonly code: Secret }): Effect.Effect<void, CheckCodeError, Client> =>
  trace("MagicLink.checkCode", Effect.asVoid(callAsClient(wire.checkCode, { payload: { code: toRedacted(code) } })))
