import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Disposed } from "latchkey/promise"
import { iterate } from "../../src/promise/iterate.ts"
import { makeRuntime } from "../../src/promise/openRuntime.ts"
import * as Runner from "../../src/promise/Runner.ts"
import { rejection } from "./support.ts"

const makeRunner = () => Runner.make(makeRuntime(Context.empty(), Scope.makeUnsafe()))

/** Converts a stream as the function of a client does. */
const toIterable = <A, E>(
  stream: Stream.Stream<A, E>,
  { runner = makeRunner(), signal }: { readonly runner?: Runner.Runner<never>; readonly signal?: AbortSignal } = {}
) => iterate(runner, (emit) => Stream.runForEach(stream, emit), signal, toIterable)

const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

const open = <A>(items: AsyncIterable<A>) => items[Symbol.asyncIterator]()

/** A stream that reports how far it was pulled, and when it ended. */
const makeCounting = () => {
  const seen = { pulled: 0, ended: 0 }
  const stream = Stream.range(1, 1000).pipe(
    Stream.rechunk(1),
    Stream.tap(() => Effect.sync(() => void seen.pulled++)),
    Stream.ensuring(Effect.sync(() => void seen.ended++))
  )
  return { seen, stream }
}

/** A stream that emits once and then waits, and counts its subscribers. */
const makeWaiting = () => {
  const watched = { listeners: 0 }
  const stream = Stream.concat(Stream.make("first"), Stream.never).pipe(
    Stream.onStart(Effect.sync(() => void watched.listeners++)),
    Stream.ensuring(Effect.sync(() => void watched.listeners--))
  )
  return { watched, stream }
}

class Broken extends Data.TaggedError("Broken") {}

describe("a loop", () => {
  it("gets each item, and ends the stream when it is left", async () => {
    const { stream, watched } = makeWaiting()
    const items = toIterable(stream)
    assert.strictEqual(watched.listeners, 0)
    for await (const item of items) {
      assert.strictEqual(item, "first")
      assert.strictEqual(watched.listeners, 1)
      break
    }
    assert.strictEqual(watched.listeners, 0)
  })

  it("can be run again, and concurrently", async () => {
    const { stream, watched } = makeWaiting()
    const items = toIterable(stream)
    const [one, another] = [open(items), open(items)]
    assert.strictEqual(watched.listeners, 0)
    assert.deepStrictEqual(await one.next(), { done: false, value: "first" })
    assert.deepStrictEqual(await another.next(), { done: false, value: "first" })
    assert.strictEqual(watched.listeners, 2)
    await one.return!()
    await another.return!()
    assert.strictEqual(watched.listeners, 0)
    const again = toIterable(Stream.make(1, 2))
    assert.deepStrictEqual([await collect(again), await collect(again)], [[1, 2], [1, 2]])
  })

  it("a loop requests no item ahead", async () => {
    const { seen, stream } = makeCounting()
    const iterator = open(toIterable(stream))
    await Promise.resolve()
    assert.deepStrictEqual(seen, { pulled: 0, ended: 0 })
    assert.deepStrictEqual(await iterator.next(), { done: false, value: 1 })
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    assert.deepStrictEqual(seen, { pulled: 1, ended: 0 })
    assert.deepStrictEqual(await Promise.all([iterator.next(), iterator.next()]), [
      { done: false, value: 2 },
      { done: false, value: 3 }
    ])
    assert.strictEqual(seen.pulled, 3)
    await iterator.return!()
    assert.deepStrictEqual(seen, { pulled: 3, ended: 1 })
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
  })

  it("ends with the stream, for all waiting consumers", async () => {
    const iterator = open(toIterable(Stream.make("last")))
    assert.deepStrictEqual(await Promise.all([iterator.next(), iterator.next(), iterator.next()]), [
      { done: false, value: "last" },
      { done: true, value: undefined },
      { done: true, value: undefined }
    ])
    assert.deepStrictEqual(await collect(toIterable(Stream.empty)), [])
  })

  it("throws the error of the stream, once", async () => {
    const error = new Broken()
    const iterator = open(toIterable(Stream.concat(Stream.make(1), Stream.fail(error))))
    assert.deepStrictEqual(await iterator.next(), { done: false, value: 1 })
    assert.strictEqual(await rejection(iterator.next()), error)
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
  })

  it("throws a defect of the stream", async () => {
    const bug = new TypeError("a bug")
    assert.strictEqual(await rejection(collect(toIterable(Stream.die(bug)))), bug)
  })

  it("a loop that is left while it waits ends immediately", async () => {
    const { stream, watched } = makeWaiting()
    const iterator = open(toIterable(stream))
    await iterator.next()
    const waiting = iterator.next()
    assert.deepStrictEqual(await iterator.return!(), { done: true, value: undefined })
    assert.deepStrictEqual(await waiting, { done: true, value: undefined })
    assert.strictEqual(watched.listeners, 0)
  })

  it("a loop that is left ends once the stream has released its resources", async () => {
    let isReleased = false
    const release = Effect.promise(async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      isReleased = true
    })
    for await (const item of toIterable(Stream.ensuring(Stream.make(1, 2), release))) {
      assert.strictEqual(item, 1)
      break
    }
    assert.isTrue(isReleased)
  })

  it("a loop that was never started can be left", async () => {
    const { seen, stream } = makeCounting()
    const iterator = open(toIterable(stream))
    await iterator.return!()
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
    assert.deepStrictEqual(seen, { pulled: 0, ended: 0 })
  })

  it("a loop ends with its signal, even while it waits", async () => {
    const { stream, watched } = makeWaiting()
    const controller = new AbortController()
    const items = toIterable(stream, { signal: controller.signal })
    const [waits, rests] = [open(items), open(items)]
    await Promise.all([waits.next(), rests.next()])
    const waiting = waits.next()
    controller.abort("enough")
    assert.strictEqual(await rejection(waiting), "enough")
    assert.strictEqual(await rejection(rests.next()), "enough")
    assert.deepStrictEqual(await rests.next(), { done: true, value: undefined })
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    assert.strictEqual(watched.listeners, 0)
    assert.strictEqual(await rejection(open(items).next()), "enough")
  })

  it("a loop that is left after its signal aborted ends without the reason", async () => {
    const { stream } = makeWaiting()
    const controller = new AbortController()
    const loop = open(toIterable(stream, { signal: controller.signal }))
    await loop.next()
    controller.abort("enough")
    assert.deepStrictEqual(await loop.return!(), { done: true, value: undefined })
    assert.deepStrictEqual(await loop.next(), { done: true, value: undefined })
  })

  it("ends with the client", async () => {
    const { stream, watched } = makeWaiting()
    const runner = makeRunner()
    const iterator = open(toIterable(stream, { runner }))
    await iterator.next()
    const waiting = rejection(iterator.next())
    await runner.dispose()
    assert.instanceOf(await waiting, Disposed)
    assert.strictEqual(watched.listeners, 0)
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
    assert.instanceOf(await rejection(open(toIterable(stream, { runner })).next()), Disposed)
  })
})
