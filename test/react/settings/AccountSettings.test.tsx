// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Anonymous, Session, Teams } from "latchkey"
import { AccountSettings, type AccountSettingsSection, SessionsSettings } from "latchkey/react"
import { signIn, signUp } from "../../emulator/support.ts"
import { email, gone, layer, pageOf, password, whoIsSignedIn } from "../../pages/support.ts"
import {
  alert,
  button,
  enter,
  faults,
  field,
  focused,
  heading,
  hold,
  html,
  mount,
  press,
  settle,
  showAt,
  text,
  type
} from "../pages/support.tsx"
import { confirm, hasPart, me, open, part, refreshed, settings, shownTo, titles } from "./support.tsx"

/** `list` or `page`: on narrow screens, they replace each other. */
const view = () => document.querySelector<HTMLElement>("[data-latchkey=settings]")!.dataset["view"]

/** Waits until the browser has gone back. */
const popped = (act: () => void) =>
  Effect.promise(() =>
    new Promise<void>((resolve) => {
      addEventListener("popstate", () => resolve(), { once: true })
      act()
    })
  )

const back = Effect.andThen(popped(() => history.back()), settle)

describe("AccountSettings", () => {
  it.effect("requires a sign-in", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf("account-settings"))
      yield* heading("Sign in to continue")
      assert.strictEqual((yield* gone).length, 1)
    }).pipe(Effect.provide(layer())))

  it.effect("has one page at a time, which the navigation marks as the current one", () =>
    Effect.gen(function*() {
      yield* settings()
      const pages = part("settings-nav").getAllByRole("button").map(({ textContent }) => textContent)
      assert.deepStrictEqual(pages, ["Profile", "Security", "Sessions", "API keys", "Teams"])
      const expected: Record<string, ReadonlyArray<string>> = {
        Profile: ["Email addresses", "Connected accounts"],
        Security: ["Password", "Passkey", "Two-factor authentication", "Delete account"],
        Sessions: [],
        "API keys": [],
        Teams: []
      }
      for (const page of pages) {
        yield* open(page)
        assert.strictEqual(focused()?.textContent, page)
        assert.strictEqual(focused()?.tagName, "H2")
        assert.deepStrictEqual(titles(), expected[page])
        assert.strictEqual(part("settings-nav").getByRole("button", { current: "page" }).textContent, page)
        assert.deepStrictEqual(yield* faults, [], page)
      }
    }).pipe(Effect.provide(layer({
      config: {
        oauthProviders: ["github"],
        allowUserApiKeys: true,
        clientUserDeletionEnabled: true
      }
    }))))

  it.effect("shows only the features that the project enables", () =>
    Effect.gen(function*() {
      yield* settings()
      assert.deepStrictEqual(titles(), ["Email addresses"])
      assert.deepStrictEqual(
        part("settings-nav").getAllByRole("button").map(({ textContent }) => textContent),
        ["Profile", "Security", "Sessions", "Teams"]
      )
      yield* open("Security")
      assert.deepStrictEqual(titles(), ["Password", "Two-factor authentication"])
      yield* open("Teams")
      yield* text("Teams you join appear here.")
      assert.isFalse(hasPart("open-create-team"))
    }).pipe(Effect.provide(layer({
      config: {
        oauthProviders: [],
        passkeyEnabled: false,
        allowUserApiKeys: false,
        clientTeamCreationEnabled: false,
        clientUserDeletionEnabled: false
      }
    }))))

  it.effect("shows the page of the app's router, and reports each selected page", () =>
    Effect.gen(function*() {
      const selected: Array<AccountSettingsSection | null> = []
      const element = (section: AccountSettingsSection) => (
        <AccountSettings
          section={section}
          onSectionChange={(next) => selected.push(next)}
        />
      )
      const { render } = yield* shownTo(element("security"))
      yield* text("Password")
      yield* open("Sessions")
      assert.deepStrictEqual(selected, ["sessions"])
      assert.include(titles(), "Password")
      render(element("sessions"))
      yield* text("This device")
    }).pipe(Effect.provide(layer())))

  it.effect("reports null when the user returns to the list", () =>
    Effect.gen(function*() {
      const selected: Array<AccountSettingsSection | null> = []
      const element = (section: AccountSettingsSection | null) => (
        <AccountSettings
          section={section}
          onSectionChange={(next) => selected.push(next)}
        />
      )
      const { render } = yield* shownTo(element("security"))
      yield* text("Two-factor authentication")
      assert.strictEqual(view(), "page")
      yield* open("All settings")
      assert.deepStrictEqual(selected, [null])
      render(element(null))
      yield* settle
      assert.strictEqual(view(), "list")
      assert.strictEqual(location.hash, "")
    }).pipe(Effect.provide(layer())))

  it.effect("moves the focus to the page's heading, and back to its button in the list", () =>
    Effect.gen(function*() {
      yield* shownTo(<AccountSettings />)
      yield* text("Email addresses")
      assert.strictEqual(view(), "list")
      yield* open("Security")
      assert.strictEqual(view(), "page")
      assert.strictEqual(focused()?.textContent, "Security")
      assert.strictEqual(focused()?.tagName, "H2")
      assert.deepStrictEqual(yield* faults, [])
      yield* open("All settings")
      assert.strictEqual(view(), "list")
      assert.strictEqual(focused(), button("Security"))
      assert.strictEqual(location.hash, "")
    }).pipe(Effect.provide(layer())))

  it.effect("keeps the page of the handler in the URL, so that the browser's Back button returns to the list", () =>
    Effect.gen(function*() {
      yield* settings()
      assert.strictEqual(view(), "list")
      yield* open("Security")
      assert.strictEqual(location.hash, "#security")
      yield* open("Teams")
      yield* back
      assert.strictEqual(location.hash, "#security")
      yield* text("Two-factor authentication")
      assert.strictEqual(focused()?.textContent, "Security")
      const { length } = history
      // The entry before is the list: the button goes back instead of adding an entry.
      yield* Effect.andThen(popped(() => button("All settings").click()), settle)
      assert.strictEqual(history.length, length)
      assert.strictEqual(location.hash, "")
      assert.strictEqual(view(), "list")
      assert.strictEqual(focused(), button("Security"))
    }).pipe(Effect.provide(layer())))

  it.effect("adds the list to the history after a link to a page", () =>
    Effect.gen(function*() {
      yield* settings()
      history.replaceState({ idx: 3 }, "", "#sessions")
      window.dispatchEvent(new PopStateEvent("popstate"))
      yield* settle
      yield* text("This device")
      yield* open("All settings")
      assert.strictEqual(location.hash, "")
      assert.strictEqual(view(), "list")
      // A router's fields are kept.
      assert.strictEqual(history.state.idx, 3)
    }).pipe(Effect.provide(layer())))

  it.effect("leaves a fragment alone that the app uses for something else", () =>
    Effect.gen(function*() {
      yield* settings()
      history.replaceState(null, "", "#/handler/account-settings")
      window.dispatchEvent(new PopStateEvent("popstate"))
      yield* settle
      yield* open("Security")
      yield* text("Two-factor authentication")
      assert.strictEqual(location.hash, "#/handler/account-settings")
    }).pipe(Effect.provide(layer())))

  it.effect("leads from the handler page back to the app, and has no such button elsewhere", () =>
    Effect.gen(function*() {
      const { unmount } = yield* shownTo(<AccountSettings />)
      yield* text("Email addresses")
      assert.isFalse(hasPart("back-to-app"))
      unmount()
      yield* showAt(pageOf("account-settings"))
      yield* text("Email addresses")
      yield* press("Back to app")
      yield* settle
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("shows the profile if the router names a page that the project turned off", () =>
    Effect.gen(function*() {
      yield* shownTo(<AccountSettings section="apiKeys" />)
      yield* text("Email addresses")
    }).pipe(Effect.provide(layer({ config: { allowUserApiKeys: false } }))))

  it.effect("renders nothing without a user", () =>
    Effect.gen(function*() {
      const { container } = yield* mount(<AccountSettings />)
      yield* settle
      assert.strictEqual(container.innerHTML, "")
    }).pipe(Effect.provide(layer())))

  it.effect("renders skeletons while the user loads, and a button to retry after an error", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, release } = yield* hold("/users/me")
      yield* during(Effect.gen(function*() {
        yield* mount(<SessionsSettings />)
        yield* settle
        assert.isTrue(hasPart("skeleton"))
        yield* release
        yield* text("This device")
      }))
    }).pipe(Effect.provide(layer())))

  it.effect("creates teams, selects one, and leaves it after a confirmation", () =>
    Effect.gen(function*() {
      yield* settings("Teams")
      part("empty-list").getByText("Create a team to work with others.")
      part("empty-list").getByRole("button", { name: "Create team" })
      for (const name of ["Engines", "Looms"]) {
        yield* press("Create team")
        yield* settle
        assert.strictEqual(focused(), field("Team name"))
        yield* type("Team name", name)
        yield* enter("Team name")
        yield* refreshed
      }
      part("section").getByRole("button", { name: "Switch", description: "Engines" }).click()
      yield* refreshed
      assert.strictEqual((yield* me).selectedTeam?.displayName, "Engines")
      part("section").getByRole("button", { name: "Leave", description: "Looms" }).click()
      yield* settle
      assert.lengthOf(yield* Teams.list, 2)
      yield* confirm
      assert.deepStrictEqual((yield* Teams.list).map(({ displayName }) => displayName), ["Engines"])
    }).pipe(Effect.provide(layer({ config: { clientTeamCreationEnabled: true } }))))

  it.effect("AccountSettings: its button signs out", () =>
    Effect.gen(function*() {
      const { during, release } = yield* hold("/auth/sessions/current")
      yield* during(Effect.gen(function*() {
        yield* settings()
        yield* press("Sign out")
        yield* refreshed
        yield* release
        yield* heading("You're signed out")
      }))
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("deletes the account after the user typed the email", () =>
    Effect.gen(function*() {
      yield* settings("Security")
      yield* press("Delete account")
      yield* settle
      assert.deepStrictEqual(yield* faults, [])
      yield* type(`Type “${email}” to confirm`, "ada@example.org")
      yield* confirm
      assert.strictEqual(yield* alert, "This doesn't match. Check your spelling.")
      assert.strictEqual((yield* me).primaryEmail, email)
      yield* type(`Type “${email}” to confirm`, email)
      yield* confirm
      yield* heading("You're signed out")
      assert.deepStrictEqual(yield* gone, ["/"])
      assert.strictEqual((yield* Effect.flip(signIn(email, password)))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layer({ config: { clientUserDeletionEnabled: true } }))))

  it.effect("removes all data of the previous user when another one signs in", () =>
    Effect.gen(function*() {
      yield* settings()
      yield* press("Change")
      yield* type("Name", "Ada of Lovelace")
      yield* signUp("grace@example.com")
      yield* refreshed
      yield* text("grace@example.com")
      assert.notInclude(html(), email)
      assert.isFalse(hasPart("display-name"))
      yield* open("Security")
      yield* press("Turn on")
      yield* text("Setup key")
      yield* signUp("joan@example.com")
      yield* refreshed
      assert.isFalse(hasPart("totp-secret"))
      assert.isNotNull(button("Turn on"))
      yield* Session.signOut
      yield* Anonymous.signUp
      yield* heading("Sign in to continue")
      assert.notInclude(html(), "joan")
    }).pipe(Effect.provide(layer({ config: { anonymousEnabled: true } }))))

  it.effect("requires a sign-in when the session ended on another device", () =>
    Effect.gen(function*() {
      yield* settings()
      yield* Session.signOut
      yield* heading("Sign in to continue")
    }).pipe(Effect.provide(layer())))
})
