import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "latchkey"
import { Emulator } from "latchkey/emulator"
import type { AuthClient } from "latchkey/promise"
import { Authenticator } from "../support/Authenticator.ts"
import { makeHost } from "../support/passkeys.ts"
import {
  ada,
  appUrl,
  email,
  enableSecondFactor,
  password,
  rejection,
  type Service,
  startService,
  until
} from "./support.ts"

const signInWithProvider = (service: Service, url: string, decision: Emulator.ProviderDecision = provider) =>
  service.emulator.run(Emulator.Emulator.use(({ signInWithProvider }) => signInWithProvider(url, decision)))

const provider = { accountId: "ada-1", email }

/** A provider with keys of the project, so that the service hands out its tokens. */
const ownKeys = (id: string) =>
  ({ id, type: "standard", clientId: "id", clientSecret: Redacted.make("secret") }) as const

const userIdOf = async (auth: AuthClient) => (await auth.getUser({ or: "throw" }).orThrow()).id

describe.each(Emulator.generations)("signing in to a service of %s", (generation) => {
  it("signUp.password and signIn.password: sign in with plain strings", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    const data = await auth.signUp.password(ada).orThrow()
    assert.deepStrictEqual(data, { status: "signed-in", userId: await userIdOf(auth), isNewUser: true })
    assert.lengthOf(await service.emulator.inbox({ type: "email_verification" }), 1)
    await auth.signOut().orThrow()
    const again = await auth.signIn.password(ada)
    assert.deepStrictEqual(again.data, { ...data, isNewUser: false })
  })

  it("signIn.anonymous: signs up, and a sign-up continues as the same user", async () => {
    await using service = await startService({ generation, project: { config: { anonymousEnabled: true } } })
    const auth = service.client()
    const { userId } = await auth.signIn.anonymous().orThrow()
    assert.isNull(await auth.getUser().orThrow())
    assert.strictEqual((await auth.getUser({ or: "anonymous-if-exists" }).orThrow())?.id, userId)
    assert.strictEqual((await auth.getUser({ or: "anonymous" }).orThrow()).id, userId)
    assert.deepInclude(await auth.signUp.password(ada).orThrow(), { userId })
  })

  it("signUp.password: an anonymous user with a second factor continues with signIn.pending()", async () => {
    await using service = await startService({ generation, project: { config: { anonymousEnabled: true } } })
    const { auth } = service.page(appUrl)
    const { userId } = await auth.signIn.anonymous().orThrow()
    const code = await enableSecondFactor(auth)
    const { error } = await auth.signUp.password(ada)
    assert.strictEqual(error?.code, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")
    const pending = await auth.signIn.pending().orThrow()
    if (pending === null) return assert.fail("nothing is pending")
    assert.deepInclude(await pending.verify(code()).orThrow(), { status: "signed-in", userId })
  })

  it("signIn.oauth: leaves the page for the provider, and handleCallback signs in", async () => {
    await using service = await startService({ generation })
    const page = service.page(`${appUrl}/notes?tab=2`)
    await page.auth.signIn.oauth("github", { returnTo: "/notes?tab=2" }).orThrow()
    assert.lengthOf(page.left, 1)
    const back = await signInWithProvider(service, page.left[0]!)
    page.goTo(back.href)
    const { data } = await page.auth.handleCallback()
    assert.deepStrictEqual(data, {
      kind: "oauth",
      status: "signed-in",
      userId: await userIdOf(page.auth),
      isNewUser: true,
      returnTo: "/notes?tab=2"
    })
    assert.isFalse(page.url().includes("code="))
  })

  it("signIn.oauthUrl: returns the URL as a string, with the scopes", async () => {
    await using service = await startService({ generation })
    const page = service.page(appUrl)
    const url = await page.auth.signIn.oauthUrl("github", { scopes: ["repo", "gist"] }).orThrow()
    assert.strictEqual(new URL(url).searchParams.get("provider_scope"), "repo gist")
    assert.deepStrictEqual(page.left, [])
  })

  it("accounts.link: connects an account, which accounts and accounts.signIns list", async () => {
    await using service = await startService({
      generation,
      project: { config: { oauthProviders: ["github", "google"].map(ownKeys) } }
    })
    const page = service.page(`${appUrl}/settings`)
    await page.auth.signUp.password(ada).orThrow()
    await page.auth.accounts.link("github").orThrow()
    page.goTo((await signInWithProvider(service, page.left[0]!)).href)
    const { data } = await page.auth.handleCallback()
    assert.deepInclude(data, { kind: "oauth", isNewUser: false, returnTo: "/settings" })
    const account = await page.auth.accounts.get("github").orThrow()
    assert.isString(account?.accessToken)
    assert.strictEqual(await page.auth.accounts.token("github").orThrow(), account!.accessToken)
    assert.isNull(await page.auth.accounts.get("google").orThrow())
    assert.isNull(await page.auth.accounts.token("google").orThrow())
    if (generation === "2025") return
    const linked = await page.auth.accounts.list().orThrow()
    assert.deepStrictEqual(linked.map(({ provider }) => provider), ["github"])
    const [signIn] = await page.auth.accounts.signIns.list().orThrow()
    assert.strictEqual(signIn?.type, "github")
    await page.auth.accounts.signIns.update(signIn!.id, { allowSignIn: false }).orThrow()
    assert.isFalse((await page.auth.accounts.signIns.get(signIn!.id).orThrow()).allowSignIn)
    await page.auth.accounts.signIns.remove(signIn!.id).orThrow()
    assert.deepStrictEqual(await page.auth.accounts.signIns.list().orThrow(), [])
  })

  it("passkeys.startRegistration and startSignIn: complete a ceremony of another host", async () => {
    await using service = await startService({ generation, project: { config: { passkeyEnabled: true } } })
    const page = service.page(appUrl)
    const { auth } = page
    const authenticator = new Authenticator()
    const { userId } = await auth.signUp.password(ada).orThrow()
    const registration = await auth.passkeys.startRegistration().orThrow()
    assert.isString(registration.code)
    const { credentialId } = await auth.passkeys.completeRegistration({
      credential: authenticator.create(registration.options, appUrl),
      code: registration.code
    }).orThrow()
    assert.strictEqual(credentialId, authenticator.credentialId)
    await auth.signOut().orThrow()
    const signIn = await auth.passkeys.startSignIn().orThrow()
    const authenticationResponse = authenticator.get(signIn.options, appUrl)
    const { data } = await auth.passkeys.completeSignIn({ authenticationResponse, code: signIn.code })
    assert.deepStrictEqual(data, { status: "signed-in", userId, isNewUser: false })
    assert.isFalse((await auth.passkeys.remove().orThrow()).passkeyAuthEnabled)
  })

  it("passkeys.register and signIn.passkey: ask the browser", async () => {
    await using service = await startService({ generation, project: { config: { passkeyEnabled: true } } })
    const host = makeHost()
    const { auth } = service.page(appUrl, { host: host.layer })
    assert.isTrue(await auth.passkeys.isSupported())
    assert.isTrue(await auth.passkeys.isAutofillSupported())
    const { userId } = await auth.signUp.password(ada).orThrow()
    const { credentialId } = await auth.passkeys.register({ hostname: "localhost" }).orThrow()
    assert.strictEqual(credentialId, host.authenticator.credentialId)
    for (const autofill of [undefined, false, true]) {
      await auth.signOut().orThrow()
      assert.deepStrictEqual((await auth.signIn.passkey({ autofill })).data, {
        status: "signed-in",
        userId,
        isNewUser: false
      })
    }
    const mediations = host.asked.map((asked) => asked.kind === "get" ? asked.mediation : asked.kind)
    assert.deepStrictEqual(mediations, ["create", "required", "required", "conditional"])
  })

  it("signIn.cli: opens the URL as a string, and handleCallback of the app confirms", async () => {
    await using service = await startService({ generation })
    const browser = service.page(appUrl)
    await browser.auth.signUp.password(ada).orThrow()
    const program = service.client()
    let opened = ""
    const call = program.signIn.cli({ appUrl, open: (url) => void (opened = url), waitTime: 1 })
    await until(() => opened !== "")
    assert.isTrue(opened.startsWith(`${appUrl}/handler/cli-auth-confirm?login_code=`))
    browser.goTo(opened)
    const { data } = await browser.auth.handleCallback()
    if (data?.kind !== "cli") return assert.fail("it is no confirmation")
    assert.match(data.displayCode, /^[0-9A-Z]{3}-[0-9A-Z]{3}$/)
    await data.confirm().orThrow()
    assert.deepStrictEqual(await call, { data: { status: "signed-in" }, error: null })
    assert.strictEqual(await userIdOf(program), await userIdOf(browser.auth))
  })

  it("apiKeys.authorizeAgent: creates a key after the user confirms, and keeps no session", async () => {
    await using service = await startService({ generation, project: { config: { allowUserApiKeys: true } } })
    const browser = service.page(appUrl)
    await browser.auth.signUp.password(ada).orThrow()
    const program = service.client()
    let opened = ""
    const call = program.apiKeys.authorizeAgent({
      name: "Backup agent",
      resource: "https://app.example.com/mcp",
      scopes: ["notes:read"],
      keyLifetime: "7 days",
      appUrl,
      open: (url) => void (opened = url),
      waitTime: 1
    })
    await until(() => opened !== "")
    browser.goTo(opened)
    const { data } = await browser.auth.handleCallback()
    if (data?.kind !== "cli") return assert.fail("it is no confirmation")
    await data.confirm().orThrow()
    const key = await call.orThrow()
    assert.match(key.value, /^\w{20,}$/)
    assert.notInclude(JSON.stringify(key), key.value)
    assert.strictEqual(Math.round((key.expiresAt!.getTime() - key.createdAt.getTime()) / 86_400_000), 7)
    assert.deepStrictEqual((await browser.auth.apiKeys.list().orThrow()).map(({ id }) => id), [key.id])
    assert.isNull(await program.getUser().orThrow())
  })
})

