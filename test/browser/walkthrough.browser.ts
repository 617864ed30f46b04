import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import { goTo, it, readSetupKey, sees, totp } from "./support/playground.ts"

/** Presses Tab until the focus is on a control, and checks at each stop that the focus is visible. */
const tabTo = async (page: Page, name: string | RegExp, key = "Tab"): Promise<void> => {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press(key)
    const focus = await page.evaluate(readFocus)
    if (focus === undefined) continue
    assert.isTrue(focus.isVisible, `The focus on ${focus.name} is not visible`)
    if (typeof name === "string" ? focus.name === name : name.test(focus.name)) return
  }
  throw new Error(`No control has the name ${name}`)
}

interface Focus {
  readonly name: string
  /** `true` if an outline or a shadow shows the focus. */
  readonly isVisible: boolean
}

const readFocus = (): Focus | undefined => {
  let element = document.activeElement
  // For a control in a shadow root, such as those of the DevTools, the document names the root's host.
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return undefined
  const { boxShadow, outlineStyle, outlineWidth } = getComputedStyle(element)
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
  const name = element.ariaLabel ?? label ?? element.textContent
  const isVisible = element.matches(":focus-visible") &&
    (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0 || boxShadow !== "none")
  return { name: name.trim(), isVisible }
}

/** Types into the field with a label. */
const type = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

/** Activates the control with a name. */
const press = async (page: Page, name: string | RegExp): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press("Enter")
}

describe("a user with only a keyboard", () => {
  it(
    "signs up, creates a team, invites a member, turns on TOTP and signs out",
    async ({ open }) => {
      const page = await open("/handler/sign-up")
      await page.getByRole("heading", { name: /^Sign up for/ }).waitFor()
      await type(page, "Email", "alan@example.com")
      await type(page, "Password", "bombe bombe bombe")
      await page.keyboard.press("Enter")
      await sees(page, "Not verified")

      await press(page, "Teams")
      await page.getByRole("heading", { name: "Create a team" }).waitFor()
      await type(page, "Team name", "Bletchley")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Team settings" }).waitFor()

      await press(page, "Invitations")
      await type(page, "Email", "grace@example.com")
      await page.keyboard.press("Enter")
      await sees(page, "Invitation sent to grace@example.com.")

      await press(page, "Account")
      await page.getByRole("heading", { name: "Account settings" }).waitFor()
      await press(page, "Security")
      await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
      await press(page, "Turn on")
      const secret = await readSetupKey(page)
      // The field of the code takes the focus after the key is shown.
      await page.getByLabel("Code", { exact: true }).and(page.locator(":focus")).waitFor()
      await page.keyboard.type(totp(secret))
      await page.keyboard.press("Enter")
      await sees(page, "Two-factor authentication is on.")

      await press(page, /User menu$/)
      await page.getByRole("dialog", { name: /User menu$/ }).waitFor()
      await page.keyboard.press("Tab")
      await page.keyboard.press("Tab")
      assert.strictEqual((await page.evaluate(readFocus))?.name, "Sign out")
      await page.keyboard.press("Enter")
      await sees(page, "and what happens next.")
      await goTo(page, "Account")
      await sees(page, "Sign in to continue")
    }
  )
})
