import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ApiError, Client, type CurrentUser, type KnownErrors, TeamMembers, Teams, TokenStore } from "latchkey"
import { type Server, TeamMembers as ServerTeamMembers, Teams as ServerTeams, type Users } from "latchkey/server"

type OfTeam<A, E> = Effect.Effect<A, E | KnownErrors.RequestSchemaError | ApiError, Client.Client>
type OfServer<A, E> = Effect.Effect<A, E | KnownErrors.RequestSchemaError | ApiError, Server.Server>

interface Membership {
  readonly teamId: string
  readonly userId: string
}

const id = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

describe("Teams", () => {
  it("are created with an error that contains the team if only its selection fails", () => {
    expectTypeOf(Teams.create).toEqualTypeOf<
      (team: Teams.TeamCreation) => OfTeam<
        Teams.Team,
        | KnownErrors.BodyParsingError
        | KnownErrors.UserAuthenticationRequired
        | KnownErrors.CannotGetOwnUserWithoutUser
        | Teams.TeamNotSelected
      >
    >()
    expectTypeOf<Teams.TeamNotSelected["team"]>().toEqualTypeOf<Teams.Team>()
    expectTypeOf<Teams.TeamNotSelected["error"]>().toEqualTypeOf<Effect.Error<ReturnType<typeof Teams.select>>>()
    // @ts-expect-error a team has a name
    Teams.create({ clientMetadata: {} })
    // @ts-expect-error a user creates teams of its own
    Teams.create({ displayName: "Team", creatorUserId: id })
    // @ts-expect-error what the servers' alone is, a client does not say
    Teams.create({ displayName: "Team", serverMetadata: {} })
  })

  it("select fails for other teams, and a name cannot be null", () => {
    expectTypeOf(Teams.select).toEqualTypeOf<
      (teamId: string | null) => OfTeam<
        CurrentUser.User,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.TeamMembershipNotFound
      >
    >()
    // @ts-expect-error a name cannot be taken away
    Teams.update(id, { displayName: null })
  })
})

describe("TeamMembers", () => {
  it("a profile has these fields, and no null is sent for a name", () => {
    expectTypeOf<TeamMembers.TeamMemberProfile>().toEqualTypeOf<{
      readonly teamId: string
      readonly userId: string
      readonly displayName: string | null
      readonly profileImageUrl: string | null
    }>()
    // @ts-expect-error the service takes no null for a name
    TeamMembers.updateOwn(id, { displayName: null })
  })

  it("are removed by both ids, as named fields", () => {
    expectTypeOf<TeamMembers.TeamMembership>().toEqualTypeOf<Membership>()
    // @ts-expect-error two ids side by side would be mixed up
    TeamMembers.remove(id, id)
  })
})

describe("Teams of a server", () => {
  it("a page has a limit, and teams have one order", () => {
    expectTypeOf(ServerTeams.listPage).toEqualTypeOf<
      (options: ServerTeams.ListPageOptions) => OfServer<
        ServerTeams.Page<ServerTeams.ServerTeam>,
        KnownErrors.CannotGetOwnUserWithoutUser
      >
    >()
    // @ts-expect-error a page has a limit
    ServerTeams.listPage({})
    // @ts-expect-error teams are sorted by one thing only
    ServerTeams.list({ orderBy: "created_at" })
  })

  it("a creation names the creator, and an update cannot", () => {
    assertType<ServerTeams.ServerTeamCreation>({ displayName: "Team", creatorUserId: id, serverMetadata: null })
    // @ts-expect-error the creator stays who it was
    assertType<ServerTeams.ServerTeamUpdate>({ creatorUserId: id })
  })

  it("have all fields of a client's team, and more", () => {
    expectTypeOf<ServerTeams.ServerTeam>().toExtend<Teams.Team>()
    expectTypeOf<Teams.Team>().not.toExtend<ServerTeams.ServerTeam>()
    expectTypeOf<ServerTeams.ServerTeam["createdAt"]>().toEqualTypeOf<Date>()
    expectTypeOf<Teams.Team>().not.toHaveProperty("createdAt")
  })
})

describe("TeamMembers of a server", () => {
  it("are returned with their users", () => {
    expectTypeOf<ServerTeamMembers.ServerTeamMemberProfile["user"]>().toEqualTypeOf<Users.ServerUser>()
    expectTypeOf<ServerTeamMembers.ServerTeamMemberProfile>().toExtend<TeamMembers.TeamMemberProfile>()
  })
})

describe("a client", () => {
  const layer = Client.layer({ projectId: id, publishableClientKey: "pck_1" }).pipe(
    Layer.provide(TokenStore.layerMemory)
  )
  const runnable = <A, E>(_: Effect.Effect<A, E>): void => undefined

  it("manages its own teams, and no others", () => {
    runnable(Effect.provide(Effect.all([Teams.list, Teams.create({ displayName: "Team" })]), layer))
    // @ts-expect-error the client level does not list the teams of others
    runnable(Effect.provide(ServerTeams.list(), layer))
    // @ts-expect-error the client level adds nobody
    runnable(Effect.provide(ServerTeamMembers.add({ teamId: id, userId: id }), layer))
  })
})
