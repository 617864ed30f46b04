import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Redacted from "effect/Redacted"
import type { CurrentUser } from "latchkey"
import { Users } from "latchkey/server"

declare const secret: Redacted.Redacted<string>

describe("Users", () => {
  it("are listed by page, and streamed", () => {
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
