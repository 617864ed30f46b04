/**
 * What every `TokenStore` must do. A test file for a store is a call of `suite`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Tokens, TokenStore } from "latchkey"

export interface Options {
  /** The tokens that a new store has. */
  readonly initial?: Tokens.Tokens | undefined
  /** Whether the store keeps what it is given; one that never does has a contract of its own. */
  readonly holds?: boolean
  /** Stores over contents that are no tokens, by what is wrong with them. */
  readonly unreadable?: Readonly<Record<string, Layer.Layer<TokenStore.TokenStore>>>
}

/**
 * Runs the contract. Every build of the layer must have a place of its own to keep tokens in.
 */
export const suite = (
  name: string,
  layer: Layer.Layer<TokenStore.TokenStore>,
  { holds = true, initial, unreadable = {} }: Options = {}
): void => {
  describe(`TokenStore, ${name}`, () => {
    const build = open(layer)
    const alice = tokens("alice", "1")
    const bob = tokens("bob", undefined)

    it.effect(`begins with ${initial === undefined ? "no tokens" : "the tokens that it was given"}`, () =>
      Effect.gen(function*() {
        same(yield* (yield* build).get, initial)
      }))

    for (const [what, layer] of Object.entries(unreadable)) {
      it.effect(`counts ${what} as no tokens`, () =>
        Effect.gen(function*() {
          const store = yield* open(layer)
          assert.isUndefined(yield* store.get)
          assert.isUndefined(yield* store.modify((found) => found))
        }))
    }

    if (!holds) {
      it.effect("keeps nothing, and says so", () =>
        Effect.gen(function*() {
          const store = yield* build
          assert.isUndefined(yield* store.modify(() => alice))
          assert.isUndefined(yield* store.get)
        }))

      it.effect("tells of no change", () =>
        Effect.gen(function*() {
          const store = yield* build
          const told = yield* follow(store)
          yield* store.modify(() => alice)
          yield* pause
          assert.deepStrictEqual(told, [])
        }))
      return
    }

    it.effect("returns what was stored", () =>
      Effect.gen(function*() {
        const store = yield* build
        same(yield* store.modify(() => alice), alice)
        same(yield* store.get, alice)
        same(yield* store.modify(() => bob), bob)
        same(yield* store.get, bob)
      }))

    it.effect("hands the stored tokens to the function that replaces them", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        let given: Tokens.Tokens | undefined
        yield* store.modify((found) => {
          given = found
          return bob
        })
        same(given, alice)
      }))

    it.effect("keeps what it has when the function returns it", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        same(yield* store.modify((found) => found), alice)
        same(yield* store.get, alice)
      }))

    it.effect("forgets the tokens when there are to be none", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        assert.isUndefined(yield* store.modify(() => undefined))
        assert.isUndefined(yield* store.get)
      }))

    it.effect("lets no other writer come between reading and writing", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => tokens("alice", "x"))
        yield* Effect.forEach(
          Array.from({ length: 50 }),
          () => store.modify((found) => tokens("alice", `${Redacted.value(found!.accessToken!)}x`)),
          { concurrency: "unbounded" }
        )
        same(yield* store.get, tokens("alice", "x".repeat(51)))
      }))

    it.effect("keeps the tokens when the function throws", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        yield* Effect.exit(store.modify(() => {
          throw new Error("on purpose")
        }))
        same(yield* store.get, alice)
      }))

    it.effect("tells each later change to everybody who listens, in order, and none from before", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => tokens("before", "0"))
        const first = yield* follow(store)
        yield* store.modify(() => alice)
        yield* pause
        const second = yield* follow(store)
        yield* store.modify(() => bob)
        yield* store.modify(() => undefined)
        yield* pause
        assert.deepStrictEqual(first, [plain(alice), plain(bob), undefined])
        assert.deepStrictEqual(second, [plain(bob), undefined])
      }))

    it.effect("shares nothing with another store", () =>
      Effect.gen(function*() {
        const [one, another] = [yield* build, yield* build]
        const told = yield* follow(another)
        yield* one.modify(() => alice)
        yield* pause
        same(yield* another.get, initial)
        assert.deepStrictEqual(told, [])
      }))
  })
}

const tokens = (refreshToken: string, accessToken: string | undefined): Tokens.Tokens =>
  Tokens.make({ refreshToken, accessToken })!

const plain = (tokens: Tokens.Tokens | undefined) =>
  tokens && [Redacted.value(tokens.refreshToken), tokens.accessToken && Redacted.value(tokens.accessToken)]

const same = (actual: Tokens.Tokens | undefined, expected: Tokens.Tokens | undefined) =>
  assert.deepStrictEqual(plain(actual), plain(expected))

const open = (layer: Layer.Layer<TokenStore.TokenStore>) =>
  Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, TokenStore.TokenStore))

/** Gives every listener its turn. */
const pause = TestClock.adjust("1 second")

/** Listens until the test ends, and returns what has been told so far. */
const follow = Effect.fnUntraced(function*(store: TokenStore.TokenStore["Service"]) {
  const told: Array<ReturnType<typeof plain>> = []
  yield* store.subscribe((tokens) => told.push(plain(tokens)))
  yield* pause
  return told
})
