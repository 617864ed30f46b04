/** Every kind of user with every option of `CurrentUser.get`, as results and as exceptions. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TokenStore } from "latchkey/promise"
import { assertNoMismatches } from "../support/mismatches.ts"
import { makeServer } from "./support.ts"

const kinds = [
  { name: "no user", user: undefined },
  { name: "an anonymous user", user: { isAnonymous: true } },
  { name: "a restricted user", user: { restrictedByAdmin: true } },
  { name: "a user without a verified email", user: { primaryEmail: "a@example.com", primaryEmailVerified: false } },
  { name: "a full user", user: { primaryEmail: "b@example.com", primaryEmailVerified: true } }
] as const

type Kind = typeof kinds[number]

/** A server signs no anonymous user up. */
const modes = [undefined, "return-null", "throw", "anonymous-if-exists"] as const

/** The rules of docs/restricted-users.md and docs/anonymous.md. */
const isReturned = ({ user }: Kind, or: typeof modes[number], includeRestricted: boolean | undefined): boolean => {
  if (user === undefined) return false
  if ("isAnonymous" in user) return or === "anonymous-if-exists"
  return !("restrictedByAdmin" in user) || includeRestricted === true
}

describe("CurrentUser.get of the Promise wrapper", () => {
  it("returns each kind of user exactly if the options treat it as signed in", async () => {
    const mismatches: Array<string> = []
    for (const kind of kinds) {
      await using auth = makeServer()
      const { orThrow } = auth
      if (kind.user !== undefined) {
        const { id } = await orThrow.Users.create(kind.user)
        const tokens = await orThrow.Sessions.create({ userId: id })
        await orThrow.run(Effect.flatMap(TokenStore.TokenStore, (store) => store.modify(() => tokens)))
      }
      for (const or of modes) {
        for (const includeRestricted of [undefined, false, true]) {
          const options = { or, includeRestricted }
          const expected = isReturned(kind, or, includeRestricted)
            ? "user"
            : or === "throw"
            ? "UserNotSignedIn"
            : "null"
          const result = await auth.CurrentUser.get(options)
          const asResult = result.ok ? result.value === null ? "null" : "user" : result.error._tag
          const asException = await orThrow.CurrentUser.get(options).then(
            (user) => user === null ? "null" : "user",
            (error: { readonly _tag: string }) => error._tag
          )
          for (const [form, actual] of Object.entries({ "as a result": asResult, "as an exception": asException })) {
            if (actual !== expected) {
              mismatches.push(`${kind.name}, ${JSON.stringify(options)}, ${form}: ${actual} instead of ${expected}`)
            }
          }
        }
      }
    }
    assert.isAbove(kinds.length, 0)
    assertNoMismatches(mismatches)
  })
})
