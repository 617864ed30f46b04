/** A storage whose methods throw, reject, resolve late or never settle, with a session that was stored before. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { StorageTokenStore, Tokens, TokenStore } from "latchkey"
import { checkRowsEffect } from "../support/mismatches.ts"

const key = "latchkey"
const stored = { refreshToken: "old", accessToken: "of old" }
const next = Tokens.make({ refreshToken: "new", accessToken: "of new" })!

const methods = ["getItem", "setItem", "removeItem"] as const

/** How a method fails. The value changes nothing in the storage. */
const failures: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new DOMException("On purpose", "QuotaExceededError")
  },
  rejects: () => Promise.reject(new DOMException("On purpose", "QuotaExceededError")),
  "rejects without a reason": () => Promise.reject(),
  "rejects late": () => new Promise((_, reject) => setImmediate(() => reject(new Error("On purpose"))))
}

/** A storage with a session, some of whose methods fail. Others are synchronous or return promises. */
const makeStorage = (isFailing: (method: string) => boolean, fail: () => unknown, isSlow: boolean) => {
  const values = new Map([[key, JSON.stringify(stored)]])
  const run = <A>(method: string, use: () => A) =>
    isFailing(method) ? fail() : isSlow ? Promise.resolve().then(use) : use()
  return {
    values,
    storage: {
      // Sound: a failing method returns no value.
      getItem: (name: string) => run("getItem", () => values.get(name) ?? null) as string | null,
      setItem: (name: string, value: string) => run("setItem", () => void values.set(name, value)),
      removeItem: (name: string) => run("removeItem", () => void values.delete(name))
    }
  }
}

const open = (storage: StorageTokenStore.Storage) =>
  Effect.map(Layer.build(Layer.fresh(StorageTokenStore.layer(storage))), Context.get(TokenStore.TokenStore))

const refreshTokenOf = (tokens: Tokens.Tokens | undefined) =>
  tokens?.refreshToken && Redacted.value(tokens.refreshToken)

/** The session that the storage keeps for the next page. */
const keptIn = (values: ReadonlyMap<string, string>): unknown =>
  values.has(key) ? JSON.parse(values.get(key)!).refreshToken : undefined

/** All sets of failing methods. */
const sets = Array.from(
  { length: 2 ** methods.length },
  (_, bits) => methods.filter((_, index) => (bits >> index) % 2 === 1)
)

const rows = sets.flatMap((failing) =>
  Object.entries(failures).flatMap(([how, fail]) => [false, true].map((isSlow) => ({ failing, how, fail, isSlow })))
)

type Row = typeof rows[number]

const nameOf = ({ failing, how, isSlow }: Row) =>
  `${failing.join(" and ") || "nothing"} ${how}; ${isSlow ? "promises" : "synchronous"}`

describe("a storage that fails", () => {
  it.effect("keeps a new session in memory, and never leaves the old one if it can be removed", () =>
    checkRowsEffect(rows, nameOf, ({ fail, failing, isSlow }) =>
      Effect.gen(function*() {
        const fails = (method: typeof methods[number]) => failing.includes(method)
        const { storage, values } = makeStorage((method) => failing.some((name) => name === method), fail, isSlow)
        const store = yield* open(storage)
        assert.strictEqual(refreshTokenOf(yield* store.get), fails("getItem") ? undefined : "old")
        assert.strictEqual(refreshTokenOf(yield* store.modify(() => next)), "new")
        assert.strictEqual(refreshTokenOf(yield* store.get), "new")
        const kept = !fails("setItem") ? "new" : fails("removeItem") ? "old" : undefined
        assert.strictEqual(keptIn(values), kept)
      })))

  it.effect("signs out in memory, and in the storage if it can be changed", () =>
    checkRowsEffect(rows, nameOf, ({ fail, failing, isSlow }) =>
      Effect.gen(function*() {
        const { storage, values } = makeStorage((method) => failing.some((name) => name === method), fail, isSlow)
        const store = yield* open(storage)
        yield* store.get
        assert.isUndefined(yield* store.modify(() => undefined))
        assert.isUndefined(yield* store.get)
        if (!failing.includes("removeItem") && !failing.includes("getItem")) assert.isUndefined(keptIn(values))
      })))
})

describe("a read of a storage that never settles", () => {
  it.effect("a read that never settles can be interrupted, and lets later reads proceed", () =>
    Effect.gen(function*() {
      let isHanging = true
      const { storage } = makeStorage((method) => isHanging && method === "getItem", () => new Promise(() => {}), true)
      const store = yield* open(storage)
      const fiber = yield* Effect.forkChild(store.get, { startImmediately: true })
      isHanging = false
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(refreshTokenOf(yield* store.get), "old")
    }))
})
