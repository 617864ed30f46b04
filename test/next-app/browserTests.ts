/** Tests of the app in Chromium: sign-in, hydration, server actions and sign-out. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { launch } from "../browser/support/chromium.ts"
import { findChromium, noChromium } from "../browser/support/findChromium.ts"
import { patience } from "../browser/support/patience.ts"
import type { TestSession, World } from "./support.ts"

const path = findChromium()

export const testBrowser = (world: World): void => {
  if (path === undefined) {
    if (process.env["CI"]) throw new Error(noChromium)
    console.warn(`${noChromium} Until then the tests in a browser are skipped.`)
  }

  describe.skipIf(path === undefined)("in a browser", () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launch(path!)
    })
    afterAll(async () => {
      await browser?.close()
    })

    /** Opens a tab of a new browser profile. Fails if its console has errors or warnings, such as about hydration. */
    const withTab = async (session: TestSession | undefined, test: (page: Page) => Promise<void>) => {
      const context = await browser.newContext({ baseURL: world.app.url })
      const reports: Array<string> = []
      try {
        if (session !== undefined) await context.addCookies(cookiesOf(session, world.app.url))
        const page = await context.newPage()
        page.setDefaultTimeout(patience)
        page.on("console", (message) => {
          const { url } = message.location()
          if (/^(?:error|warning)$/.test(message.type()) && !isLatePrefetch(url)) {
            reports.push(`${message.text()} ${url}`)
          }
        })
        page.on("pageerror", (error) => reports.push(String(error)))
        await test(page)
        assert.deepStrictEqual(reports, [])
      } finally {
        await context.close()
      }
    }

    it("a visitor of a protected page signs in and returns to it", async () => {
      const { user, userId } = await world.signIn()
      await withTab(undefined, async (page) => {
        await page.goto("/dashboard")
        await hydrated(page.getByLabel("Email"))
        await page.getByLabel("Email").fill(user.primaryEmail)
        await page.getByRole("textbox", { name: "Password" }).fill(Redacted.value(user.password))
        await page.getByRole("button", { name: "Sign in", exact: true }).click()
        await page.waitForURL("/dashboard")
        assert.strictEqual(await page.locator("h1").getAttribute("data-user"), userId)
        await page.getByRole("button", { name: "Sign out" }).waitFor()
      })
    })

    it("the sign-in page has the colors of the stylesheet, also after the build for older browsers", async () => {
      await withTab(undefined, async (page) => {
        await page.goto("/handler/sign-in")
        const submit = page.getByRole("button", { name: "Sign in", exact: true })
        assert.strictEqual(
          await submit.evaluate((button) => getComputedStyle(button).backgroundColor),
          "rgb(28, 28, 31)"
        )
      })
    })

    it("a page of a signed-in user hydrates without errors and without another rendering", async () => {
      const session = await world.signIn()
      await withTab(session, async (page) => {
        await page.goto("/profile")
        await click(page.getByRole("button", { name: "Clicked 0 times" }))
        await page.getByRole("button", { name: "Clicked 1 times" }).waitFor()
        assert.strictEqual(await page.locator("h1").textContent(), "Ada")
      })
    })

    it("a server action changes the user in mounted components, which keep their state", async () => {
      const session = await world.signIn()
      await withTab(session, async (page) => {
        await page.goto("/profile")
        await click(page.getByRole("button", { name: "Clicked 0 times" }))
        await page.getByLabel("Name").fill("Grace")
        world.takePaths()
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByRole("heading", { name: "Grace" }).waitFor()
        await page.getByRole("button", { name: "Clicked 1 times" }).waitFor()
        assert.deepStrictEqual(world.takePaths(), ["PATCH /users/me", "POST /auth/oauth/token", "GET /users/me"])
      })
    })

    it("a page view with an expired access token stores the new one in the browser", async () => {
      const session = await world.signInEarlier()
      await withTab(session, async (page) => {
        await page.goto("/dashboard")
        await page.getByRole("heading", { name: session.user.primaryEmail }).waitFor()
        const cookies = await page.context().cookies()
        assert.notInclude(cookies.find(({ name }) => name === "stack-access")!.value, session.accessToken)
      })
    })

    it("a page with the Promise client signs in, asks a route with the server client, and signs out", async () => {
      const { user } = await world.signIn()
      await withTab(undefined, async (page) => {
        await page.goto("/promise")
        await page.getByRole("heading", { name: "signed-out" }).waitFor()
        await page.getByLabel("Email").fill(user.primaryEmail)
        await page.getByLabel("Password").fill(Redacted.value(user.password))
        await page.getByRole("button", { name: "Sign in here" }).click()
        await page.getByRole("heading", { name: "signed-in" }).waitFor()
        await page.getByRole("button", { name: "Ask the server" }).click()
        await page.getByText(`The server knows ${user.primaryEmail}`).waitFor()
        await page.getByRole("button", { name: "Sign out here" }).click()
        await page.getByRole("heading", { name: "signed-out" }).waitFor()
      })
    })

    for (const kind of ["valid", "expired"] as const) {
      it(`a sign-out with ${kind === "valid" ? "a valid" : "an expired"} access token ends the session`, async () => {
        const session = await (kind === "valid" ? world.signIn() : world.signInEarlier())
        await withTab(session, async (page) => {
          await page.goto("/profile")
          await click(page.getByRole("button", { name: "Sign out" }))
          await page.waitForURL("/")
          await page.getByRole("heading", { name: "Welcome!" }).waitFor()
          await page.getByRole("link", { name: "Sign in" }).waitFor()
          assert.deepStrictEqual((await page.context().cookies()).map(({ name }) => name), ["latchkey-ended"])
          await page.goto("/dashboard")
          assert.strictEqual(new URL(page.url()).pathname, "/handler/sign-in")
        })
        assert.isTrue(await world.isRevoked(session))
      })
    }
  })
}

/**
 * Next.js prefetches a page in segments. After a sign-out during a prefetch, the proxy redirects the rest to the sign-in page, which
 * has no such segment: Next.js responds with 404, and Chromium logs it. The proxy cannot exclude prefetches, because Next.js removes
 * their headers.
 */
const isLatePrefetch = (url: string): boolean => /\/handler\/sign-in\?(?:.*&)?_rsc=/.test(url)

/** Waits until React has attached itself to an element. The page is complete before, and clicks would be lost. */
const hydrated = (element: Locator): Promise<unknown> =>
  element.evaluate((node) =>
    new Promise<void>((resolve) => {
      const check = () =>
        Object.keys(node).some((key) => key.startsWith("__reactProps$")) ? resolve() : setTimeout(check, 10)
      check()
    })
  )

/** Clicks an element after its hydration. */
const click = async (element: Locator): Promise<void> => {
  await hydrated(element)
  await element.click()
}

const cookiesOf = ({ cookie }: TestSession, url: string) =>
  cookie.split("; ").map((pair) => {
    const [name, value] = pair.split("=") as [string, string]
    return { name, value, url }
  })
