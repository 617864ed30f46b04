/**
 * What a screen reader reads of ten pages, compared with the files in `accessibility`. Read a change of them as a blind user
 * hears it: names, roles, states, order. `npm test -- --project browser accessibility -u` writes them.
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
    const page = await open("/gallery")
    for (const story of stories) {
      await openStory(page, story)
      await expect.soft(await readAccessibilityTree(page)).toMatchFileSnapshot(`accessibility/${story}.txt`)
    }
  })
})
