// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { CurrentUser, Teams } from "latchkey"
import { TeamSwitcher } from "latchkey/react"
import { signUp } from "../../emulator/support.ts"
import { gone } from "../../pages/support.ts"
import { faults, field, focused, hold, press, settle, text, type, until } from "../pages/support.tsx"
import { app, choose, click, inside, items, part, refreshed, show } from "./support.tsx"

/** Ada is signed in, and a member of two teams. The second one is selected. */
const twoTeams = Effect.gen(function*() {
  yield* signUp()
  return [
    yield* Teams.create({ displayName: "Engines" }),
    yield* Teams.create({ displayName: "Looms" })
  ] as const
})

const trigger = () => screen.getByRole("button", { name: /, Switch team$/ })

const openMenu = Effect.andThen(Effect.promise(async () => fireEvent.click(trigger())), settle)

const key = (name: string) =>
  Effect.andThen(Effect.promise(async () => fireEvent.keyDown(focused()!, { key: name })), settle)

const selected = Effect.map(CurrentUser.get({ or: "throw" }), ({ selectedTeam }) => selectedTeam?.displayName)

describe("TeamSwitcher", () => {
  it.effect("TeamSwitcher: lists the teams and the personal account, and marks the selected one", () =>
    Effect.gen(function*() {
      yield* twoTeams
      yield* show(<TeamSwitcher />)
      assert.strictEqual(trigger().getAttribute("aria-label"), "Looms, Switch team")
      assert.deepStrictEqual(items(), [])
      yield* openMenu
      assert.deepStrictEqual(items(), ["Personal account", "Engines", "* Looms", "Team settings", "Create a team"])
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app())))

  it.effect("switches to a team and to the personal account, and calls onSelect", () =>
    Effect.gen(function*() {
      yield* twoTeams
      const chosen: Array<string | undefined> = []
      yield* show(<TeamSwitcher onSelect={(team) => chosen.push(team?.displayName)} />)
      yield* openMenu
      yield* choose("Engines")
      assert.deepStrictEqual(chosen, ["Engines"])
      assert.strictEqual(yield* selected, "Engines")
      assert.strictEqual(trigger().getAttribute("aria-label"), "Engines, Switch team")
      assert.strictEqual(focused(), trigger())
      yield* openMenu
      yield* choose("Personal account")
      assert.deepStrictEqual(chosen, ["Engines", undefined])
      assert.isUndefined(yield* selected)
      assert.strictEqual(trigger().getAttribute("aria-label"), "Personal account, Switch team")
    }).pipe(Effect.provide(app())))

  it.effect("sends no request when the user selects the current team", () =>
    Effect.gen(function*() {
      yield* twoTeams
      const chosen: Array<unknown> = []
      yield* show(<TeamSwitcher onSelect={(team) => chosen.push(team)} />)
      yield* openMenu
      yield* choose("Looms")
      assert.deepStrictEqual(chosen, [])
      assert.deepStrictEqual(items(), [])
    }).pipe(Effect.provide(app())))

  it.effect("shows the error of a switch, and the previous team", () =>
    Effect.gen(function*() {
      const [engines] = yield* twoTeams
      yield* show(<TeamSwitcher />)
      yield* openMenu
      yield* Teams.leave(engines.id)
      yield* Effect.promise(async () => fireEvent.click(screen.getByRole("option", { name: "Engines" })))
      yield* until(() => screen.queryAllByRole("alert").length > 0)
      assert.strictEqual(screen.getByRole("alert").textContent, "You're no longer a member of this team.")
      assert.strictEqual(trigger().getAttribute("aria-label"), "Looms, Switch team")
    }).pipe(Effect.provide(app())))

  it.effect("works with the keyboard alone", () =>
    Effect.gen(function*() {
      yield* twoTeams
      yield* show(<TeamSwitcher />)
      trigger().focus()
      yield* key("ArrowDown")
      assert.strictEqual(focused()?.textContent, "APersonal account")
      yield* key("ArrowDown")
      assert.include(focused()?.textContent, "Engines")
      yield* key("c")
      assert.strictEqual(focused()?.textContent, "Create a team")
      yield* key("Escape")
      assert.strictEqual(focused(), trigger())
      assert.deepStrictEqual(items(), [])
    }).pipe(Effect.provide(app())))

  it.effect("has a search field from eight teams on, which has the focus and selects a team", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (let number = 1; number < 8; number++) yield* Teams.create({ displayName: `Team ${number}` })
      yield* show(<TeamSwitcher />)
      yield* openMenu
      assert.isNull(screen.queryByRole("combobox"))
      assert.strictEqual(focused()?.textContent, "T7Team 7")
      yield* key("Escape")
      yield* Teams.create({ displayName: "Engines" })
      yield* refreshed
      yield* openMenu
      assert.strictEqual(focused(), screen.getByRole("combobox", { name: "Search teams" }))
      yield* type("Search teams", "TEAM 3")
      assert.deepStrictEqual(items(), ["Team 3", "Team settings", "Create a team"])
      assert.deepStrictEqual(yield* faults, [])
      yield* key("Enter")
      yield* refreshed
      assert.strictEqual(yield* selected, "Team 3")
      assert.strictEqual(focused(), trigger())
    }).pipe(Effect.provide(app())))

  it.effect("letters that are typed outside of the search field move the focus there", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (let number = 1; number < 9; number++) yield* Teams.create({ displayName: `Team ${number}` })
      yield* show(<TeamSwitcher />)
      yield* openMenu
      screen.getByRole("button", { name: "Create a team" }).focus()
      yield* key("t")
      assert.strictEqual(focused(), screen.getByRole("combobox"))
    }).pipe(Effect.provide(app())))

  it.effect("creates a team in a dialog, and closes it", () =>
    Effect.gen(function*() {
      yield* signUp()
      const chosen: Array<string | undefined> = []
      yield* show(<TeamSwitcher onSelect={(team) => chosen.push(team?.displayName)} />)
      yield* openMenu
      assert.deepStrictEqual(items(), ["* Personal account", "Create a team"])
      yield* choose("Create a team")
      yield* until(() => part("create-team-dialog") !== null)
      yield* refreshed
      assert.strictEqual(screen.getByRole("dialog").getAttribute("aria-label"), "Create a team")
      assert.strictEqual(screen.getByRole("heading", { level: 2 }).textContent, "Create a team")
      assert.strictEqual(focused(), field("Team name"))
      yield* type("Team name", "Engines")
      yield* press("Create team")
      yield* refreshed
      assert.isNull(screen.queryByRole("dialog"))
      assert.strictEqual(focused(), trigger())
      assert.deepStrictEqual(chosen, ["Engines"])
      assert.strictEqual(trigger().getAttribute("aria-label"), "Engines, Switch team")
    }).pipe(Effect.provide(app())))

  it.effect("opens the team settings in a dialog, and returns the focus when it closes", () =>
    Effect.gen(function*() {
      yield* twoTeams
      yield* show(<TeamSwitcher />)
      yield* openMenu
      yield* choose("Team settings")
      yield* until(() => part("team-settings-dialog") !== null)
      yield* refreshed
      inside("team-settings-dialog").getByText("Looms")
      yield* click("team-settings-dialog", "Close")
      assert.isNull(part("team-settings-dialog"))
      assert.strictEqual(focused(), trigger())
    }).pipe(Effect.provide(app())))

  it.effect("redirects to the page teamSettings with teamSettings=\"redirect\"", () =>
    Effect.gen(function*() {
      yield* twoTeams
      yield* show(<TeamSwitcher teamSettings="redirect" />)
      yield* openMenu
      yield* choose("Team settings")
      assert.deepStrictEqual(yield* gone, ["/handler/team-settings"])
      assert.isNull(part("team-settings-dialog"))
      assert.strictEqual(focused(), trigger())
    }).pipe(Effect.provide(app())))

  it.effect("Escape closes only the inner one of two dialogs", () =>
    Effect.gen(function*() {
      yield* twoTeams
      yield* show(<TeamSwitcher />)
      yield* openMenu
      yield* choose("Team settings")
      yield* until(() => part("team-settings-dialog") !== null)
      yield* refreshed
      yield* click("leave-team", "Leave team")
      yield* Effect.promise(async () =>
        fireEvent(part("confirm-leave-team"), new Event("cancel", { cancelable: true }))
      )
      yield* settle
      assert.isNull(part("confirm-leave-team"))
      assert.isNotNull(part("team-settings-dialog"))
    }).pipe(Effect.provide(app())))

  it.effect("passes the selected team to onOpenSettings", () =>
    Effect.gen(function*() {
      yield* twoTeams
      const opened: Array<string> = []
      yield* show(<TeamSwitcher onOpenSettings={({ displayName }) => opened.push(displayName)} />)
      yield* openMenu
      yield* choose("Team settings")
      assert.deepStrictEqual(opened, ["Looms"])
      assert.isNull(screen.queryByRole("dialog"))
    }).pipe(Effect.provide(app())))

  it.effect("has no personal account with hidePersonal, and a text for users without a team", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* show(<TeamSwitcher hidePersonal />)
      assert.strictEqual(trigger().getAttribute("aria-label"), "Select a team, Switch team")
      yield* openMenu
      assert.deepStrictEqual(items(), ["Create a team"])
      yield* text("You aren't a member of any team.")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app())))

  it.effect("has no item to create teams if the project does not allow it", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* show(<TeamSwitcher />)
      yield* openMenu
      assert.deepStrictEqual(items(), ["* Personal account"])
    }).pipe(Effect.provide(app({ clientTeamCreationEnabled: false }))))

  it.effect("shows a placeholder until the user is known", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, release } = yield* hold("/users/me")
      yield* during(show(<TeamSwitcher fallback="Nobody" />))
      assert.isNotNull(part("skeleton"))
      yield* release
      yield* refreshed
      assert.isNull(part("skeleton"))
      assert.isNotNull(trigger())
    }).pipe(Effect.provide(app())))

  it.effect("renders the fallback if no user is signed in", () =>
    Effect.gen(function*() {
      const { container } = yield* show(<TeamSwitcher fallback="Nobody" />)
      assert.strictEqual(container.textContent, "Nobody")
    }).pipe(Effect.provide(app())))
})
