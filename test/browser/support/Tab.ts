/** A tab that shows the app, used by labels, buttons and texts like a person does. */
import * as Redacted from "effect/Redacted"
import type { Frame, Page } from "playwright-core"
import { patience } from "./patience.ts"
import type { User } from "./users.ts"

export class Tab {
  readonly page: Page
  private readonly frame: Frame

  /** The whole tab, or a frame in it. */
  constructor(page: Page, frame: Frame = page.mainFrame()) {
    this.page = page
    this.frame = frame
  }

  /** Waits until the tab shows a text. */
  sees(text: string | RegExp): Promise<void> {
    return this.expect(`to see ${String(text)}`, this.frame.getByText(text).first().waitFor({ timeout: patience }))
  }

  /** Waits until the URL is a path of the app, with its query. */
  arrivesAt(path: string): Promise<void> {
    const isThere = (url: URL) => url.pathname + url.search + url.hash === path
    return this.expect(`to arrive at ${path}`, this.frame.waitForURL(isThere, { timeout: patience }))
  }

  /** Fills in the form with a title, and submits it. */
  submit(title: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
    const form = this.frame.getByRole("form", { name: title, exact: true })
    const submit = async () => {
      // Another tab may have covered it.
      await this.page.bringToFront()
      for (const [label, text] of Object.entries(fields)) {
        await form.getByLabel(label, { exact: true }).fill(text, { timeout: patience })
      }
      await form.getByRole("button").click({ timeout: patience })
    }
    return this.expect(`to submit "${title}"`, submit())
  }

  /** Signs a user in with a password by the page's form. */
  signIn({ password, primaryEmail }: User, title = "Sign in"): Promise<void> {
    return this.submit(title, { "E-mail": primaryEmail, Password: Redacted.value(password) })
  }

  /** Requests the current user from the service. */
  async is(user: User | undefined): Promise<void> {
    await this.submit("Who am I?")
    await this.sees(user === undefined ? "Nobody" : `You are ${user.primaryEmail}`)
  }

  /** The tab's visible text. */
  text(): Promise<string> {
    return this.frame.locator("body").innerText()
  }

  private async expect(what: string, done: Promise<unknown>): Promise<void> {
    try {
      await done
    } catch (error) {
      const shown = await this.text().catch(() => "nothing")
      throw new Error(`Expected ${what}, but at ${this.frame.url()} there is\n${shown}`, { cause: error })
    }
  }
}
