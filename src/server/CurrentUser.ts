/**
 * The user behind the session of a server: whoever sent the request whose tokens the token store holds, seen and changed
 * as a server may.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { type UserNotSignedIn, userNotSignedIn } from "../account/UserNotSignedIn.ts"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/users.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * What to do when nobody is signed in.
 *
 * - `return-null`, the default: there is no user.
 * - `throw`: fail with `UserNotSignedIn`.
 * - `anonymous-if-exists`: return an anonymous user who is signed in, otherwise nothing.
 *
 * With the first two, an anonymous user counts as nobody.
 *
 * @category options
 * @since 0.1.0
 */
export interface GetOptions {
  readonly or?: "return-null" | "throw" | "anonymous-if-exists" | undefined
}

/**
 * Gets the user who is signed in, as a server sees it. Sends nothing when nobody is.
 *
 * **Example** (What a server knows of whoever asks)
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
  }): Effect.Effect<wire.ServerUser | null, ApiError, Server>
  (options: { readonly or: "throw" }): Effect.Effect<wire.ServerUser, UserNotSignedIn | ApiError, Server>
  (options?: GetOptions): Effect.Effect<wire.ServerUser | null, UserNotSignedIn | ApiError, Server>
} = ({ or = "return-null" }: GetOptions = {}): Effect.Effect<any, any, Server> =>
  // Sound: the overloads say what each option can return and fail with.
  traced(
    "CurrentUser.get",
    Effect.flatMap(find, (user) => {
      if (user !== null && (!user.isAnonymous || or === "anonymous-if-exists")) return Effect.succeed(user)
      return or === "throw" ? userNotSignedIn : Effect.succeed(null)
    })
  )

const find = /*#__PURE__*/ Effect.catchTag(
  /*#__PURE__*/ callAsServer(wire.readCurrentAsServer, {}),
  "CannotGetOwnUserWithoutUser",
  () => Effect.succeed(null)
)

/**
 * Changes the user who is signed in, by everything that a server may change, and returns the user as it is then.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (changes: wire.ServerUserUpdate) => Effect.Effect<
  wire.ServerUser,
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.UserWithEmailAlreadyExists
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.SchemaError
  | ApiError,
  Server
> = (payload) => traced("CurrentUser.update", callAsServer(wire.updateCurrentAsServer, { payload }))

/** @since 0.1.0 */
export { UserNotSignedIn } from "../account/UserNotSignedIn.ts"
/** @since 0.1.0 */
export type { OAuthProviderOfUser, ServerUser, ServerUserUpdate } from "../wire/users.ts"
