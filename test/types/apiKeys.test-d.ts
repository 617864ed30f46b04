import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { type ApiError, ApiKeys, type Client, type KnownErrors } from "latchkey"
import { InternalApiKeys } from "latchkey/admin"
import { ApiKeys as ServerApiKeys, type Server, Teams, Users } from "latchkey/server"

declare const value: Redacted.Redacted<string>
declare const ofUser: ApiKeys.UserApiKey
declare const ofTeam: ApiKeys.TeamApiKey

const teamId = "11111111-1111-4111-8111-111111111111"
const userId = "22222222-2222-4222-8222-222222222222"
const backup = { description: "Nightly backup" }

type OwnError =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError
type KeyError =
  | KnownErrors.ApiKeyNotFound
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | ApiError

describe("ApiKeys of a client", () => {
  it("a client's ApiKeys are the current user's unless a team is given", () => {
    expectTypeOf(ApiKeys.create(backup)).toEqualTypeOf<
      Effect.Effect<ApiKeys.CreatedUserApiKey, OwnError, Client.Client>
    >()
    expectTypeOf(ApiKeys.create({ ...backup, teamId })).toEqualTypeOf<
      Effect.Effect<ApiKeys.CreatedTeamApiKey, KeyError, Client.Client>
    >()
    expectTypeOf(ApiKeys.list()).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<ApiKeys.UserApiKey>, OwnError, Client.Client>
    >()
    expectTypeOf(ApiKeys.list({ userId: "me" })).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<ApiKeys.UserApiKey>, OwnError, Client.Client>
    >()
    expectTypeOf(ApiKeys.list({ teamId })).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<ApiKeys.TeamApiKey>, KeyError, Client.Client>
    >()
  })

  it("are named by a key, or by its id", () => {
    type OneOfUser = Effect.Effect<ApiKeys.UserApiKey, KeyError, Client.Client>
    type OneOfTeam = Effect.Effect<ApiKeys.TeamApiKey, KeyError, Client.Client>
    expectTypeOf(ApiKeys.get(ofUser)).toEqualTypeOf<OneOfUser>()
    expectTypeOf(ApiKeys.get({ id: userId })).toEqualTypeOf<OneOfUser>()
    expectTypeOf(ApiKeys.get(ofTeam)).toEqualTypeOf<OneOfTeam>()
    expectTypeOf(ApiKeys.get({ id: userId, teamId })).toEqualTypeOf<OneOfTeam>()
    expectTypeOf(ApiKeys.update(ofUser, backup)).toEqualTypeOf<OneOfUser>()
    expectTypeOf(ApiKeys.update(ofTeam, { revoked: true })).toEqualTypeOf<OneOfTeam>()
    expectTypeOf(ApiKeys.revoke(ofUser)).toEqualTypeOf<OneOfUser>()
    expectTypeOf(ApiKeys.revoke(ofTeam)).toEqualTypeOf<OneOfTeam>()
  })

  it("can have an owner known only at run time", () => {
    const either = {} as ApiKeys.UserApiKey | ApiKeys.TeamApiKey
    type One = Effect.Effect<ApiKeys.UserApiKey | ApiKeys.TeamApiKey, KeyError, Client.Client>
    expectTypeOf(ApiKeys.get(either)).toEqualTypeOf<One>()
    expectTypeOf(ApiKeys.update(either, backup)).toEqualTypeOf<One>()
    expectTypeOf(ApiKeys.revoke(either)).toEqualTypeOf<One>()
    expectTypeOf(ApiKeys.list({} as ApiKeys.Own | ApiKeys.OfTeam)).toEqualTypeOf<
      Effect.Effect<
        ReadonlyArray<ApiKeys.UserApiKey> | ReadonlyArray<ApiKeys.TeamApiKey>,
        OwnError | KeyError,
        Client.Client
      >
    >()
  })

  it("a client's API key belongs to the current user or a team, never both", () => {
    // @ts-expect-error a client creates keys of its own user only
    ApiKeys.create({ ...backup, userId })
    // @ts-expect-error a client lists keys of its own user only
    ApiKeys.list({ userId })
    // @ts-expect-error a key has one owner
    ApiKeys.create({ ...backup, userId: "me", teamId })
    // @ts-expect-error a key has one owner
    ApiKeys.list({ userId: "me", teamId })
    // @ts-expect-error a key has one owner
    ApiKeys.get({ id: userId, userId, teamId })
    // @ts-expect-error revoking cannot be undone
    ApiKeys.update(ofUser, { revoked: false })
    // @ts-expect-error no service changes the expiry
    ApiKeys.update(ofUser, { expiresAt: null })
  })
})

