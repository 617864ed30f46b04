import { assert, describe, it } from "@effect/vitest"
import { Emulator, Faults } from "latchkey/emulator"
import type { Callback } from "latchkey/promise"
import {
  ada,
  appUrl,
  email,
  enableSecondFactor,
  flush,
  type PageOptions,
  password,
  rejection,
  type Service,
  startService,
  type TestPage,
  until
} from "./support.ts"

const pageOf = (path: string) => `${appUrl}/handler/${path}`

const provider = { accountId: "ada-1", email }

/** Starts a sign-in with a provider on a page, and opens the URL that the provider returns to. */
const returnFromProvider = async (
  service: Service,
  page: TestPage,
  options: Parameters<TestPage["auth"]["signIn"]["oauth"]>[1] = {},
  decision: Emulator.ProviderDecision = provider
) => {
  await page.auth.signIn.oauth("github", options).orThrow()
  const back = await service.emulator.run(
    Emulator.Emulator.use(({ signInWithProvider }) => signInWithProvider(page.left.at(-1)!, decision))
  )
  page.goTo(back.href)
}

/** Emails a sign-in link, and opens it. */
const openMagicLink = async (service: Service, page: TestPage) => {
  await page.auth.signIn.email({ email }).orThrow()
  const { link } = await service.emulator.waitForMail({ to: email, type: "magic_link" })
  page.goTo(link)
}

/** Creates a user with a second factor. Returns a generator of its codes. */
const createCautiousUser = async (service: Service) => {
  await service.emulator.createUser({ primaryEmail: email, password })
  const auth = service.client()
  await auth.signIn.password(ada).orThrow()
  return enableSecondFactor(auth)
}

type OfKind<K> = Callback extends infer C ? C extends { readonly kind: infer Own } ? K extends Own ? C : never : never
  : never

const assertKind: <K extends Callback["kind"]>(callback: Callback | null, kind: K) => asserts callback is OfKind<K> = (
  callback,
  kind
) => assert.strictEqual(callback?.kind, kind)

/** Requests of the service, without those that find out its generation. */
const requestsOf = ({ requests }: Service) => requests.filter((request) => request !== "GET ")

