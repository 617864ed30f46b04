/** The markup of components in many states, from the stories of the gallery. */
import type { Page } from "playwright-core"
import { openStory } from "../support/gallery.ts"
import { world } from "../support/playground.ts"

/** Cards, fields with errors, a code, settings, a search, a menu and a dialog. */
const stories = [
  "sign-in-idle",
  "sign-in-wrong-password",
  "sign-in-offline",
  "mfa-form-idle",
  "error-page-rejected",
  "account-settings-profile",
  "email-settings-filled",
  "api-keys-settings-created",
  "two-factor-settings-setup",
  "team-settings-no-members-found",
  "user-button-open",
  "delete-account-confirming"
]

const renderStories = async (page: Page): Promise<string> => {
  const found: Array<string> = []
  for (const story of stories) {
    await openStory(page, story)
    const markup = await page.locator("main").evaluate((main) =>
      Array.from(main.children, (child) => child.tagName === "H1" ? "" : child.outerHTML).join("")
    )
    found.push(`<div style="display: grid; justify-items: start">${markup}</div>`)
  }
  return found.join("\n")
}

let rendered: Promise<string> | undefined

/** A browser test with the markup of the stories. */
export const storyTest = world.extend("markup", ({ open }) => {
  rendered ??= open("/gallery").then(renderStories)
  return rendered
})
