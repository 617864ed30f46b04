/** The error for a missing user. */
import * as Effect from "effect/Effect"
import { CodedError } from "../platform/CodedError.ts"
import type { RestrictedReason, User } from "../wire/users.ts"

/**
 * No user is signed in, and the caller requires one.
 *
 * `restrictedReason` is set if a restricted user is signed in; `includeRestricted: true` would return that user. Send the
 * user to the app's page `onboarding`, as `or: "redirect"` does. If it is not set, send the visitor to the sign-in page.
 */
export class UserNotSignedIn extends CodedError("UserNotSignedIn")<{
  readonly message: string
  /** The reason for the restriction. @generation 2026 */
  readonly restrictedReason?: RestrictedReason | undefined
}> {}

/** Creates the error for a user who is not treated as signed in, or for no user. */
export const makeUserNotSignedIn = (
  user: Pick<User, "isRestricted" | "restrictedReason"> | null = null
): UserNotSignedIn => {
  const restrictedReason = user?.isRestricted === true ? user.restrictedReason ?? undefined : undefined
  const message = restrictedReason === undefined
    ? "No user is signed in. This call requires one."
    : `The signed-in user is restricted (${restrictedReason.type}), and treated as signed out. ${
      restrictedReason.type === "anonymous"
        ? "Send the user to the sign-up page, or pass or: \"anonymous-if-exists\""
        : "Send the user to the page onboarding, or pass includeRestricted: true"
    }`
  return new UserNotSignedIn({ message, restrictedReason })
}

export const userNotSignedIn = (user?: User | null): Effect.Effect<never, UserNotSignedIn> =>
  Effect.suspend(() => Effect.fail(makeUserNotSignedIn(user)))
