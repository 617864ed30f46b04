/** The emulator's page for all OAuth providers, as its user operates it. */
import type { Page } from "playwright-core"
import type { Tab } from "./Tab.ts"

export interface Account {
  readonly id: string
  readonly email: string
}

/** Opens the form for an account that the page does not list. Without listed accounts, the form is open. */
export const useAnotherAccount = async (page: Page): Promise<void> => {
  const form = page.getByText("Use another account").or(page.getByLabel("Account ID"))
  await form.first().click()
}

/** Enters the account, and agrees. */
export const approve = async ({ page }: Tab, { email, id }: Account): Promise<void> => {
  await useAnotherAccount(page)
  await page.getByLabel("Account ID").fill(id)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Approve" }).click()
}

/** Declines. */
export const deny = ({ page }: Tab): Promise<void> => page.getByRole("button", { name: "Deny" }).click()
