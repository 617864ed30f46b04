/** The types of atoms of resources. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as AsyncResult from "effect/reactivity/AsyncResult"
import * as Atom from "effect/reactivity/Atom"
import {
  type ApiError,
  Cache,
  type Client,
  type CurrentUser,
  type InvalidOptions,
  Resources,
  type Teams
} from "latchkey"
import { fromResource, teamsAtom, userAtom } from "latchkey/atom"

declare const client: Layer.Layer<Client.Client, InvalidOptions>

const runtime = Atom.runtime(Layer.provideMerge(Cache.layer(), client))

describe("latchkey/atom", () => {
  it("an atom has the value and the errors of the resource, and the error of the layer", () => {
    expectTypeOf(userAtom(runtime)).toEqualTypeOf<
      Atom.Atom<AsyncResult.AsyncResult<CurrentUser.User | null, ApiError | InvalidOptions>>
    >()
    expectTypeOf(teamsAtom(runtime)).toEqualTypeOf<
      Atom.Atom<AsyncResult.AsyncResult<ReadonlyArray<Teams.Team>, Effect.Error<typeof Teams.list> | InvalidOptions>>
    >()
    expectTypeOf(fromResource(runtime, Resources.teams)).toEqualTypeOf(teamsAtom(runtime))
  })

  it("a runtime without a cache does not compile", () => {
    // @ts-expect-error: the layer has no Cache
    userAtom(Atom.runtime(client))
  })
})
