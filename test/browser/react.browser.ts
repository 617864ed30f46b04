import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import { buildReact } from "./react/build.ts"
import { serveReact } from "./react/server.tsx"
import { isWithoutBrowser } from "./support/browserTest.ts"
import { world } from "./support/support.ts"
import { ada } from "./support/users.ts"

const code = isWithoutBrowser ? "" : await buildReact("development")

/** A browser in which Ada is signed in, and pages that report their requests and React's warnings. */
const withReact = world.extend("react", async ({ browser, service }, { onCleanup }) => {
  await service.createUser({ ...ada, displayName: "Ada" })
  const app = await serveReact(code, { ...Emulator.clientOptions, apiUrl: service.url })
  const context = await browser.newContext()
  onCleanup(async () => {
    await context.close()
    await app.close()
  })
  const page = await context.newPage()
  const reads: Array<string> = []
  const complaints: Array<string> = []
  context.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith("/users/me")) reads.push(request.url())
  })
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text())
  })
  context.on("weberror", (error) => complaints.push(String(error.error())))
  await page.goto(`${app.origin}/sign-in`)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByText("Sign in (Success)").waitFor()
  const probe = () => page.evaluate(() => ({ ...window.probe, recovered: window.recovered }))
  return { page, context, reads, complaints, probe, open: (path: string) => page.goto(`${app.origin}${path}`) }
})

const it = withReact.skipIf(isWithoutBrowser)

const shows = (page: Page, name: string, count = 200) =>
  page.waitForFunction(
    ([name, count]) => {
      const items = Array.from(document.querySelectorAll("li"))
      return items.length === count && items.every((item) => item.textContent === name)
    },
    [name, count] as const
  )

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click()

describe("React in a browser", () => {
  for (const form of ["suspense", "state"] as const) {
    describe(`readers that ${form === "suspense" ? "suspend" : "show their state"}`, () => {
      it("fetch once for 200 mounts under StrictMode, and not again when remounted, hidden and shown", async ({ react }) => {
        const { complaints, open, page, probe, reads } = react
        await open(`/?form=${form}`)
        await shows(page, "Ada")
        await press(page, "Remount in a transition (idle)")
        await shows(page, "Ada")
        await press(page, /^Remount$/)
        await shows(page, "Ada")
        await press(page, "Hide or show")
        await page.waitForFunction(() => getComputedStyle(document.querySelector("ul")!).display === "none")
        await press(page, "Hide or show")
        await page.waitForFunction(() => getComputedStyle(document.querySelector("ul")!).display !== "none")
        await press(page, "Unmount or mount")
        await shows(page, "Ada", 0)
        await press(page, "Unmount or mount")
        await shows(page, "Ada")
        assert.strictEqual(reads.length, 1)
        assert.strictEqual((await probe()).torn, 0)
        assert.deepStrictEqual(complaints, [])
      })

      it("readers show a changed name everywhere in one commit", async ({ react }) => {
        const { complaints, open, page, probe, reads } = react
        await open(`/?form=${form}`)
        await shows(page, "Ada")
        await press(page, "Rename")
        await press(page, "Remount in a transition (idle)")
        await shows(page, "Countess")
        // The change returned the user.
        assert.strictEqual(reads.length, 1)
        assert.strictEqual((await probe()).torn, 0)
        assert.deepStrictEqual(complaints, [])
      })

      for (const path of ["/seeded", "/layered"]) {
        it(`readers hydrate ${path} from dehydrated data without warnings and without a request`, async ({ react }) => {
          const { complaints, open, page, probe, reads } = react
          await open(`${path}?form=${form}`)
          await shows(page, "Ada")
          await page.waitForFunction(() => window.probe.commits > 0)
          assert.strictEqual(reads.length, 0)
          const { recovered, torn } = await probe()
          assert.deepStrictEqual([recovered, torn, complaints], [[], 0, []])
        })
      }

      it("hydrate without dehydrated data with one request", async ({ react }) => {
        const { complaints, open, page, probe, reads } = react
        await open(`/rendered?form=${form}`)
        await page.waitForFunction(() => window.probe.commits > 0)
        await shows(page, "Ada")
        assert.strictEqual(reads.length, 1)
        const { recovered, torn } = await probe()
        assert.deepStrictEqual([recovered, torn, complaints], [[], 0, []])
      })
    })
  }

  it("renews the token of a visible page each minute, and notices a revoked session when a hidden page is shown", async ({ react, service }) => {
    const { context, open, page } = react
    const isVisible = (isVisible: boolean) =>
      page.evaluate((state) => {
        Object.defineProperty(document, "visibilityState", { configurable: true, value: state })
        document.dispatchEvent(new Event("visibilitychange"))
      }, isVisible ? "visible" : "hidden")
    const refreshes: Array<string> = []
    context.on("request", (request) => {
      if (/\/sessions\/current\/refresh$|\/oauth\/token$/.test(request.url())) refreshes.push(request.url())
    })
    await page.clock.install()
    await open("/?form=state")
    await shows(page, "Ada")
    // The check renews the token.
    const renewed = page.waitForResponse((response) => refreshes.includes(response.url()))
    await page.clock.fastForward("01:01")
    await renewed
    await shows(page, "Ada")
    await isVisible(false)
    await service.run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.revokeSessions()))
    await page.clock.fastForward("05:00")
    assert.lengthOf(refreshes, 1)
    await shows(page, "Ada")
    await isVisible(true)
    await shows(page, "nobody")
    assert.lengthOf(refreshes, 2)
  })

  it("renders a component twice from mount to user", async ({ react }) => {
    const { open, page, probe } = react
    await open("/?form=state&strict=no&count=1")
    await shows(page, "Ada", 1)
    assert.strictEqual((await probe()).renders, 2)
    await open("/?form=suspense&strict=no&count=1")
    await shows(page, "Ada", 1)
    const { commits, renders } = await probe()
    assert.strictEqual(commits, 1)
    // React 19 prerenders siblings of a suspended component.
    assert.isAtMost(renders, 3)
  })

  it("shows a banner offline, and the content within a second of the online event", async ({ react }) => {
    const { complaints, context, open, page } = react
    await open("/?count=1")
    await shows(page, "Ada", 1)
    await context.setOffline(true)
    await page.getByText("You're offline.").waitFor()
    await press(page, "Show the teams")
    await page.getByText("Loading the teams").waitFor()
    await page.evaluate(() => {
      addEventListener("online", () => {
        const since = performance.now()
        new MutationObserver(() => {
          if (document.body.textContent?.includes("0 teams")) {
            document.body.dataset["tookMillis"] ??= String(performance.now() - since)
          }
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
      })
    })
    await context.setOffline(false)
    await page.getByText("0 teams").waitFor()
    assert.strictEqual(await page.getByText("You're offline.").count(), 0)
    const took = Number(await page.evaluate(() => document.body.dataset["tookMillis"]))
    assert.isBelow(took, 1000)
    // Chromium logs each request that it could not send.
    assert.deepStrictEqual(complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED")), [])
  })

  it("readers that wait 12 seconds for the first response share one fetch", async ({ react }) => {
    const { complaints, context, open, page, reads } = react
    await page.clock.install()
    let answer = () => undefined as void
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await context.route("**/users/me", async (route) => {
      await answered
      await route.continue()
    })
    await open("/?form=suspense")
    await page.getByText("Loading").waitFor()
    await page.clock.runFor(12_000)
    assert.strictEqual(reads.length, 1)
    answer()
    await page.clock.runFor(1000)
    await shows(page, "Ada")
    assert.strictEqual(reads.length, 1)
    assert.deepStrictEqual(complaints, [])
  })
})
