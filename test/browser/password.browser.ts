import * as Redacted from "effect/Redacted"
import { assert, describe } from "vitest"
import { it } from "./support/support.ts"
import { ada } from "./support/users.ts"

describe("a password", () => {
  it("a password signs up a new user and signs the user in", async ({ service, tab }) => {
    await tab.submit("Sign up", { "E-mail": ada.primaryEmail, Password: Redacted.value(ada.password) })
    await tab.sees(`You are ${ada.primaryEmail}`)
    await service.mailTo(ada.primaryEmail, "email_verification")
  })

  it("signs a user in and out", async ({ service, tab }) => {
    await service.createUser(ada)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    await tab.submit("Who am I?")
    await tab.sees("Nobody")
  })

  it("a password sign-up continues to the page for new users", async ({ profile, service }) => {
    const tab = await profile.open("/handler/sign-in")
    await tab.submit("Become a user")
    await tab.arrivesAt("/handler/sign-up")
    const password = Redacted.value(ada.password)
    await tab.submit("Sign up", { "E-mail": ada.primaryEmail, Password: password, Again: `${password}s` })
    await tab.sees("PasswordConfirmationMismatch")
    await tab.submit("Sign up", { "E-mail": ada.primaryEmail, Password: password, Again: password })
    await tab.arrivesAt("/welcome")
    await tab.is(ada)
    const { link } = await service.mailTo(ada.primaryEmail, "email_verification")
    assert.match(link, new RegExp(`^${profile.origin}/handler/email-verification\\?code=`))
  })

  it("a wrong password is refused with the service's text", async ({ service, tab }) => {
    await service.createUser(ada)
    await tab.signIn({ ...ada, password: Redacted.make("wrong horse") })
    await tab.sees("EmailPasswordMismatch: Wrong email or password.")
  })
})
