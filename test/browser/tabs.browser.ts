import { Emulator } from "latchkey/emulator"
import type { BrowserContext } from "playwright-core"
import { assert, describe } from "vitest"
import { it } from "./support/support.ts"
import { ada } from "./support/users.ts"

const refreshName = `stack-refresh-${Emulator.clientOptions.projectId}`

/** The endpoint that issues access tokens. */
const tokenEndpoint = "**/auth/oauth/token"

const countTokenRequests = (context: BrowserContext): () => number => {
  let count = 0
  context.on("request", (request) => {
    if (request.url().endsWith("/auth/oauth/token")) count++
  })
  return () => count
}

const signal = (): { readonly send: () => void; readonly sent: Promise<void> } => {
  let send = () => undefined as void
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  return { send, sent }
}

/** Fails unless a condition holds within a second. */
const withinASecond = async (what: string, happens: Promise<void>): Promise<void> => {
  const start = performance.now()
  await happens
  assert.isBelow(performance.now() - start, 1000, what)
}

describe("two tabs", () => {
  it("see each other's sign-in and sign-out within a second", async ({ profile, service }) => {
    await service.createUser(ada)
    const [one, another] = [await profile.open(), await profile.open()]
    await another.sees("Session: SignedOut")
    await one.signIn(ada)
    await one.sees("Session: Active")
    await withinASecond("the sign-in", another.sees("Session: Active"))
    await another.is(ada)
    await another.submit("Sign out")
    await another.sees("Session: SignedOut")
    await withinASecond("the sign-out", one.sees("Session: SignedOut"))
    await one.is(undefined)
  })

  it("two tabs with tokens in a storage see each other's sign-in and sign-out", async ({ profile, service }) => {
    await service.createUser(ada)
    const [one, another] = [await profile.open("/storage"), await profile.open("/storage")]
    await another.sees("Session: SignedOut")
    await one.signIn(ada)
    await one.sees("Session: Active")
    await withinASecond("the sign-in", another.sees("Session: Active"))
    await another.submit("Sign out")
    await another.sees("Session: SignedOut")
    await withinASecond("the sign-out", one.sees("Session: SignedOut"))
    assert.deepStrictEqual(await profile.cookies(), {})
  })

  it("a sign-out in one tab during a refresh in the other signs out both tabs", async ({ profile, service }) => {
    await service.createUser(ada)
    const { refreshToken } = await service.tokensOf(ada)
    await profile.context.addCookies([{ name: refreshName, value: refreshToken, url: profile.origin }])
    const [one, another] = [await profile.open(), await profile.open()]
    // The service grants the refresh, and its response arrives after the session ended.
    const [granted, signedOut] = [signal(), signal()]
    await another.page.route(tokenEndpoint, async (route) => {
      const response = await route.fetch()
      granted.send()
      await signedOut.sent
      await route.fulfill({ response })
    })
    await another.submit("Who am I?")
    await granted.sent
    await one.submit("Sign out")
    await one.sees("Goodbye")
    await withinASecond("the sign-out", another.sees("Session: SignedOut"))
    signedOut.send()
    await another.sees("Nobody")
    await another.is(undefined)
    await another.sees("Session: SignedOut")
    await one.is(undefined)
    assert.hasAllKeys(await profile.cookies(), ["latchkey-ended"])
  })

  it("two tabs that wake from a long sleep refresh once and stay signed in", async ({ profile, service }) => {
    await service.createUser(ada)
    await profile.context.clock.install()
    const [one, another] = [await profile.open(), await profile.open()]
    await one.signIn(ada)
    await one.sees(`You are ${ada.primaryEmail}`)
    await another.is(ada)
    const tokenRequests = countTokenRequests(profile.context)
    service.advance(8 * 3_600_000)
    await profile.context.clock.fastForward(8 * 3_600_000)
    await Promise.all([one.is(ada), another.is(ada)])
    assert.strictEqual(tokenRequests(), 1)
    await one.sees("Session: Active")
    await another.sees("Session: Active")
  })
})
