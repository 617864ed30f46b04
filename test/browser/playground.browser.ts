import { assert, describe } from "vitest"
import { addAuthenticator } from "./support/authenticator.ts"
import {
  ada,
  closeDevTools,
  createKey,
  followMail,
  goTo,
  grace,
  invite,
  it,
  openDevTools,
  readSetupKey,
  sees,
  selectTeam,
  signIn,
  totp
} from "./support/playground.ts"
import { useAnotherAccount } from "./support/provider.ts"
import { Tab } from "./support/Tab.ts"

describe("the playground", () => {
  it("the playground handles every step from sign-up to a network failure", async ({ open }) => {
    const page = await open("/", { viewport: { width: 360, height: 844 } })
    await page.getByRole("button", { name: "Sign up" }).click()
    await page.getByLabel("Email", { exact: true }).fill("alan@example.com")
    await page.getByLabel("Password", { exact: true }).fill("bombe bombe bombe")
    await page.getByRole("button", { name: "Sign up", exact: true }).click()
    await sees(page, "Not verified")
    await followMail(page)
    await page.getByRole("button", { name: "Verify email" }).click()
    await page.getByRole("button", { name: "Continue" }).click()

    await goTo(page, "Teams")
    await page.getByLabel("Team name").fill("Bletchley")
    await page.getByRole("button", { name: "Create team" }).click()
    await invite(page, "grace@example.com")
    await sees(page, "Expires")
    await page.getByRole("button", { name: /^Inbox/ }).click()
    await sees(page, "You have been invited to join Bletchley")
    await page.keyboard.press("Escape")

    await goTo(page, "API keys")
    await createKey(page, "Nightly backup")
    await sees(page, /^sk_/)
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: "Revoke" }).click()
    await page.getByRole("dialog", { name: "Revoke Nightly backup?" }).getByRole("button", { name: "Revoke" }).click()
    await sees(page, "Revoked")

    await goTo(page, "Account")
    await page.getByRole("button", { name: "Profile", exact: true }).click()
    await page.getByRole("button", { name: "Change", exact: true }).click()
    await page.getByLabel("Name", { exact: true }).fill("Alan Turing")
    await page.getByRole("button", { name: "Save" }).click()
    await sees(page, "Saved")
    await page.getByRole("region", { name: "Profile" }).getByText("Alan Turing").waitFor()
    await page.getByRole("button", { name: "Turn on email sign-in" }).click()
    await page.getByRole("button", { name: "All settings" }).click()
    await page.getByRole("button", { name: "Security" }).click()
    const twoFactor = page.getByRole("region", { name: "Two-factor authentication" })
    await twoFactor.getByRole("button", { name: "Turn on" }).click()
    const secret = await readSetupKey(page)
    await twoFactor.getByLabel("Code", { exact: true }).fill("000000")
    await sees(page, "Wrong code. Try again.")
    await twoFactor.getByLabel("Code", { exact: true }).fill(totp(secret))
    await sees(page, "Two-factor authentication is on.")

    await goTo(page, "Home")
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Sign in" }).first().click()
    await page.getByLabel("Email", { exact: true }).fill("alan@example.com")
    await page.getByRole("button", { name: "Email me a sign-in link" }).click()
    await sees(page, "Check your email")
    await page.getByRole("button", { name: /^Inbox/ }).click()
    const code = await page.getByRole("dialog").locator(".otp").first().innerText()
    await page.keyboard.press("Escape")
    await page.getByLabel("Code").fill(code)
    await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
    await page.getByLabel("Code").fill(totp(secret))
    await sees(page, "Hello, Alan Turing")

    await goTo(page, "Faults")
    await page.getByRole("radio", { name: /^Offline/ }).check()
    await page.getByRole("radio", { name: /^11 minutes/ }).check()
    await page.getByRole("button", { name: "Fetch current user" }).click()
    await sees(page, "Refreshing; showing the cached value")
    await openDevTools(page, "Timeline")
    await page.getByRole("option", { name: /users\.me\.get/ }).first().click()
    await page.getByRole("region", { name: "Details of users.me.get" }).getByText(/^No response/).first().waitFor()
    await closeDevTools(page)
    await page.getByRole("button", { name: "Clear all faults" }).click()
    await sees(page, "Last response")
    await sees(page, "The session is active.")
  })

  it("shows a stale session until new tokens arrive", async ({ open }) => {
    const page = await open()
    await signIn(page, ada)
    await goTo(page, "Faults")
    await page.getByRole("radio", { name: /^No new tokens/ }).check()
    await page.getByRole("radio", { name: /^11 minutes/ }).check()
    await page.getByRole("button", { name: "Fetch current user" }).click()
    await sees(page, "You're still signed in, and the next call retries. Reason: InvalidResponse.")
    await sees(page, "Cached;")
    await goTo(page, "Home")
    await sees(page, "Hello, Ada Lovelace")
    await goTo(page, "Faults")
    await page.getByRole("button", { name: "Clear all faults" }).click()
    await page.getByRole("button", { name: "Fetch current user" }).click()
    await sees(page, "The session is active.")
  })

  it("a service clock that is ahead causes one refresh, and only the service signs the user out", async ({ open }) => {
    const page = await open()
    await signIn(page, ada)
    await goTo(page, "Faults")
    await page.getByRole("radio", { name: /^11 minutes/ }).check()
    await page.getByRole("button", { name: "Fetch current user" }).click()
    await openDevTools(page, "Timeline")
    await page.getByLabel("Filter by text").fill("/auth/oauth/token")
    const refreshes = page.getByRole("option", { name: /Token refresh/ })
    await refreshes.first().waitFor()
    await sees(page, "Last response")
    assert.strictEqual(await refreshes.count(), 1)
    await refreshes.click()
    await sees(page, "POST /api/v1/auth/oauth/token")
    await closeDevTools(page)
    await page.getByRole("button", { name: "Revoke my sessions on the server" }).click()
    await sees(page, "Done.")
    await page.getByRole("radio", { name: /^An hour ahead/ }).check()
    await page.getByRole("button", { name: "Fetch current user" }).click()
    await sees(page, "No user is signed in. Sign in to see how the session reacts.")
  })

  it("adds an invited person to the team after a sign-in", async ({ open }) => {
    const page = await open()
    await signIn(page, ada)
    await goTo(page, "Teams")
    await selectTeam(page, "Analytical Engines")
    await invite(page, "charles@example.com")
    await goTo(page, "Home")
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Continue as a guest" }).click()
    await sees(page, "You're using a guest account that exists only in this session.")
    await followMail(page)
    await sees(page, "Sign in to Latchkey Playground")
    await page.getByRole("link", { name: "Sign up" }).click()
    await page.getByLabel("Email", { exact: true }).fill("charles@example.com")
    await page.getByLabel("Password", { exact: true }).fill("difference engine")
    await page.getByRole("button", { name: "Sign up", exact: true }).click()
    await page.getByRole("button", { name: "Join team" }).click()
    await page.getByRole("heading", { name: "Welcome to Analytical Engines" }).waitFor()
    await goTo(page, "Teams")
    await selectTeam(page, "Analytical Engines")
  })

  it("adds a passkey, which the sign-in page then offers by autofill", async ({ open }) => {
    const page = await open()
    await addAuthenticator(new Tab(page))
    await signIn(page, ada)
    await goTo(page, "Account")
    await page.getByRole("button", { name: "Security" }).click()
    await page.getByRole("button", { name: "Add passkey" }).click()
    await sees(page, "You can sign in with a passkey.")
    await goTo(page, "Home")
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Sign in" }).first().click()
    await sees(page, "Hello, Ada Lovelace")
  })

  it("signs in with a provider, and connects another one", async ({ open }) => {
    const page = await open("/handler/sign-in")
    await page.getByRole("button", { name: "GitHub" }).click()
    await useAnotherAccount(page)
    await page.getByLabel("Account ID").fill("augusta")
    await page.getByLabel("Name").fill("Augusta King")
    await page.getByRole("button", { name: "Approve" }).click()
    await sees(page, "Hello, Augusta King")
    await goTo(page, "Account")
    await page.getByRole("button", { name: "Allow access to Spotify playlists" }).click()
    await useAnotherAccount(page)
    await page.getByLabel("Account ID").fill("augusta")
    await page.getByRole("button", { name: "Approve" }).click()
    await page.getByRole("button", { name: "Get Spotify token" }).click()
    await sees(page, "Got an access token for Spotify.")
  })

  it("the playground confirms a command-line sign-in", async ({ open }) => {
    const page = await open()
    await signIn(page, ada)
    await goTo(page, "Sessions")
    await page.getByRole("button", { name: "Sign in a command line" }).click()
    const [confirmation] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Confirm in a new tab" }).click()
    ])
    await confirmation.getByRole("button", { name: "Authorize" }).click()
    await sees(confirmation, "Command line authorized")
    await sees(page, "The command line is signed in as Ada Lovelace.")
  })

  it("ends the sessions of other devices", async ({ open }) => {
    const [page, other] = [await open(), await open()]
    await signIn(other, ada)
    await signIn(page, ada)
    await goTo(page, "Sessions")
    await page.getByRole("button", { name: "Sign out", exact: true }).click()
    await page.getByRole("button", { name: "Sign out", exact: true }).waitFor({ state: "detached" })
    await goTo(page, "Faults")
    await page.getByRole("radio", { name: /^11 minutes/ }).check()
    await goTo(other, "Faults")
    await other.getByRole("button", { name: "Fetch current user" }).click()
    await sees(other, "No user is signed in. Sign in to see how the session reacts.")
    await page.getByRole("button", { name: "Fetch current user" }).click()
    await sees(page, "The session is active.")
  })

  it("the playground shows no data of one user to the next user", async ({ open }) => {
    const [page, other] = [await open(), await open()]
    await signIn(page, ada)
    await goTo(page, "API keys")
    await createKey(page, "Nightly backup")
    await sees(page, /^sk_/)
    await page.getByRole("button", { name: "Create API key" }).click()
    await page.getByLabel("Description").fill("Half a sentence")
    await signIn(other, grace)
    await page.context().addCookies(await other.context().cookies())
    await page.getByRole("button", { name: /^Grace Hopper/ }).waitFor()
    assert.strictEqual(await page.getByText(/^sk_/).count(), 0)
    await page.getByRole("button", { name: "Create API key" }).click()
    assert.strictEqual(await page.getByLabel("Description").inputValue(), "")
  })

  it("the playground is operable with only the keyboard", async ({ open }) => {
    const page = await open()
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    await sees(page, "and what happens next.")
    await page.keyboard.press("Tab")
    assert.strictEqual(await focused(), "Skip to content")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    assert.strictEqual(await focused(), "Sign up")
    await page.getByRole("link", { name: "Faults" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Faults", exact: true }).waitFor()
    assert.strictEqual(await focused(), "Faults")
    await page.getByRole("button", { name: "Inbox" }).focus()
    await page.keyboard.press("Enter")
    await sees(page, "No emails yet")
    await page.keyboard.press("Escape")
    assert.strictEqual(await focused(), "Inbox")
  })
})
