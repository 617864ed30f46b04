/**
 * The signed-in user.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Anonymous from "../auth/Anonymous.ts"
import { ApiError, UndeclaredError } from "../call/ApiError.ts"
import { call } from "../call/call.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import { callAsClient, Client } from "../session/Client.ts"
import { keepSession } from "../session/keepSession.ts"
import { callChangingRestriction, expireIfOutdated } from "../session/restriction.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { redactFields } from "../wire/redactFields.ts"
import * as wire from "../wire/users.ts"
import * as ContactChannels from "./ContactChannels.ts"
import { countsAsSignedIn, signInPageFor } from "./countsAsSignedIn.ts"
import { findPrimary, type NoPrimaryEmail } from "./NoPrimaryEmail.ts"
import { type UserNotSignedIn, userNotSignedIn } from "./UserNotSignedIn.ts"

/**
 * Options for users who are not fully signed in.
 *
 * @category options
 * @since 0.1.0
 */
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

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
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
 *
 * @category reading
 * @since 0.1.0
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
  // Sound: each overload has the result, errors and services of its option. The last one has all of them.
  trace("CurrentUser.get", options.or === "anonymous" ? keepSession(findUser(options)) : findUser(options))

const findUser = (options: GetOptions) =>
  Effect.matchEffect(read, {
    onSuccess: (user) => countsAsSignedIn(user, options) ? Effect.succeed(user) : otherwise(options.or, user),
    // No user is signed in, or the user was deleted.
    onFailure: (error) =>
      error._tag === "CannotGetOwnUserWithoutUser" ? otherwise(options.or, null) : Effect.fail(error)
  })

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
        Effect.catchTag(read, "CannotGetOwnUserWithoutUser", (error) =>
          Effect.fail(
            new ApiError({
              endpoint: wire.readCurrent.id,
              reason: new UndeclaredError({ message: error.message, error })
            })
          ))
      )
    default:
      return Effect.succeed(null)
  }
}

/** Fetches the user, and compares it with the access token. The next call must not use outdated claims. */
const read = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ caller }) => Effect.tap(call(caller, wire.readCurrent, {}), (user) => expireIfOutdated(caller, user))
)

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.UserWithEmailAlreadyExists
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Updates the signed-in user, and returns it. Omitted fields stay unchanged.
 *
 * Fails with `TeamMembershipNotFound` if the user is not a member of the selected team. Fails with the `ApiError` reason
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
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (changes: wire.UserUpdate) => Effect.Effect<
  wire.User,
  UpdateError,
  Client
> = (payload) =>
  trace(
    "CurrentUser.update",
    callChangingRestriction(
      wire.updateCurrent,
      { payload: redactFields(payload, "totpSecretBase64") },
      (caller, exit) => Exit.isSuccess(exit) ? expireIfOutdated(caller, exit.value) : Effect.void
    )
  )

/**
 * The errors of {@link sendVerificationEmail}.
 *
 * @category errors
 * @since 0.1.0
 */
export type SendVerificationEmailError = NoPrimaryEmail | ContactChannels.SendVerificationEmailError

/**
 * Sends an email with a link that verifies the primary address of the signed-in user.
 *
 * The link opens `callbackUrl`, by default the app's page `emailVerification`, with a `code` query parameter for
 * `ContactChannels.verify`. The URL must be on a trusted domain of the project. Fails with `NoPrimaryEmail` if the user has
 * no primary address.
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
 *
 * @category managing
 * @since 0.1.0
 */
export const sendVerificationEmail: {
  (options: { readonly callbackUrl: string }): Effect.Effect<
    void,
    SendVerificationEmailError,
    Client
  >
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
      Effect.flatMap(({ id }) => ContactChannels.sendVerificationEmail(id, options as { readonly callbackUrl: string }))
    ))
  )

/**
 * The errors of {@link remove}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RemoveError = KnownErrors.CannotGetOwnUserWithoutUser | ApiError

/**
 * Deletes the signed-in user, and ends the session.
 *
 * Fails with the `ApiError` reason `RequestRefused` if the project does not allow this. Fails with
 * `CannotGetOwnUserWithoutUser` if the user was already deleted. The session then ends, too.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: Effect.Effect<void, RemoveError, Client> = /*#__PURE__*/ trace(
  "CurrentUser.remove",
  /*#__PURE__*/ keepSession(
    /*#__PURE__*/ Effect.flatMap(
      Client,
      ({ caller, session }) =>
        Effect.flatMap(caller.credentials.currentTokens, (tokens) => {
          const end = tokens === undefined ? Effect.void : session.end(tokens)
          return callAsClient(wire.deleteCurrent, {}).pipe(
            Effect.andThen(end),
            // The user was already deleted, for example by a first attempt with a lost response.
            Effect.tapErrorTag("CannotGetOwnUserWithoutUser", () => end)
          )
        })
    )
  )
)

/** @since 0.1.0 */
export { NoPrimaryEmail } from "./NoPrimaryEmail.ts"

/** @since 0.1.0 */
export { UserNotSignedIn } from "./UserNotSignedIn.ts"

/** @since 0.1.0 */
export type { OAuthProviderOfUser, RestrictedReason, User, UserUpdate } from "../wire/users.ts"
