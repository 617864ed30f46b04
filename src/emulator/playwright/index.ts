/** Playwright Test fixtures for apps with Latchkey. */
import { expect, test as base } from "@playwright/test"
import { type EmulatorFixtures, emulatorFixtures, type EmulatorWorkerFixtures } from "./fixtures.ts"

/**
 * Playwright's `test` with the emulator.
 *
 * **Example** (A signed-in user's page)
 *
 * ```ts
 * import { expect, test } from "latchkey/emulator/playwright"
 *
 * test("the page greets the user", async ({ emulator, page }) => {
 *   await emulator.signIn(page, await emulator.createUser({ displayName: "Ada" }))
 *   await page.goto("/")
 *   await expect(page.getByText("Hello Ada")).toBeVisible()
 * })
 * ```
 */
export const test = base.extend<EmulatorFixtures, EmulatorWorkerFixtures>(emulatorFixtures())

export { expect }

export {
  type EmulatorFixture,
  type EmulatorFixtures,
  emulatorFixtures,
  type EmulatorServer,
  type EmulatorWorkerFixtures
} from "./fixtures.ts"

export type { SignInOptions } from "./storeSession.ts"

export { Faults, NoMail } from "../testing.ts"

export type { Revealed, TestMail, TestSession, TestUser } from "../testing.ts"
