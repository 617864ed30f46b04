import { assert, describe } from "vitest"
import { approve } from "./support/provider.ts"
import { it } from "./support/support.ts"
import { secret } from "./support/totp.ts"
import { ada } from "./support/users.ts"

const careful = { ...ada, totpSecretBase64: secret.base64 }

describe("a second factor", () => {
  it("a second factor enabled with an authenticator app is then required", async ({ service, tab }) => {
    await service.createUser(ada)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("Turn on a second factor")
    await tab.sees("Scan otpauth://")
    const address = (await tab.text()).match(/otpauth:\S+/)![0]
    const code = service.totp(address)
    await tab.submit("Confirm the second factor", { Code: wrong(code) })
    await tab.sees("InvalidTotpCode: The TOTP code is invalid. Please try again.")
    await tab.submit("Confirm the second factor", { Code: code })
    await tab.sees("There is a second factor now")
    await tab.submit("Sign out")
    await tab.sees("Session: SignedOut")

    await tab.signIn(ada)
    await tab.sees("There is a second factor")
    await tab.is(undefined)
    await tab.submit("Give the second factor", { Code: wrong(code) })
    await tab.sees("InvalidTotpCode: The TOTP code is invalid. Please try again.")
    await tab.submit("Give the second factor", { Code: service.totp(address) })
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.sees("Session: Active")
  })

  it("a second factor can be given after a reload, once", async ({ service, tab }) => {
    await service.createUser(careful)
    await tab.signIn(ada)
    await tab.sees("There is a second factor")
    await tab.page.reload()
    await tab.submit("Give the second factor", { Code: service.totp(secret.address) })
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.page.reload()
    await tab.sees("Session: Active")
    assert.strictEqual(await tab.page.getByRole("form", { name: "Give the second factor" }).count(), 0)
  })

  it("is requested by the browser's prompt if the app has no form", async ({ service, tab }) => {
    await service.createUser(careful)
    const messages: Array<string> = []
    const answers = [undefined, service.totp(secret.address)]
    tab.page.on("dialog", async (dialog) => {
      messages.push(`${dialog.type()}: ${dialog.message()}`)
      const answer = answers.shift()
      await (answer === undefined ? dialog.dismiss() : dialog.accept(answer))
    })
    await tab.signIn(ada, "Sign in, and be asked")
    await tab.sees("InvalidTotpCode: The TOTP code is invalid. Please try again.")
    await tab.signIn(ada, "Sign in, and be asked")
    await tab.sees(`You are ${ada.primaryEmail}`)
    const message = "prompt: Enter the six-digit code from your authenticator app."
    assert.deepStrictEqual(messages, [message, message])
  })

  it("a provider sign-in requires the second factor, and keeps the return path", async ({ profile, service }) => {
    const account = { id: "ada-1", email: ada.primaryEmail }
    await service.createUser({ ...careful, primaryEmailAuthEnabled: true })
    const tab = await profile.open("/members?page=2")
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.sees("There is a second factor")
    assert.deepStrictEqual(await profile.cookies(), {})
    await tab.page.reload()
    await tab.submit("Give the second factor", { Code: service.totp(secret.address) })
    await tab.arrivesAt("/members?page=2")
    await tab.sees(`Welcome to /members?page=2, ${ada.primaryEmail}`)
  })
})

/** Another code. */
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0")
