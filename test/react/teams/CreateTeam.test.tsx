// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CurrentUser, Teams } from "latchkey"
import { CreateTeam } from "latchkey/react"
import { signUp } from "../../emulator/support.ts"
import { alert, faults, field, focused, heading, text, type } from "../pages/support.tsx"
import { app, click, refreshed, show } from "./support.tsx"

describe("CreateTeam", () => {
  it.effect("creates a team, selects it, and passes it to onCreated", () =>
    Effect.gen(function*() {
      yield* signUp()
      const created: Array<string> = []
      yield* show(<CreateTeam onCreated={({ id }) => created.push(id)} />)
      yield* heading("Create a team")
      assert.deepStrictEqual(yield* faults, [])
      yield* type("Team name", "Engines")
      yield* click("form", "Create team")
      yield* refreshed
      const [team] = yield* Teams.list
      assert.strictEqual(team?.displayName, "Engines")
      assert.deepStrictEqual(created, [team!.id])
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).selectedTeamId, team!.id)
      assert.strictEqual(field("Team name").value, "")
    }).pipe(Effect.provide(app())))

  it.effect("requires a name", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* show(<CreateTeam />)
      yield* click("form", "Create team")
      assert.strictEqual(yield* alert, "Fill in this field.")
      assert.strictEqual(focused(), field("Team name"))
      assert.lengthOf(yield* Teams.list, 0)
    }).pipe(Effect.provide(app())))

  it.effect("shows a text if the project does not allow users to create teams", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* show(<CreateTeam />)
      yield* text("You can't create teams in this app.")
      assert.isNull(document.querySelector("form"))
    }).pipe(Effect.provide(app({ clientTeamCreationEnabled: false }))))

  it.effect("renders the fallback if no user is signed in", () =>
    Effect.gen(function*() {
      const { container } = yield* show(<CreateTeam fallback="Nobody" />)
      assert.strictEqual(container.textContent, "Nobody")
    }).pipe(Effect.provide(app())))
})
