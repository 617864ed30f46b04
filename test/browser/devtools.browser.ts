import * as Effect from "effect/Effect"
import { Replay } from "latchkey/replay"
import * as childProcess from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import {
  ada,
  closeDevTools,
  expectAccessible,
  goTo,
  it,
  openDevTools,
  sees,
  selectTeam,
  signIn,
  signOut
} from "./support/playground.ts"

const execFile = promisify(childProcess.execFile)

const views = ["Session", "Timeline", "Cache", "Permissions", "Cookies", "Redirects", "Emulator"]

/** The texts of the panel. */
const readPanel = (page: Page) => page.locator("latchkey-devtools").getByRole("tabpanel").innerText()

/** The focused element, also in the panel. */
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
    return element?.getAttribute("aria-label") ?? element?.textContent
  })

/** The names of the panel's controls that are lower or narrower than 24 pixels. */
const findSmallTargets = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator("latchkey-devtools").evaluate((host) =>
    Array.from(host.shadowRoot!.querySelectorAll<HTMLElement>("a, button, input, select, summary, [role=option]"))
      // The label of a checkbox is its target, too.
      .map((element) => element.closest("label") ?? element)
      .filter((element) => {
        const { height, width } = element.getBoundingClientRect()
        return width > 0 && (height < 24 || width < 24)
      })
      .map((element) => element.outerHTML)
  )

/** Makes the next refresh fail, and starts it. The panel shows the emulator. */
const failRefresh = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Captive portal on refresh" }).click()
  await sees(page, "Fault: Captive portal on refresh.")
  await page.getByRole("button", { name: "Expire access tokens" }).click()
  await sees(page, "The service now rejects all access tokens.")
  await openDevTools(page, "Cache")
  await page.getByRole("button", { name: "Refetch user" }).click()
}

/** The policy of an app without inline scripts and styles. */
const strictPolicy = "default-src 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'"

/** Serves the pages of the playground with a Content Security Policy, and without their inline scripts and styles. */
const enforcePolicy = async (page: Page, policy: string): Promise<void> => {
  await page.route(({ pathname }) => !pathname.includes("."), async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, "")
    await route.fulfill({ response, body, headers: { ...response.headers(), "content-security-policy": policy } })
  })
}

