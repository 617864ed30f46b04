import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import type { ApiError, CurrentUser, KnownErrors, Tokens } from "latchkey"
import { type Server, Sessions, Users } from "latchkey/server"

declare const secret: Redacted.Redacted<string>

describe("Users", () => {
  it("are created, read, updated and deleted, with separate errors for each", () => {
    expectTypeOf(Users.create).toEqualTypeOf<
      (user?: Users.UserCreation) => Effect.Effect<
        Users.ServerUser,
        | KnownErrors.BodyParsingError
        | KnownErrors.UserWithEmailAlreadyExists
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Users.get).toEqualTypeOf<
      (userId: string) => Effect.Effect<
        Users.ServerUser,
        KnownErrors.UserNotFound | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Users.update).toEqualTypeOf<
      (userId: string, changes: Users.ServerUserUpdate) => Effect.Effect<
        Users.ServerUser,
        | KnownErrors.BodyParsingError
        | KnownErrors.UserNotFound
        | KnownErrors.UserWithEmailAlreadyExists
        | KnownErrors.TeamMembershipNotFound
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Users.remove).toEqualTypeOf<
      (userId: string) => Effect.Effect<
        void,
        KnownErrors.UserNotFound | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
  })

  it("are listed by page, and streamed", () => {
    expectTypeOf(Users.list).toEqualTypeOf<
      (options?: Users.ListOptions) => Effect.Effect<
        Users.Page<Users.ServerUser>,
        KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Users.stream).toEqualTypeOf<
      (options?: Users.UserFilter & { readonly pageSize?: number | undefined }) => Stream.Stream<
        Users.ServerUser,
        KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf<Users.Page<string>>().toEqualTypeOf<{
      readonly items: ReadonlyArray<string>
      readonly nextCursor: string | null
    }>()
    // @ts-expect-error a stream has no pages to begin at
    Users.stream({ cursor: "11111111-1111-4111-8111-111111111111" })
    // @ts-expect-error users are sorted by one thing only
    Users.list({ orderBy: "display_name" })
  })

  it("have all fields of a client's user, and more", () => {
    expectTypeOf<Users.ServerUser>().toExtend<CurrentUser.User>()
    expectTypeOf<CurrentUser.User>().not.toExtend<Users.ServerUser>()
    expectTypeOf<CurrentUser.UserUpdate>().toExtend<Users.ServerUserUpdate>()
    assertType<Users.UserCreation>({ primaryEmail: "ada@example.com", password: secret, passwordHash: secret })
    assertType<Users.UserCreation>({ password: "correct horse", passwordHash: "$2b$10$" })
    // @ts-expect-error a user who does not exist yet is in no team
    assertType<Users.UserCreation>({ selectedTeamId: "11111111-1111-4111-8111-111111111111" })
    // @ts-expect-error OAuth accounts are given when a user is created
    assertType<Users.ServerUserUpdate>({ oauthProviders: [] })
  })
})

describe("Sessions", () => {
  it("are created, listed and revoked for any user", () => {
    expectTypeOf(Sessions.create).toEqualTypeOf<
      (options: {
        readonly userId: string
        readonly expiresIn?: Duration.Input | undefined
        readonly isImpersonation?: boolean | undefined
      }) => Effect.Effect<
        Tokens.RefreshableTokens,
        | KnownErrors.UserIdDoesNotExist
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Sessions.list).toEqualTypeOf<
      (userId: string) => Effect.Effect<
        ReadonlyArray<Sessions.UserSession>,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Sessions.revoke).toEqualTypeOf<
      (session: { readonly userId: string; readonly id: string }) => Effect.Effect<
        void,
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.CannotDeleteCurrentSession
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
  })
})
