import { assert, describe } from "vitest"
import { it } from "./support/support.ts"
import { ada } from "./support/users.ts"

const signInPage = (target: string) => `/handler/sign-in?after_auth_return_to=${encodeURIComponent(target)}`

describe("a page for users", () => {
  it("sends others to sign in, and has them back afterwards", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await profile.open("/members?page=2#top")
    await tab.arrivesAt(signInPage("/members?page=2#top"))
    await tab.signIn(ada)
    await tab.arrivesAt("/members?page=2#top")
  })
})

describe("a sign-in", () => {
  it("leads to no other site, however its address spells one", async ({ profile, service }) => {
    await service.createUser(ada)
    for (
      const target of [
        "//evil.example/",
        "/\\evil.example/",
        "\t//evil.example/",
        "/.//evil.example/",
        "https://localhost@evil.example/",
        "javascript:document.title='hijacked'",
        "data:text/html,hijacked"
      ]
    ) {
      const tab = await profile.open(signInPage(target))
      await tab.signIn(ada)
      await tab.sees("is not trusted; should be relative.")
      assert.strictEqual(new URL(tab.page.url()).pathname, "/handler/sign-in", target)
      assert.strictEqual(await tab.page.title(), "App", target)
    }
    const tab = await profile.open(signInPage("https:evil.example"))
    await tab.signIn(ada)
    await tab.arrivesAt("/handler/evil.example")
  })
})
