/** An engine that Playwright operates: Chromium, and its own builds of Firefox and WebKit. */
import { type Browser, firefox, type Page, webkit } from "playwright-core"
import { addAuthenticator } from "../support/authenticator.ts"
import { launch } from "../support/chromium.ts"
import { patience } from "../support/patience.ts"
import { Tab } from "../support/Tab.ts"
import type { Engine, EngineTab } from "./Engine.ts"

const pages = new WeakMap<EngineTab, Page>()

const makeTab = (page: Page): EngineTab => {
  const tab: EngineTab = {
    goto: async (url) => {
      await page.goto(url)
    },
    url: async () => page.url(),
    click: async (role, name) => {
      await page.bringToFront()
      await page.getByRole(role, { name, exact: true }).first().click()
    },
    finds: (role, name) => page.getByRole(role, { name, exact: true }).first().waitFor(),
    fill: (label, text) =>
      page.getByRole("textbox", { name: label, exact: true }).or(page.getByLabel(label, { exact: true })).first().fill(
        text
      ),
    press: (key) => page.keyboard.press(key),
    // Sound: Playwright passes the arguments as one array.
    evaluate: (f, ...args) => page.evaluate(`(${String(f)})(...${JSON.stringify(args)})`)
  }
  pages.set(tab, page)
  return tab
}

/** `path` is the browser's program. */
export const startPlaywright = async (name: "chromium" | "firefox" | "webkit", path: string): Promise<Engine> => {
  const browser: Browser = name === "chromium" ? await launch(path) : await { firefox, webkit }[name].launch()
  return {
    close: () => browser.close(),
    newProfile: async () => {
      const context = await browser.newContext()
      context.setDefaultTimeout(patience)
      return {
        open: async (url) => {
          const page = await context.newPage()
          await page.goto(url)
          return makeTab(page)
        },
        addAuthenticator: name === "chromium"
          ? async (tab) => {
            const page = pages.get(tab)!
            // The authenticator would also take the suggestion in the email field, before the test clicks.
            await page.addInitScript(() => {
              PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
            })
            await addAuthenticator(new Tab(page))
          }
          : undefined,
        close: () => context.close()
      }
    }
  }
}
