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
  it("are listed without arguments, and read by id", () => {
    expectTypeOf(Teams.list).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<Teams.Team>, KnownErrors.CannotGetOwnUserWithoutUser | ApiError, Client.Client>
    >()
    expectTypeOf(Teams.get).toEqualTypeOf<
      (teamId: string) => OfTeam<
        Teams.Team,
        KnownErrors.TeamMembershipNotFound | KnownErrors.UserAuthenticationRequired
      >
    >()
  })

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

  it("are updated, deleted, left and selected, with separate errors for each", () => {
    type NotPermitted =
      | KnownErrors.UserAuthenticationRequired
      | KnownErrors.TeamMembershipNotFound
      | KnownErrors.TeamPermissionRequired
    expectTypeOf(Teams.update).toEqualTypeOf<
      (teamId: string, changes: Teams.TeamUpdate) => OfTeam<Teams.Team, KnownErrors.BodyParsingError | NotPermitted>
    >()
    expectTypeOf(Teams.remove).toEqualTypeOf<(teamId: string) => OfTeam<void, NotPermitted>>()
    expectTypeOf(Teams.leave).toEqualTypeOf<
      (teamId: string) => OfTeam<
        void,
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.TeamMembershipNotFound
        | KnownErrors.UserNotFound
      >
    >()
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
  type Own = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.TeamMembershipNotFound
  type Other = Own | KnownErrors.TeamPermissionRequired

  it("are profiles", () => {
    expectTypeOf<TeamMembers.TeamMemberProfile>().toEqualTypeOf<{
      readonly teamId: string
      readonly userId: string
      readonly displayName: string | null
      readonly profileImageUrl: string | null
    }>()
    expectTypeOf(TeamMembers.list).toEqualTypeOf<
      (teamId: string) => OfTeam<ReadonlyArray<TeamMembers.TeamMemberProfile>, Other>
    >()
    expectTypeOf(TeamMembers.get).toEqualTypeOf<
      (member: TeamMembers.TeamMembership) => OfTeam<TeamMembers.TeamMemberProfile, Other | KnownErrors.UserNotFound>
    >()
    expectTypeOf(TeamMembers.getOwn).toEqualTypeOf<
      (teamId: string) => OfTeam<TeamMembers.TeamMemberProfile, Other | KnownErrors.UserNotFound>
    >()
    expectTypeOf(TeamMembers.updateOwn).toEqualTypeOf<
      (
        teamId: string,
        changes: TeamMembers.TeamMemberProfileUpdate
      ) => OfTeam<TeamMembers.TeamMemberProfile, KnownErrors.BodyParsingError | Own | KnownErrors.UserNotFound>
    >()
    // @ts-expect-error the service takes no null for a name
    TeamMembers.updateOwn(id, { displayName: null })
  })

  it("are removed by both ids, as named fields", () => {
    expectTypeOf<TeamMembers.TeamMembership>().toEqualTypeOf<Membership>()
    expectTypeOf(TeamMembers.remove).toEqualTypeOf<
      (member: Membership) => OfTeam<void, Other | KnownErrors.UserNotFound>
    >()
    // @ts-expect-error two ids side by side would be mixed up
    TeamMembers.remove(id, id)
  })
})

describe("Teams of a server", () => {
  it("are listed for one user or all", () => {
    expectTypeOf(ServerTeams.list).toEqualTypeOf<
      (options?: ServerTeams.TeamFilter) => OfServer<
        ReadonlyArray<ServerTeams.ServerTeam>,
        KnownErrors.CannotGetOwnUserWithoutUser
      >
    >()
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

  it("are read, created, updated and deleted, with separate errors for each", () => {
    expectTypeOf(ServerTeams.get).toEqualTypeOf<
      (teamId: string) => OfServer<ServerTeams.ServerTeam, KnownErrors.TeamNotFound>
    >()
    expectTypeOf(ServerTeams.create).toEqualTypeOf<
      (team: ServerTeams.ServerTeamCreation) => OfServer<
        ServerTeams.ServerTeam,
        KnownErrors.BodyParsingError | KnownErrors.UserNotFound | KnownErrors.CannotGetOwnUserWithoutUser
      >
    >()
    expectTypeOf(ServerTeams.update).toEqualTypeOf<
      (
        teamId: string,
        changes: ServerTeams.ServerTeamUpdate
      ) => OfServer<ServerTeams.ServerTeam, KnownErrors.BodyParsingError | KnownErrors.TeamNotFound>
    >()
    expectTypeOf(ServerTeams.remove).toEqualTypeOf<
      (teamId: string) => OfServer<void, KnownErrors.TeamNotFound>
    >()
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
  type Own = KnownErrors.CannotGetOwnUserWithoutUser
  type NoMember = Own | KnownErrors.TeamMembershipNotFound | KnownErrors.UserNotFound

  it("are returned with their users", () => {
    expectTypeOf<ServerTeamMembers.ServerTeamMemberProfile["user"]>().toEqualTypeOf<Users.ServerUser>()
    expectTypeOf<ServerTeamMembers.ServerTeamMemberProfile>().toExtend<TeamMembers.TeamMemberProfile>()
    expectTypeOf(ServerTeamMembers.list).toEqualTypeOf<
      (options?: ServerTeamMembers.ListOptions) => OfServer<
        ReadonlyArray<ServerTeamMembers.ServerTeamMemberProfile>,
        Own | KnownErrors.TeamNotFound | KnownErrors.UserNotFound
      >
    >()
    expectTypeOf(ServerTeamMembers.get).toEqualTypeOf<
      (member: Membership) => OfServer<ServerTeamMembers.ServerTeamMemberProfile, NoMember>
    >()
    expectTypeOf(ServerTeamMembers.update).toEqualTypeOf<
      (
        member: Membership,
        changes: TeamMembers.TeamMemberProfileUpdate
      ) => OfServer<ServerTeamMembers.ServerTeamMemberProfile, KnownErrors.BodyParsingError | NoMember>
    >()
  })

  it("are added and removed", () => {
    expectTypeOf(ServerTeamMembers.add).toEqualTypeOf<
      (member: Membership) => OfServer<
        void,
        Own | KnownErrors.UserNotFound | KnownErrors.TeamNotFound | KnownErrors.TeamMembershipAlreadyExists
      >
    >()
    expectTypeOf(ServerTeamMembers.remove).toEqualTypeOf<(member: Membership) => OfServer<void, NoMember>>()
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
