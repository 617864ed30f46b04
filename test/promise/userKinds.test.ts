/** Every kind of user with every option of `auth.getUser`, as results and as exceptions. */
import { assert, describe, it } from "@effect/vitest"
import type { AuthClient, GetUserOptions } from "latchkey/promise"
import { assertNoMismatches } from "../support/mismatches.ts"
import { startService } from "./support.ts"

const kinds = [
  { name: "no user", user: undefined },
  { name: "an anonymous user", user: { isAnonymous: true } },
  { name: "a restricted user", user: { restrictedByAdmin: true } },
  { name: "a user without a verified email", user: { primaryEmail: "a@example.com", primaryEmailVerified: false } },
  { name: "a full user", user: { primaryEmail: "b@example.com", primaryEmailVerified: true } }
] as const

type Kind = typeof kinds[number]

const modes = [undefined, "return-null", "throw", "anonymous-if-exists", "anonymous"] as const

type Mode = typeof modes[number]

/** The rules of docs/restricted-users.md and docs/anonymous.md. */
const isReturned = ({ user }: Kind, or: Mode, includeRestricted: boolean | undefined): boolean => {
  if (or === "anonymous") return true
  if (user === undefined) return false
  if ("isAnonymous" in user) return or === "anonymous-if-exists"
  return !("restrictedByAdmin" in user) || includeRestricted === true
}

// Sound: the overloads differ in their types only.
const getUser = (auth: AuthClient, options: object) =>
  auth.getUser(options as GetUserOptions & { readonly or?: undefined })

describe("auth.getUser", () => {
  it("auth.getUser: returns each kind of user exactly if the options count that kind as signed in", async () => {
    const mismatches: Array<string> = []
    for (const kind of kinds) {
      for (const or of modes) {
        for (const includeRestricted of [undefined, false, true]) {
          await using service = await startService({ project: { config: { anonymousEnabled: true } } })
          const session = kind.user &&
            await service.emulator.createSession(await service.emulator.createUser(kind.user))
          const open = () =>
            service.client({
              tokens: session && { accessToken: session.accessToken, refreshToken: session.refreshToken }
            })
          const options = { or, includeRestricted }
          const isUser = isReturned(kind, or, includeRestricted)
          const expected = isUser ? "user" : or === "throw" ? "USER_NOT_SIGNED_IN" : "null"
          const { data, error } = await getUser(open(), options)
          const asResult = error ? (error as { readonly code: string }).code : data === null ? "null" : "user"
          const asException = await getUser(open(), options).orThrow().then(
            (user) => user === null ? "null" : "user",
            (error: { readonly code: string }) => error.code
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
