/** A cache in use, to which the values of a later response of the server are added. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Cache, type Claims, Client, Resource, Resources, TokenStore } from "latchkey"
import { fromSchema } from "latchkey/schema"
import { layerSlow, layerTest, moveDeviceClock, settle, start, stored } from "../session/support.ts"
import { layerCache, watch } from "./support.ts"

/** A text that counts its fetches. The service answers with the text after `millis`. */
const makeText = (options: Partial<Resource.ResourceOptions<string, never>> = {}) => {
  const text = { value: "fetched", fetches: 0, millis: 0 }
  const resource = Resource.make({
    name: "text",
    read: Effect.suspend(() => {
      text.fetches++
      const { value } = text
      return Effect.delay(Effect.succeed(value), text.millis)
    }),
    codec: fromSchema(Schema.String),
    ...options
  })
  return Object.assign(text, { resource })
}

const seedOf = (value: string, createdAt: number | undefined, userId: string | null = "user of ada") => ({
  isSignedIn: userId !== null,
  userId,
  ...createdAt !== undefined && { createdAt },
  entries: { text: { value } }
})

/** A mounted view of the text in a page that the server rendered with `first` when the test starts. */
const open = Effect.fnUntraced(function*(text: ReturnType<typeof makeText>) {
  const { seen, stop } = yield* watch(text.resource)
  yield* settle
  return {
    seen,
    stop,
    /** The states since the last call. */
    news: () => seen.splice(0)
  }
})

const layerOf = (first: unknown = seedOf("first", start)) => layerCache({ dehydrated: first })
const withAda = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.andThen(stored("ada"), effect)

