/** The requests for the signed-in user. */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import type { CannotGetOwnUserWithoutUser } from "../wire/KnownErrors.ts"
import { getCurrent, type User } from "../wire/users.ts"

/** Fetches the user. */
export const fetchUser: Effect.Effect<User, CannotGetOwnUserWithoutUser | ApiError, Client> =
  /*#__PURE__*/ callAsClient(
    getCurrent,
    {}
  )

/** Fetches the user like {@link fetchUser}. Returns `null` if no user is signed in, or the user was deleted. */
export const fetchUserOrNull: Effect.Effect<User | null, ApiError, Client> = /*#__PURE__*/ Effect.catchTag(
  fetchUser,
  "CannotGetOwnUserWithoutUser",
  () => Effect.succeed(null)
)
