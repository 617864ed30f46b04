/** The emulator's page that stands for every OAuth provider, as whoever is sent there uses it. */
import type { Tab } from "./Tab.ts"

export interface Account {
  readonly id: string
  readonly email: string
}

/** Says who they are, and agrees. */
export const approve = async ({ page }: Tab, { email, id }: Account): Promise<void> => {
  await page.getByLabel("Account ID").fill(id)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Approve" }).click()
}

/** Does not agree. */
export const deny = ({ page }: Tab): Promise<void> => page.getByRole("button", { name: "Deny" }).click()
