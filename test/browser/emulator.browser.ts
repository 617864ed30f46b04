/** The pages of the emulator in Chromium. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, MagicLink, OAuth, Password, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { assert, describe } from "vitest"
import { browserTest, isWithoutBrowser } from "./support/browserTest.ts"
import { patience } from "./support/patience.ts"
import { expectAccessible } from "./support/playground.ts"
import { type Service, startService } from "./support/service.ts"

const email = "ada@example.com"
const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script>`
const secret = `whsec_${btoa("a secret of 24 bytes....")}`

const options: Emulator.Options = {
  project: {
    users: [{ primaryEmail: email, displayName: "Ada" }],
    webhooks: [{ url: "https://app.example.com/webhooks", secret }]
  },
  webhookReceiver: () => Effect.sync(() => new Response(null, { status: 204 }))
}

const world = browserTest
  .extend("service", async ({}, { onCleanup }): Promise<Service> => {
    const service = await startService(options)
    onCleanup(() => service.close())
    return service
  })
  /** Opens a page of the emulator, and collects its console output, its requests to other hosts and its exceptions. */
  .extend("open", async ({ browser, service }, { onCleanup }) => {
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
        if (["error", "warning"].includes(message.type())) troubles.push(message.text())
      })
      context.on("request", (request) => {
        const url = request.url()
        if (!url.startsWith(service.url) && !url.startsWith("data:")) troubles.push(url)
      })
      context.on("dialog", (dialog) => {
        troubles.push(dialog.message())
        void dialog.dismiss()
      })
      const page = await context.newPage()
      await page.goto(service.url + path)
      return page
    }
  })

const it = world.skipIf(isWithoutBrowser)

/** Runs an effect as an app that uses the emulator. */
const asApp = <A, E>(service: Service, effect: Effect.Effect<A, E, Client.Client>) =>
  Effect.runPromise(Effect.provide(
    effect,
    Client.layer({ ...Emulator.clientOptions, apiUrl: service.url }).pipe(Layer.provide(TokenStore.layerMemory))
  ))

const signUp = (service: Service, address: string) =>
  asApp(
    service,
    Password.signUp({
      email: address,
      password: "correct horse",
      verificationCallbackUrl: "http://localhost:3000/verify"
    })
  )

/** Returns the elements that the window cuts, or that cut their own content. Runs in the page. */
const findCut = (selector: string): ReadonlyArray<string> =>
  [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => {
      // Scrolls by design, and hidden from sight by design.
      if (element.closest("pre, .visually-hidden, textarea, select") !== null) return false
      const { bottom, left, right, width } = element.getBoundingClientRect()
      // The size of the window. A phone's `innerWidth` grows with wide content.
      const { clientHeight, clientWidth } = document.documentElement
      const isOutside = left < 0 || right > clientWidth ||
        element.closest("[popover]") !== null && bottom > clientHeight
      const isCutting = getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth
      return width > 0 && (isOutside || isCutting)
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 120))

/** Returns the visible controls that are too small for a finger. Links in a sentence may be small. Runs in the page. */
const findSmall = (): ReadonlyArray<string> =>
  [...document.querySelectorAll(
    "button, .button, summary, select, input:not([type=hidden]), main a:not(p a, pre a, dd a, .title)"
  )]
    .map((element) =>
      element.matches("[type=checkbox], [type=radio]") ? element.closest("label, .check") ?? element : element
    )
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
    .map(({ outerHTML }) => outerHTML.slice(0, 120))

const paths = [
  "/",
  ...["users", "sessions", "inbox", "webhooks", "faults", "clock"].map((name) => `/latchkey/ui/${name}`)
]

