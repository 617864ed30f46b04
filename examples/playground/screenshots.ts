/**
 * Takes the screenshots in `docs/images` with the installed Chromium:
 *
 * npm exec -- node --conditions=@latchkey/source examples/playground/screenshots.ts
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"
import { findChromium, noChromium } from "../../test/browser/support/findChromium.ts"
import { people } from "./contract.ts"
import { buildPage } from "./server/build.ts"
import { startPlayground } from "./server/serve.ts"

const images = resolve(import.meta.dirname, "../../docs/images")

const desk = { width: 1280, height: 1000 }
const phone = { width: 390, height: 844 }

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

const shoot = async (browser: Browser, url: string): Promise<void> => {
  const page = await browser.newPage({ viewport: desk })
  const go = async (path: string, text: string) => {
    await page.goto(url + path)
    await page.getByText(text).first().waitFor()
  }
  const [{ email }] = people

  await go("/handler/sign-in", "Sign in with a passkey")
  await take(page, "sign-in-phone", { theme: "light", viewport: phone })
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Email me a sign-in link" }).click()
  await page.getByText("Check your email").waitFor()
  await page.getByRole("button", { name: /^Inbox/ }).click()
  const code = await page.locator(".otp").innerText()
  await page.getByRole("button", { name: "Close inbox" }).click()
  await page.getByLabel("Code").fill(code)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByText("Expires in").waitFor()

  await page.setViewportSize(desk)
  await page.getByRole("link", { name: "Teams" }).first().click()
  await page.getByRole("button", { name: "Select Analytical Engines" }).click()
  await page.getByLabel("Email", { exact: true }).fill("charles@example.com")
  await page.getByRole("button", { name: "Invite" }).click()
  await page.getByText("Expires").waitFor()
  await take(page, "teams", { theme: "light", viewport: desk })
  await page.getByRole("button", { name: /^Inbox/ }).click()
  await take(page, "inbox-phone", { theme: "dark", viewport: phone })

  await page.keyboard.press("Escape")
  await page.setViewportSize(desk)
  await page.getByRole("link", { name: "Home" }).click()
  await page.getByText("Expires in").waitFor()
  await take(page, "home-light", { theme: "light", viewport: desk })
  await take(page, "home-dark", { theme: "dark", viewport: desk })

  await go("/account", "Two-factor authentication")
  await page.getByRole("button", { name: "Turn on two-factor authentication" }).click()
  await page.getByRole("img", { name: "QR code" }).waitFor()
  await take(page, "account", { theme: "light", viewport: desk })

  await go("/faults", "Simulated faults")
  await page.getByRole("radio", { name: /^No new tokens/ }).check()
  await page.getByRole("radio", { name: /^11 minutes/ }).check()
  await page.getByRole("button", { name: "Fetch current user" }).click()
  await page.getByText("Reason:").waitFor()
  await take(page, "faults", { theme: "dark", viewport: { width: 1180, height: 880 } })
}

const executablePath = findChromium()
if (executablePath === undefined) throw new Error(noChromium)
const built = await mkdtemp(join(tmpdir(), "latchkey-playground-"))
await buildPage(built)
const playground = await startPlayground({ built })
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
try {
  await shoot(browser, playground.url)
} finally {
  await browser.close()
  await playground.close()
  await rm(built, { recursive: true })
}