describe("ApiKeys of a server", () => {
  it("have the owner that the server names", () => {
    type Failure = KnownErrors.RequestSchemaError | ApiError
    type OfUser = KnownErrors.CannotGetOwnUserWithoutUser | Failure
    expectTypeOf(ServerApiKeys.create({ ...backup, userId })).toEqualTypeOf<
      Effect.Effect<ApiKeys.CreatedUserApiKey, OfUser, Server.Server>
    >()
    expectTypeOf(ServerApiKeys.create({ ...backup, teamId })).toEqualTypeOf<
      Effect.Effect<ApiKeys.CreatedTeamApiKey, Failure, Server.Server>
    >()
    expectTypeOf(ServerApiKeys.list({ userId })).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<ApiKeys.UserApiKey>, OfUser, Server.Server>
    >()
    expectTypeOf(ServerApiKeys.list({ teamId })).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<ApiKeys.TeamApiKey>, Failure, Server.Server>
    >()
    // @ts-expect-error a server has no user of its own
    ServerApiKeys.create(backup)
    // @ts-expect-error a server has no user of its own
    ServerApiKeys.list({})
    // @ts-expect-error a key has one owner
    ServerApiKeys.create({ ...backup, userId, teamId })
    // @ts-expect-error a key has one owner
    ServerApiKeys.list({ userId, teamId })
  })

  it("are read, updated and revoked without a signed-in user", () => {
    type Failure = KnownErrors.ApiKeyNotFound | KnownErrors.RequestSchemaError | ApiError
    type OneOfUser = Effect.Effect<ApiKeys.UserApiKey, Failure, Server.Server>
    type OneOfTeam = Effect.Effect<ApiKeys.TeamApiKey, Failure, Server.Server>
    expectTypeOf(ServerApiKeys.get(ofUser)).toEqualTypeOf<OneOfUser>()
    expectTypeOf(ServerApiKeys.get(ofTeam)).toEqualTypeOf<OneOfTeam>()
    expectTypeOf(ServerApiKeys.update(ofUser, backup)).toEqualTypeOf<OneOfUser>()
    expectTypeOf(ServerApiKeys.update(ofTeam, backup)).toEqualTypeOf<OneOfTeam>()
    expectTypeOf(ServerApiKeys.revoke({ id: userId })).toEqualTypeOf<OneOfUser>()
    expectTypeOf(ServerApiKeys.revoke({ id: userId, teamId })).toEqualTypeOf<OneOfTeam>()
  })

  it("are checked with every error, or looked up without errors", () => {
    type Failure =
      | KnownErrors.ApiKeyNotFound
      | KnownErrors.WrongApiKeyType
      | KnownErrors.ApiKeyRevoked
      | KnownErrors.ApiKeyExpired
      | KnownErrors.RequestSchemaError
      | ApiError
    expectTypeOf(ServerApiKeys.check("user", value)).toEqualTypeOf<
      Effect.Effect<ApiKeys.UserApiKey, Failure, Server.Server>
    >()
    expectTypeOf(ServerApiKeys.check("team", value)).toEqualTypeOf<
      Effect.Effect<ApiKeys.TeamApiKey, Failure, Server.Server>
    >()
    expectTypeOf(ServerApiKeys.find("user", value)).toEqualTypeOf<
      Effect.Effect<ApiKeys.UserApiKey | null, KnownErrors.RequestSchemaError | ApiError, Server.Server>
    >()
    expectTypeOf(ServerApiKeys.find("team", value)).toEqualTypeOf<
      Effect.Effect<ApiKeys.TeamApiKey | null, KnownErrors.RequestSchemaError | ApiError, Server.Server>
    >()
    expectTypeOf(Users.getByApiKey).toEqualTypeOf<
      (value: string | Redacted.Redacted<string>) => Effect.Effect<
        Users.ServerUser | null,
        KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Teams.getByApiKey).toEqualTypeOf<
      (value: string | Redacted.Redacted<string>) => Effect.Effect<
        Teams.ServerTeam | null,
        KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    assertType<Effect.Effect<ApiKeys.UserApiKey, Failure, Server.Server>>(ServerApiKeys.check("user", "sk_1"))
  })
})

describe("the value of an API key", () => {
  it("is secret at creation, and four characters afterwards", () => {
    expectTypeOf<ApiKeys.CreatedUserApiKey["value"]>().toEqualTypeOf<Redacted.Redacted<string>>()
    expectTypeOf<ApiKeys.CreatedTeamApiKey["value"]>().toEqualTypeOf<Redacted.Redacted<string>>()
    expectTypeOf<ApiKeys.UserApiKey["value"]>().toEqualTypeOf<{ readonly lastFour: string }>()
    expectTypeOf<ApiKeys.TeamApiKey["value"]>().toEqualTypeOf<{ readonly lastFour: string }>()
  })
})

describe("the state of a key", () => {
  it("requires only the clock", () => {
    expectTypeOf(ApiKeys.state(ofUser)).toEqualTypeOf<Effect.Effect<"valid" | "expired" | "manually-revoked">>()
    expectTypeOf(ApiKeys.isValid(ofTeam)).toEqualTypeOf<Effect.Effect<boolean>>()
    expectTypeOf(ServerApiKeys.state).toEqualTypeOf(ApiKeys.state)
    expectTypeOf(InternalApiKeys.state).toEqualTypeOf(ApiKeys.state)
    expectTypeOf(InternalApiKeys.isValid).toEqualTypeOf(ApiKeys.isValid)
  })
})

describe("InternalApiKeys", () => {
  it("a new key requires an expiry", () => {
    // @ts-expect-error keys of a project always have an end
    InternalApiKeys.create(backup)
  })

  it("are secret at creation, and four characters afterwards", () => {
    type Names = "publishableClientKey" | "secretServerKey" | "superSecretAdminKey"
    expectTypeOf<InternalApiKeys.CreatedInternalApiKey["publishableClientKey"]>().toEqualTypeOf<string | undefined>()
    expectTypeOf<InternalApiKeys.CreatedInternalApiKey["secretServerKey" | "superSecretAdminKey"]>().toEqualTypeOf<
      Redacted.Redacted<string> | undefined
    >()
    expectTypeOf<InternalApiKeys.InternalApiKey[Names]>().toEqualTypeOf<{ readonly lastFour: string } | undefined>()
    assertType<InternalApiKeys.InternalApiKey>({
      id: teamId,
      description: "",
      expiresAt: new Date(0),
      createdAt: new Date(0)
    })
  })
})
