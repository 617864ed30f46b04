/** The app with the Promise client. `test/promise` tests the client without a browser. */
import * as Redacted from "effect/Redacted"
import { assert, describe } from "vitest"
import { addAuthenticator } from "./support/authenticator.ts"
import { approve, deny } from "./support/provider.ts"
import { it, type Profile } from "./support/support.ts"
import type { Tab } from "./support/Tab.ts"
import { secret } from "./support/totp.ts"
import { ada, grace } from "./support/users.ts"

/** Opens the app, and waits until it has looked for a pending sign-in. */
const openApp = async (profile: Profile, address = "/promise"): Promise<Tab> => {
  const tab = await profile.open(address)
  await tab.sees("Ready")
  return tab
}

const account = { id: "ada-1", email: ada.primaryEmail }

/** Counts a context's requests whose URL ends with a path. */
const countRequests = ({ context }: Profile, path: string): () => number => {
  let count = 0
  context.on("request", (request) => {
    if (request.url().endsWith(path)) count++
  })
  return () => count
}

describe("the Promise client in a browser: a password", () => {
  it("signs a new user up, and the link of the email verifies the address in another tab", async ({ profile, service }) => {
    const tab = await openApp(profile)
    await tab.sees("Session: signed-out")
    await tab.submit("Sign up", { "E-mail": ada.primaryEmail, Password: Redacted.value(ada.password) })
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.sees("Session: signed-in")
    await tab.sees("Changes: signed-out, signed-in.")
    const { link } = await service.mailTo(ada.primaryEmail, "email_verification")
    const other = await profile.open(link)
    await other.sees("The address is verified")
    await other.arrivesAt("/promise/handler/email-verification")
    await other.sees("Changes: signed-in.")
  })

  it("a wrong password is an error with a code", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await openApp(profile)
    await tab.signIn({ ...ada, password: Redacted.make("wrong horse") })
    await tab.sees("EMAIL_PASSWORD_MISMATCH: Wrong email or password.")
    await tab.sees("Changes: signed-out.")
  })
})

describe("the Promise client in a browser: a second factor", () => {
  it("is enabled, and is pending after a reload", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await openApp(profile)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("Turn on a second factor")
    await tab.sees("Scan otpauth://")
    const address = (await tab.text()).match(/otpauth:\S+/)![0]
    await tab.submit("Confirm the second factor", { Code: service.totp(address) })
    await tab.sees("There is a second factor now")
    await tab.submit("Sign out")
    await tab.sees("Goodbye")

    await tab.signIn(ada)
    await tab.sees("There is a second factor")
    await tab.page.reload()
    await tab.sees("There is a second factor")
    await tab.is(undefined)
    await tab.submit("Give the second factor", { Code: "000000" })
    await tab.sees("INVALID_TOTP_CODE: The TOTP code is invalid. Please try again.")
    await tab.submit("Give the second factor", { Code: service.totp(address) })
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.page.reload()
    await tab.sees("Ready")
    assert.strictEqual(await tab.page.getByRole("form", { name: "Give the second factor" }).count(), 0)
  })

  it("a sign-in by email link asks for the second factor", async ({ profile, service }) => {
    await service.createUser({ ...ada, totpSecretBase64: secret.base64 })
    const tab = await openApp(profile)
    await tab.submit("Mail me a link", { "E-mail": ada.primaryEmail })
    await tab.sees(`Sent to ${ada.primaryEmail}`)
    const other = await profile.open((await service.mailTo(ada.primaryEmail)).link)
    await other.sees("There is a second factor")
    await other.submit("Give the second factor", { Code: service.totp(secret.address) })
    await other.sees(`You are ${ada.primaryEmail}`)
    await tab.sees("Changes: signed-out, signed-in.")
  })
})

describe("the Promise client in a browser: an email", () => {
  it("signs in with its link in another tab, which the first tab sees", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await openApp(profile)
    await tab.submit("Mail me a link", { "E-mail": ada.primaryEmail })
    await tab.sees(`Sent to ${ada.primaryEmail}`)
    const signIns = countRequests(profile, "/auth/otp/sign-in")
    const other = await profile.open((await service.mailTo(ada.primaryEmail)).link)
    await other.sees("Signed in by magic-link")
    await other.sees("Continue at /promise")
    await other.arrivesAt("/promise/handler/magic-link-callback")
    assert.notInclude(await other.text(), "another result")
    assert.strictEqual(signIns(), 1)
    await tab.sees("Changes: signed-out, signed-in.")
    await tab.is(ada)
  })

  it("signs in with its code after a reload", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await openApp(profile)
    await tab.submit("Mail me a link", { "E-mail": ada.primaryEmail })
    await tab.sees(`Sent to ${ada.primaryEmail}`)
    await tab.page.reload()
    await tab.sees(`Sent to ${ada.primaryEmail}`)
    await tab.submit("Sign in with the code", { Code: (await service.mailTo(ada.primaryEmail)).otp! })
    await tab.sees(`You are ${ada.primaryEmail}`)
  })
})

