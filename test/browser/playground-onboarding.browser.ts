import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import { expectAccessible, followMail, goTo, it, sees } from "./support/playground.ts"

const alan = "alan@example.com"

/** Makes the project require verified email addresses, and signs Alan up. */
const signUp = async (page: Page): Promise<void> => {
  await goTo(page, "Faults")
  await page.getByRole("radio", { name: /^Required/ }).check()
  await goTo(page, "Teams")
  await page.getByRole("button", { name: "Sign up" }).click()
  await page.getByLabel("Email", { exact: true }).fill(alan)
  await page.getByLabel("Password", { exact: true }).fill("bombe bombe bombe")
  await page.getByRole("button", { name: "Sign up", exact: true }).click()
  await page.getByRole("heading", { name: "Verify your email" }).waitFor()
}

describe("the playground, with verified emails required", () => {
  it("continues from the sign-up through the inbox to the return path", async ({ open }) => {
    const page = await open()
    await signUp(page)
    await sees(page, `We sent a link to ${alan}`)
    await page.getByRole("button", { name: "I've verified my email" }).click()
    await sees(page, "Your email isn't verified yet.")
    await page.getByRole("button", { name: "Resend email" }).click()
    await sees(page, "Email sent.")

    await goTo(page, "Teams")
    await sees(page, "One more step")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("heading", { name: "Verify your email" }).waitFor()

    await followMail(page)
    await page.getByRole("button", { name: "Verify email" }).click()
    await sees(page, "Email verified")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("heading", { name: "Create a team" }).waitFor()
    await goTo(page, "Home")
    await sees(page, "Verified")
    await sees(page, `Hello, ${alan}`)
  })

  it("continues when the user returns from the verification in another tab", async ({ open }) => {
    const page = await open()
    await signUp(page)
    await page.getByRole("button", { name: /^Inbox/ }).click()
    const link = await page.getByRole("dialog").getByRole("link", { name: "Open link" }).first().getAttribute(
      "href"
    )
    await page.keyboard.press("Escape")
    const tab = await page.context().newPage()
    await tab.goto(link!)
    await tab.getByRole("button", { name: "Verify email" }).click()
    await sees(tab, "Email verified")
    await tab.close()
    await page.bringToFront()
    // Headless browsers do not restore focus.
    await page.evaluate(() => window.dispatchEvent(new Event("focus")))
    await page.getByRole("heading", { name: "Create a team" }).waitFor()
  })

  it("onboarding is operable with only the keyboard", async ({ open }) => {
    const page = await open()
    await signUp(page)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const seen: Array<string | null | undefined> = []
    for (let press = 0; press < 4; press++) {
      await page.keyboard.press("Tab")
      seen.push(await focused())
    }
    assert.deepStrictEqual(seen, ["I've verified my email", "Resend email", "Use another email", "Sign out"])
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.type("turing@example.com")
    await page.keyboard.press("Enter")
    await sees(page, "We sent a link to turing@example.com")
    assert.strictEqual(await focused(), "Verify your email")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await sees(page, "Email sent.")
    for (let press = 0; press < 2; press++) await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await sees(page, "and what happens next.")
  })

  it("has no accessibility violations on desktop and phone, in both themes", async ({ open }) => {
    const page = await open()
    await signUp(page)
    await page.getByRole("button", { name: "I've verified my email" }).click()
    await sees(page, "Your email isn't verified yet.")
    await page.getByText("Use another email").click()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 844 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.isAtMost(overflow, 0, `wider than ${width} pixels`)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `onboarding, ${width} pixels wide, ${colorScheme}`)
      }
    }
  })
})
