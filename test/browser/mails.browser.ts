import * as Redacted from "effect/Redacted"
import { describe } from "vitest"
import { it } from "./support/support.ts"
import { ada, grace } from "./support/users.ts"

describe("a magic link", () => {
  it("opens a page that signs in on confirmation, and continues to the return path", async ({ profile, service }) => {
    const tab = await profile.open("/members")
    await tab.submit("Mail me a link", { "E-mail": ada.primaryEmail })
    await tab.sees("Look into your mails")
    const { link } = await service.mailTo(ada.primaryEmail)
    const other = await profile.open(link)
    await other.sees("The link is good")
    await other.submit("Sign in with the link")
    await other.arrivesAt("/members")
    await other.sees(`Welcome to /members, ${ada.primaryEmail}`)
  })

  it("a used magic link is reported", async ({ profile, service }) => {
    const tab = await profile.open("/handler/sign-in")
    await tab.submit("Mail me a link", { "E-mail": ada.primaryEmail })
    await tab.sees("Look into your mails")
    const { link } = await service.mailTo(ada.primaryEmail)
    const other = await profile.open(link)
    await other.submit("Sign in with the link")
    await other.arrivesAt("/welcome")
    await other.page.goto(link)
    await other.sees("The link does not work: VerificationCodeAlreadyUsed")
    await other.submit("Start over")
    await other.arrivesAt("/")
  })
})

describe("the six characters of an email", () => {
  it("the six characters sign in the browser that requested the email, in any case", async ({ profile, service }) => {
    const tab = await profile.open("/handler/sign-in")
    await tab.submit("Mail me a link", { "E-mail": ada.primaryEmail })
    await tab.sees("Look into your mails")
    const { otp } = await service.mailTo(ada.primaryEmail)
    await tab.submit("Sign in with the code", { Code: "000000" })
    await tab.sees("VerificationCodeNotFound")
    await tab.submit("Sign in with the code", { Code: `${otp!.slice(0, 3)} ${otp!.slice(3)}`.toLowerCase() })
    await tab.arrivesAt("/welcome")
    await tab.is(ada)
  })
})

describe("a forgotten password", () => {
  it("is replaced by an email link, which ends the user's sessions", async ({ newProfile, profile, service }) => {
    await service.createUser(ada)
    const elsewhere = await (await newProfile()).open()
    await elsewhere.signIn(ada)
    await elsewhere.sees(`You are ${ada.primaryEmail}`)

    const tab = await profile.open("/handler/sign-in")
    await tab.submit("Forgot the password")
    await tab.arrivesAt("/handler/forgot-password")
    await tab.submit("Mail me", { "E-mail": ada.primaryEmail })
    await tab.sees("Look into your mails")
    const { link } = await service.mailTo(ada.primaryEmail, "password_reset")
    await tab.page.goto(link)
    await tab.submit("Change the password", { Password: "a better horse", Again: "a bitter horse" })
    await tab.sees("PasswordConfirmationMismatch")
    await tab.submit("Change the password", { Password: "short", Again: "short" })
    await tab.sees("PasswordTooShort: Password too short. Minimum length is 8.")
    await tab.submit("Change the password", { Password: "a better horse", Again: "a better horse" })
    await tab.arrivesAt("/handler/sign-in")
    await tab.signIn(ada)
    await tab.sees("EmailPasswordMismatch")
    await tab.signIn({ ...ada, password: Redacted.make("a better horse") })
    await tab.arrivesAt("/")
    await tab.is(ada)

    service.advance(11 * 60_000)
    await elsewhere.is(undefined)
  })
})

describe("a new user's email address", () => {
  it("is verified by an email link", async ({ profile, service, tab }) => {
    await tab.submit("Sign up", { "E-mail": ada.primaryEmail, Password: "correct horse" })
    await tab.sees(`You are ${ada.primaryEmail}`)
    const { link } = await service.mailTo(ada.primaryEmail, "email_verification")
    const other = await profile.open(link)
    await other.submit("Verify")
    await other.sees("The address is verified")
    await other.submit("Go on")
    await other.arrivesAt("/")
    await tab.submit("Who am I?")
    await tab.sees(`You are ${ada.primaryEmail}, which is verified`)
  })
})

describe("an invitation to a team", () => {
  it("an invited visitor signs in, returns and joins the team", async ({ newProfile, profile, service, tab }) => {
    await service.createUser(ada)
    await service.createUser(grace)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("Invite", { "E-mail": grace.primaryEmail, Team: "Engines" })
    await tab.sees(`${grace.primaryEmail} is invited`)
    const { link } = await service.mailTo(grace.primaryEmail, "team_invitation")

    const invited = await (await newProfile()).open(link)
    await invited.arrivesAt(
      `/handler/sign-in?after_auth_return_to=${encodeURIComponent(link.replace(profile.origin, ""))}`
    )
    await invited.signIn(grace)
    await invited.sees("You are invited to Engines")
    await invited.submit("Join")
    await invited.sees("You are in Engines")
    await invited.submit("Go on")
    await invited.arrivesAt("/")
    await invited.submit("My teams")
    await invited.sees("Engines")
  })
})
