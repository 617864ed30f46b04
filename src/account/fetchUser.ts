/**
 * The requests for the signed-in user.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { call } from "../call/call.ts"
import { Client } from "../session/Client.ts"
import { expireIfOutdated } from "../session/restriction.ts"
import type { CannotGetOwnUserWithoutUser } from "../wire/KnownErrors.ts"
import { readCurrent, type User } from "../wire/users.ts"

/**
 * Fetches the user, and compares it with the access token. The next call must not use outdated claims.
 *
 * @category reading
 * @since 0.1.0
 */
export const fetchUser: Effect.Effect<User, CannotGetOwnUserWithoutUser | ApiError, Client> = /*#__PURE__*/ Effect
  .flatMap(
    Client,
    ({ caller }) => Effect.tap(call(caller, readCurrent, {}), (user) => expireIfOutdated(caller, user))
  )

/**
 * Fetches the user like {@link fetchUser}. Returns `null` if no user is signed in, or the user was deleted.
 *
 * @category reading
 * @since 0.1.0
 */
export const fetchUserOrNull: Effect.Effect<User | null, ApiError, Client> = /*#__PURE__*/ Effect.catchTag(
  fetchUser,
  "CannotGetOwnUserWithoutUser",
  () => Effect.succeed(null)
)
