import * as Redacted from "effect/Redacted"
import { assert, describe } from "vitest"
import { it, type Profile } from "./support/support.ts"
import { ada } from "./support/users.ts"

const password = Redacted.value(ada.password)
const strict = { requireEmailVerification: true }

/** Signs up on the app's page, in a project that requires verified email addresses. */
const signUp = async ({ open }: Profile, query = "") => {
  const tab = await open(`/handler/sign-up${query}`)
  await tab.submit("Sign up", { "E-mail": ada.primaryEmail, Password: password, Again: password })
  await tab.sees(`We sent a link to ${ada.primaryEmail}`)
  return tab
}

describe("a restricted user in a browser, on another origin than the service", () => {
  it("a restricted user's calls all pass the preflight", async ({ profile, service }) => {
    await service.configure(strict)
    const sent: Array<string> = []
    profile.context.on("request", (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin !== service.url || request.method() === "OPTIONS") return
      const header = request.headers()["x-stack-allow-anonymous-user"]
      sent.push(`${request.method()} ${pathname.replace("/api/v1", "")} ${header}`)
    })
    const tab = await signUp(profile)
    assert.notStrictEqual(service.url, profile.origin)
    await tab.submit("Send the email again")
    await tab.sees("Email sent")
    await tab.submit("Continue")
    await tab.sees(`We sent a link to ${ada.primaryEmail}`)
    const home = await profile.open("/")
    await home.submit("My teams")
    await home.sees("Teams: ")
    await home.submit("Who am I?")
    await home.sees("Nobody")
    const withToken = sent.filter((request) => /users|teams|contact-channels/.test(request))
    assert.isAtLeast(withToken.length, 5)
    assert.deepStrictEqual(withToken.filter((request) => !request.endsWith(" true")), [])
  })

  it("a browser cannot send the header for restricted users, which the service's CORS rules do not allow", async ({ service, tab }) => {
    const ask = (header: string) =>
      tab.page.evaluate(
        ([url, header]) =>
          fetch(`${url}/api/v1/projects/current`, { headers: { [header]: "true" } })
            .then(() => "sent", () => "refused by the browser"),
        [service.url, header] as const
      )
    assert.strictEqual(await ask("x-stack-allow-anonymous-user"), "sent")
    assert.strictEqual(await ask("x-stack-allow-restricted-user"), "refused by the browser")
  })

  it("a restricted user's sign-out revokes the session", async ({ profile, service }) => {
    await service.configure(strict)
    const tab = await signUp(profile)
    const cookies = await profile.cookies()
    const refreshToken = Object.values(cookies).map((value) => /[0-9a-hjkmnp-tv-z]{45}/.exec(value)?.[0]).find(Boolean)
    assert.isString(refreshToken)
    const [revoked] = await Promise.all([
      tab.page.waitForResponse((response) =>
        response.request().method() === "DELETE" && response.url().endsWith("/auth/sessions/current")
      ),
      tab.submit("Sign out")
    ])
    assert.strictEqual(revoked.status(), 200)
  })

  it("a restricted user who verifies on another device continues with a new token", async ({ newProfile, profile, service }) => {
    await service.configure(strict)
    const tab = await signUp(profile, "?after_auth_return_to=%2Fwelcome")
    const { link } = await service.mailTo(ada.primaryEmail, "email_verification")
    const phone = await newProfile()
    const verification = await phone.open(link)
    await verification.submit("Verify")
    await verification.sees("The address is verified")
    await verification.submit("Go on")
    await verification.arrivesAt("/welcome")
    await tab.submit("Continue")
    await tab.arrivesAt("/welcome")
    await tab.is(ada)
    await tab.submit("What does the server say?")
    await tab.sees(ada.primaryEmail)
  })
})