describe("signIn.apple", () => {
  it("fails for a service of 2025, and for an invalid token", async () => {
    await using old = await startService({ generation: "2025" })
    const { error } = await old.client({ apiGeneration: "2025" }).signIn.apple({ idToken: "a.b.c" })
    assert.strictEqual(error?.code, "UNSUPPORTED_GENERATION")
    await using service = await startService({ project: { config: { oauthProviders: ["apple"] } } })
    const refused = await service.client().signIn.apple({ idToken: "a.b.c" })
    assert.isNull(refused.data)
    assert.match(refused.error!.code, /^[A-Z_]+$/)
  })
})

describe("signIn.cli", () => {
  it("waits for `open`, and rejects with its exception", async () => {
    await using service = await startService()
    const auth = service.client()
    const bug = new Error("no browser")
    const open = [
      () => Promise.reject(bug),
      () => {
        throw bug
      }
    ]
    for (const each of open) assert.strictEqual(await rejection(auth.signIn.cli({ appUrl, open: each })), bug)
  })

  it("ends with its signal", async () => {
    await using service = await startService()
    const controller = new AbortController()
    const { signal } = controller
    const call = service.client().signIn.cli({ appUrl, signal, open: () => controller.abort("enough") })
    assert.strictEqual(await rejection(call), "enough")
  })
})

