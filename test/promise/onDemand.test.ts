import { afterAll, assert, describe, it, vi } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { ApiError, ApiErrors } from "latchkey"
import { Emulator } from "latchkey/emulator"
import type { Call, Part } from "latchkey/promise"
import { makeCall } from "../../src/promise/makeCall.ts"
import { makeMethods } from "../../src/promise/makeMethods.ts"
import { onDemand } from "../../src/promise/onDemand.ts"
import { makeRuntime } from "../../src/promise/openRuntime.ts"
import * as Runner from "../../src/promise/Runner.ts"
import { withNames } from "../../src/promise/withNames.ts"
import { appUrl, rejection, startService, until } from "./support.ts"

const notFound = new TypeError("Failed to fetch dynamically imported module")

interface Group {
  readonly double: (n: number) => Call<number, ApiError>
}

const group = withNames<Group, never>({ double: (n) => Effect.succeed(n * 2) }, {})

/** A part whose first loads fail, and the functions of its group. */
const make = (failures: number, fail: () => Promise<never> = () => Promise.reject(notFound)) => {
  const part = { loads: 0 }
  const load = onDemand(() => part.loads++ < failures ? fail() : Promise.resolve({ group }))
  const methods = makeMethods(makeCall(Runner.make(makeRuntime(Context.empty(), Scope.makeUnsafe()))))
  return { part, load, methods: methods(load), group: methods(load)("group")("double") }
}

describe("code that loads with the first call", () => {
  it("a list without a function's name does not compile as its group", () => {
    // @ts-expect-error: `double` is missing.
    const incomplete: Group = make(0).methods("group")()
    assert.isEmpty(incomplete)
  })

  it("is loaded once, also by concurrent calls", async () => {
    const { group, part } = make(0)
    const results = await Promise.all([1, 2, 3].map((n) => group.double(n)))
    assert.deepStrictEqual(results.map(({ data }) => data), [2, 4, 6])
    assert.deepStrictEqual(await group.double(4), { data: 8, error: null })
    assert.strictEqual(part.loads, 1)
  })

  it("is a NETWORK_FAILURE if it cannot be loaded, and the next call tries again", async () => {
    const { group, part } = make(1)
    const [first, second] = await Promise.all([group.double(1), group.double(1)])
    for (const { error } of [first, second]) {
      assert.instanceOf(error, ApiErrors.NetworkFailure)
      assert.strictEqual(error!.code, "NETWORK_FAILURE")
      assert.isFalse((error as ApiErrors.NetworkFailure).outcomeUnknown)
      assert.include(error!.message, "could not be loaded")
      const { cause } = error as Error
      assert.instanceOf(cause, ApiError)
      assert.strictEqual(cause.cause, notFound)
    }
    assert.deepStrictEqual(await group.double(1), { data: 2, error: null })
    assert.strictEqual(part.loads, 2)
  })

  it("a loader that throws has the same result as one that rejects", async () => {
    const { group, load } = make(1, () => {
      throw notFound
    })
    assert.strictEqual((await rejection(load.load()) as ApiError).cause, notFound)
    assert.deepStrictEqual(await group.double(1), { data: 2, error: null })
  })

  it("is loaded by preload, which rejects if it cannot be loaded", async () => {
    const { load, part } = make(1)
    assert.strictEqual((await rejection(load.load()) as ApiError).cause, notFound)
    await load.load()
    await load.load()
    assert.strictEqual(part.loads, 2)
  })
})

describe("a cached value whose code cannot be loaded", () => {
  afterAll(() => {
    vi.doUnmock("../../src/promise/client/observeCached.ts")
    vi.resetModules()
  })

  it("fails with NETWORK_FAILURE, and the next subscriber tries again", async () => {
    await using service = await startService()
    let failures = 1
    vi.resetModules()
    vi.doMock("../../src/promise/client/observeCached.ts", async (load) => {
      if (failures-- > 0) throw notFound
      return await load()
    })
    const { createAuthClient } = await import("latchkey/promise")
    await using auth = createAuthClient({ ...Emulator.clientOptions, appUrl, fetch: service.fetch })
    const seen: Array<string> = []
    const subscribe = () => auth.project.subscribe(({ error, status }) => void seen.push(error?.code ?? status))
    subscribe()
    await until(() => seen.length === 2)
    assert.deepStrictEqual(seen.splice(0), ["loading", "NETWORK_FAILURE"])
    subscribe()
    await until(() => seen.length === 2)
    assert.deepStrictEqual(seen, ["loading", "ready"])
  })
})

/** The members that a client has from the start, or whose code loads with that of others. */
const notLoaded = new Set(["signOut", "onChange", "user", "can", "getUser", "updateUser", "deleteUser", "preload"])

describe("auth.preload", () => {
  it("loads every part, and rejects for an unknown one", async () => {
    await using service = await startService()
    const auth = service.client()
    // Sound: they are the keys of the client without those.
    const names = Object.keys(auth).filter((name) => !notLoaded.has(name)) as ReadonlyArray<Part>
    assert.includeMembers([...names], ["signIn", "teams", "handleCallback", "fetch"])
    for (const name of names) await auth.preload(name)
    await auth.preload(...names)
    await auth.preload()
    // Sound: untyped code misspells parts.
    assert.instanceOf(await rejection(auth.preload("passkey" as never)), Error)
    assert.deepStrictEqual(service.requests, [])
  })
})
