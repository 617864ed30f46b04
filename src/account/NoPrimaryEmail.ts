/** The error for a user without a primary email address. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ContactChannel } from "../wire/contactChannels.ts"

/** The user has no primary email address, so no email can be sent. */
export class NoPrimaryEmail extends Data.TaggedError("NoPrimaryEmail")<{ readonly message: string }> {
  readonly code = "NO_PRIMARY_EMAIL" as const
}

/** Returns a user's primary contact channel. */
export const findPrimary = (channels: ReadonlyArray<ContactChannel>): Effect.Effect<ContactChannel, NoPrimaryEmail> => {
  const primary = channels.find((channel) => channel.isPrimary)
  return primary === undefined
    ? Effect.fail(new NoPrimaryEmail({ message: "The user has no primary email address" }))
    : Effect.succeed(primary)
}
