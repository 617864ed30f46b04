/** The contract of every `TokenStore`. A store's test file calls `suite`. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Tokens, TokenStore } from "latchkey"
import { busy, jwt, turns } from "../session/support.ts"

export interface Options {
  /** The tokens of a new store. */
  readonly initial?: Tokens.Tokens | undefined
  /** `false` for a store that never keeps tokens, which has a separate contract. */
  readonly holds?: boolean
  /** Stores over invalid contents, by their problem. */
  readonly unreadable?: Readonly<Record<string, Layer.Layer<TokenStore.TokenStore>>>
  /** Two stores over one new storage, like two tabs. */
  readonly tabs?: Effect.Effect<readonly [Store, Store], never, Scope.Scope>
}

type Store = TokenStore.TokenStore["Service"]

/** Runs the contract. Every build of the layer must have a separate storage. */
export const suite = (
  name: string,
  layer: Layer.Layer<TokenStore.TokenStore>,
  { holds = true, initial, tabs, unreadable = {} }: Options = {}
): void => {
  describe(`TokenStore, ${name}`, () => {
    const build = open(layer)
    const alice = tokens("alice", "1")
    const bob = tokens("bob", undefined)

    it.effect(`starts with ${initial === undefined ? "no tokens" : "the tokens that it was given"}`, () =>
      Effect.gen(function*() {
        same(yield* (yield* build).get, initial)
      }))

    for (const [what, layer] of Object.entries(unreadable)) {
      it.effect(`treats ${what} as no tokens`, () =>
        Effect.gen(function*() {
          const store = yield* open(layer)
          assert.isUndefined(yield* store.get)
          assert.isUndefined(yield* store.modify((found) => found))
        }))
    }

    if (!holds) {
      it.effect("modify: returns undefined if the store keeps no tokens", () =>
        Effect.gen(function*() {
          const store = yield* build
          assert.isUndefined(yield* store.modify(() => alice))
          assert.isUndefined(yield* store.get)
        }))

      it.effect("a store that keeps no tokens reports no change", () =>
        Effect.gen(function*() {
          const store = yield* build
          const told = yield* follow(store)
          yield* store.modify(() => alice)
          yield* pause
          assert.deepStrictEqual(told, [])
        }))
      return
    }

    it.effect("get: returns the stored tokens", () =>
      Effect.gen(function*() {
        const store = yield* build
        same(yield* store.modify(() => alice), alice)
        same(yield* store.get, alice)
        same(yield* store.modify(() => bob), bob)
        same(yield* store.get, bob)
      }))

    it.effect("returns and replaces a stored access token without a refresh token", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        const told = yield* follow(store)
        for (const tokens of [alone("first"), alone("second")]) {
          same(yield* store.modify(() => tokens), tokens)
          same(yield* store.get, tokens)
          same(yield* store.modify((found) => found), tokens)
        }
        assert.isUndefined(yield* store.modify(() => undefined))
        assert.isUndefined(yield* store.get)
        same(yield* store.modify(() => bob), bob)
        yield* pause
        assert.deepStrictEqual(told.at(-1), plain(bob))
      }))

    it.effect("passes the stored tokens to the function that replaces them", () =>
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

    it.effect("keeps its tokens if the function returns them", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        same(yield* store.modify((found) => found), alice)
        same(yield* store.get, alice)
      }))

    it.effect("removes the tokens if the function returns undefined", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        assert.isUndefined(yield* store.modify(() => undefined))
        assert.isUndefined(yield* store.get)
      }))

    it.effect("never interleaves writers between reading and writing", () =>
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

    it.effect("never interleaves writers with random yields", () =>
      Effect.forEach(seeds, (seed) =>
        Effect.gen(function*() {
          const store = yield* build
          yield* store.modify(() => tokens("alice", "x"))
          yield* Effect.forEach(
            Array.from({ length: 10 }),
            () => store.modify((found) => tokens("alice", `${Redacted.value(found!.accessToken!)}x`)),
            { concurrency: "unbounded" }
          )
          same(yield* store.get, tokens("alice", "x".repeat(11)))
        }).pipe(busy(seed))))

    it.effect("never returns a partial write", () =>
      Effect.forEach(seeds, (seed) =>
        Effect.gen(function*() {
          const store = yield* build
          yield* store.modify(() => tokens("alice", "of alice"))
          const [, ...found] = yield* Effect.all(
            [
              store.modify(() => tokens("bob", "of bob")),
              ...Array.from({ length: 10 }, (_, n) => Effect.andThen(turns(n), store.get))
            ],
            { concurrency: "unbounded" }
          )
          for (const one of found) {
            assert.deepInclude([["alice", "of alice"], ["bob", "of bob"]], plain(one))
          }
        }).pipe(busy(seed))))

    it.effect("an interrupted writer writes all tokens or none, and none later", () =>
      Effect.forEach(seeds, (seed) =>
        Effect.gen(function*() {
          const store = yield* build
          yield* store.modify(() => tokens("alice", "of alice"))
          const told = yield* follow(store)
          const writer = yield* Effect.forkChild(store.modify(() => tokens("bob", "of bob")))
          yield* turns(seed)
          yield* Fiber.interrupt(writer)
          const after = plain(yield* store.get)
          assert.deepInclude([["alice", "of alice"], ["bob", "of bob"]], after)
          yield* pause
          assert.deepStrictEqual(plain(yield* store.get), after)
          assert.deepStrictEqual(told, after![0] === "bob" ? [after] : [])
          // The next writer does not wait.
          same(yield* store.modify(() => undefined), undefined)
        }).pipe(busy(seed))))

    it.effect("keeps the tokens if the function throws", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        yield* Effect.exit(store.modify(() => {
          throw new Error("on purpose")
        }))
        same(yield* store.get, alice)
      }))

    it.effect("reports each later change to all subscribers in order, and no earlier ones", () =>
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

    it.effect("reports a change once, and nothing without a change", () =>
      Effect.gen(function*() {
        const store = yield* build
        yield* store.modify(() => alice)
        const told = yield* follow(store)
        yield* store.modify((found) => found)
        yield* store.get
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(told, [])
        yield* store.modify(() => bob)
        yield* store.get
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(told, [plain(bob)])
      }))

    it.effect("does not notify a closed scope, and notifies a listener once per subscription", () =>
      Effect.gen(function*() {
        const store = yield* build
        const told: Array<string> = []
        const listen = store.subscribe((tokens) => told.push(Redacted.value(tokens!.refreshToken!)))
        yield* listen
        yield* Effect.scoped(Effect.gen(function*() {
          yield* listen
          yield* store.modify(() => alice)
          yield* pause
        }))
        yield* store.modify(() => bob)
        yield* pause
        assert.deepStrictEqual(told, ["alice", "alice", "bob"])
      }))

    it.effect("two stores share no tokens", () =>
      Effect.gen(function*() {
        const [one, another] = [yield* build, yield* build]
        const told = yield* follow(another)
        yield* one.modify(() => alice)
        yield* pause
        same(yield* another.get, initial)
        assert.deepStrictEqual(told, [])
      }))

    if (tabs === undefined) return

    it.effect("two tabs see each other's writes", () =>
      Effect.gen(function*() {
        const [one, another] = yield* tabs
        yield* one.modify(() => alice)
        same(yield* another.get, alice)
        yield* another.modify(() => bob)
        same(yield* one.get, bob)
        yield* one.modify(() => undefined)
        assert.isUndefined(yield* another.get)
      }))

    it.effect("notifies each tab of the other's changes within a second, once", () =>
      Effect.gen(function*() {
        const [one, another] = yield* tabs
        const told = yield* follow(another)
        for (const next of [alice, bob, undefined]) {
          yield* one.modify(() => next)
          yield* pause
        }
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(told, [plain(alice), plain(bob), undefined])
      }))

    it.effect("does not restore a session ended by the other tab", () =>
      Effect.gen(function*() {
        const [one, another] = yield* tabs
        yield* one.modify(() => alice)
        same(yield* another.get, alice)
        yield* one.modify(() => undefined)
        // A pending refresh does this.
        yield* another.modify((found) => found && tokens("alice", "2"))
        assert.isUndefined(yield* another.get)
        assert.isUndefined(yield* one.get)
      }))
  })
}

