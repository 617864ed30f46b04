/** The error unions of public calls have names, so that services built on top of them can be typed. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"
import type { ApiError, KnownErrors } from "latchkey"
import type { Project } from "latchkey/admin"
import { type ApiKeys, Server, TeamMembers, Users } from "latchkey/server"

/** A service of an app: its methods require nothing, and fail with the errors of the calls that they make. */
class Directory extends Context.Service<Directory, {
  readonly find: (userId: string) => Effect.Effect<Users.ServerUser, Users.GetError>
  readonly search: (query: string) => Effect.Effect<ReadonlyArray<Users.ServerUser>, Users.ListError>
  readonly move: (userId: string, from: string, to: string) => Effect.Effect<
    void,
    TeamMembers.AddError | TeamMembers.RemoveError
  >
}>()("test/Directory") {}

const layer = Layer.effect(
  Directory,
  Effect.gen(function*() {
    const server = yield* Server.Server
    const run = Effect.provideService(Server.Server, server)
    return {
      find: (userId) => run(Users.get(userId)),
      search: (query) => run(Effect.map(Users.list({ query }), ({ items }) => items)),
      move: (userId, from, to) =>
        run(Effect.andThen(
          TeamMembers.remove({ teamId: from, userId }),
          TeamMembers.add({ teamId: to, userId })
        ))
    }
  })
)

describe("the errors of a call", () => {
  it("each call's errors have a type name in the call's module", () => {
    expectTypeOf<Users.GetError>().toEqualTypeOf<
      KnownErrors.UserNotFound | KnownErrors.RequestSchemaError | ApiError
    >()
    expectTypeOf<Effect.Error<ReturnType<typeof Users.list>>>().toEqualTypeOf<Users.ListError>()
    expectTypeOf<Stream.Error<ReturnType<typeof Users.stream>>>().toEqualTypeOf<Users.StreamError>()
    expectTypeOf<Effect.Error<typeof Project.get>>().toEqualTypeOf<Project.GetError>()
    expectTypeOf<ApiKeys.InvalidApiKeyError>().toExtend<ApiKeys.CheckError>()
  })

  it("error type names can type an app's own service", () => {
    expectTypeOf(layer).toEqualTypeOf<Layer.Layer<Directory, never, Server.Server>>()
  })
})
