import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { componentGroups, pageNameOf } from "../componentPages/groups.ts"
import { findGaps } from "../componentPages/write.ts"
import {
  findViolations,
  inParallel,
  isSiteMissing,
  type Opened,
  openSite,
  overflowOf,
  type Site
} from "./support/openSite.ts"

const isMissing = isSiteMissing("the pages of the components")

const components = componentGroups.flatMap(({ components }) => components)

let site: Site

beforeAll(async () => {
  if (!isMissing) site = await openSite()
})

afterAll(async () => {
  await site?.close()
})

const open = (path: string, width: number): Promise<Opened> => site.open(`components/${path}`, { width })

/** Waits until the frame shows the story that is selected, and returns its heading. */
const readStory = async (page: Page): Promise<string> => {
  await page.locator(".story-place[data-story=ready]").waitFor()
  const frame = page.frameLocator(".story-frame")
  await frame.locator("html[data-story=ready]").waitFor({ state: "attached" })
  return frame.locator("h1.visually-hidden").innerText()
}

/** Checks a component's page. Returns what is wrong. */
const check = async (name: string, width: number): Promise<ReadonlyArray<string>> => {
  const { page, problems } = await open(`${pageNameOf(name)}.html`, width)
  const heading = await page.locator("h1").first().innerText()
  if (!heading.startsWith(name)) problems.push(`the heading is ${heading}`)
  if (await page.locator(".story").count() > 0) {
    const frame = page.locator(".story-window")
    const reserved = (await frame.boundingBox())!.height
    const first = await readStory(page)
    const state = page.getByLabel("State")
    const [shown = "", ...others] = await state.locator("option").allInnerTexts()
    if (!first.endsWith(shown)) problems.push(`shows ${first} instead of ${shown}`)
    await page.waitForTimeout(500)
    const { height } = (await frame.boundingBox())!
    const bar = await page.locator(".story-bar").boundingBox()
    if (bar!.height > 140) problems.push(`the controls above the story are ${bar!.height} px high`)
    // Lines may break elsewhere with other fonts.
    if (width === 1280 && Math.abs(height - reserved) > 0.1 * height) {
      problems.push(`reserves ${reserved} px for ${height} px: run site/componentPages/measure.ts`)
    }
    if (others.length > 0) {
      await state.selectOption(others[0]!)
      const second = await readStory(page)
      if (!second.endsWith(others[0]!)) problems.push(`shows ${second} instead of ${others[0]}`)
    }
  }
  const overflow = await overflowOf(page)
  if (overflow > 0) problems.push(`${overflow} px too wide`)
  problems.push(...await findViolations(page))
  await page.close()
  return problems.map((problem) => `${name}, ${width} px: ${problem}`)
}

describe.skipIf(isMissing)("the pages of the components", () => {
  // A busy machine takes seconds for each page.
  it(
    "each page shows its stories, is accessible, fits the window and sends no foreign request",
    { timeout: 3_600_000 },
    async () => {
      const found: Array<string> = []
      const cases = components.flatMap((name) => [320, 1280].map((width) => [name, width] as const))
      await inParallel(cases, 3, async ([name, width]) => void found.push(...await check(name, width)))
      assert.deepStrictEqual(found, [])
    }
  )

  it("the overview has a card with a live preview that leads to each page", async () => {
    for (const width of [320, 1280]) {
      const { page, problems } = await open("", width)
      await page.locator(".component-preview[data-ready=true]").first().waitFor()
      assert.deepStrictEqual(
        await page.locator(".component-card-name").allInnerTexts(),
        components
      )
      assert.isAtMost(await overflowOf(page), 0)
      assert.deepStrictEqual([...problems, ...await findViolations(page)], [])
      await page.getByRole("link", { name: /^UserAvatar/ }).last().click()
      await page.waitForURL("**/components/user-avatar.html")
      await page.close()
    }
  })

  it("the keyboard operates the controls of a frame", async () => {
    const { page, problems } = await open("sign-in.html", 1280)
    await readStory(page)
    await page.getByLabel("State").focus()
    await page.keyboard.press("Tab")
    assert.isTrue(await page.getByLabel("Language").evaluate((field) => field === document.activeElement))
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowLeft")
    assert.isTrue(await page.getByRole("radio", { name: "Phone" }).isChecked())
    assert.strictEqual((await page.locator(".story-frame").boundingBox())!.width, 390)
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    assert.isTrue(await page.getByRole("radio", { name: "Dark" }).isChecked())
    await page.frameLocator(".story-frame").locator("html[data-theme=dark]").waitFor({ state: "attached" })
    assert.deepStrictEqual(problems, [])
    await page.close()
  })

  it("a frame keeps the focus of the page while it loads, and follows the theme and the language", async () => {
    const { page, problems } = await open("sign-in.html", 1280)
    const frame = page.frameLocator(".story-frame")
    const state = page.getByLabel("State")
    await readStory(page)
    await state.focus()
    await state.selectOption("Wrong password")
    await readStory(page)
    assert.isTrue(await state.evaluate((field) => field === document.activeElement))
    await frame.locator("html[data-theme=light]").waitFor({ state: "attached" })
    await page.getByRole("switch").first().click()
    await frame.locator("html[data-theme=dark]").waitFor({ state: "attached" })
    await page.getByLabel("Language").selectOption("Deutsch")
    await frame.locator("html[lang=de][data-theme=dark]").waitFor({ state: "attached" })
    await readStory(page)
    assert.deepStrictEqual(problems, [])
    await page.close()
  })

  it("the gallery lists all components below the path of the site", async () => {
    const { page, problems } = await open("../gallery/", 1280)
    await page.getByRole("link", { name: "UserAvatar", exact: true }).click()
    await page.frameLocator("iframe").first().locator("html[data-story=ready]").waitFor({ state: "attached" })
    assert.deepStrictEqual(problems, [])
    await page.close()
  })
})

describe("findGaps", () => {
  const written = new Map([["sign-in", "# SignIn\n\n## Accessibility\n\n- One\n\n## Guides\n\n- Two\n"]])

  it("names a component without a page", () => {
    assert.deepStrictEqual(findGaps(["SignIn", "OAuthMenu"], ["SignIn", "Story"], ["SignIn", "OAuthMenu"], written), [
      "Story has no place in site/componentPages/groups.ts",
      "OAuthMenu has no page: write site/components/oauth-menu.md"
    ])
  })

  it("names a page without a component, and a page that lacks a section", () => {
    const pages = new Map(written).set("old", "").set("sign-up", "# SignUp\n\n## Guides\n\n- Two\n")
    assert.deepStrictEqual(findGaps(["SignIn", "SignUp"], [], ["SignIn", "SignUp", "Gone"], pages.set("gone", "")), [
      "site/componentPages/groups.ts lists Gone, which no entry point exports",
      "site/components/sign-up.md lacks the section \"Accessibility\"",
      "site/components/gone.md lacks the section \"Accessibility\"",
      "site/components/gone.md lacks the section \"Guides\"",
      "site/components/old.md is the page of no component"
    ])
  })
})
