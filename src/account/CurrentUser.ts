/**
 * The user who is signed in.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Anonymous from "../auth/Anonymous.ts"
import { ApiError, UndeclaredError } from "../call/ApiError.ts"
import { callAsClient, Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/users.ts"

/**
 * Nobody is signed in, and the caller asked for that to be an error.
 *
 * @category errors
 * @since 0.1.0
 */
export class UserNotSignedIn extends Data.TaggedError("UserNotSignedIn")<{ readonly message: string }> {}

/**
 * What to do when nobody is signed in.
 *
 * - `return-null`, the default: there is no user.
 * - `throw`: fail with `UserNotSignedIn`.
 * - `anonymous`: sign an anonymous user up. An anonymous user who is signed in already is returned.
 * - `anonymous-if-exists`: return an anonymous user who is signed in, otherwise nothing.
 *
 * With the first two, an anonymous user counts as nobody.
 *
 * @category options
 * @since 0.1.0
 */
export interface GetOptions {
  readonly or?: "return-null" | "throw" | "anonymous" | "anonymous-if-exists" | undefined
}

/**
 * Gets the user who is signed in. Sends nothing when nobody is.
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
  }): Effect.Effect<wire.User | null, ApiError, Client>
  (options: { readonly or: "throw" }): Effect.Effect<wire.User, UserNotSignedIn | ApiError, Client>
  (options: {
    readonly or: "anonymous"
  }): Effect.Effect<wire.User, KnownErrors.AnonymousAccountsNotEnabled | ApiError, Client>
} = /*#__PURE__*/ Effect.fn("CurrentUser.get")(function*({ or = "return-null" }: GetOptions = {}) {
  const user = yield* find
  const anonymous = or === "anonymous" || or === "anonymous-if-exists"
  if (user !== null && (anonymous || !user.isAnonymous)) return user
  switch (or) {
    case "throw":
      return yield* new UserNotSignedIn({
        message: "User is not signed in but getUser was called with { or: 'throw' }"
      })
    case "anonymous": {
      yield* Anonymous.signUp
      return yield* Effect.catchTag(read, "CannotGetOwnUserWithoutUser", (error) =>
        new ApiError({
          endpoint: wire.readCurrent.id,
          reason: new UndeclaredError({ message: error.message, error })
        }))
    }
    default:
      return null
  }
  // Sound: the overloads say what each option can return and fail with; the switch above is all of it.
}) as any

const read = callAsClient(wire.readCurrent, {})

/** The user behind the session's tokens, if there are any and the user still exists. */
const find = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ caller }) =>
    Effect.flatMap(caller.credentials.tokens, (tokens) =>
      tokens === undefined
        ? Effect.succeed(null)
        : Effect.catchTag(read, "CannotGetOwnUserWithoutUser", () => Effect.succeed(null)))
)

/**
 * Changes the user who is signed in, and returns the user as it is then.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (changes: wire.UserUpdate) => Effect.Effect<
  wire.User,
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.UserWithEmailAlreadyExists
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.SchemaError
  | ApiError,
  Client
> = /*#__PURE__*/ Effect.fn("CurrentUser.update")(function*(payload) {
  return yield* callAsClient(wire.updateCurrent, { payload })
})

/**
 * Deletes the user who is signed in, which ends the session. The project must allow it.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: Effect.Effect<void, KnownErrors.CannotGetOwnUserWithoutUser | ApiError, Client> = /*#__PURE__*/ Effect
  .withSpan(
    /*#__PURE__*/ Effect.gen(function*() {
      const { caller, session } = yield* Client
      const tokens = yield* caller.credentials.tokens
      yield* callAsClient(wire.deleteCurrent, {})
      if (tokens?.refreshToken !== undefined) {
        yield* session.end({ refreshToken: tokens.refreshToken, accessToken: tokens.accessToken })
      }
    }),
    "CurrentUser.remove"
  )

/** @since 0.1.0 */
export type { User, UserUpdate } from "../wire/users.ts"
