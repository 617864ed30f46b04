/** Sessions on a server over real HTTP: a thief with a copied cookie, and device-bound sessions. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { assert, describe, inject } from "vitest"
import { browserTest, isWithoutBrowser } from "./support/browserTest.ts"
import { patience } from "./support/patience.ts"
import { type SessionServer, startSessionServer } from "./support/startSessionServer.ts"

const wait = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const minutes = (count: number): number => count * 60_000

const until = async (condition: () => boolean): Promise<void> => {
  const end = Date.now() + patience
  while (!condition() && Date.now() < end) await wait(20)
  assert.isTrue(condition(), "the condition is met in time")
}

/** Opens a path of the server, and returns the text of the page. */
const visit = async (page: Page, { origin }: SessionServer, path: string): Promise<string> => {
  await page.goto(origin + path)
  return await page.textContent("body") ?? ""
}

const copyCookie = async (context: BrowserContext, { origin }: SessionServer) => {
  const [cookie] = (await context.cookies(origin)).filter(({ name }) => name.endsWith("latchkey-session"))
  assert.isDefined(cookie)
  return cookie!
}

const world = browserTest.extend("open", async ({ browser }, { onCleanup }) => {
  const contexts: Array<BrowserContext> = []
  onCleanup(async () => {
    for (const context of contexts) await context.close()
  })
  return async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    contexts.push(context)
    return { context, page: await context.newPage() }
  }
})

describe.skipIf(isWithoutBrowser)("a thief with a copied cookie, in a second browser", () => {
  const it = world
    .extend("server", async ({}, { onCleanup }) => {
      const server = await startSessionServer({ rotationInterval: "5 minutes", rotationGrace: "1 minute" })
      onCleanup(() => server.close())
      return server
    })

  for (const first of ["victim", "thief"] as const) {
    it(`both are signed out if the ${first} uses the next id before the other`, async ({ open, server }) => {
      const [victim, thief] = [await open(), await open()]
      assert.strictEqual(await visit(victim.page, server, "/sign-in"), "done")
      await thief.context.addCookies([await copyCookie(victim.context, server)])
      const [one, other] = first === "victim" ? [victim, thief] : [thief, victim]
      assert.strictEqual(await visit(thief.page, server, "/me"), "User")
      assert.strictEqual(await visit(victim.page, server, "/me"), "User")
      server.advance(minutes(6))
      const before = await copyCookie(one.context, server)
      // The first visit gets the next id, and the second one uses it.
      for (let times = 0; times < 2; times++) assert.strictEqual(await visit(one.page, server, "/me"), "User")
      assert.notStrictEqual((await copyCookie(one.context, server)).value, before.value)
      server.advance(minutes(2))
      assert.deepStrictEqual(server.alarms, [])
      assert.strictEqual(await visit(other.page, server, "/me"), "SignedOut: replacedIdUsed")
      assert.strictEqual(await visit(one.page, server, "/me"), "SignedOut: replacedIdUsed")
      assert.lengthOf(server.alarms, 1)
      // The victim signs in again. The thief's cookie stays useless.
      assert.strictEqual(await visit(victim.page, server, "/sign-in"), "done")
      assert.strictEqual(await visit(victim.page, server, "/me"), "User")
      assert.strictEqual(await visit(thief.page, server, "/me"), "SignedOut: replacedIdUsed")
    })
  }
})

const certificate = inject("certificate")
const fullChromium = inject("fullChromium")

const bound = { boundLifetime: "3 seconds", rotationGrace: "1 second" } as const

const requestsTo = (server: SessionServer) => server.exchanges.filter(({ path }) => path === "/auth/device")

describe.skipIf(isWithoutBrowser || certificate === undefined)("a browser without device-bound sessions", () => {
  world("keeps the ordinary cookie for longer than a bound one, and sends no registration", async ({ open }) => {
    const server = await startSessionServer(bound, certificate)
    try {
      const { context, page } = await open()
      assert.strictEqual(await visit(page, server, "/sign-in"), "done")
      await wait(5000)
      assert.strictEqual(await visit(page, server, "/me"), "User")
      assert.isAbove((await copyCookie(context, server)).expires, Date.now() / 1000 + 300 * 86_400)
      assert.deepStrictEqual(requestsTo(server), [])
    } finally {
      await server.close()
    }
  })
})

