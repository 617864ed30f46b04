/** Lists of users, compared with a filter over all users. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { Emulator } from "latchkey/emulator"
import { runsOf } from "../../support/propertyRuns.ts"
import { jsonOf, layerTest, send, serverHeaders } from "../support.ts"

const name = fc.constantFrom(null, "Ada", "ADA L", "Grace", "ad", "x@example.com")
const emails = fc.constantFrom(null, "ada@example.com", "Grace@Example.com", "x@y.z")

const user = fc.record({
  primaryEmail: emails,
  displayName: name,
  isAnonymous: fc.boolean(),
  restrictedByAdmin: fc.boolean()
})

type Change =
  & { readonly at: number }
  & ({ readonly name: string } | { readonly removed: true } | { readonly regular: true })

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ at: fc.nat(), name: fc.constantFrom("Ada", "Eve") }),
  fc.record({ at: fc.nat(), removed: fc.constant(true as const) }),
  fc.record({ at: fc.nat(), regular: fc.constant(true as const) })
)

const flag = fc.constantFrom(undefined, "true", "false")

const query = fc.record({
  desc: flag,
  include_anonymous: flag,
  include_restricted: flag,
  limit: fc.constantFrom(undefined, "1", "3", "100"),
  query: fc.constantFrom(undefined, "", "ada", "ADA", "example.com", "d", "nobody", "<id>"),
  team: fc.boolean(),
  cursor: fc.option(fc.nat(), { nil: undefined })
})

describe.each(["2025", "2026"] as const)("lists of users in generation %s", (generation) => {
  it.effect(
    "contain the users that a filter over all users finds, page by page, after any changes",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(user, { maxLength: 12 }),
            fc.array(change, { maxLength: 5 }),
            fc.array(query, { minLength: 3, maxLength: 8 }),
            fc.array(fc.nat(), { maxLength: 6 }),
            (users, changes, queries, members) =>
              Effect.runPromise(
                Effect.gen(function*() {
                  const emulator = yield* Emulator.Emulator
                  for (const user of users) {
                    yield* emulator.createUser({ ...user, primaryEmailAuthEnabled: false })
                  }
                  const listAll = Effect.map(
                    send("GET", generation === "2025" ? "/users" : "/users?include_anonymous=true", serverHeaders),
                    (response) => jsonOf(response).items as ReadonlyArray<any>
                  )
                  const team = jsonOf(yield* send("POST", "/teams", serverHeaders, { display_name: "Team" })).id
                  const before = yield* listAll
                  for (const index of new Set(members.map((member) => member % Math.max(before.length, 1)))) {
                    const member = before[index]
                    if (member !== undefined) {
                      yield* send("POST", `/team-memberships/${team}/${member.id}`, serverHeaders, {})
                    }
                  }
                  for (const change of changes) {
                    const target = before[change.at % Math.max(before.length, 1)]
                    if (target === undefined) continue
                    const path = `/users/${target.id}`
                    if ("name" in change) yield* send("PATCH", path, serverHeaders, { display_name: change.name })
                    else if ("regular" in change) yield* send("PATCH", path, serverHeaders, { is_anonymous: false })
                    else yield* send("DELETE", path, serverHeaders)
                  }
                  const all = yield* listAll
                  const memberIds = jsonOf(yield* send("GET", `/team-member-profiles?team_id=${team}`, serverHeaders))
                    .items
                    .map((profile: any) => profile.user_id)
                  for (const { cursor, query, team: ofTeam, ...given } of queries) {
                    // The 2025 service has no such parameters.
                    const kinds = generation === "2025"
                      ? { include_anonymous: undefined, include_restricted: undefined }
                      : {}
                    const flags = { ...given, ...kinds }
                    const text = query === "<id>" ? all[0]?.id ?? "" : query
                    const parameters = new URLSearchParams(
                      Object.entries({ ...flags, query: text, team_id: ofTeam ? team : undefined })
                        .flatMap(([name, value]) => value === undefined ? [] : [[name, value]])
                    )
                    const showsAnonymous = generation === "2025" || flags.include_anonymous === "true"
                    const showsRestricted = showsAnonymous || flags.include_restricted === "true"
                    const expected = all.filter((user) =>
                      (!ofTeam || memberIds.includes(user.id)) &&
                      (showsRestricted || user.is_restricted !== true) &&
                      (showsAnonymous || !user.is_anonymous) &&
                      (text === undefined || (query === "<id>" && text !== ""
                        ? user.id === text
                        : [user.display_name ?? "", user.primary_email ?? ""].some((each) =>
                          each.toLowerCase().includes(text.toLowerCase())
                        )))
                    )
                    if (flags.desc === "true") expected.reverse()
                    const start = cursor === undefined || all.length === 0 ? undefined : all[cursor % all.length].id
                    if (start !== undefined) parameters.set("cursor", start)
                    const from = start === undefined ? 0 : expected.findIndex(({ id }) => id === start)
                    const rest = from < 0 ? [] : expected.slice(from)
                    const page = rest.slice(0, flags.limit === undefined ? undefined : Number(flags.limit))
                    const response = yield* send("GET", `/users?${parameters}`, serverHeaders)
                    assert.strictEqual(response.status, 200, response.body)
                    const { items, pagination } = jsonOf(response)
                    assert.deepStrictEqual(items.map(({ id }: any) => id), page.map(({ id }) => id), `${parameters}`)
                    assert.strictEqual(pagination.next_cursor, rest[page.length]?.id ?? null, `${parameters}`)
                  }
                }).pipe(Effect.provide(layerTest({ generation })), Effect.orDie)
              )
          ),
          { numRuns: runsOf(40), seed: 1 }
        )
      )
  )
})
