import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Client, Permissions as OwnPermissions, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { ContactChannels, OAuthProviders, Permissions, Server, TeamMembers, Teams, Users } from "latchkey/server"
import { recorded } from "../emulator/support.ts"

const { layer: emulator, requests } = recorded()
const layer = Server.layer(Emulator.serverOptions).pipe(
  Layer.provideMerge(Client.layer(Emulator.clientOptions)),
  Layer.provideMerge(TokenStore.layerMemory),
  Layer.provideMerge(emulator)
)

type List = (filter: never) => Effect.Effect<unknown, unknown, Layer.Success<typeof layer>>

/** All lists with an optional filter, and the ids that they filter by. */
const lists: ReadonlyArray<readonly [name: string, list: List, ids: ReadonlyArray<string>]> = [
  ["ContactChannels.list", ContactChannels.list, ["userId"]],
  ["OAuthProviders.list", OAuthProviders.list, ["userId"]],
  ["Permissions.listInProject", Permissions.listInProject, ["userId", "permissionId"]],
  ["Permissions.listInTeams", Permissions.listInTeams, ["userId", "teamId", "permissionId"]],
  ["TeamMembers.list", TeamMembers.list, ["userId", "teamId"]],
  ["Teams.list", Teams.list, ["userId"]],
  ["Teams.listPage", Teams.listPage, ["userId"]],
  ["Users.list", Users.list, ["teamId"]],
  ["Users.stream", (filter) => Stream.runCollect(Users.stream(filter)), ["teamId"]]
]

/** The lists of the signed-in user. */
const ownLists: ReadonlyArray<readonly [name: string, list: List]> = [
  ["Permissions.listInTeams of the client", OwnPermissions.listInTeams],
  ["Permissions.listInProject of the client", OwnPermissions.listInProject]
]

const id = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

/** Calls a list as untyped code does. Returns the tag of its error, and the number of requests. */
const call = (list: List, filter: unknown) =>
  Effect.suspend(() => {
    requests.splice(0)
    // Sound: untyped code can pass any value.
    return Effect.match(list(filter as never), {
      onSuccess: () => "succeeds",
      // Sound: all errors of these calls have a tag.
      onFailure: (error) => (error as { readonly _tag: string })._tag
    })
  }).pipe(Effect.map((outcome) => `${outcome} after ${requests.length} requests`))

const refused = "RequestSchemaError after 0 requests"

describe("filters of untyped code", () => {
  it.effect("a filter that is not an object is refused instead of matching everything", () =>
    Effect.gen(function*() {
      const mistakes: Array<unknown> = []
      for (const [name, list] of [...lists, ...ownLists]) {
        for (const filter of [id, "", 7, true, null, [], [id], () => id, Symbol("id")]) {
          const outcome = yield* call(list, filter)
          if (outcome !== refused) mistakes.push([name, filter, outcome])
        }
      }
      assert.deepStrictEqual(mistakes, [])
    }).pipe(Effect.provide(layer)))

  it.effect("a promise, map or object with inherited fields is refused instead of matching everything", () =>
    Effect.gen(function*() {
      const mistakes: Array<unknown> = []
      for (const [name, list, [key = ""]] of lists) {
        class Filter {
          get [key]() {
            return id
          }
        }
        const inherited: object = Object.create({ [key]: id })
        const filters = {
          promise: Promise.resolve({ [key]: id }),
          map: new Map([[key, id]]),
          date: new Date(0),
          getter: new Filter(),
          inherited,
          both: Object.assign(Object.create(inherited), name.startsWith("Users") ? { limit: 1 } : {})
        }
        for (const [what, filter] of Object.entries(filters)) {
          const outcome = yield* call(list, filter)
          if (outcome !== refused) mistakes.push([name, what, outcome])
        }
      }
      assert.deepStrictEqual(mistakes, [])
    }).pipe(Effect.provide(layer)))

  it.effect("an id that is undefined or null is refused, and does not drop the filter", () =>
    Effect.gen(function*() {
      const mistakes: Array<unknown> = []
      for (const [name, list, ids] of lists) {
        for (const key of ids) {
          for (const value of [undefined, null]) {
            const outcome = yield* call(list, { [key]: value })
            if (outcome !== refused) mistakes.push([name, key, value, outcome])
          }
        }
      }
      assert.deepStrictEqual(mistakes, [])
    }).pipe(Effect.provide(layer)))

  it.effect("a filter object without a known field is refused", () =>
    Effect.gen(function*() {
      const mistakes: Array<unknown> = []
      for (const [name, list] of lists) {
        for (const filter of [{ id }, { user_id: id }, { team_id: id }]) {
          const outcome = yield* call(list, filter)
          if (outcome !== refused) mistakes.push([name, filter, outcome])
        }
      }
      assert.deepStrictEqual(mistakes, [])
    }).pipe(Effect.provide(layer)))

  it.effect("a missing filter, an empty filter and a filter with further fields are accepted", () =>
    Effect.gen(function*() {
      const { id: userId } = yield* Users.create({ displayName: "Ada" })
      for (const [name, list, ids] of lists) {
        // Services of this version do not split the list of teams.
        if (name === "Teams.listPage") continue
        const filters = [
          ...name === "Teams.listPage" ? [{ limit: 1 }] : [undefined, {}],
          ...ids.includes("userId") ? [{ userId, displayName: "Ada", folderId: undefined }] : []
        ]
        for (const filter of filters) {
          // The first call with some endpoints detects the generation of the service.
          assert.match(yield* call(list, filter), /^succeeds after [12] requests$/, name)
        }
      }
    }).pipe(Effect.provide(layer)))
})