describe.skipIf(fullChromium === undefined || certificate === undefined)(
  "device-bound sessions in Chromium, with keys in software",
  () => {
    const it = world
      .extend("server", async ({}, { onCleanup }) => {
        const server = await startSessionServer(bound, certificate)
        onCleanup(() => server.close())
        return server
      })
      /** Starts Chromium with the feature. It acts on the headers only if it trusts the certificate. */
      .extend("start", async ({}, { onCleanup }) => {
        const contexts: Array<{ readonly context: BrowserContext; readonly folder: string }> = []
        onCleanup(async () => {
          for (const { context, folder } of contexts) {
            await context.close()
            rmSync(folder, { recursive: true, force: true })
          }
        })
        return async () => {
          const folder = mkdtempSync(join(tmpdir(), "latchkey-chromium-"))
          const context = await chromium.launchPersistentContext(folder, {
            executablePath: fullChromium!,
            chromiumSandbox: process.getuid?.() !== 0,
            args: [
              "--disable-gpu",
              "--no-first-run",
              // The quota of refreshes is for cookies that live longer than those of the tests.
              "--enable-features=DeviceBoundSessions:RefreshQuota/false," +
              "EnableBoundSessionCredentialsSoftwareKeysForManualTesting",
              `--ignore-certificate-errors-spki-list=${certificate!.hash}`
            ]
          })
          contexts.push({ context, folder })
          return { context, page: context.pages()[0] ?? await context.newPage() }
        }
      })

    it("binds the session at the sign-in, renews the cookie with signatures, and refuses copies", async ({ open, server, start }) => {
      const victim = await start()
      assert.strictEqual(await visit(victim.page, server, "/sign-in"), "done")
      const [ordinary = ""] = server.exchanges.find(({ path }) => path === "/sign-in")!.setCookies
      await until(() => requestsTo(server).some(({ isSigned, status }) => isSigned && status === 200))
      assert.strictEqual(await visit(victim.page, server, "/me"), "User")
      const copied = await copyCookie(victim.context, server)
      assert.isBelow(copied.expires, Date.now() / 1000 + 4)

      const thief = await open()
      await thief.context.addCookies([{ ...copied, expires: Date.now() / 1000 + 86_400 }])
      assert.strictEqual(await visit(thief.page, server, "/me"), "User")
      for (let round = 0; round < 3; round++) {
        const before = requestsTo(server).length
        await wait(4200)
        assert.strictEqual(await visit(victim.page, server, "/me"), "User")
        const refreshes = requestsTo(server).slice(before)
        assert.includeMembers(refreshes.map(({ isSigned, status }) => `${isSigned} ${status}`), [
          "false 403",
          "true 200"
        ])
      }
      assert.strictEqual(await visit(thief.page, server, "/me"), "SignedOut: sessionEnded")
      assert.deepStrictEqual(server.alarms, [])

      // The cookie from before the registration was replaced: its use is theft.
      const [pair = ""] = ordinary.split(";")
      await thief.context.addCookies([{ ...copied, value: pair.slice(pair.indexOf("=") + 1), expires: -1 }])
      assert.strictEqual(await visit(thief.page, server, "/me"), "SignedOut: replacedIdUsed")
      assert.strictEqual(await visit(victim.page, server, "/me"), "SignedOut: replacedIdUsed")
      assert.lengthOf(server.alarms, 1)
    })

    it("a new tab renews the expired cookie, and the browser forgets the bound session after the sign-out", async ({ server, start }) => {
      const { context, page } = await start()
      await visit(page, server, "/sign-in")
      await until(() => requestsTo(server).some(({ isSigned, status }) => isSigned && status === 200))
      await page.close()
      await wait(4500)
      const next = await context.newPage()
      assert.strictEqual(await visit(next, server, "/me"), "User")
      assert.strictEqual(await visit(next, server, "/sign-out"), "done")
      assert.strictEqual(await visit(next, server, "/me"), "SignedOut: none")
      // The endpoint has refused the refresh, so the browser sends no further one.
      const before = requestsTo(server).length
      assert.strictEqual(requestsTo(server).at(-1)?.status, 401)
      assert.strictEqual(await visit(next, server, "/me"), "SignedOut: none")
      assert.strictEqual(requestsTo(server).length, before)
      // A new sign-in binds a new session.
      await visit(next, server, "/sign-in")
      await until(() => requestsTo(server).slice(before).some(({ status }) => status === 200))
      await wait(4500)
      assert.strictEqual(await visit(next, server, "/me"), "User")
    })
  }
)