describe("a call that needs a page", () => {
  it("a call that needs a page rejects without one, and names the option", async () => {
    await using service = await startService()
    const auth = service.client({ appUrl: undefined })
    const calls = [
      () => auth.signIn.email({ email }),
      () => auth.signIn.oauth("github"),
      () => auth.password.sendReset({ email }),
      () => auth.handleCallback()
    ]
    for (const call of calls) {
      const error = await rejection(call())
      assert.deepInclude(error, { code: "INVALID_OPTIONS", option: "appUrl" })
      assert.include((error as Error).message, "Pass appUrl to the client")
    }
    const sent = await auth.signIn.email({ email, callbackUrl: `${appUrl}/magic` })
    assert.strictEqual(sent.data?.email, email)
  })

  it("rejects in a program that cannot leave its page, and changes nothing", async () => {
    await using service = await startService({ project: { config: { oauthProviders: ["github"] } } })
    const auth = service.client()
    const calls = [
      () => auth.signIn.oauth("github"),
      () => auth.getUser({ or: "redirect" })
    ]
    for (const call of calls) {
      const error = await rejection(call())
      assert.deepInclude(error, { code: "INVALID_OPTIONS", option: "redirectMethod" })
      assert.include((error as Error).message, "signIn.oauthUrl")
    }
    const { host } = new URL(await auth.signIn.oauthUrl("github").orThrow())
    assert.strictEqual(host, "api.stack-auth.com")
    await auth.signUp.password(ada).orThrow()
    assert.include((await service.emulator.waitForMail({ to: email })).link, appUrl)
  })

  it("uses the router of the program", async () => {
    await using service = await startService()
    const left: Array<string> = []
    const navigate = (url: string) => void left.push(url)
    const auth = service.client({ redirectMethod: { navigate } })
    const abort = new AbortController()
    const call = auth.getUser({ or: "redirect", signal: abort.signal })
    await until(() => left.length > 0)
    abort.abort()
    await rejection(call)
    assert.match(left[0]!, /^\/handler\/sign-in/)
  })

  it("uses appUrl, or the option urls", async () => {
    await using service = await startService()
    const auth = service.client({ urls: { magicLinkCallback: "/from-email" } })
    await auth.signIn.email({ email }).orThrow()
    const { link } = await service.emulator.waitForMail({ to: email })
    assert.isTrue(link!.startsWith(`${appUrl}/from-email?code=`))
  })
})

describe("auth.password", () => {
  it("changes, sets and resets a password", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const newPassword = "battery staple"
    const wrong = await auth.password.change({ currentPassword: "wrong horse", newPassword })
    assert.strictEqual(wrong.error?.code, "PASSWORD_CONFIRMATION_MISMATCH")
    await auth.password.change({ currentPassword: password, newPassword }).orThrow()
    await auth.password.sendReset({ email }).orThrow()
    const { code } = await service.emulator.waitForMail({ to: email, type: "password_reset" })
    await auth.password.checkResetCode({ code }).orThrow()
    await auth.password.reset({ code, password }).orThrow()
    assert.strictEqual((await auth.password.checkResetCode({ code })).error?.code, "VERIFICATION_CODE_ALREADY_USED")
    await auth.signIn.password(ada).orThrow()
    const other = service.client()
    const sent = await other.signIn.email({ email: "grace@example.com" }).orThrow()
    const { otp } = await service.emulator.waitForMail({ to: "grace@example.com", type: "magic_link" })
    await sent.verify(otp).orThrow()
    await other.password.set({ password: newPassword }).orThrow()
    await other.signOut()
    assert.isNull((await other.signIn.password({ email: "grace@example.com", password: newPassword })).error)
  })
})
