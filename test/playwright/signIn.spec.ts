import type { BrowserContext, Page } from "@playwright/test"
import { expect, test } from "latchkey/emulator/playwright"
import { options } from "./app/options.ts"

const password = "correct horse"

const heading = (page: Page) => page.getByRole("heading", { level: 1 })

/** The cookies of the session, without values and times. */
const describeCookies = async (context: BrowserContext) =>
  (await context.cookies()).map(({ domain, httpOnly, name, path, sameSite, secure, value }) => ({
    name,
    domain,
    path,
    httpOnly,
    sameSite,
    secure,
    shape: decodeURIComponent(value).replace(/"[^"]{20,}"/g, "\"token\"").replace(/\d{13}/, "time")
  })).sort((a, b) => a.name.localeCompare(b.name))

const signInByForm = async (page: Page, email: string) => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

test("signIn: writes the cookies that a sign-in by the form writes", async ({ browser, emulator, page }) => {
  const user = await emulator.createUser({ displayName: "Ada", password })
  await page.goto("/")
  await signInByForm(page, user.primaryEmail!)
  await expect(heading(page)).toHaveText("Hello Ada")
  const other = await browser.newContext()
  await emulator.signIn(other, user)
  expect(await describeCookies(other)).toStrictEqual(await describeCookies(page.context()))
  const [first] = await describeCookies(other)
  expect(first?.name).toBe("stack-access")
  const page2 = await other.newPage()
  await page2.goto("/")
  await expect(heading(page2)).toHaveText("Hello Ada")
  await other.close()
})

test("signIn: signs in a page that is already open", async ({ emulator, page }) => {
  await page.goto("/")
  await expect(page.getByLabel("Email")).toBeVisible()
  await emulator.signIn(page, await emulator.createUser({ displayName: "Ada" }))
  await expect(heading(page)).toHaveText("Hello Ada")
})

test("signIn: replaces the session of another user", async ({ emulator, page }) => {
  await emulator.signIn(page, await emulator.createUser({ displayName: "Ada" }))
  await emulator.signIn(page, await emulator.createUser({ displayName: "Grace" }))
  await page.goto("/")
  await expect(heading(page)).toHaveText("Hello Grace")
})

test("signIn: an https page has secure cookies with the prefix __Host-", async ({ baseURL, context, emulator, page }) => {
  const origin = "https://app.example.com"
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${baseURL}${pathname}` }) })
  })
  const user = await emulator.createUser({ displayName: "Ada", password })
  await emulator.signIn(page, user, { url: origin })
  const written = await describeCookies(context)
  expect(written.map(({ name, secure }) => [name, secure])).toStrictEqual([
    [`__Host-stack-refresh-${options.projectId}--default`, true],
    ["stack-access", true]
  ])
  await page.goto(origin)
  await expect(heading(page)).toHaveText("Hello Ada")
  await context.clearCookies()
  await page.goto(origin)
  await signInByForm(page, user.primaryEmail!)
  await expect(heading(page)).toHaveText("Hello Ada")
  expect(await describeCookies(context)).toStrictEqual(written)
})

test("signIn: shares the session with subdomains by the option domain", async ({ context, emulator }) => {
  await emulator.signIn(context, await emulator.createUser(), { url: "https://app.example.com", domain: "example.com" })
  const cookies = await context.cookies("https://www.example.com")
  expect(cookies.map(({ domain, name }) => [domain, name.replace(/custom-\w+/, "custom")])).toStrictEqual([
    [".example.com", `stack-refresh-${options.projectId}--custom`]
  ])
})

test("signIn: writes localStorage for a StorageTokenStore", async ({ emulator, page }) => {
  await emulator.signIn(page, await emulator.createUser({ displayName: "Ada" }), { storage: "localStorage" })
  expect(await page.context().cookies()).toStrictEqual([])
  await page.goto("/local")
  await expect(heading(page)).toHaveText("Hello Ada")
})

test("signIn: writes the sessionStorage of one page", async ({ context, emulator, page }) => {
  const user = await emulator.createUser({ displayName: "Ada" })
  await emulator.signIn(page, user, { storage: "sessionStorage" })
  await page.goto("/session")
  await expect(heading(page)).toHaveText("Hello Ada")
  await expect(emulator.signIn(context, user, { storage: "sessionStorage" })).rejects.toThrow("Pass the page to signIn")
})

test("signIn: connects other contexts to the emulator", async ({ baseURL, browser, emulator, page }) => {
  await emulator.signIn(page, await emulator.createUser({ displayName: "Ada" }))
  const other = await browser.newContext({ baseURL: baseURL! })
  await emulator.signIn(other, await emulator.createUser({ displayName: "Grace" }))
  const second = await other.newPage()
  await Promise.all([page.goto("/"), second.goto("/")])
  await expect(heading(page)).toHaveText("Hello Ada")
  await expect(heading(second)).toHaveText("Hello Grace")
  await other.close()
})

test.describe("without baseURL", () => {
  // The type of the option does not allow to remove it.
  test.use({ baseURL: "" })

  test("signIn: an unknown URL of the app is an error that names the option", async ({ emulator, page }) => {
    const user = await emulator.createUser()
    await expect(emulator.signIn(page, user)).rejects.toThrow("set use.baseURL in playwright.config.ts")
  })
})

test("createSession: returns tokens for a custom token store", async ({ emulator }) => {
  const { accessToken, refreshToken, userId } = await emulator.createSession(await emulator.createUser())
  expect(accessToken.split(".")).toHaveLength(3)
  expect(refreshToken).not.toBe("")
  expect(JSON.parse(atob(accessToken.split(".")[1]!))).toMatchObject({
    sub: userId,
    iss: expect.stringContaining("api.stack-auth.com")
  })
})
