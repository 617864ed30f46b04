/**
 * Takes the screenshots in `docs/images` with the installed Chromium:
 *
 * npm exec -- node --conditions=@latchkey/source examples/playground/screenshots.ts
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Page } from "playwright-core"
import { launch } from "../../test/browser/support/chromium.ts"
import { findChromium, noChromium } from "../../test/browser/support/findChromium.ts"
import { people } from "./contract.ts"
import { buildPage } from "./server/build.ts"
import { startPlayground } from "./server/serve.ts"

const images = resolve(import.meta.dirname, "../../docs/images")

const desk = { width: 1280, height: 1000 }

interface Look {
  readonly theme: "light" | "dark"
  readonly viewport: { readonly width: number; readonly height: number }
}

const take = async (page: Page, name: string, { theme, viewport }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
  await page.setViewportSize(viewport)
  // Removes focus and hover styles from the screenshot.
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo(0, 0)
  })
  // Waits for automatic browser behavior, such as the passkey prompt.
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(images, `${name}.png`), scale: "css" })
  console.log(name)
}

/** The stories of the gallery that the documentation shows, and the size of the window. */
const stories = {
  "sign-in": { id: "sign-in-idle", width: 520, height: 840 },
  "account-settings": { id: "account-settings-profile", width: 1000, height: 780 },
  "two-factor": { id: "two-factor-settings-setup", width: 640, height: 700 },
  "team-settings": { id: "team-settings-members", width: 1000, height: 520 },
  "user-button": { id: "user-button-open", width: 390, height: 620 }
} as const

/** Takes the screenshots of components, each in both themes. */
const shootStories = async (page: Page, url: string): Promise<void> => {
  for (const [name, { height, id, width }] of Object.entries(stories)) {
    for (const theme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`${url}/gallery/${id}?theme=${theme}`)
      await page.locator("html[data-story=ready]").waitFor({ state: "attached" })
      await take(page, `${name}-${theme}`, { theme, viewport: { width, height } })
    }
  }
}

/** Takes the screenshots of the playground. */
const shootPlayground = async (page: Page, url: string): Promise<void> => {
  const go = async (path: string, text: string) => {
    await page.goto(url + path)
    await page.getByText(text).first().waitFor()
  }
  const [{ email }] = people

  await page.setViewportSize(desk)
  await go("/handler/sign-in", "Sign in with a passkey")
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Email me a sign-in link" }).click()
  await page.getByText("Check your email").waitFor()
  await page.getByRole("button", { name: /^Inbox/ }).click()
  const code = await page.locator(".otp").innerText()
  await page.getByRole("button", { name: "Close inbox" }).click()
  await page.getByLabel("Code").fill(code)
  await page.getByRole("heading", { level: 1, name: /^Hello/ }).waitFor()
  await page.getByRole("button", { name: "Open Latchkey DevTools" }).click()
  await page.getByRole("tab", { name: "Timeline" }).click()
  await page.getByRole("option", { name: /emailCode|magicLink|otp/i }).first().click()
  await take(page, "devtools-light", { theme: "light", viewport: desk })
  await take(page, "devtools-dark", { theme: "dark", viewport: desk })
}

const executablePath = findChromium()
if (executablePath === undefined) throw new Error(noChromium)
const built = await mkdtemp(join(tmpdir(), "latchkey-playground-"))
await buildPage(built)
const playground = await startPlayground({ built })
const browser = await launch(executablePath)
try {
  const page = await browser.newPage({ viewport: desk })
  await shootStories(page, playground.url)
  await shootPlayground(page, playground.url)
} finally {
  await browser.close()
  await playground.close()
  await rm(built, { recursive: true })
}