describe("the pages of the emulator", () => {
  it("have no accessibility violations and no overflow from 320 pixels, in both themes", async ({ open, service }) => {
    await signUp(service, "grace@example.com")
    await service.createUser({
      displayName: "Augusta ".repeat(30),
      primaryEmail: `${"a".repeat(60)}@example.com`,
      serverMetadata: { long: "x".repeat(400) }
    })
    await service.run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.advanceClock("90 seconds")))
    const page = await open()
    const user = await page.goto(`${service.url}/latchkey/ui/users`).then(() =>
      page.locator(".list a").first().getAttribute("href")
    )
    const mail = await page.goto(`${service.url}/latchkey/ui/inbox`).then(() =>
      page.locator(".list a").first().getAttribute("href")
    )
    for (const path of [...paths, user!, mail!]) {
      await page.goto(service.url + path)
      for (const summary of await page.locator("main summary").all()) await summary.click()
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.isAtMost(overflow, 0, `${path} is wider than ${width} pixels`)
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme })
          await expectAccessible(page, `${path}, ${width} pixels wide, ${colorScheme}`)
        }
      }
    }
  })

  it("show new users and emails without a reload, and keep open details and the focus", async ({ open, service }) => {
    const page = await open()
    const reset = page.locator("#reset")
    await reset.locator("summary").click()
    await page.getByRole("link", { name: "Webhooks", exact: true }).focus()
    await signUp(service, "grace@example.com")
    await page.getByRole("link", { name: /^Verify your email/ }).waitFor()
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Users 2" }).waitFor()
    assert.strictEqual(await reset.getAttribute("open"), "")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Webhooks")
  })

  it("report an emulator that has stopped", async ({ browser }) => {
    const service = await startService(options)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(service.url)
    await service.close()
    await page.getByRole("alert").getByText("The emulator does not answer.").waitFor()
    await context.close()
  })

  it("copy codes and variables", async ({ open, service }) => {
    await asApp(
      service,
      MagicLink.send({ email: "grace@example.com", callbackUrl: "http://localhost:3000/magic-link" })
    )
    const page = await open("/latchkey/ui/inbox", { permissions: ["clipboard-read", "clipboard-write"] })
    await page.getByRole("button", { name: "Copy code for grace@example.com" }).click()
    await page.getByText("Copied", { exact: true }).first().waitFor()
    const code = await page.locator(".code").first().textContent()
    assert.strictEqual(await page.evaluate(() => navigator.clipboard.readText()), code)
    const link = await page.getByRole("link", { name: /^Open link/ }).getAttribute("href")
    assert.match(link!, /^http:\/\/localhost:3000\/magic-link\?code=/)
  })

  it("the emulator's pages are usable without JavaScript", async ({ open, service }) => {
    const page = await open("/", { javaScriptEnabled: false })
    const nav = (name: string) => page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click()
    await nav("Users")
    await page.getByText("Create a user").click()
    await page.getByLabel("Email", { exact: true }).fill("grace@example.com")
    await page.getByLabel("Name", { exact: true }).fill("Grace")
    await page.getByRole("button", { name: "Create user" }).click()
    await page.getByRole("heading", { name: "Grace", level: 1 }).waitFor()
    await page.getByRole("button", { name: "Sign in as Grace" }).click()
    await page.getByRole("heading", { name: "Signed in as Grace" }).waitFor()
    const refreshToken = await page.locator("pre").first().textContent()
    assert.match(refreshToken!, /^[0-9a-z]{45}$/)
    await page.getByRole("button", { name: "Revoke this session" }).click()
    await page.getByText("No sessions.").waitFor()
    await nav("Faults")
    await page.getByRole("radio", { name: /^Status/ }).check()
    await page.getByLabel("Status", { exact: true }).fill("418")
    await page.getByRole("button", { name: "Add fault" }).click()
    await page.getByText("1 fault active").waitFor()
    assert.strictEqual((await fetch(`${service.url}/health`)).status, 418)
    await page.getByRole("button", { name: "Remove Status" }).click()
    await page.getByText("No faults").waitFor()
    await nav("Clock")
    await page.getByRole("button", { name: "1 hour" }).click()
    await page.getByText("1 hour ahead of the program’s clock").waitFor()
    await nav("Overview")
    await page.locator("#reset summary").click()
    await page.locator("#reset").getByRole("button").click()
    await page.getByText("Emulator reset to its starting state.").waitFor()
    assert.strictEqual((await page.locator(".tile").first().textContent())?.trim(), "1user")
    assert.strictEqual(await page.getByText(/^Clock 1 hour/).count(), 0)
  })

  it("the emulator's pages are operable with only the keyboard", async ({ open, service }) => {
    const page = await open("/latchkey/ui/faults")
    const press = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press("Tab")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent), "Skip to content")
    await press("Enter", "Tab")
    // The radio buttons are one stop, and the arrows select.
    assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("value")), "offline")
    await press("ArrowDown", "ArrowDown", "ArrowDown", "Tab")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "seconds")
    await press("ControlOrMeta+a")
    await page.keyboard.type("0.25")
    await press("Enter")
    await page.getByText("Fault added.").waitFor()
    const faults = await fetch(`${service.url}/latchkey/faults`).then((response) => response.json())
    assert.deepStrictEqual(faults, [{ fault: "slow", seconds: 0.25 }])
  })

  it("the emulator's pages show hostile names and emails as text", async ({ open, service }) => {
    const { id } = await service.createUser({
      displayName: hostile,
      primaryEmail: `${hostile}@example.com`,
      clientMetadata: { [hostile]: hostile }
    })
    await service.configure({ domains: ["https://app.example.com"] })
    for (
      const path of [...paths, `/latchkey/ui/users/${id}`, `/latchkey/ui/users?query=${encodeURIComponent(hostile)}`]
    ) {
      const page = await open(path)
      assert.strictEqual(await page.locator("img, main script").count(), 0, path)
      // Also after a refresh by the script.
      await service.createUser({ displayName: hostile })
      if (path === "/latchkey/ui/users") await page.locator(".list > li:nth-child(3)").waitFor()
      assert.strictEqual(await page.locator("img, main script").count(), 0, path)
    }
    const page = await open(`/latchkey/ui/users/${id}`)
    assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), hostile)
  })
})