describe("a later seed", () => {
  it.effect("replaces an older value of the same user, without a fetch", () => {
    const text = makeText()
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      assert.strictEqual(news().at(-1), "\"first\"")
      yield* TestClock.adjust(100)
      yield* Cache.hydrate(seedOf("second", start + 50))
      assert.deepStrictEqual(news(), ["\"second\""])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(news(), [])
      assert.strictEqual(text.fetches, 0)
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("replaces a value that the cache fetched before", () => {
    const text = makeText()
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      yield* TestClock.adjust(100)
      news()
      yield* Cache.hydrate(seedOf("second", start + 100))
      assert.deepStrictEqual(news(), ["\"second\""])
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(text.fetches, 1)
    }).pipe(withAda, Effect.provide(layerCache()))
  })

  it.effect("an equal, older, undated or malformed later seed changes no value", () => {
    const text = makeText()
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      yield* TestClock.adjust(100)
      news()
      for (
        const seed of [
          seedOf("first", start),
          seedOf("older", start - 1),
          seedOf("same time", start),
          seedOf("undated", undefined),
          seedOf("not a time", NaN),
          { ...seedOf("text", start + 50), createdAt: "now" },
          { ...seedOf("text", start + 50), entries: [] },
          { ...seedOf("text", start + 50), entries: { text: { value: 5 } } },
          null,
          "seed"
        ]
      ) yield* Cache.hydrate(seed)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(news(), [])
      assert.strictEqual(text.fetches, 0)
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("another user's later seed is ignored, and replaces the first fetch once that user has signed in", () => {
    const text = makeText()
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      news()
      yield* TestClock.adjust(100)
      yield* Cache.hydrate(seedOf("bob", start + 50, "user of bob"))
      yield* Cache.hydrate(seedOf("nobody", start + 60, null))
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(news(), [])
      yield* Cache.hydrate(seedOf("bob", start + 150, "user of bob"))
      yield* stored("bob")
      yield* settle
      assert.deepStrictEqual(news(), ["\"bob\""])
      assert.strictEqual(text.fetches, 0)
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("a later seed is used once by a value that is read afterwards", () => {
    const text = makeText()
    return Effect.gen(function*() {
      yield* watch(makeText({ name: "other" }).resource)
      yield* TestClock.adjust(100)
      const cache = yield* Cache.Cache
      // The function that updates the other values runs after the render.
      const update = cache.hydrate(seedOf("second", start + 50))
      const { news, stop } = yield* open(text)
      assert.deepStrictEqual(new Set(news()), new Set(["\"second\""]))
      update()
      assert.deepStrictEqual(news(), [])
      stop()
      yield* TestClock.adjust(5000)
      const again = yield* open(text)
      assert.strictEqual(again.seen.at(-1), "\"fetched\"")
      assert.strictEqual(text.fetches, 1)
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("a later seed created before the last refetch ended does not replace its value, and causes a refetch", () => {
    const text = makeText()
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      text.millis = 100
      yield* Effect.forkChild(Resource.refresh(text.resource))
      yield* TestClock.adjust(100)
      news()
      text.value = "newest"
      yield* Cache.hydrate(seedOf("second", start + 100))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(news(), ["\"fetched\"…", "\"newest\""])
      assert.strictEqual(text.fetches, 2)
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("a later seed with the refetched value causes no fetch", () => {
    const text = makeText()
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      yield* TestClock.adjust(100)
      yield* Resource.refresh(text.resource)
      news()
      yield* Cache.hydrate(seedOf("fetched", start + 50))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(news(), [])
      assert.strictEqual(text.fetches, 1)
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("does not replace a value that a later call has changed", () => {
    const text = makeText({ invalidatedBy: ["users.me.update"] })
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      yield* TestClock.adjust(100)
      const { caller } = yield* Client.Client
      caller.onChange!("users.me.update")
      yield* TestClock.adjust(1000)
      assert.strictEqual(news().at(-1), "\"fetched\"")
      yield* Cache.hydrate(seedOf("second", start + 100))
      yield* TestClock.adjust(1000)
      assert.notInclude(news().join(), "second")
      yield* Cache.hydrate(seedOf("third", start + 2000))
      assert.deepStrictEqual(news().at(-1), "\"third\"")
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("is not shown during the refetch after a later call", () => {
    const text = makeText({ invalidatedBy: ["users.me.update"] })
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      text.millis = 1000
      yield* TestClock.adjust(100)
      const { caller } = yield* Client.Client
      caller.onChange!("users.me.update")
      yield* TestClock.adjust(100)
      news()
      yield* Cache.hydrate(seedOf("second", start + 100))
      yield* TestClock.adjust(5000)
      assert.notInclude(news().join(), "second")
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("a later seed is shown to the same user until the store has been read", () => {
    const text = makeText()
    return Effect.gen(function*() {
      const { isSessionKnown } = yield* Cache.Cache
      const { news } = yield* open(text)
      news()
      yield* TestClock.adjust(50)
      yield* Cache.hydrate(seedOf("bob", start + 10, "user of bob"))
      yield* Cache.hydrate(seedOf("bob again", start + 20, "user of bob"))
      assert.deepStrictEqual(news(), [])
      yield* Cache.hydrate(seedOf("second", start + 30))
      assert.deepStrictEqual(news(), ["\"second\""])
      assert.isFalse(isSessionKnown.getSnapshot())
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(news(), [])
      assert.isTrue(isSessionKnown.getSnapshot())
      assert.strictEqual(text.fetches, 0)
    }).pipe(withAda, Effect.provide(layerCache({ dehydrated: seedOf("first", start) }, layerSlow(1000))))
  })

  it.effect("a later seed makes the session provisional until the store has been read", () =>
    Effect.gen(function*() {
      const { isSessionKnown } = yield* Cache.Cache
      const { news } = yield* open(makeText())
      assert.isTrue(isSessionKnown.getSnapshot())
      yield* Cache.hydrate(seedOf("second", start + 10))
      assert.isFalse(isSessionKnown.getSnapshot())
      assert.strictEqual(news().at(-1), "\"second\"")
    }).pipe(withAda, Effect.provide(layerCache({}, layerSlow(1000)))))

  it.effect("a later seed replaces results of earlier fetches only", () => {
    const text = makeText()
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      const { observe } = yield* Cache.Cache
      text.millis = 1000
      observe(text.resource).refresh()
      yield* TestClock.adjust(100)
      news()
      yield* Cache.hydrate(seedOf("second", start + 50))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(news(), ["\"second\""])
      observe(text.resource).refresh()
      yield* TestClock.adjust(100)
      yield* Cache.hydrate(seedOf("third", start + 5000))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(news(), ["\"second\"…", "\"third\"…", "\"fetched\""])
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("later seeds are compared by the server's clock if it is ahead", () => {
    const text = makeText()
    const ahead = start + 3_600_000
    return Effect.gen(function*() {
      const { news } = yield* open(text)
      yield* TestClock.adjust(1000)
      yield* Resource.refresh(text.resource)
      yield* TestClock.adjust(1000)
      news()
      yield* Cache.hydrate(seedOf("second", ahead + 1500))
      assert.deepStrictEqual(news(), ["\"second\""])
      yield* Resource.refresh(text.resource)
      news()
      yield* Cache.hydrate(seedOf("third", ahead + 1600))
      assert.notInclude(news().join(), "third")
    }).pipe(withAda, Effect.provide(layerOf(seedOf("first", ahead))))
  })

  it.effect("is replaced by a refetch if the browser's clock is ahead, so that no change is lost", () => {
    const text = makeText()
    return Effect.gen(function*() {
      yield* moveDeviceClock(3_600_000)
      const { news } = yield* open(text)
      yield* TestClock.adjust(1000)
      assert.strictEqual(news().at(-1), "\"fetched\"")
      text.value = "second"
      yield* Cache.hydrate(seedOf("second", start + 500))
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(news().filter((state) => !state.endsWith("…")), ["\"second\""])
      assert.strictEqual(text.fetches, 2)
    }).pipe(withAda, Effect.provide(layerOf()))
  })

  it.effect("updates the session if the server has signed the user in or out", () => {
    const text = makeText()
    const reads = { count: 0 }
    const store = Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.TokenStore, (store) => ({
        ...store,
        get: Effect.tap(store.get, () => Effect.sync(() => reads.count++)),
        // Like cookies that another response has changed.
        subscribe: () => Effect.void
      }))
    ).pipe(Layer.provideMerge(TokenStore.layerMemory))
    return Effect.gen(function*() {
      const { status } = yield* Cache.Cache
      const { news } = yield* open(text)
      const before = reads.count
      yield* TestClock.adjust(100)
      yield* Cache.hydrate(seedOf("second", start + 50))
      yield* settle
      assert.strictEqual(reads.count, before)
      yield* Effect.flatMap(TokenStore.TokenStore, ({ modify }) => modify(() => undefined))
      news()
      yield* Cache.hydrate(seedOf("nobody", start + 90, null))
      yield* settle
      assert.isAbove(reads.count, before)
      assert.strictEqual(status.getSnapshot()._tag, "SignedOut")
      assert.deepStrictEqual(news(), ["\"nobody\""])
      assert.strictEqual(text.fetches, 0)
    }).pipe(
      withAda,
      Effect.provide(
        Cache.layer({ dehydrated: seedOf("first", start) }).pipe(
          Layer.provideMerge(layerTest(store))
        )
      )
    )
  })
})

describe("the claims of a later seed", () => {
  it.effect("a later seed's claims are available together with the session that the server started", () =>
    Effect.gen(function*() {
      const { claims } = yield* Cache.Cache
      yield* open(makeText())
      const seen: Array<boolean> = []
      claims.subscribe(() => seen.push(claims.getSnapshot() !== undefined))
      yield* TestClock.adjust(100)
      yield* Cache.hydrate({
        ...seedOf("bob", start + 50, "user of bob"),
        claims: { isAnonymous: false, isRestricted: false }
      })
      assert.isUndefined(claims.getSnapshot())
      yield* stored("bob")
      yield* settle
      assert.deepStrictEqual(seen, [false, true])
    }).pipe(withAda, Effect.provide(layerOf())))
})

describe("dehydrate", () => {
  it.effect("dehydrate: a session without an access token is signed in, without a user id", () =>
    Effect.gen(function*() {
      const { isSignedIn, userId } = yield* Cache.dehydrate
      assert.deepStrictEqual({ isSignedIn, userId }, { isSignedIn: true, userId: null })
    }).pipe(Effect.provide(layerCache({}, TokenStore.layerTokens({ refreshToken: "r1" })))))

  it.effect("dehydrate: createdAt is the time of the first read", () => {
    const text = makeText()
    text.millis = 100
    return Effect.gen(function*() {
      assert.strictEqual((yield* Cache.dehydrate).createdAt, start)
      yield* TestClock.adjust(50)
      yield* open(text)
      yield* TestClock.adjust(1000)
      assert.strictEqual((yield* Cache.dehydrate).createdAt, start + 50)
    }).pipe(Effect.provide(layerCache()))
  })
})

describe("dehydrateClaims", () => {
  // Sound: the test is the verifier.
  const verified = (claims: Claims.Claims) => claims as Claims.Verified<Claims.Claims>

  it.effect("is a seed for the user, with the time of creation", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      assert.deepStrictEqual(yield* Cache.dehydrateClaims(verified({ userId: "ada", isRestricted: true })), {
        isSignedIn: true,
        userId: "ada",
        createdAt: start,
        claims: { isAnonymous: false, isRestricted: true },
        entries: {}
      })
    }))

  it.effect("dehydrateClaims: without a user, the seed contains Resources.user", () =>
    Effect.map(
      Cache.dehydrateClaims(null),
      ({ entries }) => assert.deepStrictEqual(entries, { [Resources.user.key]: { value: null } })
    ))

  const claimsOf = (userId: string) => Cache.dehydrateClaims(verified({ userId, isAnonymous: true }))
  const readClaims = Effect.map(Cache.Cache, ({ claims }) => claims.getSnapshot())

  it.effect("claims of the current user last ten minutes, or until another session starts or a restriction is lifted", () =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const { claims } = yield* Cache.Cache
      const changes: Array<boolean> = []
      yield* watch(makeText().resource)
      claims.subscribe(() => changes.push(claims.getSnapshot() !== undefined))
      assert.isUndefined(yield* readClaims)
      yield* Cache.hydrate({ ...yield* claimsOf("user of ada"), createdAt: now + 1 })
      const known = yield* readClaims
      assert.deepStrictEqual(known, { isAnonymous: true, isRestricted: false })
      yield* TestClock.adjust(599_999)
      assert.strictEqual(yield* readClaims, known)
      yield* TestClock.adjust(1)
      assert.isUndefined(yield* readClaims)
      yield* Cache.hydrate(yield* claimsOf("user of ada"))
      assert.isDefined(yield* readClaims)
      const store = yield* TokenStore.TokenStore
      yield* store.modify((tokens) => tokens && { ...tokens, refreshToken: Redacted.make("another session") })
      yield* settle
      assert.isUndefined(yield* readClaims)
      yield* TestClock.adjust(1)
      yield* Cache.hydrate(yield* claimsOf("user of ada"))
      assert.isDefined(yield* readClaims)
      const { caller } = yield* Client.Client
      caller.onChange!("restriction.lifted")
      assert.isUndefined(yield* readClaims)
      yield* TestClock.adjust(1)
      yield* Cache.hydrate(yield* claimsOf("user of bob"))
      assert.isUndefined(yield* readClaims)
      assert.deepStrictEqual(changes.filter((isKnown, index) => isKnown !== changes[index - 1]), [
        true,
        false,
        true,
        false
      ])
    }).pipe(withAda, Effect.provide(layerCache())))
})
