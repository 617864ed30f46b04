/** The menus of the components in a browser: their place in the window, and the keyboard. */
import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import { openStory } from "./support/gallery.ts"
import { findViolations, it } from "./support/playground.ts"

const phone = { width: 320, height: 720 }

/** A phone whose keyboard is open. */
const short = { width: 320, height: 400 }

const menu = "[data-latchkey~=menu]"

/** Runs before the page's scripts, which then place the menus as in a browser without anchor positioning. */
const hideAnchorPositioning = (): void => {
  CSS.supports = () => false
  addEventListener("DOMContentLoaded", () => {
    const style = document.createElement("style")
    style.textContent = "[data-latchkey] { position-area: none !important; position-try: none !important }"
    document.head.append(style)
  })
}

const trigger = "[data-latchkey~=menu-trigger]"

/** Returns what is wrong with the place of an element. */
const findMisplaced = (page: Page, selector: string, opener = trigger): Promise<ReadonlyArray<string>> =>
  page.evaluate(([selector, opener]) => {
    const { bottom, left, right, top } = document.querySelector(selector)!.getBoundingClientRect()
    const button = document.querySelector(opener)!.getBoundingClientRect()
    const { clientHeight, clientWidth } = document.documentElement
    const center = document.elementFromPoint((left + right) / 2, Math.min(bottom, clientHeight) - 12)
    return [
      ...left < 0 || right > clientWidth ? [`is outside of the window: ${left} to ${right}`] : [],
      ...top < 0 || bottom > clientHeight ? [`is outside of the window: ${top} to ${bottom}`] : [],
      ...top < button.bottom && bottom > button.top ? ["covers its button"] : [],
      ...center?.closest(selector) == null ? [`is covered by ${center?.outerHTML.slice(0, 80)}`] : []
    ]
  }, [selector, opener] as const)

const focusedText = (page: Page): Promise<string | undefined> =>
  page.evaluate(() =>
    (document.activeElement?.querySelector("[data-latchkey~=menu-item-text]") ?? document.activeElement)?.textContent ??
      undefined
  )

describe("a menu", () => {
  const stories = ["user-button-open", "user-button-many-teams", "user-button-at-bottom", "team-switcher-many-teams"]

  for (const hasAnchors of [true, false]) {
    it(`is inside the window and leaves its button in view, ${hasAnchors ? "with" : "without"} anchor positioning`, async ({ open }) => {
      const page = await open("/gallery")
      if (!hasAnchors) await page.context().addInitScript(hideAnchorPositioning)
      const found: Array<string> = []
      for (const id of stories) {
        // The button at the bottom is below a short window.
        for (const viewport of id === "user-button-at-bottom" ? [phone] : [phone, short]) {
          for (const query of ["", "?dir=rtl", "?lang=ar"]) {
            await page.setViewportSize(viewport)
            await openStory(page, id, query)
            const problems = await findMisplaced(page, menu)
            found.push(...problems.map((problem) => `${id}${query}, ${viewport.height} px: ${problem}`))
          }
        }
      }
      for (const id of ["user-button-not-selected", "team-switcher-not-selected"]) {
        await page.setViewportSize(phone)
        await openStory(page, id)
        found.push(...(await findMisplaced(page, "[data-latchkey~=menu-status]")).map((problem) => `${id}: ${problem}`))
      }
      assert.deepStrictEqual(found, [])
    })
  }

  it("is not clipped by a header that is blurred and hides its overflow", async ({ open }) => {
    const page = await open("/gallery")
    await page.setViewportSize(phone)
    await openStory(page, "user-button-closed")
    await page.locator("main").evaluate((main) => {
      Object.assign(main.style, { height: "40px", overflow: "hidden", backdropFilter: "blur(4px)" })
    })
    await page.getByRole("button", { name: /User menu$/ }).click()
    assert.deepStrictEqual(await findMisplaced(page, menu), [])
  })

  it("in a dialog, is inside the window, and Escape closes only the menu", async ({ open }) => {
    const page = await open("/gallery")
    const settings = page.locator("[data-latchkey~=account-settings-dialog]")
    for (const viewport of [phone, { width: 1280, height: 800 }]) {
      await page.setViewportSize(viewport)
      await openStory(page, "account-settings-dialog")
      // On a phone, a list of pages comes first.
      if (viewport === phone) await settings.getByRole("button", { name: "Profile" }).click()
      const button = settings.getByRole("button", { name: "Actions for countess@lovelace.example" })
      await button.focus()
      await page.keyboard.press("Enter")
      await page.locator(menu).waitFor()
      const opener = `${trigger}[aria-label="Actions for countess@lovelace.example"]`
      assert.deepStrictEqual(await findMisplaced(page, menu, opener), [], `${viewport.width} px`)
      await page.keyboard.press("Escape")
      await page.locator(menu).waitFor({ state: "detached" })
      await button.and(page.locator(":focus")).waitFor()
      assert.isTrue(await settings.isVisible())
      await page.keyboard.press("Escape")
      await settings.waitFor({ state: "detached" })
    }
  })

  it("scrolls only the list of many teams", async ({ open }) => {
    const page = await open("/gallery")
    await page.setViewportSize(short)
    await openStory(page, "user-button-many-teams")
    const heights = await page.locator(menu).evaluate((element) => [element.scrollHeight, element.clientHeight])
    assert.strictEqual(heights[0], heights[1])
    const list = page.locator("[data-latchkey~=menu-list]")
    assert.isTrue(await list.evaluate((element) => element.scrollHeight > element.clientHeight))
    assert.isTrue(await page.getByText("System", { exact: true }).isVisible())
  })

  it("with three teams, the user's panel is about 330 px high, and no part of it scrolls", async ({ open }) => {
    const page = await open("/gallery")
    await openStory(page, "user-button-open")
    const list = page.locator("[data-latchkey~=menu-list]")
    assert.isFalse(await list.evaluate((element) => element.scrollHeight > element.clientHeight))
    const box = await page.locator(menu).boundingBox()
    assert.isAtMost(box!.height, 335)
  })
})