/** A phone's screen, the narrowest that the pages are for. */
const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true } as const

describe("the emulator's pages on a phone", () => {
  it("the menu has every page with its count, uncut, and marks the current one", async ({ open, service }) => {
    await signUp(service, "grace@example.com")
    for (const path of paths) {
      const page = await open(path, phone)
      const menu = page.getByRole("button", { name: /^Menu: / })
      const box = await menu.boundingBox()
      assert.isAtMost(box!.x + box!.width, 320, `the menu's button on ${path}`)
      await menu.tap()
      const entries = page.getByRole("navigation", { name: "Pages" }).getByRole("link")
      const names = (await entries.allTextContents()).map((text) => text.trim())
      assert.deepStrictEqual(names, ["Overview", "Users 2", "Sessions", "Inbox 1", "Webhooks", "Faults", "Clock"])
      assert.deepStrictEqual(await page.evaluate(findCut, ".nav a, .project summary"), [], path)
      const current = await page.locator(".nav [aria-current=page]").textContent()
      assert.strictEqual(await menu.textContent(), `Menu: ${current!.trim().split(" ")[0]}`)
    }
  })

  it("every control is at least 44 pixels tall and inside the page", async ({ open, service }) => {
    const { id } = await service.createUser({ displayName: "Augusta ".repeat(30), primaryEmail: "b@example.com" })
    await signUp(service, `${"a".repeat(60)}@example.com`)
    await service.run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.advanceClock("90 seconds")))
    const page = await open("/latchkey/ui/inbox", phone)
    const mail = await page.locator(".list a").first().getAttribute("href")
    for (const path of [...paths, `/latchkey/ui/users/${id}`, mail!]) {
      await page.goto(service.url + path)
      for (const summary of await page.locator("main summary").all()) await summary.tap()
      assert.deepStrictEqual(await page.evaluate(findSmall), [], path)
      assert.deepStrictEqual(await page.evaluate(findCut, "main *"), [], path)
    }
  })

  it("an open menu survives a refresh with the focus, and closes with Escape", async ({ open, service }) => {
    const page = await open("/", phone)
    const menu = page.getByRole("button", { name: "Menu: Overview" })
    await menu.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    assert.strictEqual(await focused(), "Users 1")
    await signUp(service, "grace@example.com")
    await page.getByRole("link", { name: "Users 2" }).waitFor()
    assert.strictEqual(await focused(), "Users 2")
    await page.keyboard.press("Escape")
    await page.locator("#menu").waitFor({ state: "hidden" })
    assert.strictEqual(await focused(), "Menu: Overview")
  })

  it("a menu that is open while the window widens stays readable, and closes to the side navigation", async ({ open }) => {
    const page = await open("/", { viewport: phone.viewport })
    await page.getByRole("button", { name: "Menu: Overview" }).click()
    await page.setViewportSize({ width: 1280, height: 844 })
    // Over the page's texts.
    const background = await page.locator("#menu").evaluate((menu) => getComputedStyle(menu).backgroundColor)
    assert.notStrictEqual(background, "rgba(0, 0, 0, 0)")
    await page.mouse.click(640, 800)
    const box = await page.getByRole("link", { name: "Webhooks", exact: true }).boundingBox()
    assert.isBelow(box!.x + box!.width, 240)
  })

  it("the menu works without JavaScript", async ({ open }) => {
    const page = await open("/", { ...phone, javaScriptEnabled: false })
    await page.getByRole("button", { name: "Menu: Overview" }).tap()
    await page.getByRole("link", { name: "Webhooks", exact: true }).tap()
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor()
  })
})

