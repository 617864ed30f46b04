import { assert, describe, it } from "@effect/vitest"
import { Emulator, Faults } from "latchkey/emulator"
import type { SecondFactor } from "latchkey/promise"
import { inspect } from "node:util"
import { ada, appUrl, email, enableSecondFactor, password, rejection, type Service, startService } from "./support.ts"

/** A page of a user with a second factor who has just given the password. */
const makeWaiting = async (service: Service) => {
  const page = service.page(appUrl)
  const { id: userId } = await service.emulator.createUser({ primaryEmail: email, password })
  await page.auth.signIn.password(ada).orThrow()
  const code = await enableSecondFactor(page.auth)
  await page.auth.signOut()
  const data = await page.auth.signIn.password(ada).orThrow()
  if (data.status !== "second-factor") throw new Error("No second factor is required")
  return { page, code, userId, data }
}

const asSecondFactor = (pending: object | null): SecondFactor => {
  if (pending === null || !("status" in pending) || pending.status !== "second-factor") {
    throw new Error("None is pending")
  }
  // Sound: the status is checked above.
  return pending as SecondFactor
}

describe.each(Emulator.generations)("a second factor of a service of %s", (generation) => {
  it("a second factor is data with a function, and signs no user in before it is verified", async () => {
    await using service = await startService({ generation })
    const { code, data, page: { auth }, userId } = await makeWaiting(service)
    assert.deepStrictEqual(Object.keys(data), ["status", "expiresAt", "verify"])
    assert.instanceOf(data.expiresAt, Date)
    assert.deepStrictEqual(auth.session.get(), { status: "signed-out" })
    assert.isNull(await auth.getUser().orThrow())
    const { data: signedIn } = await data.verify(code())
    assert.deepStrictEqual(signedIn, { status: "signed-in", userId, isNewUser: false })
    assert.strictEqual((await auth.getUser({ or: "throw" }).orThrow()).id, userId)
  })

  it("can be tried again after a wrong code", async () => {
    await using service = await startService({ generation })
    const { code, data, userId } = await makeWaiting(service)
    for (const wrong of ["000000", "1", ""]) {
      assert.strictEqual((await data.verify(wrong)).error?.code, "INVALID_TOTP_CODE")
    }
    assert.strictEqual((await data.verify(code()).orThrow()).userId, userId)
    assert.strictEqual((await data.verify(code())).error?.code, "VERIFICATION_CODE_ALREADY_USED")
  })

  it("is pending after a reload, until it is verified", async () => {
    await using service = await startService({ generation })
    const { code, page, userId } = await makeWaiting(service)
    const reloaded = service.page(appUrl, { after: page })
    const pending = asSecondFactor((await reloaded.auth.signIn.pending()).data)
    assert.instanceOf(pending.expiresAt, Date)
    assert.strictEqual((await pending.verify("000000")).error?.code, "INVALID_TOTP_CODE")
    assert.isNotNull((await reloaded.auth.signIn.pending()).data)
    assert.strictEqual((await pending.verify(code()).orThrow()).userId, userId)
    assert.isNull((await reloaded.auth.signIn.pending()).data)
    assert.strictEqual(reloaded.auth.session.get().status, "signed-in")
  })

  it("is required by every way to sign in", async () => {
    await using service = await startService({ generation })
    const { code, page } = await makeWaiting(service)
    const { auth } = page
    const sent = await auth.signIn.email({ email }).orThrow()
    const { code: linkCode, otp } = await service.emulator.waitForMail({ to: email, type: "magic_link" })
    const byCode = asSecondFactor((await sent.verify(otp)).data)
    await byCode.verify(code()).orThrow()
    await auth.signOut()
    await auth.signIn.email({ email }).orThrow()
    const second = await service.emulator.waitForMail({ to: email, type: "magic_link" })
    assert.notStrictEqual(second.code, linkCode)
    const byLink = asSecondFactor((await auth.signIn.magicLink({ code: second.code })).data)
    await byLink.verify(code()).orThrow()
    assert.strictEqual(auth.session.get().status, "signed-in")
  })
})

describe("a second factor", () => {
  it("shows no secret in a console or in JSON", async () => {
    await using service = await startService()
    const { data } = await makeWaiting(service)
    const shown = inspect(data, { depth: 12, showHidden: true }) + JSON.stringify(data)
    const { expiresAt } = data
    assert.deepStrictEqual(JSON.parse(JSON.stringify(data)), {
      status: "second-factor",
      expiresAt: expiresAt.toISOString()
    })
    assert.notInclude(shown, "attempt")
  })

  it("keeps the attempt after a lost connection and an aborted call", async () => {
    await using service = await startService()
    const { code, data, userId } = await makeWaiting(service)
    await service.emulator.setFault(Faults.offline)
    assert.strictEqual((await data.verify(code())).error?.code, "NETWORK_FAILURE")
    await service.emulator.clearFaults()
    assert.strictEqual(await rejection(data.verify(code(), { signal: AbortSignal.abort("enough") })), "enough")
    assert.strictEqual((await data.verify(code()).orThrow()).userId, userId)
  })

  it("expires after five minutes, also in the service", async () => {
    await using service = await startService()
    const { code, data } = await makeWaiting(service)
    assert.closeTo(data.expiresAt.getTime(), Date.now() + 300_000, 10_000)
    await service.emulator.advanceClock("6 minutes")
    assert.strictEqual((await data.verify(code())).error?.code, "VERIFICATION_CODE_EXPIRED")
  })
})

describe("a sent email", () => {
  it("is completed with the code of the email, also after a reload", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    const { data: sent } = await page.auth.signIn.email({ email })
    assert.deepInclude(sent, { status: "email-sent", email })
    assert.instanceOf(sent!.expiresAt, Date)
    const { otp } = await service.emulator.waitForMail({ to: email })
    assert.strictEqual((await sent!.verify("000000")).error?.code, "VERIFICATION_CODE_NOT_FOUND")
    const reloaded = service.page(appUrl, { after: page })
    const { data: pending } = await reloaded.auth.signIn.pending()
    if (pending?.status !== "email-sent") return assert.fail("no email is pending")
    assert.strictEqual(pending.email, email)
    const { data: signedIn } = await pending.verify(` ${otp!.toLowerCase()} `)
    assert.deepInclude(signedIn, { status: "signed-in", isNewUser: true })
    assert.isNull((await reloaded.auth.signIn.pending()).data)
  })

  it("a sent email has a link that works in another browser", async () => {
    await using service = await startService()
    const page = service.page(appUrl)
    await page.auth.signIn.email({ email, callbackUrl: `${appUrl}/from-email` }).orThrow()
    const { code, link } = await service.emulator.waitForMail({ to: email })
    assert.isTrue(link!.startsWith(`${appUrl}/from-email?code=`))
    const phone = service.client()
    assert.isNull((await phone.signIn.checkMagicLink({ code: code! })).error)
    assert.strictEqual((await phone.signIn.magicLink({ code: code! })).data?.status, "signed-in")
    assert.strictEqual(
      (await phone.signIn.checkMagicLink({ code: code! })).error?.code,
      "VERIFICATION_CODE_ALREADY_USED"
    )
  })

  it("a sent email replaces a pending second factor, because it starts another sign-in", async () => {
    await using service = await startService()
    const { page: { auth } } = await makeWaiting(service)
    assert.strictEqual((await auth.signIn.pending()).data?.status, "second-factor")
    await auth.signIn.email({ email: "grace@example.com" }).orThrow()
    assert.strictEqual((await auth.signIn.pending()).data?.status, "email-sent")
  })
})
