// @vitest-environment jsdom
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Emulator } from "latchkey/emulator"
import { createAuthClient } from "latchkey/promise"
import { makeStorage } from "../support/host.ts"
import { ada, enableSecondFactor, rejection, type Service, startService, thrown, until } from "./support.ts"

const { projectId } = Emulator.clientOptions

let service: Service
let warnings: Array<string>
const { warn } = console

beforeEach(async () => {
  service = await startService()
  warnings = []
  console.warn = (...args) => void warnings.push(args.join(" "))
})
afterEach(async () => {
  console.warn = warn
  await service[Symbol.asyncDispose]()
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; max-age=0; path=/`
  sessionStorage.clear()
  history.replaceState(null, "", "/")
})

const open = (options: Parameters<Service["client"]>[0] = {}) => service.client({ appUrl: undefined, ...options })

describe("a client in a browser", () => {
  it("keeps the session in cookies, so that a reloaded page has it", async () => {
    const auth = open()
    assert.strictEqual(document.cookie, "")
    const { userId } = await auth.signUp.password(ada).orThrow()
    assert.include(document.cookie, `stack-refresh-${projectId}`)
    await auth[Symbol.asyncDispose]()
    const reloaded = open()
    assert.deepStrictEqual(reloaded.session.get(), { status: "signed-in", userId, isStale: false })
    await reloaded.signOut().orThrow()
    assert.notInclude(document.cookie, `stack-refresh-${projectId}`)
    assert.deepStrictEqual(open({ tokens: "cookies" }).session.get(), { status: "signed-out" })
  })

  it("keeps the session in memory, in given tokens or in a storage instead", async () => {
    const { storage, values } = makeStorage()
    const { accessToken, refreshToken } = await service.emulator.createSession(await service.emulator.createUser())
    for (const options of [{ tokens: "memory" }, { storage }, { tokens: { accessToken, refreshToken } }] as const) {
      const auth = open(options)
      await auth.signUp.password({ ...ada, email: `${Object.keys(options)[0]}@example.com` })
      assert.strictEqual(auth.session.get().status, "signed-in")
      assert.strictEqual(document.cookie, "")
      await auth[Symbol.asyncDispose]()
    }
    assert.strictEqual(values.size, 1)
    assert.strictEqual(open({ storage }).session.get().status, "signed-in")
  })

  it("needs no URL of the app: links lead to the page's origin", async () => {
    const auth = open({ urls: { magicLinkCallback: "/from-email" } })
    await auth.signIn.email({ email: ada.email }).orThrow()
    const { link } = await service.emulator.waitForMail({ to: ada.email })
    assert.isTrue(link!.startsWith(`${location.origin}/from-email?code=`))
    history.replaceState(null, "", link)
    const { data } = await auth.handleCallback()
    assert.deepInclude(data, { kind: "magic-link", status: "signed-in", isNewUser: true })
    assert.strictEqual(location.href, `${location.origin}/from-email`)
  })

  it("has a second factor that a reload interrupted", async () => {
    const auth = open()
    const { userId } = await auth.signUp.password(ada).orThrow()
    const code = await enableSecondFactor(auth)
    await auth.signOut().orThrow()
    assert.strictEqual((await auth.signIn.password(ada).orThrow()).status, "second-factor")
    await auth[Symbol.asyncDispose]()
    const reloaded = open()
    const { data } = await reloaded.signIn.pending()
    if (data?.status !== "second-factor") return assert.fail("none is pending")
    assert.strictEqual((await data.verify("000000")).error?.code, "INVALID_TOTP_CODE")
    assert.deepInclude((await data.verify(code())).data, { status: "signed-in", userId })
    assert.isNull((await reloaded.signIn.pending()).data)
    assert.lengthOf(sessionStorage, 0)
  })

  it("sends the token to the page's origin", async () => {
    const sent: Array<string> = []
    const auth = open({
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (!request.url.startsWith(location.origin)) return service.fetch(request)
        sent.push(`${request.url} ${request.headers.has("authorization")}`)
        return new Response("OK")
      }
    })
    await auth.signUp.password(ada).orThrow()
    await auth.fetch(`${location.origin}/orders`)
    assert.deepStrictEqual(sent, [`${location.origin}/orders true`])
    assert.deepInclude(await rejection(auth.fetch("https://evil.example/")), { code: "ORIGIN_NOT_ALLOWED" })
  })

  it("refuses a secret key of a server", () => {
    for (const [option, key] of [["secretServerKey", "ssk_1"], ["superSecretAdminKey", "sak_1"]] as const) {
      const error = thrown(() => createAuthClient({ projectId, [option]: key } as object))
      assert.deepInclude(error, { code: "INVALID_OPTIONS", option })
    }
  })
})

describe("two clients on one page", () => {
  it("warn once each in the console, and not after the first one is disposed", async () => {
    const first = open()
    assert.deepStrictEqual(warnings, [])
    const second = open()
    assert.lengthOf(warnings, 1)
    assert.include(warnings[0], `2 clients of the project ${projectId}`)
    assert.include(warnings[0], "Share one")
    open()
    assert.lengthOf(warnings, 2)
    assert.include(warnings[1], "3 clients")
    await first.getUser()
    await second.getUser()
    assert.lengthOf(warnings, 2)
  })

  it("two clients for different projects do not warn", () => {
    open()
    open({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" })
    assert.deepStrictEqual(warnings, [])
  })

  it("do not warn if the first one is disposed", async () => {
    const auth = open()
    await Promise.all([auth[Symbol.asyncDispose](), auth[Symbol.asyncDispose]()])
    open()
    assert.deepStrictEqual(warnings, [])
  })

  it("do not warn if the second one is invalid", () => {
    open()
    thrown(() => open({ appUrl: "x" }))
    assert.deepStrictEqual(warnings, [])
  })

  it("see the sign-in and the sign-out of each other", async () => {
    const [one, other] = [open(), open()]
    const seen: Array<string> = []
    const stop = other.onChange(({ status }) => seen.push(status))
    await one.signUp.password(ada).orThrow()
    await until(() => seen.length === 2)
    assert.strictEqual(other.session.get().status, "signed-in")
    await one.signOut().orThrow()
    await until(() => seen.length === 3)
    assert.deepStrictEqual(seen, ["signed-out", "signed-in", "signed-out"])
    assert.isNull(await other.getUser().orThrow())
    stop()
  })
})

describe("a second client outside a browser", () => {
  it("does not warn", async () => {
    const { document } = globalThis
    Reflect.deleteProperty(globalThis, "document")
    try {
      service.client()
      service.client()
    } finally {
      Object.assign(globalThis, { document })
    }
    assert.deepStrictEqual(warnings, [])
  })
})
