import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"
import {
  type ApiError,
  type ApiKeys,
  Cache,
  type Claims,
  type Client,
  type CurrentUser,
  type KnownErrors,
  Optimistic,
  Resource,
  Resources,
  type TeamMembers,
  Teams
} from "latchkey"

describe("Cache", () => {
  it("is a layer over a client, and never fails", () => {
    expectTypeOf(Cache.layer()).toEqualTypeOf<Layer.Layer<Cache.Cache, never, Client.Client>>()
    expectTypeOf(Cache.hydrate({})).toEqualTypeOf<Effect.Effect<void, never, Cache.Cache>>()
    expectTypeOf(Cache.dehydrate).toEqualTypeOf<Effect.Effect<Cache.Dehydrated, never, Cache.Cache>>()
  })
})

describe("Cache.dehydrateClaims", () => {
  it("accepts verified claims only", () => {
    expectTypeOf(Cache.dehydrateClaims).toBeCallableWith({} as Claims.Verified<Claims.Claims>)
    expectTypeOf(Cache.dehydrateClaims(null)).toEqualTypeOf<Effect.Effect<Cache.Dehydrated>>()
    // @ts-expect-error: the signature of the token was not verified
    void Cache.dehydrateClaims({} as Claims.Unverified<Claims.Claims>)
  })
})

describe("Resource", () => {
  type TeamsError = KnownErrors.CannotGetOwnUserWithoutUser | ApiError

  it("is read with the value and the errors of its call", () => {
    expectTypeOf(Resource.get(Resources.teams)).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<Teams.Team>, TeamsError, Cache.Cache>
    >()
    expectTypeOf(Resource.refresh(Resources.user)).toEqualTypeOf<
      Effect.Effect<CurrentUser.User | null, ApiError, Cache.Cache>
    >()
    expectTypeOf(Resource.get(Resources.team("id"))).toEqualTypeOf<
      Effect.Effect<
        Teams.Team,
        | KnownErrors.TeamMembershipNotFound
        | KnownErrors.UserAuthenticationRequired
        | KnownErrors.RequestSchemaError
        | ApiError,
        Cache.Cache
      >
    >()
  })

  it("is a stream of values that can fail, and of states that cannot", () => {
    expectTypeOf(Resource.values(Resources.teams)).toEqualTypeOf<
      Stream.Stream<ReadonlyArray<Teams.Team>, TeamsError, Cache.Cache>
    >()
    expectTypeOf(Resource.states(Resources.teams)).toEqualTypeOf<
      Stream.Stream<Resource.CacheState<ReadonlyArray<Teams.Team>, TeamsError>, never, Cache.Cache>
    >()
  })

  it("keeps the errors and the requirements of an optimistic call", () => {
    expectTypeOf(Resource.optimistic(Resources.teams, (teams) => teams, Teams.leave("id"))).toEqualTypeOf<
      Effect.Effect<
        void,
        Effect.Error<ReturnType<typeof Teams.leave>>,
        Client.Client | Cache.Cache
      >
    >()
    // @ts-expect-error a change returns a value of the resource
    Resource.optimistic(Resources.teams, () => "teams", Teams.leave("id"))
  })
})

describe("Optimistic", () => {
  it("fails with the errors of the account calls", () => {
    expectTypeOf<Effect.Error<ReturnType<typeof Optimistic.updateTeam>>>().toEqualTypeOf<
      Effect.Error<ReturnType<typeof Teams.update>>
    >()
    expectTypeOf<Parameters<typeof Optimistic.updateTeam>>().toEqualTypeOf<Parameters<typeof Teams.update>>()
    expectTypeOf(Optimistic.selectTeam(null)).toEqualTypeOf<
      Effect.Effect<CurrentUser.User, Effect.Error<ReturnType<typeof Teams.select>>, Client.Client | Cache.Cache>
    >()
    expectTypeOf(Optimistic.updateOwnTeamMember("id", {})).toEqualTypeOf<
      Effect.Effect<
        TeamMembers.TeamMemberProfile,
        Effect.Error<ReturnType<typeof TeamMembers.updateOwn>>,
        Client.Client | Cache.Cache
      >
    >()
  })

  it("names the owner of a key", () => {
    type Of<Key> = Effect.Effect<Key, Effect.Error<ReturnType<typeof ApiKeys.update>>, Client.Client | Cache.Cache>
    expectTypeOf(Optimistic.updateApiKey({ id: "id" }, {})).toEqualTypeOf<Of<ApiKeys.UserApiKey>>()
    expectTypeOf(Optimistic.updateApiKey({ id: "id", teamId: "id" }, {})).toEqualTypeOf<Of<ApiKeys.TeamApiKey>>()
    expectTypeOf(Optimistic.revokeApiKey({ id: "id" })).toEqualTypeOf<Of<ApiKeys.UserApiKey>>()
    expectTypeOf(Optimistic.revokeApiKey({ id: "id", teamId: "id" })).toEqualTypeOf<Of<ApiKeys.TeamApiKey>>()
  })
})