describe("the emulated provider", () => {
  /** Returns the start of a sign-in. Its end is a page of the emulator, which is no request to another host. */
  const start = async (service: Service): Promise<string> => {
    const url = await asApp(
      service,
      OAuth.authorizationUrl({
        provider: "github",
        redirectUri: `${service.url}/latchkey/ui/clock`,
        state: "a-state",
        codeChallenge: "a-challenge-of-43-letters-or-more-is-what-PKCE-asks-for"
      })
    )
    return Redacted.value(url).replace(service.url, "")
  }
  const screens = [phone, { viewport: { width: 1280, height: 844 } }]

  it("one click chooses an account", async ({ open, service }) => {
    await service.createUser({ displayName: "Lin", primaryEmail: "lin@example.com", primaryEmailVerified: true })
    for (const screen of screens) {
      const page = await open(await start(service), screen)
      assert.isFalse(await page.getByLabel("Account ID").isVisible())
      await page.getByRole("list", { name: "Choose an account" }).getByRole("button", { name: "Lin lin@example.com" })
        .click()
      await page.waitForURL(/\/latchkey\/ui\/clock\?code=[^&]+&state=a-state/)
    }
  })

  it("“Use another account” opens its form with the keyboard", async ({ open, service }) => {
    const page = await open(await start(service))
    const press = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press("Tab", "Tab")
    assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? "", /Use another account$/)
    await press("Enter", "Tab")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "account_id")
    await page.keyboard.type("grace-1")
    await press("Tab")
    await page.keyboard.type("grace@example.com")
    await press("Enter")
    await page.waitForURL(/\/latchkey\/ui\/clock\?code=/)
  })

  it("access is denied without opening the form", async ({ open, service }) => {
    const page = await open(await start(service), phone)
    await page.getByRole("button", { name: "Deny" }).click()
    await page.waitForURL(/\/latchkey\/ui\/clock\?.*errorCode=OAUTH_PROVIDER_ACCESS_DENIED/)
  })

  it("the form is open and focused if no user has an account", async ({ open, service }) => {
    await service.run(Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      for (const { id } of (yield* emulator.listUsers()).items) yield* emulator.removeUser(id)
    }))
    const page = await open(await start(service))
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "account_id")
    assert.strictEqual(await page.getByText("Use another account").count(), 0)
    await page.keyboard.type("grace-1")
    await page.getByRole("button", { name: "Approve" }).click()
    await page.waitForURL(/\/latchkey\/ui\/clock\?code=/)
  })

  it("the provider's page is accessible and fits, closed and open, in both themes", async ({ open, service }) => {
    await service.createUser({ displayName: "Augusta ".repeat(30), primaryEmail: `${"a".repeat(60)}@example.com` })
    for (const screen of screens) {
      const page = await open(await start(service), screen)
      for (const state of ["closed", "open"]) {
        if (state === "open") await page.getByText("Use another account").click()
        assert.deepStrictEqual(
          await page.evaluate(findCut, "main, main *"),
          [],
          `${state}, ${screen.viewport.width} pixels wide`
        )
        if (screen === phone) assert.deepStrictEqual(await page.evaluate(findSmall), [], state)
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme })
          await expectAccessible(page, `the provider, ${state}, ${screen.viewport.width} pixels, ${colorScheme}`)
        }
      }
    }
  })
})

describe("a page of another site", () => {
  /** A site on another host name that is not a name of this computer, served by the test. */
  const site = async (html: string) => {
    const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return { port, close: () => server.close() }
  }

  it("neither reads the inbox nor sends a form of the emulator", async ({ browser, service }) => {
    const form =
      `<form method="post" action="${service.url}/latchkey/ui/faults"><input name="fault" value="offline"></form>`
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      await page.route("http://evil.example/**", (route) => route.fulfill({ contentType: "text/html", body: form }))
      await page.goto("http://evil.example/")
      const read = await page.evaluate(
        (url) => fetch(url).then(() => "read", (error: unknown) => String(error)),
        `${service.url}/latchkey/inbox`
      )
      assert.match(read, /TypeError/)
      await page.evaluate(() => document.forms[0]!.submit())
      await page.getByText("The Origin header is \"http://evil.example\"").waitFor()
      const faults = await fetch(`${service.url}/latchkey/faults`).then((response) => response.json())
      assert.deepStrictEqual(faults, [])
    } finally {
      await context.close()
    }
  })

  it("another site cannot frame a page of the emulator, even on localhost", async ({ browser, service }) => {
    const { close, port } = await site(`<iframe src="${service.url}/"></iframe>`)
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      await page.goto(`http://localhost:${port}/`)
      await page.waitForLoadState("networkidle")
      const texts = await Promise.all(page.frames().slice(1).map((frame) => frame.locator("h1").count().catch(() => 0)))
      assert.deepStrictEqual(texts.filter((count) => count > 0), [])
    } finally {
      await context.close()
      close()
    }
  })
})