describe.each(Emulator.generations)("handleCallback of a service of %s", (generation) => {
  it("oauth: signs a new user up, and returns where it started", async () => {
    await using service = await startService({ generation })
    const page = service.page(`${appUrl}/notes?tab=2`, { urls: { afterSignUp: "/welcome", afterSignIn: "/home" } })
    await returnFromProvider(service, page)
    const { data, error } = await page.auth.handleCallback()
    assert.isNull(error)
    assertKind(data, "oauth")
    assert.deepInclude(data, { status: "signed-in", isNewUser: true, returnTo: "/welcome" })
    assert.strictEqual(page.url(), pageOf("oauth-callback"))
    await page.auth.signOut().orThrow()
    page.goTo(appUrl)
    await returnFromProvider(service, page, { returnTo: "/notes?tab=2#end" })
    const again = await page.auth.handleCallback().orThrow()
    assert.deepInclude(again, { kind: "oauth", isNewUser: false, returnTo: "/notes?tab=2#end" })
    assert.notInclude(page.url(), "code=")
  })

  it("oauth: returns the second factor, which a reload keeps", async () => {
    await using service = await startService({ generation })
    const page = service.page(appUrl)
    await returnFromProvider(service, page)
    await page.auth.handleCallback().orThrow()
    const code = await enableSecondFactor(page.auth)
    await page.auth.signOut().orThrow()
    await returnFromProvider(service, page, { returnTo: "/notes" })
    const data = await page.auth.handleCallback().orThrow()
    assertKind(data, "oauth")
    if (data.status !== "second-factor") return assert.fail("no second factor is required")
    assert.strictEqual(data.returnTo, "/notes")
    assert.isNull(await page.auth.getUser().orThrow())
    const reloaded = service.page(page.url(), { after: page })
    assert.isNull(await reloaded.auth.handleCallback().orThrow())
    const pending = await reloaded.auth.signIn.pending().orThrow()
    assert.strictEqual(pending?.status, "second-factor")
    assert.strictEqual((await data.verify("000000")).error?.code, "INVALID_TOTP_CODE")
    assert.strictEqual((await data.verify(code()).orThrow()).status, "signed-in")
  })

  it("oauth: fails with the error of the provider, with no text of the URL", async () => {
    await using service = await startService({ generation })
    const page = service.page(appUrl)
    await returnFromProvider(service, page, { returnTo: "/notes" }, { denied: true })
    const { error } = await page.auth.handleCallback()
    assert.strictEqual(error?.code, "OAUTH_PROVIDER_ACCESS_DENIED")
    assert.isNotNull(error)
    // A remounted component gets the same error.
    assert.strictEqual((await page.auth.handleCallback()).error?.code, "OAUTH_PROVIDER_ACCESS_DENIED")
    for (const parameter of ["errorCode", "message", "details", "error="]) assert.notInclude(page.url(), parameter)
  })

  it("oauth: fails on an app's own page", async () => {
    await using service = await startService({ generation })
    const page = service.page(appUrl)
    const options = { callbackUrl: `${appUrl}/signed-in`, errorUrl: `${appUrl}/failed?tab=2` }
    await returnFromProvider(service, page, options, { denied: true })
    for (const _ of ["first", "second"]) {
      assert.strictEqual((await page.auth.handleCallback()).error?.code, "OAUTH_PROVIDER_ACCESS_DENIED")
    }
    assert.isTrue([options.callbackUrl, options.errorUrl].includes(page.url()), page.url())
  })

  it("oauth: completes on an app's own page", async () => {
    await using service = await startService({ generation })
    const page = service.page(appUrl)
    await returnFromProvider(service, page, { callbackUrl: `${appUrl}/signed-in?from=github` })
    const data = await page.auth.handleCallback().orThrow()
    assertKind(data, "oauth")
    assert.strictEqual(data.status, "signed-in")
    assert.strictEqual(page.url(), `${appUrl}/signed-in?from=github`)
  })

  it("magic link: signs in, and removes the code from the address", async () => {
    await using service = await startService({ generation })
    const page = service.page(`${appUrl}/sign-in?after_auth_return_to=%2Fnotes`)
    await openMagicLink(service, page)
    const data = await page.auth.handleCallback().orThrow()
    assertKind(data, "magic-link")
    assert.deepInclude(data, { status: "signed-in", isNewUser: true, returnTo: "/notes" })
    assert.strictEqual(page.url(), `${pageOf("magic-link-callback")}?after_auth_return_to=%2Fnotes`)
    assert.strictEqual((await page.auth.getUser().orThrow())?.primaryEmail, email)
  })

  it("magic link: returns the second factor", async () => {
    await using service = await startService({ generation })
    const code = await createCautiousUser(service)
    const page = service.page(appUrl, { urls: { afterSignIn: "/home" } })
    await openMagicLink(service, page)
    const data = await page.auth.handleCallback().orThrow()
    assertKind(data, "magic-link")
    if (data.status !== "second-factor") return assert.fail("no second factor is required")
    assert.strictEqual(data.returnTo, "/home")
    const { userId } = await data.verify(code()).orThrow()
    assert.strictEqual((await page.auth.getUser().orThrow())?.id, userId)
  })

  it("magic link: a used code is an error, also for a second call", async () => {
    await using service = await startService({ generation })
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    const link = page.url()
    await page.auth.handleCallback().orThrow()
    const reloaded = service.page(link)
    for (const _ of ["first", "second"]) {
      assert.strictEqual((await reloaded.auth.handleCallback()).error?.code, "VERIFICATION_CODE_ALREADY_USED")
    }
    assert.strictEqual(reloaded.url(), pageOf("magic-link-callback"))
  })

  it("email verification: verifies the address without a user", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const { link } = await service.emulator.waitForMail({ to: email, type: "email_verification" })
    const page = service.page(link)
    assert.deepStrictEqual(await page.auth.handleCallback().orThrow(), { kind: "email-verification" })
    assert.strictEqual(page.url(), pageOf("email-verification"))
    assert.isTrue((await auth.getUser().orThrow())?.primaryEmailVerified)
  })

  it("password reset: returns a function, and keeps the code out of the address", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    await auth.password.sendReset({ email }).orThrow()
    const { link } = await service.emulator.waitForMail({ to: email, type: "password_reset" })
    const page = service.page(link)
    const data = await page.auth.handleCallback().orThrow()
    assertKind(data, "password-reset")
    assert.strictEqual(page.url(), pageOf("password-reset"))
    const short = await data.reset("short")
    if (short.error?.code !== "PASSWORD_TOO_SHORT") return assert.fail(short.error?.code)
    assert.deepStrictEqual(short.error.details, { minLength: 8 })
    // The code is not used up.
    assert.isNull((await data.reset("battery staple")).error)
    assert.strictEqual((await data.reset("battery staple")).error?.code, "VERIFICATION_CODE_ALREADY_USED")
    assert.isNull((await auth.signIn.password({ email, password: "battery staple" })).error)
  })

  it("invitation: returns the team, and a function that joins it", async () => {
    await using service = await startService({ generation })
    const admin = service.client()
    await admin.signUp.password({ email: "grace@example.com", password }).orThrow()
    const { id: teamId } = await admin.teams.create({ displayName: "Engines" }).orThrow()
    await admin.invitations.send({ teamId, email }).orThrow()
    const { link } = await service.emulator.waitForMail({ to: email, type: "team_invitation" })
    const page = service.page(link)
    await page.auth.signUp.password(ada).orThrow()
    const data = await page.auth.handleCallback().orThrow()
    assertKind(data, "invitation")
    assert.deepInclude(data, { teamId, teamDisplayName: "Engines" })
    assert.strictEqual(page.url(), pageOf("team-invitation"))
    assert.deepStrictEqual(await page.auth.teams.list().orThrow(), [])
    await data.accept().orThrow()
    assert.deepStrictEqual((await page.auth.teams.list().orThrow()).map(({ id }) => id), [teamId])
  })

  it("invitation: without a user, the address keeps the code, and the next call succeeds", async () => {
    await using service = await startService({ generation })
    const admin = service.client()
    await admin.signUp.password({ email: "grace@example.com", password }).orThrow()
    const { id: teamId } = await admin.teams.create({ displayName: "Engines" }).orThrow()
    await admin.invitations.send({ teamId, email }).orThrow()
    const { link } = await service.emulator.waitForMail({ to: email, type: "team_invitation" })
    const page = service.page(link)
    for (const _ of ["first", "second"]) {
      assert.strictEqual((await page.auth.handleCallback()).error?.code, "USER_AUTHENTICATION_REQUIRED")
      assert.strictEqual(page.url(), link)
    }
    await page.auth.signUp.password(ada).orThrow()
    assertKind(await page.auth.handleCallback().orThrow(), "invitation")
  })

  it("cli: without a user, the address keeps the code; with one, a function confirms", async () => {
    await using service = await startService({ generation })
    const program = service.client()
    let link = ""
    const call = program.signIn.cli({ appUrl, open: (url) => void (link = url), waitTime: 1 })
    await until(() => link !== "")
    const page = service.page(link)
    assert.strictEqual((await page.auth.handleCallback()).error?.code, "USER_AUTHENTICATION_REQUIRED")
    assert.strictEqual(page.url(), link)
    await page.auth.signUp.password(ada).orThrow()
    const data = await page.auth.handleCallback().orThrow()
    assertKind(data, "cli")
    assert.match(data.displayCode, /^[0-9A-Z]{3}-[0-9A-Z]{3}$/)
    assert.strictEqual(page.url(), pageOf("cli-auth-confirm"))
    await data.confirm().orThrow()
    assert.isNull((await call).error)
    assert.strictEqual((await program.getUser().orThrow())?.primaryEmail, email)
  })
})

