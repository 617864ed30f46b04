/**
 * The error of a program that requires a signed-in user.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { RestrictedReason, User } from "../wire/users.ts"

/**
 * No user is signed in, and the caller asked for that to be an error.
 *
 * `restrictedReason` is set if a restricted user is signed in. `includeRestricted: true` would return that user. Send such a user to
 * the app's page `onboarding`, as `or: "redirect"` does. Without it, send the visitor to the sign-in page.
 *
 * @category errors
 * @since 0.1.0
 */
export class UserNotSignedIn extends Data.TaggedError("UserNotSignedIn")<{
  readonly message: string
  /** Why the signed-in user is restricted. Services since 2026. */
  readonly restrictedReason?: RestrictedReason | undefined
}> {}

/** Creates it for the user of the session, who does not count as signed in, or for no user. */
export const makeUserNotSignedIn = (
  user: Pick<User, "isRestricted" | "restrictedReason"> | null = null
): UserNotSignedIn => {
  const restrictedReason = user?.isRestricted === true ? user.restrictedReason ?? undefined : undefined
  const message = restrictedReason === undefined
    ? "User is not signed in but getUser was called with { or: 'throw' }"
    : `The signed-in user is restricted (${restrictedReason.type}) and does not count as signed in. ${
      restrictedReason.type === "anonymous"
        ? "Send the user to the sign-up page, or pass or: \"anonymous-if-exists\""
        : "Send the user to the page onboarding, or pass includeRestricted: true"
    }`
  return new UserNotSignedIn({ message, restrictedReason })
}

/** Fails with it. */
export const userNotSignedIn = (user?: User | null): Effect.Effect<never, UserNotSignedIn> =>
  Effect.suspend(() => Effect.fail(makeUserNotSignedIn(user)))
