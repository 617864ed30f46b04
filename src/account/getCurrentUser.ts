/** The signed-in user, without the calls that change it. */
import * as Effect from "effect/Effect"
import * as Anonymous from "../auth/Anonymous.ts"
import { ApiError, UndeclaredError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/ClientService.ts"
import { keepSession } from "../session/keepSession.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/users.ts"
import { countsAsSignedIn, signInPageFor } from "./countsAsSignedIn.ts"
import { fetchUser, fetchUserOrNull } from "./fetchUser.ts"
import { type UserNotSignedIn, userNotSignedIn } from "./UserNotSignedIn.ts"

/** Options for users who are not fully signed in. */
export interface GetOptions {
  /**
   * The behavior if no user is signed in:
   *
   * - `return-null`, the default: returns `null`.
   * - `throw`: fails with `UserNotSignedIn`.
   * - `anonymous`: signs up an anonymous user. A signed-in user is returned even if anonymous or restricted.
   * - `anonymous-if-exists`: returns an anonymous user if there is one, otherwise `null`.
   * - `redirect`: redirects to the app's sign-in page, or a restricted user to the page `onboarding`. Both return to this
   *   page. Returns `null` if the program continues, such as with a redirect method that does not navigate.
   *
   * With `return-null`, `throw` and `redirect`, anonymous users are treated as signed out.
   */
  readonly or?: "return-null" | "throw" | "anonymous" | "anonymous-if-exists" | "redirect" | undefined
  /**
   * Set to `true` to return restricted users, such as users without a verified email address in a project that requires one.
   * By default, they are treated as signed out. `or: "anonymous"` implies `true`. For anonymous users, only `or` matters.
   * Services since 2026; earlier ones restrict no user.
   */
  readonly includeRestricted?: boolean | undefined
}

/** Errors from {@link get}. */
export type GetError = UserNotSignedIn | KnownErrors.AnonymousAccountsNotEnabled | ApiError

/**
 * Gets the signed-in user. Sends no request if the session has no tokens.
 *
 * Anonymous and restricted users are treated as signed out, unless the options include them. If the user became restricted or
 * unrestricted after the access token was issued, the next call refreshes the token first.
 *
 * **Example** (A greeting)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser } from "latchkey"
 *
 * const greeting = Effect.map(CurrentUser.get(), (user) => user === null ? "Hello!" : `Hello, ${user.displayName}!`)
 * ```
 */
export const get: {
  (options?: {
    readonly or?: "return-null" | "anonymous-if-exists" | undefined
    readonly includeRestricted?: boolean | undefined
  }): Effect.Effect<wire.User | null, ApiError, Client>
  (options: {
    readonly or: "throw"
    readonly includeRestricted?: boolean | undefined
  }): Effect.Effect<wire.User, UserNotSignedIn | ApiError, Client>
  (options: {
    readonly or: "anonymous"
    readonly includeRestricted?: boolean | undefined
  }): Effect.Effect<wire.User, KnownErrors.AnonymousAccountsNotEnabled | ApiError, Client>
  (options: {
    readonly or: "redirect"
    readonly includeRestricted?: boolean | undefined
  }): Effect.Effect<wire.User | null, ApiError, Client | Navigation>
  (
    options?: GetOptions
  ): Effect.Effect<
    wire.User | null,
    UserNotSignedIn | KnownErrors.AnonymousAccountsNotEnabled | ApiError,
    Client | Navigation
  >
} = (options: GetOptions = {}): Effect.Effect<any, any, any> =>
  // Sound: each overload has its option's result, errors and services. The last one has them all.
  trace("CurrentUser.get", options.or === "anonymous" ? keepSession(findUser(options)) : findUser(options))

const findUser = (options: GetOptions) =>
  Effect.flatMap(
    fetchUserOrNull,
    (user) => user && countsAsSignedIn(user, options) ? Effect.succeed(user) : otherwise(options.or, user)
  )

const otherwise = (or: GetOptions["or"], user: wire.User | null): Effect.Effect<
  wire.User | null,
  UserNotSignedIn | KnownErrors.AnonymousAccountsNotEnabled | ApiError,
  Client | Navigation
> => {
  switch (or) {
    case "throw":
      return userNotSignedIn(user)
    case "redirect":
      return Effect.flatMap(
        Navigation,
        ({ redirectTo }) => Effect.as(redirectTo(signInPageFor(user), { replace: true }), null)
      )
    case "anonymous":
      return Effect.andThen(
        Anonymous.signUp,
        Effect.catchTag(fetchUser, "CannotGetOwnUserWithoutUser", (error) =>
          Effect.fail(
            new ApiError({
              endpoint: wire.getCurrent.id,
              reason: new UndeclaredError({ message: error.message, error })
            })
          ))
      )
    default:
      return Effect.succeed(null)
  }
}

export { UserNotSignedIn } from "./UserNotSignedIn.ts"

export type { RestrictedReason, User, UserUpdate } from "../wire/users.ts"
