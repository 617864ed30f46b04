/** Shared by the tests of teams: a team of Ada, with Grace as a member. */
import { fireEvent, within } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Teams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Permissions, TeamMembers } from "latchkey/server"
import type { ReactNode } from "react"
import { password, signIn, signUp } from "../../emulator/support.ts"
import { layer } from "../../pages/support.ts"
import { mount, settle } from "../pages/support.tsx"

/** The app of the tests, in which users can create teams. */
export const app = (config: Emulator.ConfigOptions = {}) =>
  layer({ config: { clientTeamCreationEnabled: true, ...config } })

/** The part with a name, such as a section. */
export const part = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[data-latchkey~="${name}"]`)!

/** Queries within a part. */
export const inside = (name: string) => within(part(name))

/** Changed data is refetched after a moment. */
export const refreshed = Effect.andThen(Effect.andThen(settle, TestClock.adjust("1 second")), settle)

/** Renders an element, and waits until its data is shown. */
export const show = (element: ReactNode) => Effect.tap(mount(<main>{element}</main>), () => refreshed)

/** Clicks the button of a part. */
export const click = (name: string, label: string | RegExp, description?: string) =>
  Effect.andThen(
    Effect.promise(async () => {
      const button = inside(name).getByRole("button", { name: label, ...description !== undefined && { description } })
      button.focus()
      fireEvent.click(button)
    }),
    settle
  )

export const names = (root: ParentNode = document) =>
  Array.from(root.querySelectorAll("[data-latchkey~=\"row-title\"] > span:first-child"), (row) => row.textContent)

/** Ada is signed in, and her team Engines has Grace as a member. */
export const engines = Effect.gen(function*() {
  yield* signUp()
  const team = yield* Teams.create({ displayName: "Engines" })
  const grace = yield* createGrace
  yield* TeamMembers.add({ teamId: team.id, userId: grace.id })
  return { team, grace }
})

const createGrace = Effect.flatMap(
  Emulator.Emulator,
  ({ createUser }) =>
    createUser({ primaryEmail: "grace@example.com", primaryEmailAuthEnabled: true, password, displayName: "Grace" })
)

/** Grace is signed in, and a member of Ada's team with only the given permissions. */
export const asGrace = (...granted: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { grace, team } = yield* engines
    const membership = { teamId: team.id, userId: grace.id }
    for (const { id } of yield* Permissions.listInTeams({ ...membership, recursive: false })) {
      yield* Permissions.revokeInTeam({ ...membership, permissionId: id })
    }
    for (const permissionId of granted) yield* Permissions.grantInTeam({ ...membership, permissionId })
    yield* signIn("grace@example.com")
    yield* Teams.select(team.id)
    return { team, grace }
  })

/** The buttons, options and themes of the open menu. */
const menuItems = () => Array.from(document.querySelectorAll<HTMLElement>("[data-latchkey~=menu] :is(button, label)"))

const isSelected = (item: HTMLElement) =>
  item.matches("[aria-checked=true], [aria-selected=true]") ||
  item.querySelector<HTMLInputElement>("input")?.checked === true

const textOf = (item: Element) => (item.querySelector("[data-latchkey~=\"menu-item-text\"]") ?? item).textContent

/** The items of the open menu. The selected ones start with an asterisk. */
export const items = () => menuItems().map((item) => `${isSelected(item) ? "* " : ""}${textOf(item)}`)

/** Clicks an item of the open menu. */
export const choose = (text: string) =>
  Effect.andThen(
    Effect.promise(async () => fireEvent.click(menuItems().find((item) => textOf(item) === text)!)),
    refreshed
  )
