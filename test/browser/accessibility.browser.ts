/**
 * Compares the accessibility tree of ten pages with the files in `accessibility`. Review a changed file with the ears of a
 * blind user: names, roles, states and order. `npm test -- --project browser accessibility -u` writes the files.
 */
import { describe, expect } from "vitest"
import { readAccessibilityTree } from "./support/accessibilityTree.ts"
import { openStory } from "./support/gallery.ts"
import { it } from "./support/playground.ts"

const stories = [
  "sign-in-idle",
  "sign-up-idle",
  "magic-link-sent-idle",
  "mfa-form-wrong-code",
  "forgot-password-idle",
  "account-settings-profile",
  "account-settings-sessions",
  "team-settings-members",
  "user-button-open",
  "api-keys-settings-created"
]

describe("the accessibility tree", () => {
  it("is the expected one on ten pages", async ({ open }) => {
    const page = await open("/gallery", { locale: "en-US", timezoneId: "UTC" })
    // The pages have relative times.
    await page.clock.setFixedTime("2026-09-10T09:30:00Z")
    for (const story of stories) {
      await openStory(page, story)
      await expect.soft(await readAccessibilityTree(page)).toMatchFileSnapshot(`accessibility/${story}.txt`)
    }
  })
})
