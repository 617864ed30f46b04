import * as Redacted from "effect/Redacted"
import { describe } from "vitest"
import { it } from "./support/support.ts"

const email = "ada@example.com"
const password = "correct horse"

describe("a password", () => {
  it("signs a new user up, and in", async ({ service, tab }) => {
    await tab.submit("Sign up", { "E-mail": email, Password: password })
    await tab.sees(`You are ${email}`)
    await service.mailTo(email, "email_verification")
  })

  it("signs a user in and out", async ({ service, tab }) => {
    await service.createUser({ primaryEmail: email, password: Redacted.make(password) })
    await tab.submit("Sign in", { "E-mail": email, Password: password })
    await tab.sees(`You are ${email}`)
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    await tab.submit("Who am I?")
    await tab.sees("Nobody")
  })

  it("that is wrong is refused with the service's words", async ({ service, tab }) => {
    await service.createUser({ primaryEmail: email, password: Redacted.make(password) })
    await tab.submit("Sign in", { "E-mail": email, Password: "wrong horse" })
    await tab.sees("EmailPasswordMismatch: Wrong e-mail or password.")
  })
})
