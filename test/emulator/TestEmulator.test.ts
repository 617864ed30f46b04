import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Cookies, CookieTokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import {
  Faults,
  getSessionCookies,
  interceptFetch,
  NoMail,
  startEmulator,
  type TestEmulator
} from "latchkey/emulator/testing"
import { createAuthClient } from "latchkey/promise"

const email = "ada@example.com"
const callbackUrl = "http://localhost:3000/magic-link"
const hosted = "https://api.stack-auth.com"

let emulator: TestEmulator
beforeEach(async () => {
  emulator = await startEmulator()
})
afterEach(() => emulator.close())

const sendMagicLink = () => createAuthClient(Emulator.clientOptions).signIn.email({ email, callbackUrl }).orThrow()

describe("startEmulator", () => {
  it("createUser: users have unique verified emails, and their password as a plain string", async () => {
    const first = await emulator.createUser({ password: Redacted.make("correct horse") })
    const second = await emulator.createUser()
    assert.notStrictEqual(first.primaryEmail, second.primaryEmail)
    assert.isTrue(first.primaryEmailVerified)
    assert.strictEqual(first.password, "correct horse")
    assert.isUndefined(second.password)
    assert.isNull((await emulator.createUser({ isAnonymous: true })).primaryEmail)
  })

  it("projectId: is the default project, also with an imported state", async () => {
    assert.strictEqual(emulator.projectId, Emulator.clientOptions.projectId)
    const id = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
    const other = await startEmulator({ project: { id } })
    const state = await other.run(Emulator.Emulator.use(({ exportState }) => exportState))
    const imported = await startEmulator({ state })
    assert.deepStrictEqual([other.projectId, imported.projectId], [id, id])
    assert.strictEqual(imported.envAt("http://127.0.0.1:8102")["VITE_STACK_PROJECT_ID"], id)
    await Promise.all([other.close(), imported.close()])
  })

  it("close: stops a server that run has started", async () => {
    const { url } = await emulator.run(serve())
    assert.strictEqual((await fetch(`${url}/health`)).status, 200)
    await emulator.close()
    assert.instanceOf(await fetch(`${url}/health`).catch((error: unknown) => error), TypeError)
  })

  it("run: rejects with the error of the effect", async () => {
    const error = await emulator.run(Emulator.Emulator.use(({ latestMail }) => latestMail())).catch((error: unknown) =>
      error
    )
    assert.instanceOf(error, NoMail)
  })

  it("signOutEverywhere: revokes the sessions of one user", async () => {
    const ada = await emulator.createUser()
    const grace = await emulator.createUser()
    for (const user of [ada, ada, grace]) await emulator.createSession(user)
    assert.strictEqual(await emulator.signOutEverywhere(ada), 2)
    assert.strictEqual(await emulator.signOutEverywhere(), 1)
  })
})

describe("waitForMail", () => {
  it("waits for an email that is sent later, and returns its codes as strings", async () => {
    const restoreFetch = await interceptFetch(emulator)
    await emulator.createUser({ primaryEmail: email })
    const waiting = emulator.waitForMail({ to: email, type: "magic_link" })
    await sendMagicLink()
    const { code, link, otp } = await waiting
    restoreFetch()
    assert.match(otp, /^\w{6}$/)
    assert.strictEqual(new URL(link).searchParams.get("code"), code)
  })

  it("returns each email once until the reset", async () => {
    const restoreFetch = await interceptFetch(emulator)
    await emulator.createUser({ primaryEmail: email })
    await sendMagicLink()
    await emulator.waitForMail({ to: email })
    const error = await emulator.waitForMail({ to: email, timeout: 0 }).catch((error: unknown) => error)
    restoreFetch()
    assert.instanceOf(error, NoMail)
    assert.include(error.message, "waitForMail has already returned magic_link to ada@example.com")
    assert.lengthOf(await emulator.inbox({ to: email }), 1)
    await emulator.reset()
    assert.lengthOf(await emulator.inbox(), 0)
  })
})

