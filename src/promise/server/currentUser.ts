/** A request's user, as servers see users. */
import type * as Effect from "effect/Effect"
import type { UserNotSignedIn } from "../../account/UserNotSignedIn.ts"
import type { ApiError } from "../../call/ApiError.ts"
import * as CurrentUser from "../../server/CurrentUser.ts"
import type { Server } from "../../server/ServerService.ts"
import { updateCurrentAsServer } from "../../wire/users.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"

/** Selects signed-in users, and the behavior without one. */
export type ServerGetUserOptions = CallOptions & CurrentUser.GetOptions

/** A request's user. */
export interface ServerUserGroup {
  /** Gets the user with all fields that servers may see. `null` if no user is signed in, or with `or: "throw"` an error. */
  readonly getUser: {
    (options: ServerGetUserOptions & { readonly or: "throw" }): Call<CurrentUser.ServerUser, UserNotSignedIn | ApiError>
    (
      options?: ServerGetUserOptions & { readonly or?: "return-null" | "anonymous-if-exists" | undefined }
    ): Call<CurrentUser.ServerUser | null, ApiError>
  }
  /** Changes the user, and returns it. Accepts all fields that servers may change. Omitted fields stay unchanged. */
  readonly updateUser: (
    changes: CurrentUser.ServerUserUpdate,
    options?: CallOptions
  ) => Call<CurrentUser.ServerUser, CurrentUser.UpdateError>
}

/** @internal */
export const user = /*#__PURE__*/ withNames<ServerUserGroup, Server>({
  // Sound: without `throw`, it fails only with an `ApiError`, as `CurrentUser.get` declares.
  getUser: (options) => CurrentUser.get(options) as Effect.Effect<CurrentUser.ServerUser | null, ApiError, Server>,
  updateUser: (changes) => CurrentUser.update(changes)
}, {
  getUser: [{ or: ["return-null", "throw", "anonymous-if-exists"], includeRestricted: true }],
  updateUser: [fieldsOf(updateCurrentAsServer)]
})
