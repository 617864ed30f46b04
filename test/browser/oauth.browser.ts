import { assert, describe } from "vitest"
import { approve, deny } from "./support/provider.ts"
import { it } from "./support/support.ts"
import { ada, grace } from "./support/users.ts"

const account = { id: "ada-1", email: ada.primaryEmail }

describe("a sign-in with a provider", () => {
  it("signs up a new user, and signs in the returning one", async ({ profile, tab }) => {
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.arrivesAt("/welcome")
    await tab.is(ada)
    assert.lengthOf(Object.keys(await profile.cookies()), 2)
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.arrivesAt("/")
    await tab.is(ada)
  })

  it("removes the response from the URL before anything else", async ({ profile }) => {
    const addresses = new Set<string>()
    await profile.context.exposeFunction("fetchingFrom", (address: string) => addresses.add(address))
    await profile.context.addInitScript(tellFetches)
    const tab = await profile.open()
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.arrivesAt("/welcome")
    assert.deepStrictEqual([...addresses], [`${profile.origin}/handler/oauth-callback`])
  })

  it("concurrent provider sign-ins in two tabs are independent", async ({ profile, tab }) => {
    const other = await profile.open("/members")
    await tab.submit("Sign in with github")
    await other.submit("Sign in with spotify")
    await approve(tab, account)
    await tab.arrivesAt("/welcome")
    await approve(other, { ...account, id: "ada-2" })
    await other.arrivesAt("/members")
    assert.lengthOf(Object.keys(await profile.cookies()), 2)
  })

  it("continues to the return path", async ({ profile }) => {
    const tab = await profile.open("/members?page=2")
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.arrivesAt("/members?page=2")
    await tab.sees(`Welcome to /members?page=2, ${ada.primaryEmail}`)
  })

  it("a denied provider sign-in shows the library's text", async ({ tab }) => {
    await tab.submit("Sign in with github")
    await deny(tab)
    await tab.sees("Sign-in failed (OAUTH_PROVIDER_ACCESS_DENIED)")
    assert.strictEqual(tab.page.url().replace(/^https?:\/\/[^/]+/, ""), "/handler/oauth-callback")
  })

  it("completes only in the browser that started it, once", async ({ newProfile, profile, service, tab }) => {
    const started = tab.page.waitForRequest("**/auth/oauth/authorize/github?*")
    await tab.page.route("**/auth/oauth/authorize/github?*", (route) => route.fulfill({ body: "Not yet" }))
    await tab.submit("Sign in with github")
    await tab.sees("Not yet")
    const answer = await service.comeBack((await started).url(), account)

    const stranger = await newProfile()
    const other = await stranger.open(answer)
    await other.sees("Page: OAuthNotStarted")
    assert.deepStrictEqual(await stranger.cookies(), {})

    await tab.page.goto(answer)
    await tab.arrivesAt("/welcome")
    await tab.is(ada)
    const cookies = await profile.cookies()
    await tab.page.goto(answer)
    await tab.sees("Page: OAuthNotStarted")
    assert.strictEqual(tab.page.url(), `${profile.origin}/handler/oauth-callback`)
    assert.deepStrictEqual(await profile.cookies(), cookies)
  })

  it("a provider sign-in shows no text from the URL", async ({ profile }) => {
    const query = new URLSearchParams({
      errorCode: "OAUTH_PROVIDER_ACCESS_DENIED",
      message: "Call 555-0100 <img src=x onerror=document.title='hijacked'>",
      details: JSON.stringify({ text: "Call 555-0100" })
    })
    const tab = await profile.open(`/handler/error?${query}`)
    await tab.sees("Error page: OAUTH_PROVIDER_ACCESS_DENIED")
    assert.notInclude(await tab.page.content(), "555-0100")
    assert.strictEqual(await tab.page.title(), "App")
    query.set("errorCode", "<b>555-0100</b>")
    await tab.page.goto(`${profile.origin}/handler/error?${query}`)
    await tab.sees("Error page: unknown")
    assert.notInclude(await tab.page.content(), "555-0100")
  })
})

describe("a provider account", () => {
  it("is linked to the signed-in user, who stays on the page", async ({ profile, service }) => {
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

  it("a provider account is requested once, where the app needs it", async ({ service, tab }) => {
    await service.createUser(ada)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("My playlists")
    await approve(tab, account)
    await tab.arrivesAt("/")
    await tab.submit("My playlists")
    await tab.sees(`Playlists of ${account.email}`)
  })

  it("another user's provider account is refused", async ({ newProfile, service, tab }) => {
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
    await tab.sees("Sign-in failed (OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER)")
  })
})

/** Makes the page send its URL with every request. */
const tellFetches = (): void => {
  const page = globalThis as typeof globalThis & { fetchingFrom: (address: string) => Promise<void> }
  const { fetch } = page
  page.fetch = (...request) => {
    page.fetchingFrom(location.href)
    return fetch(...request)
  }
}
