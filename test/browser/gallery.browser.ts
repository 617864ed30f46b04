import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import {
  findSmallTargets,
  forEachStory,
  layoutShiftsOf,
  listStories,
  openStory,
  overflowOf,
  watchLayoutShifts
} from "./support/gallery.ts"
import { findViolations, it } from "./support/playground.ts"

const phone = { width: 320, height: 720 }

/** A window of 1280 px at a zoom of 200 %. */
const zoomed = { width: 640, height: 360 }

const desk = { width: 1280, height: 800 }

/** Shows a story of the same page in a theme, without opening it again. */
const showTheme = (page: Page, theme: "light" | "dark"): Promise<void> =>
  page.evaluate((theme) => {
    document.documentElement.dataset["theme"] = theme
  }, theme)

describe("the gallery", () => {
  it("has no accessibility violations in both themes", async ({ open }) => {
    const pages = [await open("/gallery"), await open("/gallery")]
    const found: Array<string> = []
    await forEachStory(pages, await listStories(pages[0]!), async (page, id) => {
      await openStory(page, id)
      for (const theme of ["light", "dark"] as const) {
        await showTheme(page, theme)
        // Only the colors depend on the theme.
        const violations = await findViolations(page, theme === "light" ? undefined : ["color-contrast"])
        found.push(...violations.map((violation) => `${id}, ${theme}: ${violation}`))
      }
    })
    assert.deepStrictEqual(found, [])
  })

  it("fits a phone and a zoom of 200 %, with targets of at least 24 px", async ({ open }) => {
    const pages = [await open("/gallery"), await open("/gallery")]
    const found: Array<string> = []
    for (const page of pages) await page.context().addInitScript(watchLayoutShifts)
    await forEachStory(pages, await listStories(pages[0]!), async (page, id) => {
      await page.setViewportSize(desk)
      await openStory(page, id)
      found.push(...(await layoutShiftsOf(page)).map((shift) => `${id} shifts: ${shift}`))
      for (const viewport of [zoomed, phone]) {
        await page.setViewportSize(viewport)
        const overflow = await overflowOf(page)
        if (overflow > 0) found.push(`${id} is ${overflow} px wider than ${viewport.width} px`)
      }
      found.push(...(await findSmallTargets(page, 24)).map((target) => `${id} has a small target: ${target}`))
    })
    assert.deepStrictEqual(found, [])
  })

  it("has targets of at least 44 px on a touch screen", async ({ open }) => {
    const touch = { viewport: phone, hasTouch: true, isMobile: true }
    const pages = [await open("/gallery", touch), await open("/gallery", touch)]
    const found: Array<string> = []
    await forEachStory(pages, await listStories(pages[0]!), async (page, id) => {
      await openStory(page, id)
      found.push(...(await findSmallTargets(page, 44)).map((target) => `${id} has a small target: ${target}`))
    })
    assert.deepStrictEqual(found, [])
  })

  it("mirrors the components from right to left", async ({ open }) => {
    const page = await open("/gallery")
    const found: Array<string> = []
    const sample = ["sign-in-idle", "account-settings-profile", "team-settings-members", "user-button-open"]
    for (const id of sample) {
      await openStory(page, id, "?dir=rtl")
      const directions = await page.locator("[data-latchkey~=root]").evaluateAll((roots) =>
        roots.map((root) => getComputedStyle(root).direction)
      )
      assert.deepStrictEqual([...new Set(directions)], ["rtl"], id)
      found.push(...(await findViolations(page)).map((violation) => `${id}: ${violation}`))
      await page.setViewportSize(phone)
      assert.isAtMost(await overflowOf(page), 0, id)
      await page.setViewportSize(desk)
    }
    assert.deepStrictEqual(found, [])
  })

  it("lists the states of each component, and applies the controls", async ({ open }) => {
    const page = await open("/gallery")
    await page.getByRole("navigation", { name: "Components" }).getByRole("link", { name: "SignUp", exact: true })
      .click()
    await page.getByRole("heading", { name: "SignUp", level: 1 }).waitFor()
    await page.getByLabel("Theme").selectOption("Dark")
    await page.getByLabel("Direction").selectOption("Right to left")
    const story = page.frameLocator("iframe[title=Idle]")
    await story.locator("html[data-theme=dark][dir=rtl]").waitFor()
    await story.getByRole("heading", { name: "Create your Acme account" }).waitFor()
  })
})
