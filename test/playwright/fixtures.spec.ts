import { expect, type Page, test as plain } from "@playwright/test"
import * as Duration from "effect/Duration"
import { Emulator } from "latchkey/emulator"
import {
  type EmulatorFixtures,
  emulatorFixtures,
  type EmulatorWorkerFixtures,
  Faults,
  test
} from "latchkey/emulator/playwright"
import { createAuthClient } from "latchkey/promise"
import { options } from "./app/options.ts"

const heading = (page: Page) => page.getByRole("heading", { level: 1 })

const email = "ada@example.com"

const clockOffset = Emulator.Emulator.use(({ clockOffset }) => clockOffset)

test("waitForMail: returns the link of a magic link that the page requested", async ({ emulator, page }) => {
  await emulator.createUser({ displayName: "Ada", primaryEmail: email })
  await page.goto("/")
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Email me a sign-in link" }).click()
  const { link, otp } = await emulator.waitForMail({ to: email, type: "magic_link" })
  expect(otp).toHaveLength(6)
  await page.goto(link)
  await page.getByRole("button", { name: "Sign in" }).click()
  await expect(heading(page)).toHaveText("Hello Ada")
})

const approve = async (page: Page) => {
  await page.getByLabel(/account/i).first().fill("ada")
  await page.getByLabel(/email/i).first().fill(email)
  await page.getByRole("button", { name: /allow|continue|approve|sign in/i }).first().click()
  await page.waitForURL("/")
  await expect(heading(page)).toBeVisible()
}

test("an OAuth sign-in passes the provider page of the emulator", async ({ emulator, page }) => {
  await page.goto("/")
  await page.getByRole("button", { name: /github/i }).click()
  await approve(page)
  const { items } = await emulator.run(Emulator.Emulator.use(({ listUsers }) => listUsers()))
  expect(items.map(({ primaryEmail }) => primaryEmail)).toStrictEqual([email])
})

test("an OAuth sign-in by redirects of the service stays in the emulator", async ({ page }) => {
  await page.goto("/")
  const authorize = page.waitForRequest(/\/oauth\/authorize/)
  await page.getByRole("button", { name: /github/i }).click()
  const url = new URL((await authorize).url())
  // Official clients of 2025 navigate to this URL instead of fetching it.
  url.searchParams.delete("stack_response_mode")
  await page.goto(url.href)
  await approve(page)
})

test("waitForMail: returns each email once, and then fails with the list of the inbox", async ({ emulator }) => {
  await emulator.createUser({ primaryEmail: email })
  await sendMagicLink(emulator.url)
  await sendMagicLink(emulator.url)
  const first = await emulator.waitForMail({ to: email })
  const second = await emulator.waitForMail({ to: email })
  expect(second.id).not.toBe(first.id)
  expect(await emulator.inbox({ type: "magic_link" })).toStrictEqual([first, second])
  await expect(emulator.waitForMail({ to: email, timeout: 0 })).rejects.toMatchObject({
    _tag: "NoMail",
    message: expect.stringContaining("already returned magic_link to ada@example.com; magic_link to")
  })
  await expect(emulator.waitForMail({ to: "grace@example.com", timeout: 0 })).rejects.toThrow(
    "No email to grace@example.com. The inbox contains magic_link to ada@example.com"
  )
})

test("expireAccessTokens: the page refreshes, and the user stays signed in", async ({ emulator, page }) => {
  await emulator.signIn(page, await emulator.createUser({ displayName: "Ada" }))
  await page.goto("/")
  await expect(heading(page)).toHaveText("Hello Ada")
  await emulator.expireAccessTokens()
  const refreshed = page.waitForRequest(/\/auth\/(oauth\/token|sessions\/current\/refresh)/)
  await page.reload()
  await refreshed
  await expect(heading(page)).toHaveText("Hello Ada")
})