describe("the keyboard", () => {
  it("without teams, ends below its last control, also in a window with its button in the middle", async ({ open }) => {
    const page = await open("/gallery", { viewport: { width: 390, height: 720 } })
    await openStory(page, "user-button-without-teams")
    const gap = () =>
      page.locator(menu).evaluate((menu) =>
        menu.getBoundingClientRect().bottom - menu.lastElementChild!.getBoundingClientRect().bottom
      )
    const usual = await gap()
    await page.addStyleTag({ content: "[data-latchkey~=menu-root] { margin-inline-end: 150px }" })
    assert.deepStrictEqual(await findMisplaced(page, menu), [])
    assert.strictEqual(await gap(), usual)
  })

  it("reaches the actions, the teams and the theme of the user's panel in order", async ({ open }) => {
    const page = await open("/gallery")
    await openStory(page, "user-button-closed")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    const stops: Array<string | undefined> = []
    for (let stop = 0; stop < 4; stop++) {
      await page.keyboard.press("Tab")
      stops.push(await focusedText(page))
    }
    assert.deepStrictEqual(stops, ["Manage account", "Sign out", "Analytical Engines", ""])
    await page.keyboard.press("ArrowLeft")
    assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "dark")
    await page.keyboard.press("Escape")
    assert.strictEqual(await page.locator(menu).count(), 0)
  })

  it("moves through the items with the arrow keys, and finds teams by their first letters", async ({ open }) => {
    const page = await open("/gallery")
    await openStory(page, "team-switcher-closed")
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowUp")
    assert.strictEqual(await focusedText(page), "Create a team")
    await page.keyboard.type("bl")
    assert.strictEqual(await focusedText(page), "Bletchley Park")
    await page.keyboard.press("Home")
    assert.strictEqual(await focusedText(page), "Personal account")
    await page.keyboard.press("Escape")
    assert.strictEqual(await page.locator(menu).count(), 0)
    assert.strictEqual(await page.locator(":focus").getAttribute("data-latchkey"), "menu-trigger")
  })

  it("searches the teams, and shows the chosen one in view", async ({ open }) => {
    const page = await open("/gallery")
    await openStory(page, "team-switcher-many-teams")
    for (let step = 0; step < 12; step++) await page.keyboard.press("ArrowDown")
    const active = page.locator("[data-active]")
    assert.strictEqual((await active.textContent())?.includes("Team 11"), true)
    const list = (await page.locator("[data-latchkey~=menu-list]").boundingBox())!
    const box = (await active.boundingBox())!
    assert.isTrue(box.y >= list.y && box.y + box.height <= list.y + list.height)
    await page.keyboard.type("royal")
    assert.strictEqual(await page.getByRole("option").count(), 1)
    assert.deepStrictEqual(await findViolations(page), [])
  })

  it("on a touch screen, a search field does not get the focus by itself", async ({ open }) => {
    const page = await open("/gallery", { hasTouch: true, isMobile: true, viewport: phone })
    await openStory(page, "team-switcher-many-teams")
    assert.strictEqual(await page.locator(":focus").getAttribute("role"), "dialog")
  })
})
