/**
 * The error of whoever needs a user and meets nobody.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/**
 * Nobody is signed in, and the caller asked for that to be an error.
 *
 * @category errors
 * @since 0.1.0
 */
export class UserNotSignedIn extends Data.TaggedError("UserNotSignedIn")<{ readonly message: string }> {}

/** Creates it, with the text that it always has. */
export const makeUserNotSignedIn = (): UserNotSignedIn =>
  new UserNotSignedIn({ message: "User is not signed in but getUser was called with { or: 'throw' }" })

/** Fails with it. */
export const userNotSignedIn: Effect.Effect<never, UserNotSignedIn> = /*#__PURE__*/ Effect.suspend(() =>
  Effect.fail(makeUserNotSignedIn())
)
