/** Shared by the tests of the account settings: a signed-in user at the settings. */
import { within } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { CurrentUser } from "latchkey"
import type { ReactNode } from "react"
import { signUp } from "../../emulator/support.ts"
import { pageOf } from "../../pages/support.ts"
import { heading, mount, press, settle, showAt, text } from "../pages/support.tsx"

export const me = CurrentUser.get({ or: "throw" })

/** A part of the page, by its name. */
export const part = (name: string) => within(document.querySelector<HTMLElement>(`[data-latchkey~="${name}"]`)!)

/** Returns `true` if a part is on the page. */
export const hasPart = (name: string): boolean => document.querySelector(`[data-latchkey~="${name}"]`) !== null

/** The settings keep the current page in the window's URL, which all tests of a file share. */
const removeFragment = () => history.replaceState(null, "", location.pathname)

/** Renders a component for a user who has just signed up. */
export const shownTo = (element: ReactNode) =>
  Effect.gen(function*() {
    removeFragment()
    yield* signUp()
    const app = yield* mount(element)
    yield* settle
    return app
  })

/** Opens a page of the account settings of a user who has just signed up. */
export const settings = (page?: "Security" | "Sessions" | "API keys" | "Teams") =>
  Effect.gen(function*() {
    removeFragment()
    yield* signUp()
    const app = yield* showAt(pageOf("account-settings"))
    yield* heading("Account settings")
    yield* text("Email addresses")
    yield* settle
    if (page !== undefined) yield* open(page)
    return app
  })

/** Selects a page of the account settings. */
export const open = (page: string) => Effect.andThen(press(page), settle)

/** Changed data is refetched after a moment. */
export const refreshed = Effect.andThen(Effect.andThen(settle, TestClock.adjust("1 second")), settle)

/** The titles of the sections, without those of sections that are the only one of their page. */
export const titles = (): ReadonlyArray<string> =>
  Array.from(document.querySelectorAll("[data-latchkey~=section-title]"), ({ textContent }) => textContent)

/** Opens the menu of a row. */
export const openMenu = (name: string) => Effect.andThen(press(name), settle)

/** Chooses an item of the open menu. */
export const choose = (name: string) =>
  Effect.andThen(Effect.promise(async () => within(document.body).getByRole("menuitem", { name }).click()), settle)

/** Confirms the open dialog. */
export const confirm = Effect.andThen(
  Effect.promise(async () => {
    document.querySelector<HTMLElement>("dialog [data-latchkey~=\"submit\"]")!.click()
  }),
  refreshed
)
