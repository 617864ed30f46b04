import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Teams as ClientTeams, TokenStore, Transport } from "latchkey"
import { Teams, Users } from "latchkey/server"
import * as Tokens from "../../src/session/Tokens.ts"
import {
  type Arrival,
  jwt,
  knownError,
  layerClient,
  layerServer,
  layerWire,
  response,
  signedIn,
  Wire
} from "../support/Wire.ts"

const teamOf = (id: string) => ({
  id,
  display_name: id,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  created_at_millis: 0,
  server_metadata: null
})

const eve = Tokens.make({ refreshToken: "eve", accessToken: jwt({ sub: "eve", iat: 0, exp: 4_000_000_000 }) })

const queryOf = ({ url }: Arrival) => Object.fromEntries(new URL(url).searchParams)

const queries = Effect.map(Wire, ({ calls }) => calls.map(queryOf))

/** A service that splits five teams into pages of two. A cursor is the id of the last team before the page. */
const paged = layerWire((request) => {
  const all = ["1", "2", "3", "4", "5"].map(teamOf)
  const { cursor } = queryOf(request)
  const from = cursor === undefined ? 0 : Number(cursor)
  const items = all.slice(from, from + 2)
  const pagination = { next_cursor: from + 2 < all.length ? items.at(-1)!.id : null }
  return response(200, { items, is_paginated: true, pagination })
})

/** A service that answers each page with the next cursor of a list. */
const withCursors = (...cursors: ReadonlyArray<string>) =>
  layerWire((_, index) =>
    response(200, { items: [], is_paginated: true, pagination: { next_cursor: cursors[index % cursors.length] } })
  )

describe("a list of teams that the service splits into pages", () => {
  it.effect("Teams.list on a client: reads all pages, with the cursor as the only parameter", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* ClientTeams.list).map(({ id }) => id), ["1", "2", "3", "4", "5"])
      assert.deepStrictEqual(yield* queries, [
        { user_id: "me" },
        { user_id: "me", cursor: "2" },
        { user_id: "me", cursor: "4" }
      ])
    }).pipe(Effect.provide(layerClient(paged, {}, signedIn))))

  it.effect("Teams.list on a server: reads all pages, with the filters on each", () =>
    Effect.gen(function*() {
      const teams = yield* Teams.list({ query: "e", orderBy: "createdAt", desc: false })
      assert.deepStrictEqual(teams.map(({ id }) => id), ["1", "2", "3", "4", "5"])
      const filter = { query: "e", order_by: "created_at", desc: "false" }
      assert.deepStrictEqual(yield* queries, [filter, { ...filter, cursor: "2" }, { ...filter, cursor: "4" }])
    }).pipe(Effect.provide(layerServer(paged))))

  for (const cursors of [["a"], ["a", "b"], ["a", "b", "c", "b"]]) {
    it.effect(`fails with InvalidResponse if a cursor returns: ${cursors.join(", ")}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Teams.list())
        assert(error._tag === "ApiError" && error.reason._tag === "InvalidResponse")
        assert.deepStrictEqual(error.reason.path, ["pagination", "next_cursor"])
        assert.isAtMost((yield* Wire).calls.length, cursors.length + 1)
      }).pipe(Effect.provide(layerServer(withCursors(...cursors)))))
  }

  it.effect("client: fails if a cursor returns", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(ClientTeams.list)
      assert(error._tag === "ApiError" && error.reason._tag === "InvalidResponse")
      assert.strictEqual(error.endpoint, "teams.list")
    }).pipe(Effect.provide(layerClient(withCursors("a"), {}, signedIn))))

  it.effect("client: does not continue for another user who signed in between two pages", () =>
    Effect.gen(function*() {
      const { calls } = yield* Wire
      const store = yield* TokenStore.TokenStore
      const first = ClientTeams.list.pipe(
        Effect.updateService(Transport, (transport) => (request) =>
          Effect.tap(transport(request), () => store.modify(() => eve)))
      )
      assert.strictEqual((yield* Effect.flip(first))._tag, "CannotGetOwnUserWithoutUser")
      assert.lengthOf(calls, 1)
    }).pipe(Effect.provide(layerClient(paged, {}, signedIn))))
})

describe("the parameters of a list", () => {
  it.effect("list parameters are sent only if the caller sets them, because older services refuse unknown ones", () =>
    Effect.gen(function*() {
      yield* Teams.list()
      yield* Teams.list({ userId: "11111111-1111-4111-8111-111111111111" })
      yield* Users.list()
      assert.deepStrictEqual(yield* queries, [
        {},
        { user_id: "11111111-1111-4111-8111-111111111111" },
        { limit: "100" }
      ])
    }).pipe(Effect.provide(layerServer(layerWire(() => response(200, { items: [], is_paginated: false }))))))

  it.effect("Teams.listPage: returns one page and its next cursor", () =>
    Effect.gen(function*() {
      const { items, nextCursor } = yield* Teams.listPage({ limit: 2, cursor: "2", desc: true, query: "x" })
      assert.deepStrictEqual(items.map(({ id }) => id), ["3", "4"])
      assert.strictEqual(nextCursor, "4")
      assert.isNull((yield* Teams.listPage({ limit: 2, cursor: "4" })).nextCursor)
      assert.deepStrictEqual(yield* queries, [
        { limit: "2", cursor: "2", desc: "true", query: "x" },
        { limit: "2", cursor: "4" }
      ])
    }).pipe(Effect.provide(layerServer(paged))))

  it.effect("Users.list: sends the order in snake case", () =>
    Effect.gen(function*() {
      const teamId = "11111111-1111-4111-8111-111111111111"
      yield* Users.list({ orderBy: "lastActiveAt", desc: true, teamId, query: "a", limit: 5 })
      yield* Users.list({ orderBy: "signedUpAt" })
      assert.deepStrictEqual(yield* queries, [
        { limit: "5", order_by: "last_active_at", desc: "true", query: "a", team_id: teamId },
        { limit: "100", order_by: "signed_up_at" }
      ])
    }).pipe(Effect.provide(layerServer(layerWire(() => response(200, { items: [], is_paginated: true }))))))

  it.effect("names in snake case fail before a request, with an error that has the names in camel case", () =>
    Effect.gen(function*() {
      // Untyped callers, and those of earlier versions.
      const users = yield* Effect.flip(Users.list({ orderBy: "signed_up_at" as "signedUpAt" }))
      assert(users._tag === "RequestSchemaError")
      assert.include(users.message, "order_by is not \"signedUpAt\" or \"lastActiveAt\"")
      const teams = yield* Effect.flip(Teams.list({ orderBy: "created_at" as "createdAt" }))
      assert(teams._tag === "RequestSchemaError")
      assert.include(teams.message, "order_by is not \"createdAt\"")
      assert.lengthOf((yield* Wire).calls, 0)
    }).pipe(Effect.provide(layerServer(paged))))

  it.effect("an older service that refuses list parameters causes RequestSchemaError", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(Teams.listPage({ limit: 2 })))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerServer(layerWire(() => knownError("SCHEMA_ERROR", 400, { message: "No" }))))))
})
