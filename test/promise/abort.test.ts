import { assert, describe, it } from "@effect/vitest"
import { createAuthClient } from "latchkey/promise"
import { ada, appUrl, email, flush, rejection, startService, until } from "./support.ts"

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

/** A client whose requests wait until the test answers or aborts them. */
const makeWaiting = () => {
  const requests: Array<AbortSignal> = []
  const answers: Array<() => void> = []
  const auth = createAuthClient({
    projectId,
    publishableClientKey: "pck_1",
    appUrl,
    fetch: (_, init) =>
      new Promise((resolve, reject) => {
        const { signal } = init!
        requests.push(signal!)
        answers.push(() => resolve(Response.json({ status: "ok" })))
        signal!.addEventListener("abort", () => reject(signal!.reason))
      })
  })
  return {
    auth,
    requests,
    aborted: () => requests.filter(({ aborted }) => aborted).length,
    answer: () => answers.shift()!()
  }
}

describe("a signal", () => {
  it("a signal that is already aborted prevents requests", async () => {
    const { auth, requests } = makeWaiting()
    const reason = new Error("Never mind")
    const signal = AbortSignal.abort(reason)
    assert.strictEqual(await rejection(auth.project.get({ signal })), reason)
    assert.strictEqual(await rejection(auth.project.get({ signal }).orThrow()), reason)
    assert.strictEqual(await rejection(auth.signIn.password(ada, { signal })), reason)
    assert.strictEqual(await rejection(auth.can("read", { signal })), reason)
    assert.strictEqual(await rejection(auth.signOut({ signal })), reason)
    assert.strictEqual(await rejection(auth.getUser({ or: "throw", signal })), reason)
    await flush()
    assert.strictEqual(requests.length, 0)
    await auth[Symbol.asyncDispose]()
  })

  it("a signal that aborts during a call aborts its request, and rejects with the reason", async () => {
    const { aborted, auth, requests } = makeWaiting()
    const controller = new AbortController()
    const call = auth.project.get({ signal: controller.signal })
    await until(() => requests.length === 1)
    assert.strictEqual(aborted(), 0)
    controller.abort()
    const reason = await rejection(call)
    assert.isTrue(reason instanceof DOMException && reason.name === "AbortError")
    assert.strictEqual(reason, controller.signal.reason)
    await until(() => aborted() === 1)
    await auth[Symbol.asyncDispose]()
  })

  it("a signal that aborts while the code loads prevents requests", async () => {
    const { auth, requests } = makeWaiting()
    const controller = new AbortController()
    const call = auth.notifications.list({ signal: controller.signal })
    controller.abort("enough")
    assert.strictEqual(await rejection(call), "enough")
    await auth.preload("notifications")
    await flush()
    assert.strictEqual(requests.length, 0)
    await auth[Symbol.asyncDispose]()
  })

  it("a signal aborts only its own calls", async () => {
    const { aborted, answer, auth, requests } = makeWaiting()
    const controller = new AbortController()
    const ended = auth.project.checkHealth({ signal: controller.signal })
    const other = auth.project.checkHealth()
    await until(() => requests.length === 2)
    controller.abort()
    await rejection(ended)
    assert.strictEqual(aborted(), 1)
    answer()
    answer()
    assert.isNull((await other).error)
    await auth[Symbol.asyncDispose]()
  })

  it("a signal that aborts after a call has no effect, and holds no reference", async () => {
    const { aborted, answer, auth, requests } = makeWaiting()
    const controller = new AbortController()
    const { signal } = controller
    const listeners = new Set<unknown>()
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners.add(args[1]), add(...args))
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners.delete(args[1]), remove(...args))
    const answered = Array.from({ length: 100 }, () => auth.project.checkHealth({ signal }))
    await until(() => requests.length === 100)
    assert.strictEqual(listeners.size, 100)
    for (let call = 0; call < 100; call++) answer()
    await Promise.all(answered)
    assert.strictEqual(listeners.size, 0)
    const result = await auth.getUser({ signal })
    controller.abort()
    assert.deepStrictEqual(result, { data: null, error: null })
    assert.strictEqual(aborted(), 0)
    assert.strictEqual(await rejection(auth.getUser({ signal })), signal.reason)
    assert.isNull((await auth.getUser()).error)
    await auth[Symbol.asyncDispose]()
  })

  it("an undefined signal has no effect, and other options are kept", async () => {
    await using service = await startService()
    const auth = service.client()
    assert.isNull((await auth.getUser({})).error)
    assert.isNull((await auth.getUser({ signal: undefined })).error)
    assert.strictEqual((await auth.getUser({ or: "throw", signal: undefined })).error?.code, "USER_NOT_SIGNED_IN")
    assert.isNull((await auth.getUser(undefined)).error)
  })

  it("steps accept a signal", async () => {
    await using service = await startService()
    const auth = service.client()
    const signal = AbortSignal.abort("enough")
    const sent = await auth.signIn.email({ email }).orThrow()
    assert.strictEqual(await rejection(sent.verify("000000", { signal })), "enough")
    await auth.signUp.password(ada).orThrow()
    const setup = await auth.totp.generate().orThrow()
    assert.strictEqual(await rejection(setup.enable("000000", { signal })), "enough")
  })
})
