/** The playground in a browser: its page is built once, and each test has a separate server and profile. */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { assert } from "vitest"
import { buildPage } from "../../../examples/playground/server/build.ts"
import { startPlayground } from "../../../examples/playground/server/serve.ts"
import { browserTest, isWithoutBrowser } from "./browserTest.ts"
import { patience } from "./patience.ts"
import { Tab } from "./Tab.ts"
import { codeOf } from "./totp.ts"

/** The fixtures of every test. */
export const world = browserTest
  .extend("built", { scope: "worker" }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-playground-"))
    onCleanup(() => rm(folder, { recursive: true }))
    await buildPage(folder)
    return folder
  })
  .extend("playground", async ({ built }, { onCleanup }) => {
    const playground = await startPlayground({ built })
    onCleanup(() => playground.close())
    return playground
  })
  /** The playground in development mode. */
  .extend("developed", async ({}, { onCleanup }) => {
    const playground = await startPlayground()
    onCleanup(() => playground.close())
    return playground
  })
  /** Opens the playground as another person, and collects its console output and exceptions. */
  .extend("open", async ({ browser, playground }, { onCleanup }) => {
    const troubles: Array<string> = []
    const contexts: Array<BrowserContext> = []
    onCleanup(async () => {
      for (const context of contexts) await context.close()
      assert.deepStrictEqual(troubles, [], "the page complains")
    })
    return async (path = "/", options: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({ reducedMotion: "reduce", ...options })
      contexts.push(context)
      context.setDefaultTimeout(patience)
      context.on("weberror", (error) => troubles.push(String(error.error())))
      context.on("console", (message) => {
        // The browser logs each refused request, and each closed connection.
        const isNetwork = message.text().startsWith("Failed to load resource")
        if (["error", "warning"].includes(message.type()) && !isNetwork) troubles.push(message.text())
      })
      const page = await context.newPage()
      await page.goto(new URL(path, playground.url).href)
      return page
    }
  })

/** A browser test; skipped without a browser. */
export const it = world.skipIf(isWithoutBrowser)

export const ada = { email: "ada@example.com", password: "correct horse battery" }

export const grace = { email: "grace@example.com", password: "a ship in port is safe" }

/** Waits until the page shows a text. */
export const sees = (page: Page, text: string | RegExp): Promise<void> => new Tab(page).sees(text)

/** Signs in with a password from any page. */
export const signIn = async (page: Page, { email, password }: typeof ada): Promise<void> => {
  await page.goto(new URL("/handler/sign-in", page.url()).href)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByRole("heading", { level: 1, name: /^Hello/ }).waitFor()
}

/** Signs out on the first page. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Sign out", exact: true }).click()
  await page.getByRole("heading", { name: "Demo accounts" }).waitFor()
}

/** Opens a page of the playground by its navigation. */
export const goTo = async (page: Page, name: string): Promise<void> => {
  const navigation = page.getByRole("navigation", { name: "Playground" })
  await navigation.getByRole("link", { name, exact: true }).click()
  await navigation.locator("[aria-current=page]", { hasText: name }).waitFor()
}

/** Follows the link of the newest email in the inbox. */
export const followMail = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: /^Inbox/ }).click()
  await page.getByRole("dialog", { name: "Inbox" }).getByRole("link", { name: "Open link" }).first().click()
}

/** Selects one of the user's teams on the page of the teams. */
export const selectTeam = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: /Switch team$/ }).click()
  await page.getByRole("option", { name }).click()
  await page.getByRole("heading", { name: "Team settings" }).waitFor()
}

/** Invites a member on the page of the selected team. */
export const invite = async (page: Page, email: string): Promise<void> => {
  await page.getByRole("button", { name: "Invitations" }).click()
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Send invitation" }).click()
  await sees(page, `Invitation sent to ${email}.`)
}

/** Returns the setup key of two-factor authentication, which is shown in groups of four characters. */
export const readSetupKey = async (page: Page): Promise<string> =>
  (await page.getByLabel("Setup key", { exact: true }).innerText()).replaceAll(/\s/g, "")

/** Creates an API key on the page of the keys. */
export const createKey = async (page: Page, description: string): Promise<void> => {
  await page.getByRole("button", { name: "Create API key" }).click()
  await page.getByLabel("Description").fill(description)
  await page.getByRole("button", { name: "Create API key" }).click()
}

/** An authenticator app's current code for a secret. */
export const totp = (secret: string): string => codeOf(`otpauth://totp/Playground?secret=${secret}`, Date.now())

/** Opens a view of the developer tools. */
export const openDevTools = async (page: Page, view: string): Promise<void> => {
  const launcher = page.getByRole("button", { name: "Open Latchkey DevTools" })
  // The panel is loaded on demand.
  await launcher.or(page.getByRole("region", { name: "Latchkey DevTools" })).waitFor()
  if (await launcher.isVisible()) await launcher.click()
  await page.getByRole("tab", { name: view, exact: true }).click()
}

/** Closes the developer tools. */
export const closeDevTools = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Close Latchkey DevTools" }).click()

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Runs axe on the page, and returns its violations. `rules` limits the checks to some of them. */
export const findViolations = async (page: Page, rules?: Array<string>): Promise<ReadonlyArray<string>> => {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe)
  return page.evaluate(runAxe, rules)
}

/** Runs axe on the page, and fails with its violations. */
export const expectAccessible = async (page: Page, where: string): Promise<void> => {
  assert.deepStrictEqual(await findViolations(page), [], `of ${where}`)
}

const runAxe = async (rules: Array<string> | undefined): Promise<ReadonlyArray<string>> => {
  // Sound: it was loaded above.
  const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") }
  const { violations } = await axe.run({ resultTypes: ["violations"], ...rules && { runOnly: rules } })
  return violations.flatMap(({ help, id, nodes }) => {
    // axe takes decorative initials, which are hidden from screen readers, for a part of the visible label.
    const isDecorated = (target: unknown) =>
      typeof target === "string" && document.querySelector(`${target} [aria-hidden=true]`) !== null
    const found = nodes.filter(({ target }) => id !== "label-content-name-mismatch" || !isDecorated(target[0]))
    if (found.length === 0) return []
    return `${id}: ${help}: ${
      found.map(({ any, html }) => `${html} ${any.map(({ message }) => message).join(" ")}`).join("; ")
    }`
  })
}
