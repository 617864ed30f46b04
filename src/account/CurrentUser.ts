/**
 * The user who is signed in.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Anonymous from "../auth/Anonymous.ts"
import { ApiError, UndeclaredError } from "../call/ApiError.ts"
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
 * Which user counts as signed in, and what to do when no user does.
 *
 * @category options
 * @since 0.1.0
 */
export interface GetOptions {
  /**
   * What to do when no user is signed in.
   *
   * - `return-null`, the default: return `null`.
   * - `throw`: fail with `UserNotSignedIn`.
   * - `anonymous`: sign up an anonymous user. Any user who is signed in is returned, an anonymous or restricted one included.
   * - `anonymous-if-exists`: return an anonymous user who is signed in, otherwise `null`.
   * - `redirect`: redirect to the app's sign-in page, or a restricted user to the page `onboarding`. Both lead back here.
   *   Returns `null` if the program continues, such as with a redirect method that does nothing.
   *
   * With `return-null`, `throw` and `redirect`, an anonymous user counts as no user.
   */
  readonly or?: "return-null" | "throw" | "anonymous" | "anonymous-if-exists" | "redirect" | undefined
  /**
   * Whether to return a restricted user, such as one whose email address is not verified in a project that requires it. `false`
   * by default: a restricted user counts as no user. `or: "anonymous"` implies `true`. For anonymous
   * users, `or` decides. Services since 2026; before, no user was restricted.
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
 * Gets the user who is signed in. Sends no request if the session has no tokens.
 *
 * Anonymous and restricted users count as no user, unless the options include them. When the user has been restricted since the
 * access token was issued, or is not restricted any more, the next call refreshes the access token first.
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
  // Sound: the overloads say what each option can return, fail with and require, and `otherwise` is all of it.
  trace("CurrentUser.get", options.or === "anonymous" ? keepSession(findUser(options)) : findUser(options))

const findUser = (options: GetOptions) =>
  Effect.flatMap(
    find,
    (user) => user !== null && countsAsSignedIn(user, options) ? Effect.succeed(user) : otherwise(options.or, user)
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

/** Reads the user, and compares the answer with the access token: the next call must not go out with outdated claims. */
const read = /*#__PURE__*/ Effect.tap(
  /*#__PURE__*/ callAsClient(wire.readCurrent, {}),
  (user) => Effect.flatMap(Client, ({ caller }) => expireIfOutdated(caller, user))
)

/** The user behind the session's tokens, if there are any and the user still exists. */
const find = /*#__PURE__*/ Effect.catchTag(read, "CannotGetOwnUserWithoutUser", () => Effect.succeed(null))

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
 * Changes the user who is signed in, and returns the user as it is then. A field that is left out stays as it is.
 *
 * A team that the user is no member of is a `TeamMembershipNotFound`. What the project does not allow, such as signing in
 * with mailed codes, and an image that is no `data:` URL are each an `ApiError` with `RequestRefused` for its reason.
 *
 * A secret for a second factor is turned on with `Totp.enable`, which sees that the user's authenticator app has it.
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
 * Mails a link that verifies the primary e-mail address of the user who is signed in.
 *
 * The link leads to `callbackUrl`, the app's page `emailVerification` unless another is given, with a `code` in its query
 * for `ContactChannels.verify`; the URL must be on one of the project's trusted domains. A user without a primary address makes this fail with `NoPrimaryEmail`.
 *
 * **Example** (A button that does nothing for a verified address)
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
      // Sound: without an address `Navigation` is required by the overloads.
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
 * Deletes the user who is signed in, which ends the session. A project that does not let users do so refuses with a text,
 * which is an `ApiError` with `RequestRefused` for its reason. A user who is gone already is a
 * `CannotGetOwnUserWithoutUser`, and the session ends all the same.
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
            // The user was gone already, such as by a first try whose answer was lost.
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
