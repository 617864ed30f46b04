/**
 * Which users of a session count as signed in.
 *
 * @since 0.1.0
 */
import type { User } from "../wire/users.ts"

/**
 * Returns `true` if a user counts as signed in.
 *
 * An anonymous user does with `or: "anonymous"` and `or: "anonymous-if-exists"` only. Any other restricted user does with
 * `includeRestricted` and `or: "anonymous"` only.
 *
 * @category guards
 * @since 0.1.0
 */
export const countsAsSignedIn = (
  user: Pick<User, "isAnonymous" | "isRestricted">,
  { includeRestricted, or }: { readonly or?: string | undefined; readonly includeRestricted?: boolean | undefined }
): boolean =>
  or === "anonymous" || (user.isAnonymous
    ? or === "anonymous-if-exists"
    : user.isRestricted !== true || includeRestricted === true)

/**
 * Returns the page that a user who does not count as signed in has to go to.
 *
 * @category getters
 * @since 0.1.0
 */
export const signInPageFor = (user: Pick<User, "isAnonymous" | "isRestricted"> | null): "onboarding" | "signIn" =>
  user !== null && isRestricted(user) ? "onboarding" : "signIn"

/**
 * Returns `true` for a user who is restricted, but not anonymous.
 *
 * @category guards
 * @since 0.1.0
 */
export const isRestricted = (user: Pick<User, "isAnonymous" | "isRestricted">): boolean =>
  user.isRestricted === true && !user.isAnonymous
