import { assert, describe } from "vitest"
import { approve, deny } from "./support/provider.ts"
import { it } from "./support/support.ts"
import { ada, grace } from "./support/users.ts"

const account = { id: "ada-1", email: ada.primaryEmail }

describe("a sign-in with a provider", () => {
  it("signs up whoever agrees, and takes the answer out of the address first", async ({ profile, tab }) => {
    const addresses: Array<string> = []
    tab.page.on("request", (request) => {
      if (request.url().endsWith("/auth/oauth/token")) addresses.push(tab.page.url())
    })
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.arrivesAt("/")
    await tab.is(ada)
    assert.deepStrictEqual(addresses, [`${profile.origin}/handler/oauth-callback`])
    assert.lengthOf(Object.keys(await profile.cookies()), 2)
  })

  it("goes where its user wanted to go", async ({ profile }) => {
    const tab = await profile.open("/members?page=2")
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.arrivesAt("/members?page=2")
    await tab.sees(`Welcome to /members?page=2, ${ada.primaryEmail}`)
  })

  it("that is denied ends on a page with a text of ours", async ({ tab }) => {
    await tab.submit("Sign in with github")
    await deny(tab)
    await tab.sees("The sign-in was cancelled, or the provider did not allow it. Please try again.")
    assert.strictEqual(new URL(tab.page.url()).pathname, "/handler/error")
  })

  it("ends in the browser that it began in, and once", async ({ newProfile, profile, service, tab }) => {
    const started = tab.page.waitForRequest("**/auth/oauth/authorize/github?*")
    await tab.page.route("**/auth/oauth/authorize/github?*", (route) => route.fulfill({ body: "Not yet" }))
    await tab.submit("Sign in with github")
    await tab.sees("Not yet")
    const answer = await service.comeBack((await started).url(), account)

    const stranger = await newProfile()
    const other = await stranger.open(answer)
    await other.sees("Page: OAuthNotBegun")
    assert.deepStrictEqual(await stranger.cookies(), {})

    await tab.page.goto(answer)
    await tab.arrivesAt("/")
    await tab.is(ada)
    const cookies = await profile.cookies()
    await tab.page.goto(answer)
    await tab.sees("Page: OAuthNotBegun")
    assert.strictEqual(tab.page.url(), `${profile.origin}/handler/oauth-callback`)
    assert.deepStrictEqual(await profile.cookies(), cookies)
  })

  it("shows no text that the address brings", async ({ profile }) => {
    const query = new URLSearchParams({
      errorCode: "OAUTH_PROVIDER_ACCESS_DENIED",
      message: "Call 555-0100 <img src=x onerror=document.title='hijacked'>",
      details: JSON.stringify({ text: "Call 555-0100" })
    })
    const tab = await profile.open(`/handler/error?${query}`)
    await tab.sees("The sign-in was cancelled")
    assert.notInclude(await tab.page.content(), "555-0100")
    assert.strictEqual(await tab.page.title(), "App")
    query.set("errorCode", "<b>555-0100</b>")
    await tab.page.goto(`${profile.origin}/handler/error?${query}`)
    await tab.sees("Signing in has failed. Please try again.")
    assert.notInclude(await tab.page.content(), "555-0100")
  })
})

describe("an account of a provider", () => {
  it("is linked to whoever is signed in, who stays where they are", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await profile.open("/settings?tab=accounts#linked")
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("My accounts")
    await tab.sees("Accounts: none")
    await tab.submit("Link Spotify")
    await tab.page.getByText("playlist-read-private").waitFor()
    await approve(tab, account)
    await tab.arrivesAt("/settings?tab=accounts#linked")
    await tab.submit("My accounts")
    await tab.sees("Accounts: spotify")
    await tab.is(ada)
  })

  it("that another user has is refused", async ({ newProfile, service, tab }) => {
    await service.createUser(ada)
    await service.createUser(grace)
    const other = await (await newProfile()).open()
    for (const [tabOf, user] of [[other, grace], [tab, ada]] as const) {
      await tabOf.signIn(user)
      await tabOf.sees(`You are ${user.primaryEmail}`)
      await tabOf.submit("Link Spotify")
      await approve(tabOf, account)
    }
    await other.arrivesAt("/")
    await tab.sees("This account is connected to another user already.")
  })
})
