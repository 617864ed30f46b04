// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { CurrentUser, Teams } from "latchkey"
import { SignedIn, UserButton, type UserButtonProps } from "latchkey/react"
import { afterEach, beforeEach } from "vitest"
import { signUp } from "../../emulator/support.ts"
import { gone, requested, watched, whoIsSignedIn } from "../../pages/support.ts"
import { faults, focused, hold, settle, type, until } from "../pages/support.tsx"
import { app, choose, click, inside, items, part, refreshed, show } from "../teams/support.tsx"

const trigger = () => screen.getByRole("button", { name: /, User menu$/ })

const openMenu = Effect.andThen(Effect.promise(async () => fireEvent.click(trigger())), settle)

/** Ada is signed in, and her menu is open. */
const open = (props: UserButtonProps = {}) =>
  Effect.gen(function*() {
    yield* signUp()
    yield* CurrentUser.update({ displayName: "Ada Lovelace" })
    yield* show(<UserButton {...props} />)
    yield* openMenu
  })

const themes = ["Light", "Dark", "* System"]

const rootTheme = () => document.documentElement.getAttribute("data-theme")

const forget = () => {
  document.documentElement.removeAttribute("data-theme")
  localStorage.clear()
}

describe("UserButton", () => {
  beforeEach(forget)
  afterEach(forget)

  it.effect("UserButton: shows the initials, and a menu with the user's name and email", () =>
    Effect.gen(function*() {
      yield* open()
      assert.strictEqual(trigger().textContent, "AL")
      assert.strictEqual(part("user-name").textContent, "Ada Lovelace")
      assert.strictEqual(part("user-email").textContent, "ada@example.com")
      assert.deepStrictEqual(items(), ["Manage account", "Sign out", ...themes])
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app())))

  it.effect("shows the name beside the picture with showName", () =>
    Effect.gen(function*() {
      yield* open({ showName: true })
      assert.strictEqual(trigger().textContent, "ALAda Lovelace")
    }).pipe(Effect.provide(app())))

  it.effect("redirects to the account settings, and moves the focus to the button", () =>
    Effect.gen(function*() {
      yield* open()
      yield* choose("Manage account")
      assert.deepStrictEqual(yield* gone, ["/handler/account-settings"])
      assert.strictEqual(focused(), trigger())
      assert.deepStrictEqual(items(), [])
    }).pipe(Effect.provide(app())))

  it.effect("opens the account settings in a dialog, and returns the focus when it closes", () =>
    Effect.gen(function*() {
      yield* open({ accountSettings: "modal" })
      yield* choose("Manage account")
      yield* until(() => part("account-settings-dialog") !== null)
      yield* refreshed
      assert.strictEqual(screen.getByRole("heading", { level: 2 }).textContent, "Account settings")
      assert.isAbove(inside("account-settings-dialog").getAllByText("Ada Lovelace").length, 0)
      assert.deepStrictEqual(yield* gone, [])
      yield* click("account-settings-dialog", "Close")
      assert.isNull(part("account-settings-dialog"))
      assert.strictEqual(focused(), trigger())
    }).pipe(Effect.provide(app())))

  it.effect("switches between the teams of the user", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Teams.create({ displayName: "Engines" })
      yield* show(<UserButton hideTheme />)
      yield* openMenu
      assert.deepStrictEqual(items(), ["Manage account", "Sign out", "Personal account", "* Engines"])
      yield* choose("Personal account")
      assert.isNull((yield* CurrentUser.get({ or: "throw" })).selectedTeamId)
      yield* openMenu
      assert.deepStrictEqual(items(), ["Manage account", "Sign out", "* Personal account", "Engines"])
    }).pipe(Effect.provide(app())))

  it.effect("is a dialog with the user's name, whose focus order is actions, teams and theme", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Teams.create({ displayName: "Engines" })
      yield* show(<UserButton />)
      yield* openMenu
      const dialog = screen.getByRole("dialog", { name: "ada@example.com, User menu" })
      assert.strictEqual(focused(), dialog)
      assert.deepStrictEqual(yield* faults, [])
      const stops = Array.from(dialog.querySelectorAll<HTMLElement>("button, input")).filter((element) =>
        element.tabIndex === 0 && !element.matches("[type=radio]:not(:checked)")
      )
      const nameOf = (element: HTMLElement) => element.closest("label")?.textContent ?? element.textContent
      assert.deepStrictEqual(stops.map(nameOf), ["Manage account", "Sign out", "EEngines", "System"])
    }).pipe(Effect.provide(app())))

  it.effect("has a search field from eight teams on", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (let number = 1; number < 9; number++) yield* Teams.create({ displayName: `Team ${number}` })
      yield* show(<UserButton hideTheme />)
      yield* openMenu
      assert.deepStrictEqual(yield* faults, [])
      yield* type("Search teams", "team 5")
      assert.deepStrictEqual(items(), ["Manage account", "Sign out", "Team 5"])
    }).pipe(Effect.provide(app())))

  it.effect("shows the error of a team switch at the button", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* Teams.create({ displayName: "Engines" })
      yield* Teams.select(null)
      yield* show(<UserButton hideTheme />)
      yield* openMenu
      yield* Teams.leave(id)
      yield* Effect.promise(async () => fireEvent.click(screen.getByRole("option", { name: "Engines" })))
      yield* until(() => screen.queryAllByRole("alert").length > 0)
      assert.strictEqual(screen.getByRole("alert").textContent, "You're no longer a member of this team.")
      assert.isTrue(part("user-button").contains(screen.getByRole("alert")))
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app())))

  it.effect("neither shows nor fetches the teams with hideTeams", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Teams.create({ displayName: "Engines" })
      yield* watched(Effect.gen(function*() {
        yield* show(<UserButton hideTeams hideTheme />)
        yield* openMenu
        yield* refreshed
        assert.deepStrictEqual(items(), ["Manage account", "Sign out"])
        assert.deepStrictEqual(yield* requested, ["GET /users/me"])
      }))
    }).pipe(Effect.provide(app())))

  it.effect("changes the theme of the page, keeps it for the next visit, and keeps the menu open", () =>
    Effect.gen(function*() {
      yield* open()
      yield* choose("Dark")
      assert.strictEqual(rootTheme(), "dark")
      assert.deepStrictEqual(items(), ["Manage account", "Sign out", "Light", "* Dark", "System"])
      document.documentElement.removeAttribute("data-theme")
      yield* settle
      yield* show(<UserButton fallback="another visit" />)
      assert.strictEqual(rootTheme(), "dark")
      yield* choose("System")
      assert.isNull(rootTheme())
      assert.strictEqual(localStorage.length, 0)
    }).pipe(Effect.provide(app())))

  it.effect("UserButton: the page's own theme wins over the stored theme", () =>
    Effect.gen(function*() {
      localStorage.setItem("latchkey-theme", "dark")
      document.documentElement.setAttribute("data-theme", "light")
      yield* open()
      assert.strictEqual(rootTheme(), "light")
    }).pipe(Effect.provide(app())))

  it.effect("UserButton: the app controls the theme with theme and onThemeChange", () =>
    Effect.gen(function*() {
      localStorage.setItem("latchkey-theme", "light")
      const chosen: Array<string> = []
      yield* open({ theme: "dark", onThemeChange: (theme) => chosen.push(theme) })
      assert.deepStrictEqual(items(), ["Manage account", "Sign out", "Light", "* Dark", "System"])
      yield* choose("Light")
      assert.deepStrictEqual(chosen, ["light"])
      assert.isNull(rootTheme())
    }).pipe(Effect.provide(app())))

  it.effect("has no themes with hideTheme, and does not change the page", () =>
    Effect.gen(function*() {
      localStorage.setItem("latchkey-theme", "dark")
      yield* open({ hideTheme: true })
      assert.deepStrictEqual(items(), ["Manage account", "Sign out"])
      assert.isNull(rootTheme())
    }).pipe(Effect.provide(app())))

  it.effect("UserButton: signs out and redirects to afterSignOut, even if the app unmounts the button first", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, release } = yield* hold("/auth/sessions/current")
      yield* during(Effect.gen(function*() {
        yield* show(
          <SignedIn>
            <UserButton />
          </SignedIn>
        )
        yield* openMenu
        yield* choose("Sign out")
        assert.isNull(part("user-button"))
        assert.deepStrictEqual(yield* gone, [])
        yield* release
        yield* refreshed
      }))
      assert.isUndefined(yield* whoIsSignedIn)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(app())))

  it.effect("shows a placeholder of the same size until the user is known", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, release } = yield* hold("/users/me")
      yield* during(show(<UserButton fallback="Nobody" />))
      assert.strictEqual(part("avatar-skeleton").dataset["size"], "medium")
      assert.strictEqual(document.querySelector("main")!.textContent, "")
      yield* release
      yield* refreshed
      assert.isNull(part("avatar-skeleton"))
      assert.strictEqual(part("avatar").dataset["size"], "medium")
    }).pipe(Effect.provide(app())))

  it.effect("renders the fallback if no user is signed in", () =>
    Effect.gen(function*() {
      const { container } = yield* show(<UserButton fallback="Nobody" />)
      assert.strictEqual(container.textContent, "Nobody")
    }).pipe(Effect.provide(app())))
})
