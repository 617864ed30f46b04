import { assert, describe } from "vitest"
import { addAuthenticator } from "./support/authenticator.ts"
import { it } from "./support/support.ts"
import type { Tab } from "./support/Tab.ts"
import { ada } from "./support/users.ts"

/** Signs Ada in, adds a passkey, and signs her out. */
const addPasskey = async (tab: Tab): Promise<void> => {
  await tab.signIn(ada)
  await tab.sees(`You are ${ada.primaryEmail}`)
  await tab.submit("Add a passkey")
  await tab.sees("There is a passkey now")
  await tab.submit("Sign out")
  await tab.sees("Session: SignedOut")
}

describe("a passkey", () => {
  it("is registered, and signs its user in", async ({ service, tab }) => {
    await service.createUser(ada)
    await addAuthenticator(tab)
    await addPasskey(tab)
    await tab.submit("Sign in with a passkey")
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.sees("Session: Active")
  })

  it("loads no code before its first use", async ({ service, tab }) => {
    await service.createUser(ada)
    await addAuthenticator(tab)
    const modules: Array<string> = []
    tab.page.on("request", (request) => {
      if (request.url().includes("/modules/")) modules.push(request.url())
    })
    await tab.page.reload()
    await tab.sees("Session: SignedOut")
    const before = modules.splice(0)
    await tab.submit("Sign in with a passkey")
    await tab.sees("No passkey: NotAllowedError")
    assert.isAbove(modules.length, 0)
    assert.notIncludeMembers(before, modules)
  })

  it("a synced passkey signs its user in on another device", async ({ newProfile, service, tab }) => {
    await service.createUser(ada)
    const authenticator = await addAuthenticator(tab)
    await addPasskey(tab)
    const [credential] = await authenticator.credentials()
    assert.strictEqual(credential?.rpId, "localhost")

    const other = await (await newProfile()).open()
    await (await addAuthenticator(other)).put(credential!)
    await other.submit("Sign in with a passkey")
    await other.sees(`You are ${ada.primaryEmail}`)
  })

  it("a passkey ceremony cancelled by the user fails with a code", async ({ service, tab }) => {
    await service.createUser(ada)
    const authenticator = await addAuthenticator(tab)
    await addPasskey(tab)
    await authenticator.setVerifies(false)
    await tab.submit("Sign in with a passkey")
    await tab.sees("No passkey: NotAllowedError")
    await authenticator.setVerifies(true)
    await tab.submit("Sign in with a passkey")
    await tab.sees(`You are ${ada.primaryEmail}`)
  })

  it("the passkey request ends when the app cancels", async ({ service, tab }) => {
    await service.createUser(ada)
    const authenticator = await addAuthenticator(tab)
    await addPasskey(tab)
    await authenticator.whileAsking(() => tab.submit("Sign in with a passkey"))
    await tab.submit("Give up")
    await tab.sees("Never mind")
    await authenticator.agree()
    await tab.submit("Sign in with a passkey")
    await tab.sees(`You are ${ada.primaryEmail}`)
  })

  it("one passkey ceremony runs at a time", async ({ service, tab }) => {
    await service.createUser(ada)
    const authenticator = await addAuthenticator(tab)
    await addPasskey(tab)
    await authenticator.whileAsking(() => tab.submit("Sign in with a passkey"))
    await tab.submit("Sign in with a passkey")
    await tab.sees("No passkey: ERROR_CEREMONY_ABORTED")
    await tab.submit("Give up")
    await tab.sees("Never mind")
    await authenticator.agree()
    await tab.submit("Sign in with a passkey")
    await tab.sees(`You are ${ada.primaryEmail}`)
  })

  it("is not added without user verification", async ({ service, tab }) => {
    await service.createUser(ada)
    const authenticator = await addAuthenticator(tab)
    await authenticator.setVerifies(false)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("Add a passkey")
    await tab.sees("No passkey: NotAllowedError")
    assert.deepStrictEqual(await authenticator.credentials(), [])
  })

  it("a sign-in without a passkey reports the browser's error", async ({ service, tab }) => {
    await service.createUser(ada)
    await addAuthenticator(tab)
    await tab.submit("Sign in with a passkey")
    await tab.sees("No passkey: NotAllowedError")
  })
})
