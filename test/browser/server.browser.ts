import { assert, describe } from "vitest"
import { approve } from "./support/provider.ts"
import { it } from "./support/support.ts"
import { ada } from "./support/users.ts"

const serverKnows = `The server knows ${ada.primaryEmail}`

describe("the app's server", () => {
  it("identifies the browser's user by cookies", async ({ profile, service, tab }) => {
    await service.createUser(ada)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    const other = await profile.open("/server/me")
    await other.sees(serverKnows)
    await other.page.goto(`${profile.origin}/server/sign-out`)
    await other.arrivesAt("/")
    await tab.sees("Session: SignedOut")
    assert.hasAllKeys(await profile.cookies(), ["latchkey-ended"])
  })

  it("identifies the browser's user by the header that the app sends", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await profile.open("/storage")
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    assert.deepStrictEqual(await profile.cookies(), {})
    await tab.submit("What does the server say?")
    await tab.sees(serverKnows)
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    await tab.submit("What does the server say?")
    await tab.sees("Nobody")
  })

  it("signs in by a form, and the browser is signed in", async ({ profile, service, tab }) => {
    await service.createUser(ada)
    const form = await profile.open("/server/sign-in")
    await form.signIn(ada)
    await form.arrivesAt("/")
    await form.is(ada)
    await tab.sees("Session: Active")
    const names = Object.keys(await profile.cookies())
    assert.lengthOf(names, 2)
  })

  it("redirects to a provider and back, and the browser is signed in", async ({ profile }) => {
    const tab = await profile.open("/server/github")
    await approve(tab, { id: "ada-1", email: ada.primaryEmail })
    await tab.arrivesAt("/welcome")
    await tab.is(ada)
    assert.lengthOf(Object.keys(await profile.cookies()), 2)
  })
})
