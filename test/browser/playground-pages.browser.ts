import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import {
  ada,
  closeDevTools,
  createKey,
  expectAccessible,
  goTo,
  it,
  openDevTools,
  sees,
  selectTeam,
  signIn
} from "./support/playground.ts"

/** Runs axe on a page at desktop and phone width, in both themes. */
const lookAt = async (page: Page, where: string): Promise<void> => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 844 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.isAtMost(overflow, 0, `${where} is wider than ${width} pixels`)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${where}, ${width} pixels wide, ${colorScheme}`)
    }
  }
  await page.setViewportSize({ width: 1280, height: 844 })
}

describe("the pages of the playground", () => {
  it("have no accessibility violations while signed out", async ({ open }) => {
    const page = await open()
    await sees(page, "and what happens next.")
    await lookAt(page, "Home")
    await goTo(page, "Account")
    await sees(page, "Sign in to continue")
    await lookAt(page, "Account")
    await goTo(page, "Faults")
    await lookAt(page, "Faults")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Sign in to Latchkey Playground" }).waitFor()
    await lookAt(page, "Sign in")
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click()
    await page.getByRole("heading", { name: "Sign up for Latchkey Playground" }).waitFor()
    await lookAt(page, "Sign up")
  })

  it("have no accessibility violations while signed in", async ({ open }) => {
    const page = await open()
    await signIn(page, ada)
    await sees(page, "Analytical Engines")
    await lookAt(page, "Home")
    await openDevTools(page, "Session")
    await sees(page, "Expires in")
    await closeDevTools(page)
    await goTo(page, "Account")
    await page.getByRole("button", { name: "Security" }).click()
    await page.getByRole("region", { name: "Two-factor authentication" }).getByRole("button", { name: "Turn on" })
      .click()
    await page.getByRole("img", { name: "QR code" }).waitFor()
    await lookAt(page, "Account")
    await goTo(page, "Teams")
    await selectTeam(page, "Analytical Engines")
    await page.getByRole("button", { name: "Members" }).click()
    await sees(page, "Grace Hopper")
    await sees(page, "$manage_api_keys")
    await lookAt(page, "Teams")
    await goTo(page, "API keys")
    await createKey(page, "Nightly backup")
    await sees(page, "Copy your new API key now.")
    await lookAt(page, "API keys")
    await goTo(page, "Sessions")
    await sees(page, "This device")
    await lookAt(page, "Sessions")
    await page.getByRole("button", { name: "Inbox" }).click()
    await sees(page, "No emails yet")
    await lookAt(page, "Inbox")
    await page.goto(new URL("/handler/account-settings", page.url()).href)
    await page.getByRole("heading", { name: "Account settings" }).waitFor()
    await page.getByRole("button", { name: "Sessions" }).click()
    await sees(page, "This device")
    await lookAt(page, "the library's own page for the account")
  })

  it("Vite serves the playground's pages from the sources", async ({ open, developed }) => {
    const page = await open(developed.url)
    await sees(page, "and what happens next.")
  })
})
