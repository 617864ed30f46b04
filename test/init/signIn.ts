/** The steps of a user in the browser. */
import { strict as assert } from "node:assert"
import type { Browser } from "playwright-core"
import { patience } from "../browser/support/patience.ts"

/** Signs a user in, and checks that the app shows the user, also after a reload. */
export const signIn = async (
  browser: Browser,
  { email, password, url }: { readonly url: string; readonly email: string; readonly password: string }
): Promise<void> => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    const errors: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text())
    })
    page.on("pageerror", (error) => errors.push(String(error)))
    await page.goto(url)
    const field = page.getByLabel("Email")
    const link = page.getByRole("link", { name: "Sign in", exact: true })
    await field.or(link).first().waitFor()
    if (await link.isVisible()) await link.click()
    await field.fill(email)
    await page.getByRole("textbox", { name: "Password" }).fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByText(email).first().waitFor()
    await page.reload()
    await page.getByText(email).first().waitFor()
    assert.deepEqual(errors, [])
  } finally {
    await context.close()
  }
}
