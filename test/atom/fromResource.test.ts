import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as AsyncResult from "effect/reactivity/AsyncResult"
import * as Atom from "effect/reactivity/Atom"
import * as AtomRegistry from "effect/reactivity/AtomRegistry"
import { TestClock } from "effect/testing"
import { Cache, type Client, CurrentUser, Session, Teams, type TokenStore } from "latchkey"
import { fromResource, teamsAtom, userAtom } from "latchkey/atom"
import { layerCache, makeSource } from "../cache/support.ts"
import { layerTest, signUp } from "../emulator/support.ts"
import { settle } from "../session/support.ts"

/** A result as a string: `Initial`, `1`, `1…` while waiting, `1!boom` for a failure with a previous value. */
const inShort = (result: AsyncResult.AsyncResult<unknown, unknown>): string => {
  const end = result.waiting ? "…" : ""
  switch (result._tag) {
    case "Initial":
      return `Initial${end}`
    case "Success":
      return `${JSON.stringify(result.value)}${end}`
    case "Failure": {
      const previous = result.previousSuccess._tag === "Some" ? JSON.stringify(result.previousSuccess.value.value) : ""
      return `${previous}!${String(Cause.squash(result.cause))}${end}`
    }
  }
}

const makeRegistry = Effect.acquireRelease(
  Effect.sync(() => AtomRegistry.make()),
  (registry) => Effect.sync(() => registry.dispose())
)

/** Subscribes to an atom, and records its results. */
const watch = <A, E, B>(
  registry: AtomRegistry.AtomRegistry,
  atom: Atom.Atom<AsyncResult.AsyncResult<A, E>>,
  select: (result: AsyncResult.AsyncResult<A, E>) => B
) => {
  const seen: Array<B> = []
  const stop = registry.subscribe(atom, (result) => void seen.push(select(result)), { immediate: true })
  return { seen, stop }
}

const runtimeOf = <R>(context: Context.Context<R>) => Atom.runtime(Layer.succeedContext(context))

/** The registry removes nodes without subscribers. */
const flush = Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, 0)))

describe("fromResource", () => {
  const source = Effect.map(Effect.context<Cache.Cache>(), (context) => {
    const source = makeSource({ millis: 10 })
    return { source, runtime: runtimeOf(context) }
  })

  it.effect("an atom has each state of the resource", () =>
    Effect.gen(function*() {
      const { runtime, source: made } = yield* source
      const registry = yield* makeRegistry
      const atom = fromResource(runtime, made.resource)
      assert.strictEqual(made.starts.length, 0)
      const { seen } = watch(registry, atom, inShort)
      assert.deepStrictEqual(seen, ["Initial…"])
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(seen, ["Initial…", "1"])
      yield* TestClock.adjust("1 second")
      made.failure = "boom"
      registry.refresh(atom)
      assert.deepStrictEqual(seen.slice(2), ["1…"])
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(seen.slice(3), ["1!boom"])
      yield* TestClock.adjust("1 second")
      made.failure = undefined
      registry.refresh(atom)
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(seen.slice(4), ["1!boom…", "3"])
    }).pipe(Effect.scoped, Effect.provide(layerCache())))

  it.effect("a first failure has no previous value", () =>
    Effect.gen(function*() {
      const { runtime, source: made } = yield* source
      made.failure = "boom"
      const { seen } = watch(yield* makeRegistry, fromResource(runtime, made.resource), inShort)
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(seen, ["Initial…", "!boom"])
    }).pipe(Effect.scoped, Effect.provide(layerCache())))

  it.effect("all atoms of a resource share its fetch, and the value is dropped 5 seconds after the last one", () =>
    Effect.gen(function*() {
      const { runtime, source: made } = yield* source
      const registry = yield* makeRegistry
      const all = [1, 2, 3].map(() => watch(registry, fromResource(runtime, made.resource), inShort))
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(all.map(({ seen }) => seen.at(-1)), ["1", "1", "1"])
      assert.strictEqual(made.starts.length, 1)
      const cache = yield* Cache.Cache
      for (const { stop } of all) stop()
      yield* flush
      yield* TestClock.adjust(4999)
      assert.strictEqual(cache.entries?.size, 1)
      yield* TestClock.adjust(1)
      assert.strictEqual(cache.entries?.size, 0)
    }).pipe(Effect.scoped, Effect.provide(layerCache())))

  it.effect("a second registry does not refetch the value", () =>
    Effect.gen(function*() {
      const { runtime, source: made } = yield* source
      const atom = fromResource(runtime, made.resource)
      watch(yield* makeRegistry, atom, inShort)
      yield* TestClock.adjust("1 second")
      const { seen } = watch(yield* makeRegistry, atom, inShort)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(seen, ["1"])
      assert.strictEqual(made.starts.length, 1)
    }).pipe(Effect.scoped, Effect.provide(layerCache())))

  it.effect("the error of the runtime's layer is the failure of the atom", () =>
    Effect.gen(function*() {
      const runtime = Atom.runtime(Layer.effect(Cache.Cache, Effect.fail("no cache")))
      const { seen } = watch(yield* makeRegistry, fromResource(runtime, makeSource().resource), inShort)
      assert.deepStrictEqual(seen, ["!no cache"])
    }).pipe(Effect.scoped))
})

describe("userAtom and teamsAtom", () => {
  const layer = Cache.layer().pipe(Layer.provideMerge(layerTest()))

  it.effect("follow the session and the calls of the runtime's client", () =>
    Effect.gen(function*() {
      const runtime = runtimeOf(yield* Effect.context<Cache.Cache | Client.Client | TokenStore.TokenStore>())
      const registry = yield* makeRegistry
      const names = watch(registry, userAtom(runtime), (result) =>
        result._tag === "Success" ? result.value?.displayName ?? null : result._tag)
      const teams = watch(registry, teamsAtom(runtime), (result) =>
        result._tag === "Success"
          ? result.value.map(({ displayName }) =>
            displayName
          )
          : inShort(result))
      yield* settle
      assert.strictEqual(names.seen.at(-1), null)
      yield* signUp()
      yield* CurrentUser.update({ displayName: "Ada" })
      yield* Teams.create({ displayName: "Engines" })
      yield* TestClock.adjust("1 second")
      assert.strictEqual(names.seen.at(-1), "Ada")
      assert.deepStrictEqual(teams.seen.at(-1), ["Engines"])
      names.seen.splice(0)
      teams.seen.splice(0)
      yield* Session.signOut
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([names.seen[0], names.seen.at(-1)], [null, null])
      assert.match(String(teams.seen.at(-1)), /^!.*UserAuthenticationRequired|^!.*signed/)
      assert.notMatch(JSON.stringify([names.seen, teams.seen]), /Ada|Engines/)
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