const seeds = Array.from({ length: 12 }, (_, seed) => seed)

const tokens = (refreshToken: string, accessToken: string | undefined): Tokens.Tokens =>
  Tokens.make({ refreshToken, accessToken })!

/** A user's access token without a refresh token, valid until 2096. */
const alone = (user: string): Tokens.Tokens => Tokens.make({ accessToken: jwt({ sub: user, exp: 4_000_000_000 }) })!

const plain = (tokens: Tokens.Tokens | undefined) =>
  tokens &&
  [tokens.refreshToken && Redacted.value(tokens.refreshToken), tokens.accessToken && Redacted.value(tokens.accessToken)]

const same = (actual: Tokens.Tokens | undefined, expected: Tokens.Tokens | undefined) =>
  assert.deepStrictEqual(plain(actual), plain(expected))

const open = (layer: Layer.Layer<TokenStore.TokenStore>) =>
  Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, TokenStore.TokenStore))

/** Lets every listener run. */
const pause = TestClock.adjust("1 second")

/** Subscribes until the test ends, and returns the notifications so far. */
const follow = Effect.fnUntraced(function*(store: TokenStore.TokenStore["Service"]) {
  const told: Array<ReturnType<typeof plain>> = []
  yield* store.subscribe((tokens) => told.push(plain(tokens)))
  yield* pause
  return told
})
