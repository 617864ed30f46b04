/**
 * Tests of the same sign-in through promises and `fetch`. msw forwards the requests to the emulator. The clock is real,
 * so `SignIn.test.ts` covers everything that takes minutes.
 *
 * Run it with `npm exec -- vitest run examples/testing`.
 */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Emulator, Faults, toWebHandler } from "latchkey/emulator"
import { http } from "msw/http"
import { setupServer } from "msw/node"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { start } from "./page.ts"

const email = "ada@example.com"

const emulator = ManagedRuntime.make(Emulator.layerWithoutTransport({
  project: { users: [{ primaryEmail: email, primaryEmailVerified: true, displayName: "Ada" }] }
}))
const handler = emulator.runPromise(toWebHandler)
const server = setupServer(http.all("https://api.stack-auth.com/*", async ({ request }) => (await handler)(request)))

beforeAll(() => server.listen({ onUnhandledFrame: "error" }))
afterEach(() => setFault(undefined))
afterAll(async () => {
  server.close()
  await emulator.dispose()
})

/** Sets or removes the fault of the emulator. */
const setFault = (fault: Faults.Fault | undefined) =>
  emulator.runPromise(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(fault)))

/** Returns the link in the latest email. */
const link = () =>
  emulator.runPromise(Effect.gen(function*() {
    const { latestMail } = yield* Emulator.Emulator
    return (yield* latestMail({ to: email, type: "magic_link" })).link
  }))

/** Creates a browser storage that survives page loads. */
const makeStorage = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key)
  }
}

/** Opens the app for the duration of a test. */
const visit = async (
  storage: ReturnType<typeof makeStorage>,
  test: (page: ReturnType<typeof start>) => Promise<void>
) => {
  const page = start(storage, Emulator.clientOptions)
  await test(page).finally(page.stop)
}

const home = { _tag: "Home", greeting: "Hello, Ada!" } as const

describe("the page", () => {
  it("signs in with the link of an email and stays signed in on the next visit", async () => {
    const storage = makeStorage()
    await visit(storage, async (page) => {
      assert.deepStrictEqual(await page.open(), { _tag: "Form", hint: "" })
      await page.send(email)
      assert.deepStrictEqual(await page.follow(await link()), home)
    })
    await visit(storage, async (page) => assert.deepStrictEqual(await page.open(), home))
    await visit(makeStorage(), async (page) => assert.deepStrictEqual(await page.open(), { _tag: "Form", hint: "" }))
  })

  it("keeps the form while offline", async () => {
    await visit(makeStorage(), async (page) => {
      await setFault(Faults.offline)
      assert.deepStrictEqual(await page.send(email), { _tag: "Unreachable" })
      await setFault(undefined)
      assert.deepStrictEqual(await page.send(email), { _tag: "MailSent", email })
    })
  })

  it("keeps the user signed in while the service is down", async () => {
    await visit(makeStorage(), async (page) => {
      await page.send(email)
      await page.follow(await link())
      await setFault(Faults.status(503))
      assert.deepStrictEqual(await page.open(), { _tag: "Unreachable" })
      await setFault(undefined)
      assert.deepStrictEqual(await page.open(), home)
    })
  })
})
