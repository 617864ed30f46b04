import { assert, describe } from "vitest"
import { openStory } from "./support/gallery.ts"
import { it } from "./support/playground.ts"
import { findBrokenForms } from "./support/readForms.ts"

const stories = [
  "sign-in-idle",
  "sign-in-password-only",
  "sign-in-link-only",
  "sign-in-wrong-password",
  "sign-up-idle",
  "sign-up-email-taken",
  "magic-link-sent-idle",
  "mfa-form-idle",
  "forgot-password-idle",
  "password-reset-idle",
  "password-settings-open",
  "password-settings-wrong-password",
  "two-factor-settings-setup",
  "account-settings-security",
  "sign-in-button-sign-in-dialog",
  "sign-in-button-sign-up-dialog"
]

/** The link of a reset email names no user. */
const allowed = ["password-reset-idle: form reset: has no username"]

describe("a password manager", () => {
  it("understands the forms", async ({ open }) => {
    const page = await open("/gallery")
    const devtools = await page.context().newCDPSession(page)
    const found: Array<string> = []
    let story = ""
    // Chromium recommends changes of forms in its log.
    devtools.on("Log.entryAdded", ({ entry }) => {
      if (entry.source === "recommendation") found.push(`${story}: ${entry.text}`)
    })
    await devtools.send("Log.enable")
    for (story of stories) {
      await openStory(page, story)
      found.push(...(await page.evaluate(findBrokenForms)).map((rule) => `${story}: ${rule}`))
    }
    assert.deepStrictEqual(found, allowed)
  })
})
