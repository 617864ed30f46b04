import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { Teams as ClientTeams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { TeamMembers, Teams, Users } from "latchkey/server"
import { authorizationUrl, visit } from "./oauthSupport.ts"
import {
  clientHeaders,
  codeOf,
  device,
  failure,
  jsonOf,
  layerTest,
  nobody,
  on,
  send,
  serverHeaders,
  signUp
} from "./support.ts"

const newest = layerTest({ newest: true })

/** Creates teams, one in each second, and returns their ids. */
const create = (...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (displayName) => Effect.tap(Teams.create({ displayName }), () => TestClock.adjust("1 second")))
    .pipe(Effect.map((teams) => teams.map(({ id }) => id)))

const namesOf = (teams: ReadonlyArray<{ readonly displayName: string }>) => teams.map(({ displayName }) => displayName)

describe("a list of teams with the option newest", () => {
  it.effect("has pages whose cursor is the last team of the previous page", () =>
    Effect.gen(function*() {
      const [, second] = yield* create("A", "B", "C")
      const first = yield* Teams.listPage({ limit: 2 })
      assert.deepStrictEqual([namesOf(first.items), first.nextCursor], [["A", "B"], second!])
      const last = yield* Teams.listPage({ limit: 2, cursor: first.nextCursor! })
      assert.deepStrictEqual([namesOf(last.items), last.nextCursor], [["C"], null])
      assert.deepStrictEqual(yield* Teams.listPage({ limit: 2, cursor: nobody }), { items: [], nextCursor: null })
      const whole = jsonOf(yield* send("GET", "/teams", serverHeaders))
      assert.lengthOf(whole["items"], 3)
      assert.deepInclude(whole, { is_paginated: true, pagination: { next_cursor: null } })
    }).pipe(Effect.provide(newest)))

  it.effect("is ordered and filtered, for servers and members", () =>
    Effect.gen(function*() {
      const [first] = yield* create("Engines", "Compilers", "Difference engines")
      const listed = (options: Parameters<typeof Teams.list>[0]) => Effect.map(Teams.list(options), namesOf)
      assert.deepStrictEqual(yield* listed({ orderBy: "createdAt", desc: true }), [
        "Difference engines",
        "Compilers",
        "Engines"
      ])
      assert.deepStrictEqual(yield* listed({ query: "ENGINE" }), ["Engines", "Difference engines"])
      assert.deepStrictEqual(yield* listed({ query: first!.toUpperCase() }), ["Engines"])
      assert.deepStrictEqual(yield* listed({ query: first!.slice(0, 8) }), [])
      const phone = yield* device()
      const { tokens, userId } = yield* on(phone)(signUp())
      yield* TeamMembers.add({ teamId: first!, userId })
      assert.deepStrictEqual(yield* listed({ userId, query: "e" }), ["Engines"])
      assert.deepStrictEqual(namesOf(yield* on(phone)(ClientTeams.list)), ["Engines"])
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      assert.strictEqual(codeOf(yield* send("GET", "/teams?user_id=me&order_by=name", headers)), "SCHEMA_ERROR")
    }).pipe(Effect.provide(newest)))

  it.effect("checks the limit and the cursor", () =>
    Effect.gen(function*() {
      for (const query of ["limit=0", "limit=x", "cursor=x", "order_by=createdAt", "desc=1", "more=1"]) {
        assert.strictEqual(codeOf(yield* send("GET", `/teams?${query}`, serverHeaders)), "SCHEMA_ERROR", query)
      }
    }).pipe(Effect.provide(newest)))
})

describe("OAuth with the option newest", () => {
  it.effect("accepts the newer name of the response mode beside the older one", () =>
    Effect.gen(function*() {
      const url = new URL(Redacted.value(yield* authorizationUrl()))
      url.searchParams.set("hexclave_response_mode", "json")
      assert.strictEqual((yield* visit(url.href)).status, 200)
      url.searchParams.set("stack_response_mode", "json")
      assert.strictEqual((yield* visit(url.href)).status, 200)
    }).pipe(Effect.provide(newest)))
})

describe("a list of users with the option newest", () => {
  const active = Effect.forEach(["a", "b", "c"], (displayName) => Users.create({ displayName }))

  it.effect("can be ordered by the last activity", () =>
    Effect.gen(function*() {
      yield* active
      yield* TestClock.adjust("1 minute")
      const { userId } = yield* signUp("d@example.com")
      const { items } = yield* Users.list({ orderBy: "lastActiveAt", desc: true })
      assert.strictEqual(items[0]!.id, userId)
      const rest = items.slice(1).map(({ id }) => id)
      assert.deepStrictEqual(rest, rest.toSorted().reverse())
      assert.deepStrictEqual(
        (yield* Users.list({ orderBy: "lastActiveAt" })).items.map(({ id }) => id),
        items.map(({ id }) => id).reverse()
      )
    }).pipe(Effect.provide(newest)))

  it.effect("has a cursor that is the last user of the previous page, and streams to its end", () =>
    Effect.gen(function*() {
      const users = yield* active
      const page = yield* Users.list({ limit: 2 })
      assert.strictEqual(page.nextCursor, users[1]!.id)
      const streamed = yield* Stream.runCollect(Users.stream({ pageSize: 2 }))
      assert.deepStrictEqual(Array.from(streamed, ({ displayName }) => displayName), ["a", "b", "c"])
    }).pipe(Effect.provide(newest)))
})

describe("without the option newest", () => {
  for (const generation of ["2025", "2026"] as const) {
    it.effect(`${generation}: the later parameters are refused`, () =>
      Effect.gen(function*() {
        for (const query of ["limit=1", `cursor=${nobody}`, "order_by=created_at", "desc=true", "query=a"]) {
          assert.strictEqual(codeOf(yield* send("GET", `/teams?${query}`, serverHeaders)), "SCHEMA_ERROR", query)
        }
        assert.strictEqual((yield* failure(Teams.listPage({ limit: 1 })))._tag, "RequestSchemaError")
        assert.strictEqual((yield* failure(Users.list({ orderBy: "lastActiveAt" })))._tag, "RequestSchemaError")
        assert.deepStrictEqual((yield* Users.list({ orderBy: "signedUpAt" })).items, [])
        yield* create("A")
        assert.deepInclude(jsonOf(yield* send("GET", "/teams", serverHeaders)), { is_paginated: false })
      }).pipe(Effect.provide(layerTest({ generation }))))
  }

  it.effect("newest with generation 2025 is a defect", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(Emulator.make({ newest: true, generation: "2025" }))
      assert(Exit.isFailure(exit))
      assert.match(String(Cause.squash(exit.cause)), /newest requires generation 2026/)
    }))
})
