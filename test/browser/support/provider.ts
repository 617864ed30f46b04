/** The emulator's page for all OAuth providers, as its user operates it. */
import type { Tab } from "./Tab.ts"

export interface Account {
  readonly id: string
  readonly email: string
}

/** Enters the account, and agrees. */
export const approve = async ({ page }: Tab, { email, id }: Account): Promise<void> => {
  await page.getByLabel("Account ID").fill(id)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Approve" }).click()
}

/** Declines. */
export const deny = ({ page }: Tab): Promise<void> => page.getByRole("button", { name: "Deny" }).click()