describe("the Promise client in a browser: a provider", () => {
  it("signs up a new user, and signs in the returning one", async ({ profile }) => {
    const tab = await openApp(profile)
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.sees("Signed in by oauth")
    await tab.sees("Continue at /promise/welcome, a new user")
    await tab.arrivesAt("/promise/handler/oauth-callback")
    assert.notInclude(await tab.text(), "another result")
    await tab.is(ada)
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    await tab.page.goto(`${profile.origin}/promise?after_auth_return_to=%2Fpromise%3Fpage%3D2`)
    await tab.sees("Ready")
    await tab.submit("Sign in with github")
    await approve(tab, account)
    await tab.sees("Continue at /promise?page=2")
    await tab.is(ada)
  })

  it("a provider sign-in that the user denies is an error with a code", async ({ profile }) => {
    const tab = await openApp(profile)
    await tab.submit("Sign in with github")
    await deny(tab)
    await tab.sees("OAUTH_PROVIDER_ACCESS_DENIED")
    await tab.sees("Changes: signed-out.")
  })
})

describe("the Promise client in a browser: a passkey", () => {
  it("is registered, and signs its user in", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await openApp(profile)
    await addAuthenticator(tab)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("Add a passkey")
    await tab.sees("There is a passkey now")
    await tab.submit("Sign out")
    await tab.sees("Session: signed-out")
    await tab.submit("Sign in with a passkey")
    await tab.sees(`You are ${ada.primaryEmail}`)
  })

  it("a missing passkey is an error with a code", async ({ profile }) => {
    const tab = await openApp(profile)
    await addAuthenticator(tab)
    await tab.submit("Sign in with a passkey")
    await tab.sees("PASSKEY_WEBAUTHN_ERROR")
  })
})

describe("the Promise client in a browser: two tabs", () => {
  it("two tabs see each other's sign-in, user change and sign-out, and no other change", async ({ profile, service }) => {
    for (const user of [ada, grace]) await service.createUser(user)
    const [one, another] = [await openApp(profile), await openApp(profile)]
    await one.signIn(ada)
    await another.sees("Session: signed-in")
    await another.sees("Changes: signed-out, signed-in.")
    await one.submit("Refresh")
    await one.sees("Refreshed")
    await another.page.bringToFront()
    await another.signIn(grace)
    await one.sees("Changes: signed-out, signed-in, signed-in.")
    await one.is(grace)
    await one.submit("Sign out")
    await one.sees("Goodbye")
    for (const tab of [one, another]) {
      await tab.sees("Session: signed-out")
      await tab.sees("Changes: signed-out, signed-in, signed-in, signed-out.")
      await tab.is(undefined)
    }
  })

  it("two tabs show the current user's teams, including changes by a call", async ({ profile, service }) => {
    for (const user of [ada, grace]) await service.createUser(user)
    const tab = await openApp(profile)
    await tab.signIn(ada)
    await tab.sees(/^Teams: \.$/)
    await tab.submit("New team", { Name: "Engines" })
    await tab.sees("Engines, may invite: true")
    await tab.sees("Teams: Engines.")
    const other = await openApp(profile)
    await other.sees("Teams: Engines.")
    await other.signIn(grace)
    await tab.sees(/^Teams: \.$/)
    await other.submit("Sign out")
    await tab.sees("Teams: failed.")
  })
})

describe("the Promise client in a browser: auth.fetch", () => {
  it("refreshes a refused token, and repeats the request with its body once", async ({ profile, service }) => {
    await service.createUser(ada)
    // The page takes its token for a new one.
    await profile.context.clock.install()
    const tab = await openApp(profile)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    const [echoes, refreshes] = ["/promise/echo", "/auth/oauth/token"].map((path) => countRequests(profile, path))
    await tab.submit("What does the server say?")
    await tab.sees(`200: the body of ${ada.primaryEmail}`)
    assert.deepStrictEqual([echoes!(), refreshes!()], [1, 0])
    service.advance(11 * 60_000)
    await tab.submit("What does the server say?")
    await tab.sees(`200: the body of ${ada.primaryEmail}`)
    assert.deepStrictEqual([echoes!(), refreshes!()], [3, 1])
  })

  it("auth.fetch: returns a refusal if no user is signed in", async ({ profile }) => {
    const echoes = countRequests(profile, "/promise/echo")
    const tab = await openApp(profile)
    await tab.submit("What does the server say?")
    await tab.sees("401: Who are you?")
    assert.strictEqual(echoes(), 1)
  })

  it("sends nothing to another origin", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await openApp(profile)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("What does another site say?")
    // The test would fail for a request to another site.
    await tab.sees(`auth.fetch sends the user's token only to ${profile.origin}`)
  })
})
