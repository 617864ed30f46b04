/** The error for a user without a primary email address. */
import * as Effect from "effect/Effect"
import { CodedError } from "../platform/CodedError.ts"
import type { ContactChannel } from "../wire/contactChannels.ts"

/** The user has no primary email address, so no email can be sent. */
export class NoPrimaryEmail extends CodedError("NoPrimaryEmail")<{ readonly message: string }> {}

/** Returns a user's primary contact channel. */
export const findPrimary = (channels: ReadonlyArray<ContactChannel>): Effect.Effect<ContactChannel, NoPrimaryEmail> => {
  const primary = channels.find((channel) => channel.isPrimary)
  return primary === undefined
    ? Effect.fail(new NoPrimaryEmail({ message: "The user has no primary email address" }))
    : Effect.succeed(primary)
}