describe("the developer tools", () => {
  for (const [width, height] of [[1280, 800], [390, 844]] as const) {
    it(`have no accessibility violations and fit into ${width} pixels`, async ({ open }) => {
      const page = await open("/", { viewport: { width, height } })
      await signIn(page, ada)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        for (const view of views) {
          await openDevTools(page, view)
          if (view === "Timeline") await page.getByRole("option", { name: /users\.me\.get/ }).first().click()
          if (view === "Emulator") await sees(page, "The service's clock is the real time.")
          await expectAccessible(page, `${view}, ${width} pixels wide, ${colorScheme}`)
          const overflow = await page.getByRole("tabpanel").evaluate((panel) => panel.scrollWidth - panel.clientWidth)
          assert.isAtMost(overflow, 0, `${view} is wider than the panel`)
          assert.deepStrictEqual(await findSmallTargets(page), [], `${view}, ${width} pixels wide`)
        }
      }
    })
  }

  it("are operable with only the keyboard, and return the focus", async ({ open }) => {
    const page = await open()
    await signIn(page, ada)
    await page.getByRole("button", { name: "Open Latchkey DevTools" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("tab", { name: "Session" }).waitFor()
    assert.strictEqual(await focused(page), "Session")
    await page.keyboard.press("ArrowRight")
    assert.strictEqual(await focused(page), "Timeline")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    assert.strictEqual(await focused(page), "Filter by text")
    await page.keyboard.type("password")
    for (let i = 0; i < 4; i++) await page.keyboard.press("Tab")
    assert.strictEqual(await focused(page), "Timeline, newest first")
    await page.keyboard.press("ArrowDown")
    await page.getByRole("region", { name: "Details of password.signIn" }).waitFor()
    await page.getByRole("button", { name: "Close details" }).focus()
    await page.keyboard.press("Enter")
    assert.strictEqual(await focused(page), "Timeline, newest first")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Open Latchkey DevTools" }).waitFor()
    assert.strictEqual(await focused(page), "Open Latchkey DevTools")
  })

  it("resize with the keyboard and the pointer, and remember size, side and view", async ({ open }) => {
    const page = await open()
    await openDevTools(page, "Cookies")
    const panel = page.getByRole("region", { name: "Latchkey DevTools" })
    const handle = page.getByRole("separator", { name: "Resize the panel" })
    await handle.focus()
    const before = (await panel.boundingBox())!.height
    await page.keyboard.press("ArrowUp")
    assert.strictEqual((await panel.boundingBox())!.height, before + 24)
    const { width, x, y } = (await handle.boundingBox())!
    await page.mouse.move(x + width / 2, y + 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y - 58)
    await page.mouse.up()
    assert.approximately((await panel.boundingBox())!.height, before + 84, 1)
    await page.getByRole("button", { name: "Dock to the right" }).click()
    await page.reload()
    await page.getByRole("tab", { name: "Cookies", selected: true }).waitFor()
    const docked = (await panel.boundingBox())!
    assert.strictEqual(docked.x + docked.width, 1280)
    assert.strictEqual(docked.height, 720)
  })

  it("show the top of a view that was selected after a scrolled one", async ({ open }) => {
    const page = await open("/", { viewport: { width: 390, height: 844 } })
    await openDevTools(page, "Emulator")
    const view = page.getByRole("tabpanel")
    await sees(page, "The service's clock is the real time.")
    await view.evaluate((element) => element.scrollTo(0, 200))
    assert.isAbove(await view.evaluate((element) => element.scrollTop), 0)
    await openDevTools(page, "Session")
    await sees(page, "Last transitions")
    assert.isAbove(await view.evaluate((element) => element.scrollHeight - element.clientHeight), 0)
    assert.strictEqual(await view.evaluate((element) => element.scrollTop), 0)
  })

  it("the developer tools work under a Content Security Policy without inline scripts and styles", async ({ open, playground }) => {
    const page = await open("/gallery")
    await enforcePolicy(page, strictPolicy)
    await page.goto(playground.url)
    await signIn(page, ada)
    for (const view of views) await openDevTools(page, view)
    await sees(page, "The service's clock is the real time.")
    // A size is set as a style of the element.
    await page.getByRole("separator", { name: "Resize the panel" }).focus()
    await page.keyboard.press("Home")
    const panel = page.getByRole("region", { name: "Latchkey DevTools" })
    assert.deepInclude(await panel.boundingBox(), { height: 200, y: 520 })
    assert.strictEqual(await panel.evaluate((element) => getComputedStyle(element).position), "fixed")
    await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export recording" }).click()])
  })

  it("the developer tools and the app do not style each other", async ({ open }) => {
    const page = await open()
    const read = () => page.getByRole("button", { name: "Sign up" }).evaluate((it) => getComputedStyle(it).cssText)
    await page.getByRole("button", { name: "Sign up" }).waitFor()
    await page.addStyleTag({
      content: "button, section, [role=tab] { color: red !important; padding: 99px !important; }"
    })
    const before = await read()
    await openDevTools(page, "Session")
    assert.strictEqual(await read(), before)
    const tab = page.getByRole("tab", { name: "Session" })
    assert.notStrictEqual(await tab.evaluate((it) => getComputedStyle(it).color), "rgb(255, 0, 0)")
    assert.notStrictEqual(await tab.evaluate((it) => getComputedStyle(it).paddingTop), "99px")
  })

  it("keys pressed in the developer tools do not trigger the app's shortcuts", async ({ open }) => {
    const page = await open()
    await page.evaluate(() => {
      addEventListener("keydown", ({ key }) => document.documentElement.dataset["keys"] += key)
    })
    await openDevTools(page, "Timeline")
    await page.getByLabel("Filter by text").fill("")
    await page.keyboard.type("s")
    assert.isUndefined(await page.evaluate(() => document.documentElement.dataset["keys"]))
  })

  it("export a recording without secrets as a file", async ({ built, open }) => {
    const page = await open()
    await signIn(page, ada)
    await openDevTools(page, "Timeline")
    await page.getByRole("option", { name: /password\.signIn/ }).click()
    await sees(page, "/api/v1/auth/password/sign-in")
    const shown = await readPanel(page)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export recording" }).click()
    ])
    assert.match(download.suggestedFilename(), /^latchkey-recording-[\dTZ-]+\.json$/)
    const path = join(built, "recording.json")
    await download.saveAs(path)
    const file = await readFile(path, "utf8")
    assert.strictEqual(JSON.parse(file).format, "latchkey-recording")
    const cookies = await page.context().cookies()
    assert.isNotEmpty(cookies)
    for (const secret of [ada.email, ada.password, ...cookies.map(({ value }) => value)]) {
      assert.notInclude(file, secret)
      assert.notInclude(shown, secret)
    }
  })

  for (const isAnswered of [true, false]) {
    const verb = isAnswered ? "follows" : "interrupts"
    it(`a recording with a sign-out in another tab that ${verb} a failing refresh replays to the same end`, async ({ built, open }) => {
      const page = await open()
      await signIn(page, ada)
      const other = await page.context().newPage()
      await other.goto(page.url())
      await page.bringToFront()
      let release = () => {}
      const isSignedOut = new Promise<void>((resolve) => release = resolve)
      await page.route("**/auth/oauth/token", async (route) => {
        if (!isAnswered) await isSignedOut
        await route.continue()
      })
      await openDevTools(page, "Emulator")
      await failRefresh(page)
      await openDevTools(page, "Timeline")
      const transition = isAnswered ? /Refreshing → Stale/ : /Active → Refreshing/
      await page.getByRole("option", { name: transition }).waitFor()
      await other.bringToFront()
      await signOut(other)
      await page.bringToFront()
      await page.getByRole("heading", { name: "Demo accounts" }).waitFor()
      release()
      await page.getByRole("option", { name: /Token refresh by users\.me\.get/ }).waitFor()
      await page.getByRole("option", { name: isAnswered ? /Stale → SignedOut/ : /Refreshing → SignedOut/ })
        .waitFor()
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Export recording" }).click()
      ])
      const path = join(built, `portal-${verb}.json`)
      await download.saveAs(path)
      const recording = await Effect.runPromise(Replay.parse(JSON.parse(await readFile(path, "utf8"))))
      const { replayed, skipped } = await Effect.runPromise(Replay.check(recording))
      assert.strictEqual(replayed, recording.events.length)
      assert.strictEqual(skipped, 0)
      const { stdout } = await execFile(process.execPath, ["src/bin.ts", "replay", path])
      assert.match(
        stdout,
        isAnswered
          ? /<- 200 html page[^]*state Stale .*InvalidResponse[^]*store changed: no tokens[^]*state SignedOut/
          : /state Refreshing [^]*store changed: no tokens[^]*state SignedOut[^]*<- aborted by the client/
      )
    })
  }

  it("travel in time, set faults, and show the inbox of the emulator", async ({ open }) => {
    const page = await open()
    await signIn(page, ada)
    await openDevTools(page, "Emulator")
    await page.getByRole("button", { name: "Advance the clock: +1 hour" }).click()
    await sees(page, "The service's clock is 1 h ahead.")
    await page.getByRole("button", { name: "Reset clock" }).click()
    await sees(page, "The service's clock is the real time.")
    await failRefresh(page)
    await openDevTools(page, "Session")
    await sees(page, /Refreshing → Stale/)
    await openDevTools(page, "Emulator")
    await page.getByRole("button", { name: "None", exact: true }).click()
    await page.getByRole("button", { name: "Revoke sessions" }).click()
    await sees(page, "All sessions of the user are revoked.")
    await openDevTools(page, "Cache")
    await page.getByRole("button", { name: "Refetch user" }).click()
    await page.getByRole("heading", { name: "Demo accounts" }).waitFor()
    await closeDevTools(page)
    await page.goto(new URL("/handler/sign-in", page.url()).href)
    await page.getByLabel("Email", { exact: true }).fill(ada.email)
    await page.getByRole("button", { name: "Email me a sign-in link" }).click()
    await openDevTools(page, "Emulator")
    await page.getByRole("button", { name: /^Copy code/ }).waitFor()
    await page.getByRole("tabpanel").getByRole("link", { name: "Open link" }).click()
    await page.waitForURL(/\/handler\/magic-link-callback/)
  })

  it("show permissions, cookies and redirects without values", async ({ open }) => {
    const page = await open()
    await signIn(page, ada)
    await goTo(page, "Teams")
    await selectTeam(page, "Analytical Engines")
    await openDevTools(page, "Cookies")
    await sees(page, "stack-access")
    for (const { value } of await page.context().cookies()) assert.notInclude(await readPanel(page), value)
    await openDevTools(page, "Permissions")
    await page.getByRole("tabpanel").getByText("Analytical Engines").waitFor()
    await page.getByRole("tabpanel").getByText("$manage_api_keys").first().waitFor()
  })
})