test("signOutEverywhere: the page shows the sign-in once the access token has expired", async ({ emulator, page }) => {
  const user = await emulator.createUser({ displayName: "Ada" })
  await emulator.signIn(page, user)
  await page.goto("/")
  await expect(heading(page)).toHaveText("Hello Ada")
  expect(await emulator.signOutEverywhere(user)).toBe(1)
  await emulator.expireAccessTokens()
  await page.reload()
  await expect(page.getByLabel("Email")).toBeVisible()
})

test("advanceClock: moves the service and, on request, the page", async ({ emulator, page }) => {
  await emulator.signIn(page, await emulator.createUser({ displayName: "Ada" }))
  await page.clock.install({ time: Date.now() })
  await page.goto("/")
  await expect(heading(page)).toHaveText("Hello Ada")
  const hour = async () => Number(await page.locator("time").textContent())
  const before = await hour()
  await emulator.advanceClock("5 hours")
  expect(await hour()).toBeLessThanOrEqual(before + 1)
  await emulator.advanceClock("5 hours", { with: page })
  await expect.poll(hour).toBeGreaterThanOrEqual(before + 5)
  await page.reload()
  await expect(heading(page)).toHaveText("Hello Ada")
  expect(await emulator.run(clockOffset)).toStrictEqual(Duration.hours(10))
})

test("advanceClock: a session of a year expires", async ({ emulator, page }) => {
  await emulator.signIn(page, await emulator.createUser())
  await emulator.advanceClock("366 days")
  await page.goto("/")
  await expect(page.getByLabel("Email")).toBeVisible()
})

test("setFault: the page gets no response until clearFaults", async ({ emulator, page }) => {
  await page.goto("/")
  await emulator.setFault(Faults.offline)
  expect(await fetchProject(page)).toBe("TypeError")
  await emulator.clearFaults()
  expect(await fetchProject(page)).toBe(200)
})

test("url and env: programs outside the browser use the same emulator", async ({ emulator }) => {
  await emulator.createUser({ primaryEmail: email })
  const response = await fetch(`${emulator.url}/latchkey/users`)
  const { items } = await response.json() as { readonly items: ReadonlyArray<{ readonly primary_email: string }> }
  expect(items.map(({ primary_email }) => primary_email)).toStrictEqual([email])
  expect(emulator.env).toMatchObject({
    STACK_API_URL: emulator.url,
    VITE_STACK_PROJECT_ID: emulator.projectId,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: "pck_app",
    STACK_SECRET_SERVER_KEY: "ssk_emulator"
  })
})

test.describe("two tests of one worker", () => {
  test.describe.configure({ mode: "serial" })

  for (const name of ["the first", "the second"]) {
    test(`start from the same state: ${name}`, async ({ emulator }) => {
      expect(await emulator.inbox()).toStrictEqual([])
      expect(await emulator.run(clockOffset)).toStrictEqual(Duration.zero)
      // A second user with this email would be an error.
      await emulator.createUser({ primaryEmail: email })
      await sendMagicLink(emulator.url)
      await emulator.advanceClock("1 hour")
      await emulator.setFault(Faults.offline)
    })
  }
})

const extended = plain.extend<{ readonly ada: string }>({ ada: async ({}, use) => use("Ada") })
  .extend<EmulatorFixtures, EmulatorWorkerFixtures>(emulatorFixtures())

extended("emulatorFixtures: extend a test with other fixtures", async ({ ada, emulator, page }) => {
  await emulator.signIn(page, await emulator.createUser({ displayName: ada }))
  await page.goto("/")
  await expect(heading(page)).toHaveText("Hello Ada")
})

/** Requests the project, and returns the status, or the name of the error. */
const fetchProject = (page: Page): Promise<number | string> =>
  page.evaluate(() =>
    fetch("https://api.stack-auth.com/health").then(({ status }) => status, (error: Error) => error.name)
  )

/** Sends a magic link, as an app does in Node. */
const sendMagicLink = (apiUrl: string) =>
  createAuthClient({ ...options, apiUrl }).signIn.email({ email, callbackUrl: "http://localhost:3000/magic-link" })
    .orThrow()
