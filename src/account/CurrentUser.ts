/** The signed-in user. */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { type Navigation } from "../navigation/Navigation.ts"
import { callAsClient, Client } from "../session/ClientService.ts"
import { keepSession } from "../session/keepSession.ts"
import { redactFields } from "../wire/redactFields.ts"
import * as wire from "../wire/users.ts"
import * as ContactChannels from "./ContactChannels.ts"
import { findPrimary, type NoPrimaryEmail } from "./NoPrimaryEmail.ts"
import {
  sendVerificationEmail as sendToChannel,
  type SendVerificationEmailError as ChannelError
} from "./sendVerificationEmail.ts"

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateCurrent>

/**
 * Updates the signed-in user, and returns it. Omitted fields stay unchanged.
 *
 * Fails with `TeamMembershipNotFound` if the user is not in the selected team. Fails with the `ApiError` reason
 * `RequestRefused` for a setting that the project does not allow, such as sign-in with emailed codes, and for an image that
 * is not a `data:` URL.
 *
 * To turn on two-factor authentication, use `Totp.enable`. It checks that the user's authenticator app has the secret.
 *
 * **Example** (A new name)
 *
 * ```ts
 * import { CurrentUser } from "latchkey"
 *
 * const rename = (displayName: string) => CurrentUser.update({ displayName })
 * ```
 */
export const update: (changes: wire.UserUpdate) => Effect.Effect<wire.User, UpdateError, Client> = (payload) =>
  trace(
    "CurrentUser.update",
    callAsClient(wire.updateCurrent, { payload: redactFields(payload, "totpSecretBase64") })
  )

/** Errors from {@link sendVerificationEmail}. */
export type SendVerificationEmailError = NoPrimaryEmail | ChannelError

/**
 * Sends an email with a link that verifies the signed-in user's primary address.
 *
 * The link opens `callbackUrl`, by default the app's page `emailVerification`, with a `code` query parameter for
 * `ContactChannels.verify`. The URL must be on one of the project's trusted domains. Fails with `NoPrimaryEmail` if the user
 * has no primary address.
 *
 * **Example** (A button that ignores verified addresses)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser } from "latchkey"
 *
 * const resend = CurrentUser.sendVerificationEmail({ callbackUrl: "https://app.example.com/verify" }).pipe(
 *   Effect.catchTag("EmailAlreadyVerified", () => Effect.void)
 * )
 * ```
 */
export const sendVerificationEmail: {
  (options: { readonly callbackUrl: string }): Effect.Effect<void, SendVerificationEmailError, Client>
  (options?: { readonly callbackUrl?: string | undefined }): Effect.Effect<
    void,
    SendVerificationEmailError,
    Client | Navigation
  >
} = (options: { readonly callbackUrl?: string | undefined } = {}) =>
  trace(
    "CurrentUser.sendVerificationEmail",
    keepSession(ContactChannels.list.pipe(
      Effect.flatMap(findPrimary),
      // Sound: the overloads require `Navigation` if no URL is given.
      Effect.flatMap(({ id }) => sendToChannel(id, options as { readonly callbackUrl: string }))
    ))
  )

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.removeCurrent>

/**
 * Deletes the signed-in user, and ends the session.
 *
 * Fails with the `ApiError` reason `RequestRefused` if the project does not allow this. Fails with
 * `CannotGetOwnUserWithoutUser` if the user was already deleted. The session then ends, too.
 */
export const remove: Effect.Effect<void, RemoveError, Client> = /*#__PURE__*/ trace(
  "CurrentUser.remove",
  /*#__PURE__*/ keepSession(
    /*#__PURE__*/ Effect.flatMap(
      Client,
      ({ caller, session }) =>
        Effect.flatMap(caller.credentials.currentTokens, (tokens) => {
          const end = tokens === undefined ? Effect.void : session.end(tokens)
          return callAsClient(wire.removeCurrent, {}).pipe(
            Effect.andThen(end),
            // The user was already deleted, for example by a first attempt with a lost response.
            Effect.catchTag("CannotGetOwnUserWithoutUser", (error) => Effect.andThen(end, Effect.fail(error)))
          )
        })
    )
  )
)

export { NoPrimaryEmail } from "./NoPrimaryEmail.ts"

export * from "./getCurrentUser.ts"
