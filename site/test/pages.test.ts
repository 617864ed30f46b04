import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { groups } from "../sidebar.ts"
import {
  distFolder,
  findViolations,
  inParallel,
  isSiteMissing,
  openSite,
  overflowOf,
  type Site
} from "./support/openSite.ts"

const isMissing = isSiteMissing("the guides")

let site: Site

beforeAll(async () => {
  if (!isMissing) site = await openSite()
})

afterAll(async () => {
  await site?.close()
})

const pagesBelow = (folder: string): ReadonlyArray<string> =>
  existsSync(join(distFolder, folder))
    ? readdirSync(join(distFolder, folder)).filter((name) => name.endsWith(".html")).map((name) => `${folder}/${name}`)
    : []

/** The guides, and pages of each generated kind. */
const pages: ReadonlyArray<string> = [
  ...groups.flatMap(({ pages }) => pages.map((page) => `${page}.html`)),
  "error-codes.html",
  ...pagesBelow("errors").slice(0, 2),
  "reference/README.html",
  "reference/latchkey.html",
  "reference/react.html",
  "reference/promise.html",
  ...pagesBelow("reference/react"),
  ...pagesBelow("api").slice(0, 2),
  "404.html"
]

/** Returns the elements of the sidebar that have the focus, one after the other, from the entry with a text. */
const focusFrom = async (page: Page, start: string, count: number): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  await page.locator(".VPSidebar").getByText(start, { exact: true }).focus()
  for (let step = 0; step < count; step++) {
    names.push(await page.evaluate(() => document.activeElement!.textContent || document.activeElement!.ariaLabel!))
    await page.keyboard.press("Tab")
  }
  return names
}

describe.skipIf(isMissing)("the pages of the site", () => {
  // A busy machine takes seconds for each page.
  it(
    "each page is accessible, fits a window of 320 px and sends no foreign request",
    { timeout: 3_600_000 },
    async () => {
      const found: Array<string> = []
      await inParallel(pages, 3, async (path) => {
        const isDark = pages.indexOf(path) % 2 === 1
        const { page, problems } = await site.open(path, { width: 1280, theme: isDark ? "dark" : "light" })
        problems.push(...await findViolations(page))
        await page.setViewportSize({ width: 320, height: 900 })
        const overflow = await overflowOf(page)
        if (overflow > 0) problems.push(`${overflow} px too wide`)
        found.push(...problems.map((problem) => `${path}, ${isDark ? "dark" : "light"}: ${problem}`))
        await page.close()
      })
      assert.deepStrictEqual(found, [])
    }
  )

  it("the sidebar marks the page, and its headings are no stops for the keyboard", async () => {
    const { page, problems } = await site.open("init.html", { width: 1280 })
    const current = page.locator(".VPSidebar [aria-current=page]")
    assert.strictEqual(await current.count(), 1)
    const titles = await page.locator(".VPSidebar a").allInnerTexts()
    const first = titles.indexOf(await current.innerText())
    assert.deepStrictEqual(
      await focusFrom(page, titles[first]!, 8),
      // The group "Frameworks" starts among them.
      titles.slice(first, first + 8)
    )
    assert.deepStrictEqual(problems, [])
    await page.close()
  })

  it("the keyboard opens and closes a group, and a group with the page is open", async () => {
    const { page, problems } = await site.open("reference/promise.html", { width: 1280 })
    const toggle = page.getByRole("button", { name: "Pages of latchkey/react", exact: true })
    const hooks = page.locator(".VPSidebar").getByRole("link", { name: "Hooks", exact: true })
    assert.strictEqual(await toggle.getAttribute("aria-expanded"), "false")
    assert.strictEqual(await hooks.count(), 0)
    await toggle.focus()
    await page.keyboard.press("Enter")
    assert.strictEqual(await toggle.getAttribute("aria-expanded"), "true")
    await hooks.click()
    await page.locator(".VPSidebar [aria-current=page]").getByText("Hooks").waitFor()
    assert.match(page.url(), /\/reference\/react\/hooks\.html$/)
    assert.strictEqual(await toggle.getAttribute("aria-expanded"), "true")
    await toggle.press("Space")
    await hooks.waitFor({ state: "detached" })
    assert.deepStrictEqual(problems, [])
    await page.close()
  })

  it("Ctrl+K and the button open the search", async () => {
    const { page, problems } = await site.open("password.html", { width: 1280 })
    const field = page.getByRole("combobox", { name: "Search the documentation" })
    await page.getByRole("button", { name: "Search", exact: true }).click()
    await field.waitFor()
    await page.keyboard.press("Escape")
    await field.waitFor({ state: "detached" })
    await page.keyboard.press("Control+k")
    await field.fill("theme colors")
    await page.getByRole("option").first().waitFor()
    assert.include(await page.getByRole("option").first().innerText(), "Theming")
    assert.deepStrictEqual(problems, [])
    await page.close()
  })
})
