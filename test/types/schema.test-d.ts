import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CurrentUser, type Json, Resource, type Sessions } from "latchkey"
import * as schema from "latchkey/schema"
import { fromSchema, ServerUser, Session, type TeamId, User, type UserId, withTypes } from "latchkey/schema"
import type { Users } from "latchkey/server"

describe("latchkey/schema", () => {
  it("codecs have the types that the functions return", () => {
    expectTypeOf(User).toEqualTypeOf<Schema.Codec<CurrentUser.User, Json>>()
    expectTypeOf(ServerUser).toEqualTypeOf<Schema.Codec<Users.ServerUser, Json>>()
    expectTypeOf(Session.Type).toEqualTypeOf<Sessions.UserSession>()
  })

  it("fromSchema creates a codec of the schema's type", () => {
    const dates = fromSchema(Schema.Array(Schema.Date))
    expectTypeOf(dates).toEqualTypeOf<Resource.Codec<ReadonlyArray<Date>>>()
    const read = Effect.succeed<ReadonlyArray<Date>>([])
    expectTypeOf(Resource.make({ name: "dates", read, codec: dates })).toEqualTypeOf<
      Resource.Resource<ReadonlyArray<Date>, never>
    >()
    // @ts-expect-error a codec of another type
    Resource.make<ReadonlyArray<Date>, never>({ name: "dates", read, codec: fromSchema(Schema.String) })
    // @ts-expect-error a schema is not a codec
    Resource.make({ name: "dates", read, codec: Schema.Array(Schema.Date) })
    // @ts-expect-error a schema that needs a service
    fromSchema(Schema.String as Schema.Codec<string, string, "Service">)
  })
})

describe("withTypes", () => {
  it("brands the ids of an entity, of entities in it, and references", () => {
    const user = withTypes(User, { ids: "branded" })
    expectTypeOf<(typeof user.Type)["id"]>().toEqualTypeOf<UserId>()
    expectTypeOf<(typeof user.Type)["selectedTeamId"]>().toEqualTypeOf<TeamId | null>()
    expectTypeOf<NonNullable<(typeof user.Type)["selectedTeam"]>["id"]>().toEqualTypeOf<TeamId>()
    expectTypeOf<(typeof user.Type)["displayName"]>().toEqualTypeOf<string | null>()
    expectTypeOf<(typeof user.Type)["clientMetadata"]>().toEqualTypeOf<Json>()
    expectTypeOf<(typeof user.Type)["signedUpAt"]>().toEqualTypeOf<Date>()
    // The id of a provider, such as `github`.
    expectTypeOf<(typeof user.Type)["oauthProviders"][number]["id"]>().toEqualTypeOf<string>()
    // A branded user is a user.
    expectTypeOf<typeof user.Type>().toExtend<CurrentUser.User>()
    // @ts-expect-error: a team's id is no user's id
    expectTypeOf<TeamId>().toExtend<UserId>()
  })

  it("each entity has its own brand", () => {
    const ids = { ids: "branded" } as const
    const brands = {
      serverUser: withTypes(ServerUser, ids),
      team: withTypes(schema.Team, ids),
      serverTeam: withTypes(schema.ServerTeam, ids),
      invitation: withTypes(schema.TeamInvitation, ids),
      channel: withTypes(schema.ContactChannel, ids),
      userKey: withTypes(schema.UserApiKey, ids),
      teamKey: withTypes(schema.TeamApiKey, ids),
      session: withTypes(Session, ids),
      project: withTypes(schema.Project, ids),
      permission: withTypes(schema.TeamPermission, ids)
    }
    type Ids = { readonly [K in keyof typeof brands]: (typeof brands)[K]["Type"]["id"] }
    expectTypeOf<Ids>().toEqualTypeOf<{
      readonly serverUser: UserId
      readonly team: TeamId
      readonly serverTeam: TeamId
      readonly invitation: schema.TeamInvitationId
      readonly channel: schema.ContactChannelId
      readonly userKey: schema.ApiKeyId
      readonly teamKey: schema.ApiKeyId
      readonly session: schema.SessionId
      readonly project: schema.ProjectId
      readonly permission: string
    }>()
    expectTypeOf<(typeof brands.teamKey.Type)["teamId"]>().toEqualTypeOf<TeamId>()
    expectTypeOf<(typeof brands.userKey.Type)["type"]>().toEqualTypeOf<"user">()
    expectTypeOf<(typeof brands.session.Type)["userId"]>().toEqualTypeOf<UserId>()
  })

  it("changes dates to DateTime.Utc, also optional ones", () => {
    const session = withTypes(Session, { dates: "DateTime" })
    expectTypeOf<(typeof session.Type)["createdAt"]>().toEqualTypeOf<DateTime.Utc>()
    expectTypeOf<(typeof session.Type)["lastUsedAt"]>().toEqualTypeOf<DateTime.Utc | undefined>()
    expectTypeOf<(typeof session.Type)["id"]>().toEqualTypeOf<string>()
    expectTypeOf<(typeof session)["Encoded"]>().toEqualTypeOf<Json>()
  })

  it("refuses other options", () => {
    // @ts-expect-error: an option that does not exist
    withTypes(User, { date: "DateTime" })
    // @ts-expect-error: a value that does not exist
    withTypes(User, { dates: "Date" })
  })
})