it("waitForMail: returns an email of the starting state again after a reset", async () => {
  const restoreFetch = await interceptFetch(emulator)
  await emulator.createUser({ primaryEmail: email })
  await sendMagicLink()
  restoreFetch()
  const state = await emulator.run(Emulator.Emulator.use(({ exportState }) => exportState))
  const imported = await startEmulator({ state })
  const first = await imported.waitForMail({ to: email })
  await imported.reset()
  assert.deepStrictEqual(await imported.waitForMail({ to: email, timeout: 0 }), first)
  await imported.close()
})

describe("interceptFetch", () => {
  it("interceptFetch: handles only API requests, until it is undone", async () => {
    const former = globalThis.fetch
    const sent: Array<string> = []
    globalThis.fetch = async (input) => {
      sent.push(new Request(input).url)
      return new Response("sent")
    }
    const mocked = globalThis.fetch
    const restoreFetch = await interceptFetch(emulator)
    assert.strictEqual((await fetch(`${hosted}/health`)).status, 200)
    assert.strictEqual(await (await fetch(`${hosted}.example.com/health`)).text(), "sent")
    restoreFetch()
    assert.strictEqual(globalThis.fetch, mocked)
    globalThis.fetch = former
    assert.deepStrictEqual(sent, [`${hosted}.example.com/health`])
  })

  it("interceptFetch: fetch rejects for a lost response, and with the abort reason", async () => {
    const restoreFetch = await interceptFetch(emulator)
    await emulator.setFault(Faults.offline)
    const failure = await fetch(`${hosted}/health`).catch((error: unknown) => error)
    await emulator.clearFaults()
    const aborted = await fetch(`${hosted}/health`, { signal: AbortSignal.abort("enough") }).catch((error: unknown) =>
      error
    )
    restoreFetch()
    assert.instanceOf(failure, TypeError)
    assert.strictEqual(aborted, "enough")
  })
})

describe("getSessionCookies", () => {
  const projectId = Emulator.clientOptions.projectId
  const session = { accessToken: "access", refreshToken: "refresh" }

  it("returns the cookies of an http page, with encoded values", async () => {
    const cookies = await getSessionCookies(session, { projectId, url: "http://localhost:5173/path" })
    assert.deepStrictEqual(cookies.map(({ expires: _, ...cookie }) => cookie), [
      {
        name: `stack-refresh-${projectId}--default`,
        value: cookies[0]!.value,
        domain: undefined,
        path: "/",
        httpOnly: false,
        secure: false,
        sameSite: "Lax"
      },
      {
        name: "stack-access",
        value: encodeURIComponent(`["refresh","access"]`),
        domain: undefined,
        path: "/",
        httpOnly: false,
        secure: false,
        sameSite: "Lax"
      }
    ])
    assert.strictEqual(cookies[0]!.expires - cookies[1]!.expires, 364 * 86_400)
  })

  it("uses the prefix __Host- on https, and the domain where the host is within it", async () => {
    const names = async (url: string, domain?: string) =>
      (await getSessionCookies(session, { projectId, url, domain })).map((
        { domain, name, secure }
      ) => [name, domain, secure])
    assert.deepStrictEqual(await names("https://app.example.com"), [
      [`__Host-stack-refresh-${projectId}--default`, undefined, true],
      ["stack-access", undefined, true]
    ])
    const [shared] = await names("https://app.example.com", "example.com")
    assert.deepStrictEqual(shared?.slice(1), ["example.com", true])
    const [outside] = await names("http://localhost:3000", "example.com")
    assert.deepStrictEqual(outside, [`stack-refresh-${projectId}--default`, undefined, false])
  })

  it("getSessionCookies: CookieTokenStore reads the returned cookies", async () => {
    const cookies = await getSessionCookies(session, { projectId, url: "http://localhost" })
    const all = Cookies.parse(cookies.map(({ name, value }) => `${name}=${value}`).join("; "))
    const service = Cookies.Cookies.of({ all: Effect.succeed(all), set: () => Effect.void, remove: () => Effect.void })
    const tokens = await Effect.runPromise(
      CookieTokenStore.make({ projectId }).pipe(
        Effect.flatMap((store) => store.get),
        Effect.provideService(Cookies.Cookies, service)
      )
    )
    assert.strictEqual(tokens?.refreshToken && Redacted.value(tokens.refreshToken), "refresh")
    assert.strictEqual(tokens?.accessToken && Redacted.value(tokens.accessToken), "access")
  })
})
