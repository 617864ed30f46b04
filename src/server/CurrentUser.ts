/**
 * The user behind the session of a server: the one whose tokens the request brought, seen and changed as a server may.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { countsAsSignedIn } from "../account/countsAsSignedIn.ts"
import { type UserNotSignedIn, userNotSignedIn } from "../account/UserNotSignedIn.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { expireIfOutdated } from "../session/restriction.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { redactFields } from "../wire/redactFields.ts"
import * as wire from "../wire/users.ts"
import { callAsServer, Server } from "./Server.ts"

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
   * - `anonymous-if-exists`: return an anonymous user who is signed in, otherwise `null`.
   *
   * With the first two, an anonymous user counts as no user.
   */
  readonly or?: "return-null" | "throw" | "anonymous-if-exists" | undefined
  /**
   * Whether to return a restricted user. `false` by default: a restricted user counts as no user. For anonymous
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
export type GetError = ApiError | UserNotSignedIn

/**
 * Gets the user who is signed in, as a server sees it. Sends no request if the request to this server had no tokens.
 *
 * **Example** (The plan of the user)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser } from "latchkey/server"
 *
 * const plan = Effect.map(CurrentUser.get({ or: "throw" }), (user) => user.serverMetadata)
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const get: {
  (options?: {
    readonly or?: "return-null" | "anonymous-if-exists" | undefined
    readonly includeRestricted?: boolean | undefined
  }): Effect.Effect<wire.ServerUser | null, ApiError, Server>
  (options: {
    readonly or: "throw"
    readonly includeRestricted?: boolean | undefined
  }): Effect.Effect<wire.ServerUser, GetError, Server>
  (options?: GetOptions): Effect.Effect<wire.ServerUser | null, GetError, Server>
} = (options: GetOptions = {}): Effect.Effect<any, any, Server> =>
  // Sound: the overloads say what each option can return and fail with.
  trace(
    "CurrentUser.get",
    Effect.flatMap(find, (user) => {
      if (user !== null && countsAsSignedIn(user, options)) return Effect.succeed(user)
      return options.or === "throw" ? userNotSignedIn(user) : Effect.succeed(null)
    })
  )

/** Compares the answer with the access token, so that the next call does not go out with claims that no longer hold. */
const expireOutdatedToken = <E, R>(
  call: Effect.Effect<wire.ServerUser, E, R>
): Effect.Effect<wire.ServerUser, E, R | Server> =>
  Effect.tap(call, (user) => Effect.flatMap(Server, ({ caller }) => expireIfOutdated(caller, user)))

const find = /*#__PURE__*/ Effect.catchTag(
  /*#__PURE__*/ expireOutdatedToken(/*#__PURE__*/ callAsServer(wire.readCurrentAsServer, {})),
  "CannotGetOwnUserWithoutUser",
  () => Effect.succeed(null)
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
 * Changes the user who is signed in, by everything that a server may change, and returns the user as it is then.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (changes: wire.ServerUserUpdate) => Effect.Effect<
  wire.ServerUser,
  UpdateError,
  Server
> = (payload) =>
  trace(
    "CurrentUser.update",
    expireOutdatedToken(
      callAsServer(wire.updateCurrentAsServer, { payload: redactFields(payload, ...wire.secretUserFields) })
    )
  )

/** @since 0.1.0 */
export { UserNotSignedIn } from "../account/UserNotSignedIn.ts"
/** @since 0.1.0 */
export type { OAuthProviderOfUser, RestrictedReason, RiskScores, ServerUser, ServerUserUpdate } from "../wire/users.ts"
