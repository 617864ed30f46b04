/** The signed-in user of a server's session, such as the user whose tokens a request carries. */
import * as Effect from "effect/Effect"
import { countsAsSignedIn } from "../account/countsAsSignedIn.ts"
import { type UserNotSignedIn, userNotSignedIn } from "../account/UserNotSignedIn.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { redactFields } from "../wire/redactFields.ts"
import * as wire from "../wire/users.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Options that include restricted users, and define the result if no user is signed in. */
export interface GetOptions {
  /**
   * The behavior if no user is signed in.
   *
   * - `return-null`, the default: returns `null`.
   * - `throw`: fails with `UserNotSignedIn`.
   * - `anonymous-if-exists`: returns an anonymous user if one is signed in, otherwise `null`.
   *
   * With `return-null` and `throw`, anonymous users are ignored.
   */
  readonly or?: "return-null" | "throw" | "anonymous-if-exists" | undefined
  /**
   * Includes restricted users. `false` by default: they are ignored. For anonymous users, `or` decides. Services since
   * 2026; older services have no restricted users.
   */
  readonly includeRestricted?: boolean | undefined
}

/** Errors from {@link get}. */
export type GetError = ApiError | UserNotSignedIn

/**
 * Gets the signed-in user with all fields that servers may see. Sends no request if the session has no tokens.
 *
 * **Example** (Reading the user's plan)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser } from "latchkey/server"
 *
 * const plan = Effect.map(CurrentUser.get({ or: "throw" }), (user) => user.serverMetadata)
 * ```
 */
export const get: {
  (options?: GetOptions & { readonly or?: "return-null" | "anonymous-if-exists" | undefined }): Effect.Effect<
    wire.ServerUser | null,
    ApiError,
    Server
  >
  (options: GetOptions & { readonly or: "throw" }): Effect.Effect<wire.ServerUser, GetError, Server>
  (options?: GetOptions): Effect.Effect<wire.ServerUser | null, GetError, Server>
} = (options: GetOptions = {}): Effect.Effect<any, any, Server> =>
  // Sound: the overloads declare the result and the errors of each option.
  trace(
    "CurrentUser.get",
    Effect.flatMap(find, (user) => {
      if (user !== null && countsAsSignedIn(user, options)) return Effect.succeed(user)
      return options.or === "throw" ? userNotSignedIn(user) : Effect.succeed(null)
    })
  )

const find = /*#__PURE__*/ Effect.catchTag(
  /*#__PURE__*/ callAsServer(wire.getCurrentAsServer, {}),
  "CannotGetOwnUserWithoutUser",
  () => Effect.succeed(null)
)

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateCurrentAsServer>

/** Changes the signed-in user, and returns the changed user. Accepts all fields that a server may change. */
export const update = (changes: wire.ServerUserUpdate): Effect.Effect<wire.ServerUser, UpdateError, Server> =>
  trace(
    "CurrentUser.update",
    callAsServer(wire.updateCurrentAsServer, { payload: redactFields(changes, ...wire.secretUserFields) })
  )

export { UserNotSignedIn } from "../account/UserNotSignedIn.ts"
export type { RestrictedReason, RiskScores, ServerUser, ServerUserUpdate } from "../wire/users.ts"
