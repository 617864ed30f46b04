/** The rules that treat anonymous and restricted users as signed out. */
import type { User } from "../wire/users.ts"

/**
 * Returns `true` if a user is treated as signed in.
 *
 * Anonymous users are with `or: "anonymous"` and `or: "anonymous-if-exists"` only. Other restricted users are with
 * `includeRestricted` and `or: "anonymous"` only.
 */
export const countsAsSignedIn = (
  user: Pick<User, "isAnonymous" | "isRestricted">,
  { includeRestricted, or }: { readonly or?: string | undefined; readonly includeRestricted?: boolean | undefined }
): boolean =>
  or === "anonymous" || (user.isAnonymous
    ? or === "anonymous-if-exists"
    : user.isRestricted !== true || includeRestricted === true)

/** Returns the page for a user who is not treated as signed in. */
export const signInPageFor = (user: Pick<User, "isAnonymous" | "isRestricted"> | null): "onboarding" | "signIn" =>
  user !== null && isRestricted(user) ? "onboarding" : "signIn"

/** Returns `true` if a user is restricted and not anonymous. */
export const isRestricted = (user: Pick<User, "isAnonymous" | "isRestricted">): boolean =>
  user.isRestricted === true && !user.isAnonymous
