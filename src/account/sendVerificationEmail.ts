/** Verification emails for contact channels. */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/contactChannels.ts"

/**
 * Sends an email with a link that verifies a contact channel.
 *
 * The link opens `callbackUrl` with a `code` query parameter for `verify`. The URL must be on a trusted domain of the
 * project. The code expires after 7 days.
 *
 * @see `CurrentUser.sendVerificationEmail` for the primary address
 */
export const sendVerificationEmail: {
  (
    channelId: string,
    options: { readonly callbackUrl: string }
  ): Effect.Effect<void, SendVerificationEmailError, Client>
  (
    channelId: string,
    options?: { readonly callbackUrl?: string | undefined }
  ): Effect.Effect<void, SendVerificationEmailError, Client | Navigation>
} = (channelId: string, options: { readonly callbackUrl?: string | undefined } = {}) =>
  trace(
    "ContactChannels.sendVerificationEmail",
    Effect.flatMap(callbackUrlOr(options.callbackUrl, "emailVerification"), (callbackUrl) =>
      Effect.asVoid(
        callAsClient(wire.sendCode, { params: { userId: "me", contactChannelId: channelId }, payload: { callbackUrl } })
      ))
  )

/** Errors from {@link sendVerificationEmail}. */
export type SendVerificationEmailError = Errors<typeof wire.sendCode>
