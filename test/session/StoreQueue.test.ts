import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Tokens, TokenStore } from "latchkey"
import { makeStoreQueue } from "../../src/session/StoreQueue.ts"

const tokensOf = (refreshToken: string) => Tokens.make({ refreshToken })!
const nameOf = (tokens: Tokens.Tokens | undefined) => tokens && Redacted.value(tokens.refreshToken!)

/** An in-memory store. Each read and each write has its own delay before and after it runs. */
const makeDelayed = (
  initial: Tokens.Tokens | undefined,
  reads: Array<readonly [before: number, after: number]>,
  writes: Array<readonly [before: number, after: number]> = []
) =>
  Effect.map(TokenStore.makeMemory(initial), (memory) => {
    const delayed = <A>(times: typeof reads, effect: Effect.Effect<A>) =>
      Effect.suspend(() => {
        const [before, after] = times.shift() ?? [0, 0]
        return Effect.sleep(before).pipe(
          Effect.andThen(effect),
          Effect.flatMap((value) => Effect.as(Effect.sleep(after), value))
        )
      })
    const observed: Array<string | undefined> = []
    const store = makeStoreQueue(
      {
        get: delayed(reads, memory.get),
        modify: (f) => delayed(writes, memory.modify(f))
      },
      (tokens) => observed.push(nameOf(tokens))
    )
    return { memory, observed, store }
  })

/**
 * An in-memory store that computes a write at its start and keeps the result 100 ms later. A read takes its value at its start
 * and returns it 200 ms later.
 */
const makeLate = () => {
  let kept: Tokens.Tokens | undefined
  const observed: Array<string | undefined> = []
  const store = makeStoreQueue(
    {
      get: Effect.suspend(() => Effect.delay(Effect.succeed(kept), 200)),
      modify: (f) =>
        Effect.suspend(() => {
          const next = f(kept)
          return Effect.delay(Effect.sync(() => kept = next), 100)
        })
    },
    (tokens) => observed.push(nameOf(tokens))
  )
  return { observed, store }
}

const fork = <A>(effect: Effect.Effect<A>) => Effect.forkChild(effect, { startImmediately: true })

describe("StoreQueue.current", () => {
  it.effect("StoreQueue.current: returns the session before this client's sign-in completes during a read", () =>
    Effect.gen(function*() {
      for (const times of [[0, 100], [100, 0], [50, 50]] as const) {
        for (const writeTimes of [[0, 0], [10, 0], [0, 200], [60, 10]] as const) {
          const { store } = yield* makeDelayed(undefined, [times], [writeTimes])
          const current = yield* fork(store.currentTokens)
          yield* TestClock.adjust(20)
          yield* fork(store.modify(() => tokensOf("r1")))
          yield* TestClock.adjust(1000)
          assert.isUndefined(yield* Fiber.join(current))
          assert.strictEqual(nameOf(yield* store.currentTokens), "r1")
        }
      }
    }))

  it.effect("returns the session before a sign-out of this client that completes during a read", () =>
    Effect.gen(function*() {
      const { store } = yield* makeDelayed(tokensOf("r1"), [[100, 0]])
      const current = yield* fork(store.currentTokens)
      yield* TestClock.adjust(20)
      yield* store.modify(() => undefined)
      yield* store.modify(() => tokensOf("r2"))
      yield* TestClock.adjust(1000)
      assert.strictEqual(nameOf(yield* Fiber.join(current)), "r1")
    }))

  it.effect("StoreQueue.current: returns its only read's session if this client refreshes it and later ends another", () =>
    Effect.gen(function*() {
      const { memory, store } = yield* makeDelayed(tokensOf("r1"), [[0, 100], [0, 100]])
      const current = yield* fork(store.currentTokens)
      yield* TestClock.adjust(20)
      yield* store.modify((tokens) => tokens && { ...tokens, accessToken: Redacted.make("newer") })
      yield* TestClock.adjust(90)
      yield* memory.modify(() => tokensOf("r2"))
      yield* store.take
      yield* TestClock.adjust(1000)
      assert.strictEqual(nameOf(yield* Fiber.join(current)), "r1")
    }))

  it.effect("returns the store's value if another client signs in during a read", () =>
    Effect.gen(function*() {
      for (const [times, expected] of [[[100, 0], "r1"], [[0, 100], undefined]] as const) {
        const { memory, store } = yield* makeDelayed(undefined, [times])
        const current = yield* fork(store.currentTokens)
        yield* TestClock.adjust(20)
        yield* memory.modify(() => tokensOf("r1"))
        yield* TestClock.adjust(1000)
        assert.strictEqual(nameOf(yield* Fiber.join(current)), expected)
      }
    }))

  it.effect("returns the session of another client that signs in during a read, after a refresh of this client", () =>
    Effect.gen(function*() {
      const { memory, store } = yield* makeDelayed(tokensOf("r1"), [[100, 0]])
      const current = yield* fork(store.currentTokens)
      yield* TestClock.adjust(20)
      yield* store.modify((tokens) => tokens && { ...tokens, accessToken: Redacted.make("newer") })
      yield* memory.modify(() => tokensOf("r2"))
      yield* TestClock.adjust(1000)
      assert.strictEqual(nameOf(yield* Fiber.join(current)), "r2")
    }))
})

