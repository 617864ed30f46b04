import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type { ApiError } from "latchkey"
import { CurrentUser, type Server } from "latchkey/server"

describe("CurrentUser on a server", () => {
  it("CurrentUser.get on a server can be null, unless null is requested as an error", () => {
    expectTypeOf(CurrentUser.get()).toEqualTypeOf<
      Effect.Effect<CurrentUser.ServerUser | null, ApiError, Server.Server>
    >()
    expectTypeOf(CurrentUser.get({ or: "throw" })).toEqualTypeOf<
      Effect.Effect<CurrentUser.ServerUser, CurrentUser.UserNotSignedIn | ApiError, Server.Server>
    >()
    const options = {} as CurrentUser.GetOptions
    expectTypeOf(CurrentUser.get(options)).toEqualTypeOf<
      Effect.Effect<CurrentUser.ServerUser | null, CurrentUser.UserNotSignedIn | ApiError, Server.Server>
    >()
    expectTypeOf(CurrentUser.get({ includeRestricted: true })).toEqualTypeOf<
      Effect.Effect<CurrentUser.ServerUser | null, ApiError, Server.Server>
    >()
    expectTypeOf(CurrentUser.get({ or: "throw", includeRestricted: true })).toEqualTypeOf<
      Effect.Effect<CurrentUser.ServerUser, CurrentUser.UserNotSignedIn | ApiError, Server.Server>
    >()
    // @ts-expect-error a server signs nobody up
    CurrentUser.get({ or: "anonymous" })
  })
})
