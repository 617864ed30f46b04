/** A response of the app's server that was under way during a sign-out, and sets the cookies of the session again. */
import { assert, describe } from "vitest"
import { httpsOrigin, it } from "./support/support.ts"
import { ada, grace } from "./support/users.ts"

describe("a late response that sets the cookies of a session", () => {
  for (const origin of [undefined, httpsOrigin]) {
    it(`does not undo a sign-out, in any tab (${origin ?? "http"})`, async ({ newProfile, service }) => {
      await service.createUser(ada)
      const profile = await newProfile(origin)
      const tab = await profile.open()
      await tab.signIn(ada)
      await tab.sees(`You are ${ada.primaryEmail}`)
      const cookies = await profile.context.cookies()
      const other = await profile.open()
      await other.sees("Session: Active")
      await tab.submit("Sign out")
      await tab.sees("Goodbye")
      await other.sees("Session: SignedOut")
      await profile.context.addCookies(cookies)
      await tab.page.waitForFunction(() => !document.cookie.includes("stack-"))
      await tab.sees("Session: SignedOut")
      await other.sees("Session: SignedOut")
      // A page without a client sees them first after a reload.
      await profile.context.addCookies(cookies)
      await other.page.reload()
      await other.sees("Session: SignedOut")
      assert.deepStrictEqual(Object.keys(await profile.cookies()), ["latchkey-ended"])
    })
  }

  it("does not replace the session of the next user", async ({ profile, service }) => {
    await service.createUser(ada)
    await service.createUser(grace)
    const tab = await profile.open()
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    const cookies = await profile.context.cookies()
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    const next = await profile.open()
    await next.signIn(grace)
    await next.sees(`You are ${grace.primaryEmail}`)
    await profile.context.addCookies(cookies)
    await next.page.waitForFunction((old) => !document.cookie.includes(old), cookies[0]!.value)
    await next.is(grace)
    await next.page.reload()
    await next.is(grace)
  })
})
