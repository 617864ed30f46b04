import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Resource } from "latchkey"
import { fromSchema } from "latchkey/schema"
import { makeHydration } from "../../src/cache/hydration.ts"
import type * as Tokens from "../../src/session/Tokens.ts"
import { jwt } from "../session/support.ts"

const tokensOf = (userId: string): Tokens.RefreshableTokens => ({
  refreshToken: Redacted.make(userId),
  accessToken: Redacted.make(jwt({ sub: userId, exp: 2_000_000_000 }))
})

const ada = tokensOf("ada")
const resource = (name: string, options: Partial<Resource.ResourceOptions<unknown, never>> = {}) =>
  Resource.make<unknown, never>({ name, read: Effect.succeed(null), codec: fromSchema(Schema.Unknown), ...options })
const teams = resource("teams", { invalidatedBy: ["teams.create", "teams.update"] })

const entries = { teams: { value: "teams of ada" }, project: { value: "project" } }
const signedIn = { isSignedIn: true, userId: "ada", entries }

describe("makeHydration", () => {
  let time = 1000
  const make = (given: unknown = signedIn) => {
    time = 1000
    return makeHydration(given, () => time)
  }
  const isTaken = (given: unknown, session: Tokens.Tokens | null | undefined, wasKnown = true) =>
    make(given).take(teams, session, wasKnown) !== undefined

  it("a signed-in user's value is only for the same user", () => {
    assert.deepInclude(make().take(teams, ada, true), { value: "teams of ada" })
    assert.isFalse(isTaken(signedIn, tokensOf("bob")))
    assert.isFalse(isTaken(signedIn, null))
    assert.isFalse(isTaken(signedIn, { ...ada, accessToken: undefined }))
    assert.isFalse(isTaken({ ...signedIn, userId: null }, { ...ada, accessToken: undefined }))
  })

  it("a signed-out value is only for a signed-out browser", () => {
    const signedOut = { isSignedIn: false, userId: null, entries }
    assert.isTrue(isTaken(signedOut, null))
    assert.isFalse(isTaken(signedOut, ada))
  })

  it("a value is used until the store has been read for the first time", () => {
    assert.isTrue(isTaken(signedIn, undefined, false))
    assert.isFalse(isTaken(signedIn, undefined, true))
  })

  it("a value independent of the session is for every user", () => {
    const project = resource("project", { perSession: false })
    for (const session of [undefined, null, ada, tokensOf("bob")]) {
      assert.deepInclude(make().take(project, session, true), { value: "project" })
    }
  })

  it("take: a value is fresh for one minute", () => {
    const hydration = make()
    time += 59_999
    assert.isDefined(hydration.take(teams, ada, true))
    const late = make()
    time += 60_000
    assert.isUndefined(late.take(teams, ada, true))
  })

  it("a value that a call may have changed is outdated", () => {
    const hydration = make()
    hydration.markOutdated("users.update")
    assert.isDefined(hydration.take(teams, ada, true))
    const changed = make()
    changed.markOutdated("teams.update")
    assert.isUndefined(changed.take(teams, ada, true))
  })

  it("an unknown key and a missing dehydrated cache have no value", () => {
    assert.isUndefined(make().take(resource("users"), ada, true))
    assert.isUndefined(make(null).take(teams, ada, true))
    assert.isUndefined(make(null).dehydrated)
  })

  it("makeHydration: returns the same state object for repeated reads", () => {
    const hydration = make()
    const state = hydration.serverState(teams)
    assert.deepStrictEqual(state, { _tag: "Ready", value: "teams of ada", isRefreshing: false, stale: undefined })
    assert.strictEqual(hydration.serverState(teams), state)
    assert.isUndefined(hydration.serverState(resource("users")))
    assert.isUndefined(make(null).serverState(teams))
  })
})
