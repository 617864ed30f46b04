import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CurrentUser, type Json, Resource, type Sessions } from "latchkey"
import { fromSchema, ServerUser, Session, User } from "latchkey/schema"
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
