import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type { ApiKeys, ConnectedAccounts, CurrentUser } from "latchkey"

describe("the alias for the errors of a call", () => {
  it("an error alias is the union over all overloads of its call", () => {
    expectTypeOf<ApiKeys.ListError>().toEqualTypeOf<Effect.Error<ReturnType<typeof ApiKeys.list>>>()
    expectTypeOf<ConnectedAccounts.GetError>().toEqualTypeOf<Effect.Error<ReturnType<typeof ConnectedAccounts.get>>>()
    expectTypeOf<CurrentUser.GetError>().toEqualTypeOf<Effect.Error<ReturnType<typeof CurrentUser.get>>>()
  })
})
