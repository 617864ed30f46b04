/** The landing page of the built site, in Chromium. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Browser, BrowserContextOptions, FrameLocator, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { root } from "../../scripts/repository.ts"
import { launch } from "../browser/support/chromium.ts"
import { findChromium, noChromium } from "../browser/support/findChromium.ts"
import { holdRequests } from "../browser/support/holdRequests.ts"
import { serveFolder, type StaticHost } from "../support/serveFolder.ts"

const site = join(root, "site/dist")
const path = findChromium()
const missing = path === undefined
  ? noChromium
  : existsSync(join(site, "live/demo.html"))
  ? undefined
  : "The site is not built. npm run docs builds it."
if (missing !== undefined) {
  if (process.env["CI"]) throw new Error(missing)
  console.warn(`${missing} Until then the landing page is not tested.`)
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The most bytes of all files that load before an interaction, compressed. */
const mostBytes = 60_000

describe.skipIf(missing !== undefined)("the landing page", () => {
  let browser: Browser
  let host: StaticHost

  beforeAll(async () => {
    host = await serveFolder(site)
    browser = await launch(path!)
  })

  afterAll(async () => {
    await browser?.close()
    await host?.close()
  })

  interface Visit {
    readonly page: Page
    readonly demo: FrameLocator
    /** The URLs of all requests. */
    readonly requests: ReadonlyArray<string>
    /** Closes the page. Fails if it has reported an error. */
    readonly end: () => Promise<void>
  }

  const open = async (options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    const troubles: Array<string> = []
    const requests: Array<string> = []
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(message.text())
    })
    page.on("pageerror", (error) => troubles.push(String(error)))
    page.on("request", (request) => requests.push(request.url()))
    await page.goto(host.url, { waitUntil: "networkidle" })
    return {
      page,
      demo: page.frameLocator("iframe"),
      requests,
      end: async () => {
        await context.close()
        assert.deepStrictEqual(troubles, [])
        assert.deepStrictEqual(requests.filter((url) => !url.startsWith("data:") && !url.startsWith(host.url)), [])
      }
    }
  }

  const isLive = (demo: FrameLocator) => demo.locator("#still").waitFor({ state: "detached" })

  const rowsIn = (demo: FrameLocator, title: string) => demo.locator(".demo-row", { hasText: title }).count()

  /** Signs in as the user whose credentials the demo shows. */
  const signIn = async (demo: FrameLocator): Promise<void> => {
    await demo.getByRole("button", { name: "Fill in" }).click()
    await isLive(demo)
    await demo.getByRole("button", { name: "Sign in", exact: true }).click()
    await demo.getByRole("heading", { name: "Welcome, Ada Lovelace!" }).waitFor()
  }

  it("shows its text, its links and the card without JavaScript", async () => {
    const { demo, end, page } = await open({ javaScriptEnabled: false })
    await page.getByRole("heading", { level: 1, name: "Sign-in for TypeScript that you can test offline" }).waitFor()
    assert.match(
      await page.getByRole("link", { name: "Get started" }).first().getAttribute("href") ?? "",
      /getting-started/
    )
    for (const title of ["Promise", "React", "Effect"]) {
      assert.isTrue(await page.getByRole("heading", { name: title, exact: true }).isVisible(), title)
    }
    assert.isTrue(await demo.getByLabel("Email", { exact: true }).isVisible())
    assert.isTrue(await demo.getByText("The demo needs JavaScript.").isVisible())
    assert.strictEqual(await page.getByRole("button", { name: "Copy the command" }).count(), 0)
    await end()
  })

  it(`loads at most ${mostBytes} bytes, and no module, before an interaction`, async () => {
    const { end, requests } = await open()
    const files = requests.filter((url) => !url.startsWith("data:")).map((url) => {
      const { pathname } = new URL(url)
      return pathname === "/" ? "/index.html" : pathname
    })
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(site, file))).length, 0)
    assert.isAtMost(bytes, mostBytes, files.join(", "))
    assert.deepStrictEqual(files.filter((file) => file.endsWith(".js")), [])
    await end()
  })

  it("moves the focus and the typed text into the live form", async () => {
    const { demo, end, page } = await open()
    const card = demo.locator("[data-latchkey~=card]")
    const before = await card.boundingBox()
    await demo.getByLabel("Email", { exact: true }).click()
    await page.keyboard.type("ada@example.com")
    await isLive(demo)
    const email = demo.getByLabel("Email", { exact: true })
    assert.strictEqual(await email.inputValue(), "ada@example.com")
    assert.isTrue(await email.evaluate((input) => input === document.activeElement))
    await page.keyboard.press("Tab")
    assert.deepStrictEqual(await card.boundingBox(), before, "the live card has another size or place")
    await end()
  })

  it("keeps the user signed in for 8 hours with one refresh", async () => {
    const { demo, end } = await open()
    await signIn(demo)
    assert.strictEqual(await rowsIn(demo, "Token refresh"), 0)
    await demo.getByRole("button", { name: "8 hours later" }).click()
    await demo.locator(".demo-row", { hasText: "sessions.list" }).getByText("200").first().waitFor()
    assert.strictEqual(await rowsIn(demo, "Token refresh"), 1)
    assert.isTrue(await demo.getByRole("heading", { name: "Welcome, Ada Lovelace!" }).isVisible())
    await demo.getByText("Session: signed in").waitFor()
    await end()
  })

  it("keeps the user signed in while the service is down, and offline", async () => {
    const { demo, end } = await open()
    await signIn(demo)
    await demo.getByRole("button", { name: "503" }).click()
    await demo.getByRole("button", { name: "8 hours later" }).click()
    await demo.locator(".demo-row[data-result=failure]", { hasText: "Token refresh" }).first().waitFor()
    await demo.getByText("Session: signed in, stale").waitFor()
    await demo.getByRole("button", { name: "Offline" }).click()
    await demo.getByText("Network lost").waitFor()
    assert.isTrue(await demo.getByRole("heading", { name: "Welcome, Ada Lovelace!" }).isVisible())
    await demo.getByText("You stay signed in, and Online loads the account again.").waitFor()
    await end()
  })

  it("loads the account with the click on Online", async () => {
    const { demo, end } = await open()
    await signIn(demo)
    for (const network of ["503", "Offline"]) {
      await demo.getByRole("button", { name: network }).click()
      await demo.getByRole("button", { name: "8 hours later" }).click()
      await demo.getByText("Session: signed in, stale").waitFor()
      await demo.getByRole("button", { name: "Online" }).click()
      await demo.getByText("Loaded the user, the teams and the sessions.").waitFor()
      await demo.getByText(/^Session: signed in$/).waitFor()
    }
    await end()
  })

  /** Holds the demo back, so that all interactions until the function is called are early. */
  const holdDemo = (page: Page): Promise<() => void> => holdRequests(page, "**/assets/landing/mount-*.js")

  it("replays early clicks in their order", async () => {
    const { demo, end, page } = await open()
    const release = await holdDemo(page)
    await demo.getByRole("button", { name: "Fill in" }).click()
    await demo.locator("[aria-busy=true]", { hasText: "Fill in" }).waitFor()
    await demo.getByRole("button", { name: "Offline" }).click()
    await demo.getByRole("button", { name: "Sign in", exact: true }).click()
    release()
    await isLive(demo)
    await demo.getByText("Network lost").waitFor()
    await demo.locator(".demo-row[data-result=failure]", { hasText: "password.signIn" }).waitFor()
    assert.strictEqual(await demo.getByLabel("Email", { exact: true }).inputValue(), "ada@example.com")
    assert.strictEqual(await demo.locator("[aria-busy=true]", { hasText: "Fill in" }).count(), 0)
    await end()
  })

  it("replays early texts between the clicks", async () => {
    const { demo, end, page } = await open()
    const release = await holdDemo(page)
    await demo.getByRole("button", { name: "Fill in" }).click()
    await demo.getByLabel("Password", { exact: true }).click()
    await page.keyboard.type("wrong horse")
    await page.keyboard.press("Enter")
    release()
    await isLive(demo)
    await demo.getByText("Wrong email or password.").waitFor()
    assert.strictEqual(await demo.getByLabel("Email", { exact: true }).inputValue(), "ada@example.com")
    await end()
  })

  it("starts the demo when the pointer moves over the page around it", async () => {
    const { demo, end, page } = await open()
    await page.mouse.move(100, 300)
    await isLive(demo)
    await end()
  })

  it("offers to fill in only the forms with a password, and a new account on sign-up", async () => {
    const { demo, end } = await open()
    const fill = demo.getByRole("button", { name: "Fill in" })
    await demo.getByRole("link", { name: "Sign up" }).click()
    await isLive(demo)
    await demo.getByText("New account: alan@example.com").waitFor()
    await fill.click()
    await demo.getByRole("button", { name: "Sign up", exact: true }).click()
    await demo.getByRole("heading", { name: "Welcome, alan@example.com!" }).waitFor()
    assert.strictEqual(await fill.count(), 0)
    await demo.getByRole("button", { name: "Sign out" }).click()
    await fill.waitFor()
    await demo.getByRole("link", { name: "Sign up" }).click()
    await demo.getByText("New account: alan2@example.com").waitFor()
    await demo.getByRole("button", { name: "Continue with GitHub" }).click()
    await demo.getByText("Redirected to GitHub").waitFor()
    assert.strictEqual(await fill.count(), 0)
    await demo.getByRole("button", { name: "Cancel" }).click()
    await demo.getByRole("heading", { name: "Sign-in canceled" }).waitFor()
    assert.isTrue(await demo.getByText("Canceled at GitHub").isVisible())
    assert.strictEqual(await fill.count(), 0)
    await end()
  })

  it("shows the whole card below an error", async () => {
    const { demo, end, page } = await open()
    await demo.getByRole("button", { name: "Fill in" }).click()
    await isLive(demo)
    await demo.getByLabel("Password", { exact: true }).fill("wrong horse")
    await demo.getByRole("button", { name: "Sign in", exact: true }).click()
    await demo.getByText("Wrong email or password.").waitFor()
    await page.frames()[1]!.waitForFunction(() => {
      const stage = document.querySelector(".demo-stage")!
      const card = stage.querySelector("[data-latchkey~=card]")!
      return card.getBoundingClientRect().bottom <= stage.getBoundingClientRect().bottom
    })
    await end()
  })

  it("shows the greeting on a phone", async () => {
    const { demo, end } = await open({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" })
    await demo.getByRole("button", { name: "Fill in" }).click()
    await isLive(demo)
    await demo.getByRole("button", { name: "Fill in" }).scrollIntoViewIfNeeded()
    await demo.getByLabel("Password", { exact: true }).press("Enter")
    const greeting = demo.getByRole("heading", { name: "Welcome, Ada Lovelace!" })
    await greeting.waitFor()
    assert.isAtLeast((await greeting.boundingBox())?.y ?? -1, 64, "the page's header covers the greeting")
    await end()
  })

  it("explains the service, and names the version of the package", async () => {
    const { end, page } = await open()
    assert.strictEqual(
      await page.locator(".hero").getByRole("link", { name: "Stack Auth" }).getAttribute("href"),
      "https://stack-auth.com"
    )
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    await page.locator(".hero").getByText(`Version ${version}`).waitFor()
    const guides = await browser.newPage()
    await guides.goto(`${host.url}/getting-started.html`)
    const linksIn = (one: Page, selector: string) =>
      one.locator(selector).evaluateAll((links) =>
        links.map((link) => [link.textContent?.trim(), link.getAttribute("href")?.replace(/\.html$/, "")])
      )
    const theirs = await linksIn(guides, ".VPNavBarMenu a")
    await guides.close()
    assert.deepStrictEqual(await linksIn(page, ".top-links a"), theirs)
    await end()
  })

  it("shows the retries of lost requests", async () => {
    const { demo, end } = await open()
    await signIn(demo)
    await demo.getByRole("button", { name: "Flaky" }).click()
    await demo.getByRole("button", { name: "Load the account" }).click()
    await demo.getByText("Loaded the user, the teams and the sessions.").waitFor()
    assert.isAbove(await rowsIn(demo, "No response, then"), 0)
    await end()
  })

  it("signs in with the emailed code, and with the emailed link", async () => {
    const { demo, end } = await open()
    const askForEmail = async () => {
      await demo.getByLabel("Email", { exact: true }).fill("ada@example.com")
      await isLive(demo)
      await demo.getByRole("button", { name: "Email me a sign-in link" }).click()
    }
    await askForEmail()
    const code = await demo.locator(".demo-mails code").first().textContent()
    await demo.locator(".demo-stage").getByRole("textbox").first().fill(code ?? "")
    await demo.getByRole("heading", { name: "Welcome, Ada Lovelace!" }).waitFor()
    await demo.getByRole("button", { name: "Sign out" }).click()
    await askForEmail()
    await demo.locator(".demo-mails > li").nth(1).waitFor()
    await demo.getByRole("button", { name: "Open the link" }).first().click()
    await demo.getByRole("heading", { name: "Finish signing in" }).waitFor()
    await demo.getByText("Email scanners open links, too.").waitFor()
    await demo.getByRole("button", { name: "Sign in", exact: true }).click()
    await demo.getByRole("heading", { name: "Welcome, Ada Lovelace!" }).waitFor()
    await end()
  })

  it("opens the account settings, and signs in with GitHub", async () => {
    const { demo, end } = await open()
    await signIn(demo)
    await demo.getByRole("link", { name: "Account settings" }).click()
    await demo.getByRole("heading", { name: "Account settings" }).waitFor()
    await demo.getByRole("button", { name: "Back to the app" }).click()
    await demo.getByRole("button", { name: "Sign out" }).click()
    await demo.getByRole("button", { name: "Continue with GitHub" }).click()
    await demo.getByRole("button", { name: "Continue as Grace Hopper" }).click()
    await demo.getByRole("heading", { name: "Welcome, Grace Hopper!" }).waitFor()
    await end()
  })

  it("shows the card in another language", async () => {
    const { demo, end } = await open()
    await demo.getByRole("button", { name: "Fill in" }).click()
    await isLive(demo)
    await demo.getByLabel("Language").selectOption("de")
    await demo.getByRole("heading", { name: "Bei Acme anmelden" }).waitFor()
    await end()
  })

  it("has no accessibility violations and no horizontal scroll, in both themes and at every width", async () => {
    const { demo, end, page } = await open({ bypassCSP: true })
    const frame = page.frames()[1]!
    const found: Array<string> = []
    const check = async (state: string) => {
      for (const width of [320, 390, 768, 1280, 1600]) {
        await page.setViewportSize({ width, height: 900 })
        for (const target of [page.mainFrame(), frame]) {
          const overflow = await target.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (overflow > 0) found.push(`${state}, ${width}: ${target.url()} is ${overflow} pixels too wide`)
        }
        if (width !== 320 && width !== 1280) continue
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
          for (const target of [page.mainFrame(), frame]) {
            await target.evaluate(axe)
            const violations = await target.evaluate(async () => {
              // Sound: the script above defines it.
              const { run } = (globalThis as unknown as { readonly axe: typeof import("axe-core") }).axe
              const { violations } = await run(document, { iframes: false })
              // axe takes decorative initials, which are hidden from screen readers, for a part of the visible label.
              return violations.filter(({ id }) => id !== "label-content-name-mismatch").map(({ id, nodes }) =>
                `${id}: ${nodes.map(({ html }) => html).join(" ").slice(0, 300)}`
              )
            })
            found.push(...violations.map((violation) => `${state}, ${width}, ${colorScheme}: ${violation}`))
          }
        }
      }
    }
    await check("before")
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(demo)
    await check("signed in")
    assert.deepStrictEqual(found, [])
    await end()
  })

  it("can be used with the keyboard", async () => {
    const { demo, end, page } = await open()
    await page.keyboard.press("Tab")
    assert.strictEqual(await page.locator(":focus").textContent(), "Skip to content")
    await page.keyboard.press("Enter")
    const inDemo = () => page.frames()[1]!.evaluate(() => document.activeElement?.getAttribute("name"))
    for (let count = 0; await inDemo() !== "email"; count++) {
      assert.isBelow(count, 20, "Tab does not reach the email field")
      await page.keyboard.press("Tab")
    }
    await isLive(demo)
    await page.keyboard.type("ada@example.com")
    for (let count = 0; await inDemo() !== "password"; count++) {
      assert.isBelow(count, 5, "Tab does not reach the password")
      await page.keyboard.press("Tab")
    }
    await page.keyboard.type("correct horse")
    await page.keyboard.press("Enter")
    await demo.getByRole("heading", { name: "Welcome, Ada Lovelace!" }).waitFor()
    await page.getByRole("tab", { name: "Promise" }).focus()
    await page.keyboard.press("ArrowRight")
    assert.strictEqual(await page.locator(":focus").textContent(), "React")
    assert.isTrue(await page.getByRole("tabpanel", { name: "React" }).isVisible())
    await end()
  })

  it("shares the theme, the logo and the search with the guides", async () => {
    const { end, page } = await open()
    await page.getByRole("button", { name: "Dark theme" }).click()
    assert.strictEqual(await page.frames()[1]!.evaluate(() => document.documentElement.dataset["theme"]), "dark")
    await page.getByRole("link", { name: "Search" }).click()
    await page.getByRole("combobox", { name: "Search the documentation" }).fill("useUser")
    assert.isTrue(await page.evaluate(() => document.documentElement.classList.contains("dark")))
    const title = page.getByRole("heading", { level: 1, name: "Sign-in for TypeScript that you can test offline" })
    // A search without a choice ends where it began.
    await page.keyboard.press("Escape")
    await title.waitFor()
    await page.getByRole("link", { name: "Search" }).click()
    await page.getByRole("combobox", { name: "Search the documentation" }).fill("useUser")
    await page.getByRole("option").first().click()
    await page.locator(".VPNavBarTitle a").click()
    await title.waitFor()
    assert.isTrue(await page.evaluate(() => document.documentElement.classList.contains("dark")))
    await end()
  })
})
