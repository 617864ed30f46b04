import * as Redacted from "effect/Redacted"
import { describe } from "vitest"
import { it } from "./support/support.ts"
import { ada } from "./support/users.ts"

describe("a password", () => {
  it("signs a new user up, and in", async ({ service, tab }) => {
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

  it("that is wrong is refused with the service's words", async ({ service, tab }) => {
    await service.createUser(ada)
    await tab.signIn({ ...ada, password: Redacted.make("wrong horse") })
    await tab.sees("EmailPasswordMismatch: Wrong e-mail or password.")
  })
})