describe("handleCallback", () => {
  it("handleCallback: resolves to null for other URLs, keeps their parameters, and sends no request", async () => {
    await using service = await startService()
    const urls = [
      appUrl,
      `${appUrl}/`,
      `${appUrl}/shop?code=SUMMER&q=a%20b`,
      `${appUrl}/shop?state=CA`,
      `${appUrl}/shop?code=SUMMER&state=CA#top`,
      `${appUrl}/shop?error=none&message=hello`,
      `${appUrl}/shop?login_code=abc`,
      `${appUrl}/handler/sign-in?after_auth_return_to=%2Fnotes`,
      `${appUrl}/handler/unknown?code=abc`,
      pageOf("magic-link-callback"),
      `${pageOf("magic-link-callback")}?q=a%20b`,
      pageOf("email-verification"),
      pageOf("password-reset"),
      pageOf("team-invitation"),
      pageOf("cli-auth-confirm"),
      pageOf("oauth-callback"),
      "about:blank"
    ]
    for (const url of urls) {
      const page = service.page(url.startsWith("about") ? appUrl : url)
      const before = page.url()
      for (const _ of ["first", "second"]) {
        assert.deepStrictEqual(await page.auth.handleCallback(), { data: null, error: null }, url)
        assert.strictEqual(page.url(), before)
      }
    }
    assert.deepStrictEqual(service.requests, [])
  })

  it("handleCallback: returns null for another browser's flow, and removes the response from the URL", async () => {
    await using service = await startService()
    const page = service.page(`${pageOf("oauth-callback")}?code=a&state=b`)
    assert.isNull(await page.auth.handleCallback().orThrow())
    assert.strictEqual(page.url(), pageOf("oauth-callback"))
    assert.deepStrictEqual(service.requests, [])
  })

  it("has one result for two concurrent calls, and sends one request", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    service.requests.length = 0
    const [first, second] = await Promise.all([page.auth.handleCallback(), page.auth.handleCallback()])
    assert.deepInclude(first.data, { kind: "magic-link", status: "signed-in" })
    assert.deepStrictEqual(second, first)
    assert.lengthOf(requestsOf(service).filter((request) => request.startsWith("POST")), 1)
    const third = await page.auth.handleCallback()
    assert.deepStrictEqual(third, first)
    assert.lengthOf(requestsOf(service).filter((request) => request.startsWith("POST")), 1)
  })

  it("has one result for a component that mounts twice, for each kind of URL", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await returnFromProvider(service, page)
    const first = await page.auth.handleCallback()
    assert.deepStrictEqual(await page.auth.handleCallback(), first)
    assert.strictEqual(first.data?.kind, "oauth")
    await page.auth.password.set({ password }).orThrow()
    await page.auth.password.sendReset({ email }).orThrow()
    const { link } = await service.emulator.waitForMail({ to: email, type: "password_reset" })
    page.goTo(link)
    const [one, two] = [await page.auth.handleCallback().orThrow(), await page.auth.handleCallback().orThrow()]
    assertKind(one, "password-reset")
    assert.strictEqual(two, one)
  })

  it("forgets its result after five seconds, and when the page is left", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    const address = page.url().split("?")[0]!
    await page.auth.handleCallback().orThrow()
    page.goTo(`${appUrl}/notes`)
    assert.isNull(await page.auth.handleCallback().orThrow())
    const { now } = Date
    try {
      Date.now = () => now() + 6000
      page.goTo(address)
      assert.isNull(await page.auth.handleCallback().orThrow())
    } finally {
      Date.now = now
    }
  })

  it("handleCallback: completes even if its first caller unmounts, as in React's strict mode", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    const controller = new AbortController()
    let sent = false
    service.beforeResponse = () => {
      if (sent) return
      sent = true
      controller.abort("unmounted")
    }
    assert.strictEqual(await rejection(page.auth.handleCallback({ signal: controller.signal })), "unmounted")
    assert.deepInclude(await page.auth.handleCallback().orThrow(), { kind: "magic-link", status: "signed-in" })
    assert.strictEqual(page.auth.session.get().status, "signed-in")
  })

  it("does nothing for a signal that is already aborted", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    const before = page.url()
    service.requests.length = 0
    assert.strictEqual(await rejection(page.auth.handleCallback({ signal: AbortSignal.abort("early") })), "early")
    await flush()
    assert.strictEqual(page.url(), before)
    assert.deepStrictEqual(service.requests, [])
    assert.deepInclude(await page.auth.handleCallback().orThrow(), { kind: "magic-link" })
  })

  it("keeps the code in the address after a temporary failure, and the next call succeeds", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    const link = page.url()
    for (
      const [fault, code] of [[Faults.status(503), "SERVICE_UNAVAILABLE"], [Faults.offline, "NETWORK_FAILURE"]] as const
    ) {
      await service.emulator.setFault(fault)
      assert.strictEqual((await page.auth.handleCallback()).error?.code, code)
      assert.strictEqual(page.url(), link)
    }
    await service.emulator.clearFaults()
    assert.deepInclude(await page.auth.handleCallback().orThrow(), { kind: "magic-link", status: "signed-in" })
    assert.strictEqual(page.url(), pageOf("magic-link-callback"))
  })

  it("does not change the address of another page that the app has opened since", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    await service.emulator.setFault(Faults.status(503))
    service.beforeResponse = () => page.goTo(`${appUrl}/notes`)
    assert.strictEqual((await page.auth.handleCallback()).error?.code, "SERVICE_UNAVAILABLE")
    assert.strictEqual(page.url(), `${appUrl}/notes`)
  })

  it("removes only the parameters of the callback", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    page.goTo(`${page.url()}&utm_source=email&code=second#part`)
    await page.auth.handleCallback().orThrow()
    assert.strictEqual(page.url(), `${pageOf("magic-link-callback")}?utm_source=email#part`)
  })

  it("never returns another origin or a page for signing in as returnTo", async () => {
    await using service = await startService()
    const hostile = [
      ["//evil.example", "/"],
      ["https://evil.example/", "/"],
      ["/\\evil.example", "/"],
      ["javascript:alert(1)", "/"],
      ["/handler/sign-in", "/"],
      ["/handler/magic-link-callback?code=x", "/"],
      [`${appUrl}/notes`, "/notes"],
      ["notes", "/handler/notes"]
    ] as const
    for (const [wanted, expected] of hostile) {
      const page = service.page(`${appUrl}/sign-in?after_auth_return_to=${encodeURIComponent(wanted)}`)
      await openMagicLink(service, page)
      assert.deepInclude(await page.auth.handleCallback().orThrow(), { kind: "magic-link", returnTo: expected }, wanted)
    }
  })

  it("returnTo is a path also if the option urls has an absolute URL", async () => {
    await using service = await startService()
    const urls: PageOptions["urls"] = {
      afterSignIn: "https://app.example.com/home",
      afterSignUp: "https://app.example.com/welcome"
    }
    await service.emulator.run(
      Emulator.Emulator.use(({ configure }) =>
        configure({ domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }] })
      )
    )
    const page = service.page("https://app.example.com/", { urls })
    await openMagicLink(service, page)
    assert.deepInclude(await page.auth.handleCallback().orThrow(), { returnTo: "/welcome" })
  })

  it("finds pages with custom URLs", async () => {
    await using service = await startService()
    const page = service.page(appUrl, {
      urls: { magicLinkCallback: "/auth?step=email", passwordReset: "/auth?step=reset" }
    })
    await openMagicLink(service, page)
    assert.deepInclude(await page.auth.handleCallback().orThrow(), { kind: "magic-link" })
    assert.strictEqual(page.url(), `${appUrl}/auth?step=email`)
    await page.auth.password.set({ password }).orThrow()
    await page.auth.password.sendReset({ email }).orThrow()
    const { link } = await service.emulator.waitForMail({ to: email, type: "password_reset" })
    page.goTo(link)
    assert.deepInclude(await page.auth.handleCallback().orThrow(), { kind: "password-reset" })
  })

  it("handleCallback: rejects with Disposed if the client is disposed in between", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await openMagicLink(service, page)
    let release = () => {}
    const released = new Promise<void>((resolve) => release = resolve)
    service.beforeResponse = () => released
    const call = rejection(page.auth.handleCallback())
    await until(() => service.requests.some((request) => request.includes("otp/sign-in")))
    await page.auth[Symbol.asyncDispose]()
    assert.deepInclude(await call, { code: "DISPOSED" })
    release()
  })
})
