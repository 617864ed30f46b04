/** The account settings on a phone and on a wide screen: the history, and the focus. */
import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import { openStory } from "./support/gallery.ts"
import { ada, it, signIn } from "./support/playground.ts"

const phone = { viewport: { width: 390, height: 780 } }

const openSettings = async (page: Page, fragment = "") => {
  await signIn(page, ada)
  await page.goto(new URL(`/handler/account-settings${fragment}`, page.url()).href)
  // The shape of loading settings is hidden from screen readers.
  await page.locator("[data-latchkey~=settings]:not([aria-hidden])").waitFor()
}

const list = (page: Page) => page.getByRole("navigation", { name: "Settings" })

const title = (page: Page, name: string) => page.getByRole("heading", { name, level: 2, exact: true })

const hash = (page: Page) => new URL(page.url()).hash

/** Waits until an element has the focus. */
const hasFocus = (page: Page, element: ReturnType<Page["locator"]>) => element.and(page.locator(":focus")).waitFor()

/** Returns the rows with a text that is narrower than 12rem, and the actions that are not quiet. */
const findProblems = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => [
    ...Array.from(document.querySelectorAll("[data-latchkey~=row-text]"), (text) => {
      const { width } = text.getBoundingClientRect()
      return width > 0 && width < 192 ? [`${text.textContent} is ${width} px wide`] : []
    }).flat(),
    ...Array.from(document.querySelectorAll("[data-latchkey~=row-actions] > [data-latchkey~=button]"), (button) =>
      button.getAttribute("data-variant") === "ghost" ? [] : [`${button.textContent} is not quiet`]).flat()
  ])

describe("the rows of settings", () => {
  it("have quiet actions, and texts of at least 12rem on phones", async ({ open }) => {
    const page = await open("/gallery")
    const found: Array<string> = []
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 780 })
      for (const section of ["profile", "security", "sessions", "api-keys", "teams"]) {
        for (const language of ["en", "ar", "ja"]) {
          await openStory(page, `account-settings-${section}`, `?lang=${language}`)
          found.push(...(await findProblems(page)).map((problem) => `${section}, ${language}, ${width} px: ${problem}`))
        }
      }
      for (const id of ["team-settings-general", "team-settings-invitations", "team-settings-api-keys"]) {
        await openStory(page, id)
        found.push(...(await findProblems(page)).map((problem) => `${id}, ${width} px: ${problem}`))
      }
    }
    assert.deepStrictEqual(found, [])
  })
})

describe("the account settings", () => {
  for (const width of [320, 1280]) {
    it(`have the places of their entries and lines while they load: ${width} px`, async ({ open }) => {
      const page = await open("/gallery", { viewport: { width, height: 800 } })
      /** The places of the entries and of the page's title, and on a phone the height of the card. */
      const read = async (story: string) => {
        await openStory(page, story)
        return page.evaluate((isPhone) => {
          const topOf = (element: Element) => element.getBoundingClientRect().top
          const part = (name: string) => document.querySelector(`[data-latchkey~=${name}]`)!
          return {
            entries: Array.from(document.querySelectorAll("[data-latchkey~=nav-item]"), topOf),
            page: part("settings-page").getBoundingClientRect().left,
            title: topOf(part("page-title")),
            line: isPhone ? undefined : Math.round(part("page-title").getBoundingClientRect().height),
            card: isPhone ? part("card").getBoundingClientRect().height : undefined
          }
        }, width === 320)
      }
      const loading = await read("account-settings-loading")
      assert.lengthOf(loading.entries, 5)
      assert.deepStrictEqual(loading, await read("account-settings-list"))
    })
  }

  it("on a phone, a link opens a page, which leads to the list", async ({ open }) => {
    const page = await open("/", phone)
    await openSettings(page, "#sessions")
    await title(page, "Sessions").waitFor()
    await page.getByRole("button", { name: "All settings" }).click()
    await hasFocus(page, list(page).getByRole("button", { name: "Sessions" }))
    assert.strictEqual(hash(page), "")
  })

  it("on a phone, Back returns to the list, and gives the focus to the page's entry", async ({ open }) => {
    const page = await open("/", phone)
    await openSettings(page)
    const security = list(page).getByRole("button", { name: "Security" })
    await security.click()
    await hasFocus(page, title(page, "Security"))
    await page.goBack()
    await hasFocus(page, security)
    assert.strictEqual(hash(page), "")
    await page.goForward()
    await hasFocus(page, title(page, "Security"))
  })

  it("on a wide screen, a button on a page that opens another one moves the focus to its heading", async ({ open }) => {
    const page = await open("/gallery", { viewport: { width: 1280, height: 800 } })
    await openStory(page, "team-settings-only-member")
    await page.getByRole("button", { name: "Invite members" }).click()
    await hasFocus(page, title(page, "Invitations"))
  })

  it("on a wide screen, the list stays beside the page and keeps the focus", async ({ open }) => {
    const page = await open("/", { viewport: { width: 1280, height: 800 } })
    await openSettings(page)
    await title(page, "Profile").waitFor()
    const teams = list(page).getByRole("button", { name: "Teams" })
    await teams.click()
    await title(page, "Teams").waitFor()
    await hasFocus(page, teams)
    assert.isFalse(await page.getByRole("button", { name: "All settings" }).isVisible())
    await page.goBack()
    await title(page, "Profile").waitFor()
  })
})
