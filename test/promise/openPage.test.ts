import { openPage } from "latchkey/promise"
import { afterEach, assert, beforeEach, describe, expectTypeOf, it } from "vitest"
import { ada, appUrl, enableSecondFactor, type Service, startService, thrown } from "./support.ts"

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service[Symbol.asyncDispose]())

describe("openPage", () => {
  it("opens the page for signing in, whose steps resolve to results", async () => {
    await service.client().signUp.password(ada).orThrow()
    const { auth, left } = service.page(`${appUrl}/handler/sign-in`)
    const page = await openPage(auth).orThrow()
    if (page._tag !== "SignIn" || page.password === undefined) return assert.fail(page._tag)
    assert.strictEqual(page.project.displayName, "Emulated project")

    const wrong = await page.password({ ...ada, password: "wrong horse" })
    assert.strictEqual(wrong.error?.code, "EMAIL_PASSWORD_MISMATCH")
    const signedIn = await page.password(ada).orThrow()
    assert.strictEqual(signedIn._tag, "SignedIn")
    assert.notProperty(signedIn, "tokens")
    assert.strictEqual(auth.session.get().status, "signed-in")
    assert.deepStrictEqual(left, ["/"])
  })

  it("returns the page of a second factor from a step, as functions", async () => {
    const first = service.client()
    await first.signUp.password(ada).orThrow()
    const code = await enableSecondFactor(first)
    const { auth } = service.page(`${appUrl}/handler/sign-in`)
    const page = await openPage(auth).orThrow()
    if (page._tag !== "SignIn" || page.password === undefined) return assert.fail(page._tag)
    const next = await page.password(ada).orThrow()
    if (next._tag !== "Mfa") return assert.fail(next._tag)
    assert.strictEqual((await next.complete("000000")).error?.code, "INVALID_TOTP_CODE")
    assert.strictEqual((await next.complete(code()).orThrow())._tag, "SignedIn")
  })

  it("converts lists of steps, and cancels a step with a signal", async () => {
    const { auth, left } = service.page(`${appUrl}/handler/sign-up`)
    const page = await openPage(auth).orThrow()
    if (page._tag !== "SignUp") return assert.fail(page._tag)
    const github = page.providers.find(({ id }) => id === "github")
    if (github === undefined) return assert.fail("no provider")
    const reason = new Error("Canceled")
    assert.strictEqual(await github.signIn({ signal: AbortSignal.abort(reason) }).catch((error) => error), reason)
    assert.deepStrictEqual(left, [])
    await github.signIn().orThrow()
    assert.include(left[0], "/auth/oauth/authorize/github")
  })

  it("opens NotFound for an address without a page", async () => {
    const { auth } = service.page(`${appUrl}/about`)
    const page = await openPage(auth).orThrow()
    if (page._tag !== "NotFound") return assert.fail(page._tag)
    expectTypeOf((await page.goHome()).error).toEqualTypeOf<null>()
  })

  it("throws for an object that is no client", () => {
    // @ts-expect-error it has no functions
    const error = thrown(() => openPage({}))
    assert.instanceOf(error, TypeError)
  })
})
