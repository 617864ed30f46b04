import { assert, describe, it } from "@effect/vitest"
import { Emulator } from "latchkey/emulator"
import { createAuthClient, Disposed, InvalidOptions } from "latchkey/promise"
import { ada, appUrl, flush, rejection, startService, until } from "./support.ts"
import { unhandledRejections } from "./unhandled.ts"

describe("a client that is disposed", () => {
  it("rejects every later call, and sends nothing", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth[Symbol.asyncDispose]()
    const calls = [
      () => auth.project.get(),
      () => auth.signIn.password(ada),
      () => auth.signOut(),
      () => auth.session.token(),
      () => auth.project.get().orThrow(),
      () => auth.can("read"),
      () => auth.fetch(appUrl),
      () => auth.project.get({ signal: new AbortController().signal })
    ]
    for (const call of calls) {
      const reason = await rejection(call())
      assert.isTrue(reason instanceof Disposed && reason.message.includes("disposed"), String(reason))
      assert.strictEqual((reason as Disposed).code, "DISPOSED")
    }
    assert.deepStrictEqual(service.requests, [])
  })

  it("aborts pending calls", async () => {
    await using service = await startService()
    let release = () => {}
    const released = new Promise<void>((resolve) => release = resolve)
    service.beforeResponse = () => released
    const auth = service.client()
    const calls = [auth.project.get(), auth.project.checkHealth().orThrow()].map(rejection)
    await until(() => service.requests.length >= 2)
    await auth[Symbol.asyncDispose]()
    for (const reason of await Promise.all(calls)) assert.instanceOf(reason, Disposed)
    release()
  })

  it("disposing warns of calls not awaited, with the first one's line, except in a page", async () => {
    await using service = await startService()
    const warnings: Array<ReadonlyArray<unknown>> = []
    const { warn } = console
    console.warn = (...args) => void warnings.push(args)
    try {
      {
        await using auth = service.client()
        await auth.getUser()
      }
      assert.deepStrictEqual(warnings, [])
      {
        await using auth = service.client()
        void auth.updateUser({ displayName: "Ada" })
        void auth.getUser()
      }
      assert.lengthOf(warnings, 1)
      assert.strictEqual(
        warnings[0]![0],
        "Latchkey: a client was disposed during its calls (2). Await each call"
      )
      assert.include(String(warnings[0]![1]), "dispose.test.ts")
      const auth = service.client()
      void auth.getUser()
      Object.defineProperty(globalThis, "document", { configurable: true, value: {} })
      await auth[Symbol.asyncDispose]()
      assert.lengthOf(warnings, 1)
    } finally {
      console.warn = warn
      Reflect.deleteProperty(globalThis, "document")
    }
  })

  it("raises no unhandled rejection for a lost call, in either form", async () => {
    await using service = await startService()
    let release = () => {}
    const released = new Promise<void>((resolve) => release = resolve)
    service.beforeResponse = () => released
    const reasons = await unhandledRejections(async () => {
      const auth = service.client()
      void auth.project.get()
      void auth.project.checkHealth().orThrow()
      void auth.getUser().orThrow()
      void auth.can("read", { team: "11111111-2222-4333-8444-555555555555" })
      void auth.preload("teams")
      await until(() => service.requests.length >= 2)
      await auth[Symbol.asyncDispose]()
      void auth.project.get()
      void auth.project.get().orThrow()
      void auth.can("read")
    })
    assert.deepStrictEqual(reasons, [])
    release()
  })

  it("raises unhandled rejections for lost calls with bugs, as every promise does", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.preload("signIn")
    const reasons = await unhandledRejections(async () => {
      // Sound: untyped code omits arguments.
      void auth.signIn.password(undefined as never)
      await flush()
    })
    assert.lengthOf(reasons, 1)
    assert.instanceOf(reasons[0], InvalidOptions)
  })

  it("can be disposed twice, immediately and later", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.getUser()
    await Promise.all([auth[Symbol.asyncDispose](), auth[Symbol.asyncDispose]()])
    await auth[Symbol.asyncDispose]()
    assert.instanceOf(await rejection(auth.getUser()), Disposed)
  })

  it("an unused client can be disposed", async () => {
    await createAuthClient({ ...Emulator.clientOptions, appUrl })[Symbol.asyncDispose]()
  })

  it("a client declared with `await using` is disposed with its block", async () => {
    await using service = await startService()
    let outside
    {
      await using auth = service.client()
      outside = auth
      assert.isNull((await auth.getUser()).error)
    }
    assert.instanceOf(await rejection(outside.getUser()), Disposed)
  })

  it("a disposed client calls no listener, and keeps its last state", async () => {
    await using service = await startService()
    const auth = service.client()
    const { userId } = await auth.signUp.password(ada).orThrow()
    const seen: Array<string> = []
    const stop = auth.onChange(({ status }) => seen.push(status))
    await auth[Symbol.asyncDispose]()
    assert.deepStrictEqual(seen, ["signed-in"])
    assert.deepStrictEqual(auth.session.get(), { status: "signed-in", userId, isStale: false })
    stop()
    assert.doesNotThrow(() => auth.session.subscribe(() => {})())
  })

  it("can be created and disposed a thousand times without leaks", async () => {
    await using service = await startService()
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const before = timers()
    for (let client = 0; client < 1000; client++) {
      await using auth = createAuthClient({ ...Emulator.clientOptions, appUrl, fetch: service.fetch })
      auth.session.subscribe(() => {})
      if (client % 100 === 0) await auth.getUser()
    }
    assert.isAtMost(timers(), before)
  })
})
