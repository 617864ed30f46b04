import { assert, describe, it } from "@effect/vitest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Emulator } from "latchkey/emulator"
import { Auth, Client, Disposed, effect, type Tokens, TokenStore } from "latchkey/promise"
import { ada, collect, makeAuth, makeServer, rejection } from "./support.ts"

/** A client whose store reports its number of subscribers. */
const makeWatched = () => {
  const watched = { listeners: 0 }
  const store = Layer.effect(
    TokenStore.TokenStore,
    Effect.map(TokenStore.makeMemory(undefined), (store) => ({
      ...store,
      subscribe: (listener: (tokens: Tokens.Tokens | undefined) => void) =>
        Effect.andThen(
          store.subscribe(listener),
          Effect.acquireRelease(
            Effect.sync(() => void watched.listeners++),
            () => Effect.sync(() => void watched.listeners--)
          )
        )
    }))
  )
  const auth = Auth.fromLayer(
    Client.layer(Emulator.clientOptions).pipe(Layer.provideMerge(store), Layer.provideMerge(Emulator.layer()))
  )
  return { auth, watched }
}

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

class Broken extends Data.TaggedError("Broken") {}

describe("a loop", () => {
  it("over the session's changes gets each, and unsubscribes when it is left", async () => {
    const { auth, watched } = makeWatched()
    const tags: Array<string> = []
    const { changes } = auth.orThrow.Session
    assert.strictEqual(watched.listeners, 0)
    for await (const state of changes) {
      tags.push(state._tag)
      if (state._tag === "Active") await auth.orThrow.Session.signOut()
      else if (tags.length === 1) {
        assert.strictEqual(watched.listeners, 1)
        await auth.orThrow.Password.signUp(ada)
      } else break
    }
    assert.deepStrictEqual(tags, ["SignedOut", "Active", "SignedOut"])
    assert.strictEqual(watched.listeners, 0)
    await auth.dispose()
  })

  it("can be run again, and concurrently", async () => {
    const { auth, watched } = makeWatched()
    const { changes } = auth.orThrow.Session
    const [one, another] = [changes[Symbol.asyncIterator](), changes[Symbol.asyncIterator]()]
    assert.strictEqual(watched.listeners, 0)
    assert.deepStrictEqual(await one.next(), { done: false, value: { _tag: "SignedOut" } })
    assert.deepStrictEqual(await another.next(), { done: false, value: { _tag: "SignedOut" } })
    assert.isAtLeast(watched.listeners, 1)
    await one.return!()
    await another.return!()
    assert.strictEqual(watched.listeners, 0)
    await auth.dispose()
  })

  it("over all users requests pages on demand", async () => {
    await using server = makeServer()
    for (let user = 0; user < 7; user++) await server.orThrow.Users.create({ displayName: `${user}` })
    const names: Array<string | null> = []
    for await (const user of server.orThrow.Users.stream({ pageSize: 3 })) names.push(user.displayName)
    assert.deepStrictEqual(names, ["0", "1", "2", "3", "4", "5", "6"])
    const results = await collect(server.Users.stream({ pageSize: 3 }))
    assert.strictEqual(results.length, 7)
    assert.isTrue(results.every(({ ok }) => ok))
    const page = await server.orThrow.Users.list({ limit: 3 })
    assert.strictEqual(page.items.length, 3)
    assert.isNotNull(page.nextCursor)
  })

  it("does not run ahead", async () => {
    await using auth = makeAuth()
    const { seen, stream } = makeCounting()
    const iterator = auth.orThrow.bind(stream)[Symbol.asyncIterator]()
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
    await using auth = makeAuth()
    const iterator = auth.orThrow.bind(Stream.make("last"))[Symbol.asyncIterator]()
    assert.deepStrictEqual(await Promise.all([iterator.next(), iterator.next(), iterator.next()]), [
      { done: false, value: "last" },
      { done: true, value: undefined },
      { done: true, value: undefined }
    ])
    assert.deepStrictEqual(await collect(auth.orThrow.bind(Stream.empty)), [])
  })

  it("gets an error as its last result, or throws it", async () => {
    await using auth = makeAuth()
    const error = new Broken()
    const stream = Stream.concat(Stream.make(1), Stream.fail(error))
    assert.deepStrictEqual(await collect(auth.bind(stream)), [{ ok: true, value: 1 }, { ok: false, error }])
    const iterator = auth.orThrow.bind(stream)[Symbol.asyncIterator]()
    assert.deepStrictEqual(await iterator.next(), { done: false, value: 1 })
    assert.strictEqual(await rejection(iterator.next()), error)
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
  })

  it("that is left while it waits ends immediately", async () => {
    const { auth, watched } = makeWatched()
    const iterator = auth.orThrow.Session.changes[Symbol.asyncIterator]()
    await iterator.next()
    const waiting = iterator.next()
    assert.deepStrictEqual(await iterator.return!(), { done: true, value: undefined })
    assert.deepStrictEqual(await waiting, { done: true, value: undefined })
    assert.strictEqual(watched.listeners, 0)
    await auth.dispose()
  })

  it("that is left ends once the stream has released its resources", async () => {
    await using auth = makeAuth()
    let isReleased = false
    const release = effect(async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      isReleased = true
    })
    for await (const item of auth.orThrow.bind(Stream.ensuring(Stream.make(1, 2), release))) {
      assert.strictEqual(item, 1)
      break
    }
    assert.isTrue(isReleased)
  })

  it("that was never started can be left", async () => {
    await using auth = makeAuth()
    const { seen, stream } = makeCounting()
    const iterator = auth.bind(stream)[Symbol.asyncIterator]()
    await iterator.return!()
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
    assert.deepStrictEqual(seen, { pulled: 0, ended: 0 })
  })

  it("ends with its signal, waiting or not", async () => {
    const { auth, watched } = makeWatched()
    const controller = new AbortController()
    const { changes } = auth.withOptions(controller).orThrow.Session
    const [waits, rests] = [changes[Symbol.asyncIterator](), changes[Symbol.asyncIterator]()]
    await Promise.all([waits.next(), rests.next()])
    const waiting = waits.next()
    controller.abort("enough")
    assert.strictEqual(await rejection(waiting), "enough")
    assert.strictEqual(await rejection(rests.next()), "enough")
    assert.deepStrictEqual(await rests.next(), { done: true, value: undefined })
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    assert.strictEqual(watched.listeners, 0)
    assert.strictEqual(await rejection(changes[Symbol.asyncIterator]().next()), "enough")
    await auth.dispose()
  })

  it("that is left after its signal ended it reads as done, without the reason", async () => {
    const { auth } = makeWatched()
    const controller = new AbortController()
    const loop = auth.withOptions(controller).orThrow.Session.changes[Symbol.asyncIterator]()
    await loop.next()
    controller.abort("enough")
    assert.deepStrictEqual(await loop.return!(), { done: true, value: undefined })
    assert.deepStrictEqual(await loop.next(), { done: true, value: undefined })
    await auth.dispose()
  })

  it("ends with the client", async () => {
    const { auth, watched } = makeWatched()
    const iterator = auth.Session.changes[Symbol.asyncIterator]()
    await iterator.next()
    const waiting = rejection(iterator.next())
    await auth.dispose()
    assert.instanceOf(await waiting, Disposed)
    assert.strictEqual(watched.listeners, 0)
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
  })
})
