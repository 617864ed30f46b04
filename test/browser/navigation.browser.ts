import { assert, describe } from "vitest"
import { it } from "./support/support.ts"
import { ada } from "./support/users.ts"

const signInPage = (target: string) => `/handler/sign-in?after_auth_return_to=${encodeURIComponent(target)}`

describe("a page for signed-in users", () => {
  it("redirects visitors to sign in, and back afterwards", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await profile.open("/members?page=2#top")
    await tab.arrivesAt(signInPage("/members?page=2#top"))
    await tab.signIn(ada)
    await tab.arrivesAt("/members?page=2#top")
  })
})

describe("the sign-out page", () => {
  it("signs out, and redirects home", async ({ profile, service, tab }) => {
    await service.createUser(ada)
    await tab.signIn(ada)
    await tab.sees("Session: Active")
    await tab.page.goto(`${profile.origin}/handler/sign-out`)
    await tab.arrivesAt("/")
    await tab.is(undefined)
    assert.hasAllKeys(await profile.cookies(), ["latchkey-ended"])
  })
})

describe("the sign-in page", () => {
  it("redirects to no other site, however its URL is spelled", async ({ profile, service, tab }) => {
    await service.createUser(ada)
    const hostile = [
      "//evil.example/",
      "/\\evil.example/",
      "\t//evil.example/",
      "/.//evil.example/",
      "https://localhost@evil.example/",
      "javascript:document.title='hijacked'",
      "data:text/html,hijacked"
    ]
    const refuseAll = async () => {
      for (const target of hostile) {
        await tab.page.goto(profile.origin + signInPage(target))
        await tab.sees("is not trusted. Use a relative URL.")
        assert.strictEqual(await tab.page.getByRole("form").count(), 0, target)
        assert.strictEqual(await tab.page.title(), "App", target)
      }
    }
    await refuseAll()
    // The browser parses this as a path of the app.
    await tab.page.goto(profile.origin + signInPage("https:evil.example"))
    await tab.signIn(ada)
    await tab.arrivesAt("/handler/evil.example")
    await refuseAll()
  })
})