describe("StoreQueue.take", () => {
  it.effect("removes the session current at its start, if this client leaves it and another client returns to it", () =>
    Effect.gen(function*() {
      const { memory, store } = yield* makeDelayed(tokensOf("r1"), [], [[100, 0], [0, 0]])
      const taken = yield* fork(store.take)
      yield* TestClock.adjust(20)
      yield* store.modify(() => tokensOf("r2"))
      yield* memory.modify(() => tokensOf("r1"))
      yield* TestClock.adjust(1000)
      assert.strictEqual(nameOf(yield* Fiber.join(taken)), "r1")
      assert.isUndefined(yield* memory.get)
    }))

  it.effect("removes the session current at its start, and no later session of this client", () =>
    Effect.gen(function*() {
      const { memory, store } = yield* makeDelayed(tokensOf("r1"), [], [[100, 0]])
      const taken = yield* fork(store.take)
      yield* TestClock.adjust(20)
      yield* store.modify(() => tokensOf("r2"))
      yield* TestClock.adjust(1000)
      assert.isUndefined(yield* Fiber.join(taken))
      assert.strictEqual(nameOf(yield* memory.get), "r2")
      assert.strictEqual(nameOf(yield* store.take), "r2")
      assert.isUndefined(yield* memory.get)
    }))

  it.effect("started without a session, removes no later session", () =>
    Effect.gen(function*() {
      const { memory, store } = yield* makeDelayed(undefined, [], [[100, 0]])
      const taken = yield* fork(store.take)
      yield* TestClock.adjust(20)
      yield* store.modify(() => tokensOf("r1"))
      yield* TestClock.adjust(1000)
      assert.isUndefined(yield* Fiber.join(taken))
      assert.strictEqual(nameOf(yield* memory.get), "r1")
    }))

  it.effect("returns the tokens to one of several calls", () =>
    Effect.gen(function*() {
      const { store } = yield* makeDelayed(tokensOf("r1"), [], [[30, 30], [30, 30], [10, 0]])
      const all = yield* fork(Effect.all([store.take, store.take, store.take], { concurrency: 3 }))
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual((yield* Fiber.join(all)).map(nameOf), [undefined, undefined, "r1"])
    }))
})

