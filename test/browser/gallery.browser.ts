import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import {
  findOverflowByLanguage,
  findSmallTargets,
  forEachStory,
  layoutShiftsOf,
  listStories,
  openStory,
  overflowOf,
  watchLayoutShifts
} from "./support/gallery.ts"
import { findViolations, it as test } from "./support/playground.ts"

const phone = { width: 320, height: 720 }

/** A window of 1280 px at a zoom of 200 %. */
const zoomed = { width: 640, height: 360 }

const desk = { width: 1280, height: 800 }

/** Ends a test that hangs. A busy machine takes seconds for each of the stories. */
const timeout = 3_600_000

/** Shows a story in a theme, without opening it again. */
const showTheme = (page: Page, theme: "light" | "dark"): Promise<void> =>
  page.evaluate((theme) => {
    document.documentElement.dataset["theme"] = theme
  }, theme)

/** Runs a check while the page has a touch screen in place of a mouse. */
const withTouch = async <A>(page: Page, check: () => Promise<A>): Promise<A> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 })
  assert.isTrue(await page.evaluate(() => matchMedia("(pointer: coarse)").matches))
  const result = await check()
  // The emulation ends with it.
  await devtools.detach()
  return result
}

describe("each story of the gallery", () => {
  test(
    "each story is accessible, fits small windows, has large targets and does not shift",
    { timeout },
    async ({ open }) => {
      const pages = [await open("/gallery"), await open("/gallery")]
      for (const page of pages) await page.context().addInitScript(watchLayoutShifts)
      const found = await forEachStory(pages, await listStories(pages[0]!), async (page, id) => {
        const found: Array<string> = []
        const report = (problems: ReadonlyArray<string>, what: string) =>
          found.push(...problems.map((problem) => `${id}, ${what}: ${problem}`))
        await page.setViewportSize(desk)
        await openStory(page, id)
        report(await layoutShiftsOf(page), "layout shift")
        for (const theme of ["light", "dark"] as const) {
          await showTheme(page, theme)
          // Only the colors depend on the theme.
          report(await findViolations(page, theme === "light" ? undefined : ["color-contrast"]), theme)
        }
        for (const viewport of [zoomed, phone]) {
          await page.setViewportSize(viewport)
          const overflow = await overflowOf(page)
          if (overflow > 0) report([`${overflow} px`], `wider than ${viewport.width} px`)
        }
        report(await findSmallTargets(page, 24), "smaller than 24 px")
        const smallOnTouch = await withTouch(page, () => findSmallTargets(page, 44))
        report(smallOnTouch, "smaller than 44 px on a touch screen")
        return found
      })
      assert.deepStrictEqual(found, [])
    }
  )
})

describe("each language", () => {
  test("every story fits a phone in every language", { timeout }, async ({ open }) => {
    const pages = [await open("/gallery"), await open("/gallery")]
    for (const page of pages) await page.setViewportSize(phone)
    const found = await forEachStory(pages, await listStories(pages[0]!), async (page, id) => {
      await openStory(page, id)
      return (await findOverflowByLanguage(page)).map((problem) => `${id}, ${problem}`)
    })
    assert.deepStrictEqual(found, [])
  })

  test("Japanese lines end between phrases, and Korean ones between words", async ({ open }) => {
    const page = await open("/gallery")
    const breaksOf = async (language: string) => {
      await openStory(page, "forgot-password-idle", `?lang=${language}`)
      return page.locator("[data-latchkey~=card-text]").first().evaluate((text) => getComputedStyle(text).wordBreak)
    }
    assert.deepStrictEqual([await breaksOf("ja"), await breaksOf("ko"), await breaksOf("en")], [
      "auto-phrase",
      "keep-all",
      "normal"
    ])
  })
})

describe("the gallery", () => {
  test("mirrors the components from right to left", { timeout }, async ({ open }) => {
    const page = await open("/gallery")
    const found: Array<string> = []
    const sample = ["sign-in-idle", "account-settings-profile", "team-settings-members", "user-button-open"]
    for (const id of sample) {
      for (const query of ["?dir=rtl", "?lang=ar"]) {
        await openStory(page, id, query)
        const directions = await page.locator("[data-latchkey~=root]").evaluateAll((roots) =>
          roots.map((root) => getComputedStyle(root).direction)
        )
        assert.deepStrictEqual([...new Set(directions)], ["rtl"], id)
        found.push(...(await findViolations(page)).map((violation) => `${id}${query}: ${violation}`))
        await page.setViewportSize(phone)
        assert.isAtMost(await overflowOf(page), 0, id + query)
        await page.setViewportSize(desk)
      }
    }
    assert.deepStrictEqual(found, [])
  })

  test("the title of a card in a dialog is beside the close button", async ({ open }) => {
    const page = await open("/gallery")
    await page.setViewportSize(phone)
    for (const id of ["sign-in-button-sign-up-dialog", "sign-in-button-dialog-with-logo", "team-switcher-creating"]) {
      for (const query of ["", "?lang=de", "?lang=ar"]) {
        await openStory(page, id, query)
        const title = (await page.locator("dialog [data-latchkey~=card-title]").boundingBox())!
        const close = (await page.locator("dialog [data-latchkey~=close]").boundingBox())!
        const isBeside = title.x + title.width <= close.x || close.x + close.width <= title.x
        assert.isTrue(isBeside, `${id}${query}`)
      }
    }
  })

  test("lists the states of each component, and applies the controls", async ({ open }) => {
    const page = await open("/gallery")
    const components = page.getByRole("navigation", { name: "Components" })
    await components.getByRole("link", { name: "UserAvatar", exact: true }).click()
    await page.getByRole("heading", { name: "UserAvatar", level: 1 }).waitFor()
    await page.getByLabel("Theme").selectOption("Dark")
    await page.getByLabel("Direction").selectOption("Right to left")
    const story = page.frameLocator("iframe[title=Sizes]")
    await story.locator("html[data-theme=dark][dir=rtl]").waitFor()
    await story.getByRole("img", { name: "Ada Lovelace" }).first().waitFor()
  })
})