describe("the observed value", () => {
  it.effect("the observed value ignores a read that a later read has overtaken", () =>
    Effect.gen(function*() {
      const { memory, observed, store } = yield* makeDelayed(tokensOf("r1"), [[0, 100], [0, 10]])
      const slow = yield* fork(store.read)
      yield* TestClock.adjust(20)
      yield* memory.modify(() => tokensOf("r2"))
      yield* fork(store.read)
      yield* TestClock.adjust(1000)
      // It is read again: a caller never gets a session that observers do not see.
      assert.strictEqual(nameOf(yield* Fiber.join(slow)), "r2")
      assert.deepStrictEqual(observed, ["r2", "r2"])
    }))

  it.effect("the observed value ignores a write if a later read has returned", () =>
    Effect.gen(function*() {
      const { memory, observed, store } = yield* makeDelayed(undefined, [[0, 0]], [[0, 100]])
      const write = yield* fork(store.modify(() => tokensOf("r1")))
      yield* TestClock.adjust(20)
      yield* memory.modify(() => tokensOf("r2"))
      yield* store.read
      yield* TestClock.adjust(1000)
      assert.strictEqual(nameOf(yield* Fiber.join(write)), "r2")
      assert.deepStrictEqual(observed, ["r2", "r2"])
    }))

  it.effect("the observed value is a write's result if this client has signed out since", () =>
    Effect.gen(function*() {
      const { observed, store } = yield* makeDelayed(tokensOf("r1"), [], [[0, 100], [0, 0]])
      const refresh = yield* fork(
        store.modify((tokens) => tokens && { ...tokens, accessToken: Redacted.make("newer") })
      )
      yield* TestClock.adjust(20)
      yield* store.take
      yield* TestClock.adjust(1000)
      assert.isUndefined(yield* Fiber.join(refresh))
      assert.deepStrictEqual(observed, [undefined, undefined])
    }))

  it.effect("the observed value is each result that returns in starting order", () =>
    Effect.gen(function*() {
      const { memory, observed, store } = yield* makeDelayed(undefined, [])
      yield* store.read
      yield* store.modify(() => tokensOf("r1"))
      yield* memory.modify(() => tokensOf("r2"))
      yield* store.read
      yield* store.take
      assert.deepStrictEqual(observed, [undefined, "r1", "r2", undefined])
    }))

  it.effect("the observed value ignores a read if a later computed write is pending", () =>
    Effect.gen(function*() {
      const { observed, store } = yield* makeDelayed(tokensOf("r1"), [[0, 100]], [[0, 500]])
      const read = yield* fork(store.read)
      yield* TestClock.adjust(20)
      yield* fork(store.modify(() => tokensOf("r2")))
      yield* TestClock.adjust(100)
      assert.strictEqual(nameOf(yield* Fiber.join(read)), "r2")
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(observed, ["r2", "r2"])
    }))

  it.effect("the observed value ignores a read that started before a write and returned after it", () =>
    Effect.gen(function*() {
      for (const hasNext of [false, true]) {
        const { observed, store } = makeLate()
        yield* fork(store.modify(() => tokensOf("r1")))
        yield* TestClock.adjust(50)
        const read = yield* fork(store.read)
        yield* TestClock.adjust(100)
        assert.deepStrictEqual(observed, ["r1"])
        yield* TestClock.adjust(20)
        const next = hasNext ? tokensOf("r2") : tokensOf("r1")
        if (hasNext) yield* fork(store.modify(() => next))
        yield* TestClock.adjust(2000)
        assert.strictEqual(nameOf(yield* Fiber.join(read)), nameOf(next))
        assert.notInclude(observed, undefined)
      }
    }))

  it.effect("the observed value ignores a write if a later computed write is pending", () =>
    Effect.gen(function*() {
      const { observed, store } = yield* makeDelayed(undefined, [], [[0, 100], [0, 500]])
      const first = yield* fork(store.modify(() => tokensOf("r1")))
      yield* TestClock.adjust(20)
      yield* fork(store.modify(() => tokensOf("r2")))
      yield* TestClock.adjust(100)
      assert.strictEqual(nameOf(yield* Fiber.join(first)), "r2")
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(observed, ["r2", "r2"])
    }))
})

describe("the number of reads", () => {
  /** Sets the delays of all reads, and counts the started ones. */
  const makeCounted = Effect.fnUntraced(function*(
    times: readonly [before: number, after: number],
    writes: Array<readonly [before: number, after: number]>
  ) {
    const reads = Array.from({ length: 100 }, () => times)
    const delayed = yield* makeDelayed(undefined, reads, writes)
    return { ...delayed, count: () => 100 - reads.length }
  })

  it.effect("a read during a pending write causes no additional read", () =>
    Effect.gen(function*() {
      const { count, observed, store } = yield* makeCounted([0, 0], [[100, 0]])
      yield* fork(store.modify(() => tokensOf("r1")))
      yield* TestClock.adjust(20)
      yield* store.read
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(observed, [undefined, "r1"])
      assert.strictEqual(count(), 1)
    }))

  it.effect("the last of two overlapping writes causes no additional read", () =>
    Effect.gen(function*() {
      const { observed, store } = yield* makeCounted([0, 200], [[0, 200], [0, 280]])
      yield* fork(store.modify(() => tokensOf("r1")))
      yield* TestClock.adjust(20)
      const last = yield* fork(store.modify(() => tokensOf("r2")))
      yield* TestClock.adjust(280)
      assert.strictEqual(nameOf(last.pollUnsafe()?._tag === "Success" ? yield* Fiber.join(last) : undefined), "r2")
      assert.deepStrictEqual(observed, ["r2"])
    }))

  it.effect("a read after writes interrupted before their start reads once", () =>
    Effect.gen(function*() {
      const { count, store } = yield* makeCounted([0, 0], [[100, 0], [100, 0], [100, 0]])
      yield* store.read
      yield* store.read
      for (let i = 0; i < 3; i++) yield* Fiber.interrupt(yield* fork(store.modify(() => tokensOf("r1"))))
      yield* store.read
      assert.strictEqual(count(), 3)
    }))
})
