import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Client,
  Cookies,
  CookieTokenStore,
  ForeignUse,
  Password,
  Session,
  Sessions,
  TokenStore,
  Transport
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { type IssueMemory, makeProcessMemory } from "../../src/session/IssueMemory.ts"
import { makeContext } from "../../src/session/makeForeignUse.ts"
import { begin, isForeign, type OwnIssues, settle } from "../../src/session/ownIssues.ts"

const verificationCallbackUrl = "http://localhost:3000/verify"
const ada = { email: "ada@example.com", password: Redacted.make("correct horse"), verificationCallbackUrl }

const own = { sessionId: "session", userId: "user" }

/** The transport of another device, which the client does not observe. */
class OtherTransport extends Context.Service<OtherTransport, Transport>()("test/OtherTransport") {}

const layerTest = (generation: "2025" | "2026") =>
  Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(ForeignUse.layerMemory),
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provideMerge(Layer.effect(OtherTransport, Effect.service(Transport))),
    Layer.provideMerge(Emulator.layer({ generation }))
  )

/** A copy of the session on another device, which refreshes it from Lyon. */
const useFromLyon = Effect.gen(function*() {
  const tokens = yield* Effect.flatMap(TokenStore.TokenStore, (store) => store.get)
  const refresh = Session.refresh.pipe(
    Effect.provide(
      Client.layer(Emulator.clientOptions).pipe(
        Layer.provide(TokenStore.layerTokens({ refreshToken: tokens?.refreshToken })),
        Layer.fresh
      )
    )
  )
  const send = yield* OtherTransport
  const place = { "x-forwarded-for": "192.0.2.7", "x-vercel-ip-city": "Lyon", "x-vercel-ip-country": "FR" }
  yield* Effect.provideService(
    refresh,
    Transport,
    (request) => send({ ...request, headers: { ...request.headers, ...place } })
  )
})

/** Runs an effect that waits before it reports a use. */
const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(effect)
    yield* TestClock.adjust("3 seconds")
    return yield* Fiber.join(fiber)
  })

/** Signs in, and waits until a use differs from a lost request. */
const start = Effect.gen(function*() {
  yield* Password.signUp(ada)
  yield* TestClock.adjust("8 minutes")
})

for (const generation of ["2025", "2026"] as const) {
  describe(`foreign use, ${generation}`, () => {
    it.effect("Sessions.foreignUse: returns undefined after the device's own refreshes", () =>
      Effect.gen(function*() {
        yield* start
        yield* run(Session.refresh)
        yield* TestClock.adjust("8 minutes")
        assert.isUndefined(yield* run(Sessions.foreignUse))
      }).pipe(Effect.provide(layerTest(generation))))

    it.effect("Sessions.foreignUse: returns time and place after another device has refreshed the session", () =>
      Effect.gen(function*() {
        yield* start
        yield* useFromLyon
        const use = yield* run(Sessions.foreignUse)
        assert.strictEqual(use?.at.getTime(), 480_000)
        assert.strictEqual(use?.place?.cityName, "Lyon")
      }).pipe(Effect.provide(layerTest(generation))))

    it.effect("a refresh: reports another device's use before it overwrites the use", () =>
      Effect.scoped(Effect.gen(function*() {
        yield* start
        const found: Array<ForeignUse.FoundUse> = []
        const service = yield* ForeignUse.ForeignUse
        yield* service.subscribe((use) => found.push(use))
        yield* useFromLyon
        yield* run(Session.refresh)
        assert.deepStrictEqual(found.map(({ at, place }) => [at.getTime(), place?.cityName]), [[480_000, "Lyon"]])
        // The refresh has overwritten it. The client remembers it, and reports it once.
        yield* run(Session.refresh)
        assert.strictEqual((yield* run(Sessions.foreignUse))?.at.getTime(), 480_000)
        assert.lengthOf(found, 1)
      })).pipe(Effect.provide(layerTest(generation))))
  })
}

describe("foreign use", () => {
  it.effect("a call with a token that is about to expire: reports a use before the token is refreshed", () =>
    Effect.scoped(Effect.gen(function*() {
      yield* start
      const found: Array<ForeignUse.FoundUse> = []
      const service = yield* ForeignUse.ForeignUse
      yield* service.subscribe((use) => found.push(use))
      yield* useFromLyon
      yield* TestClock.adjust("110 seconds")
      yield* run(Session.getAccessToken())
      assert.deepStrictEqual(found.map(({ at }) => at.getTime()), [480_000])
    })).pipe(Effect.provide(layerTest("2026"))))

  it.effect("Sessions.foreignUse: fails without a layer that remembers issues", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      const error = yield* Effect.flip(Sessions.foreignUse)
      assert.strictEqual(error._tag, "ForeignUseNotWatched")
    }).pipe(Effect.provide(
      Client.layer(Emulator.clientOptions).pipe(
        Layer.provideMerge(TokenStore.layerMemory),
        Layer.provideMerge(Emulator.layer())
      )
    )))

  it.effect("Sessions.foreignUse: returns undefined after the refresh token was given to a server", () =>
    Effect.gen(function*() {
      yield* start
      yield* run(Session.authHeaders)
      yield* TestClock.adjust("8 minutes")
      yield* useFromLyon
      assert.isUndefined(yield* run(Sessions.foreignUse))
    }).pipe(Effect.provide(layerTest("2026"))))

  for (const recorder of [undefined, Recorder.layer()]) {
    it.effect(`ForeignUse.layerBrowser: refuses cookies with a domain, ${recorder ? "with" : "without"} a recorder`, () =>
      Effect.gen(function*() {
        const layer = ForeignUse.layerBrowser({ usedBy: "browser" }).pipe(
          Layer.provide(recorder ?? Layer.empty),
          Layer.provide(CookieTokenStore.layer({ projectId: "project", domain: "example.com" })),
          Layer.provide(Cookies.layerMemory)
        )
        const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
        assert.strictEqual(error._tag, "InvalidOptions")
        assert.strictEqual(error.option, "domain")
      }))
  }

  it.effect("a refresh: is remembered again if the device sleeps between the memory and the request", () =>
    Effect.gen(function*() {
      const memory = yield* makeProcessMemory
      const ids = new Set<string>()
      let isFirst = true
      const sleepy: IssueMemory = {
        ...memory,
        modify: (id, f) =>
          Effect.gen(function*() {
            ids.add(id)
            const isKnown = yield* memory.modify(id, f)
            if (isFirst) {
              isFirst = false
              yield* Effect.sleep("1 hour")
            }
            return isKnown
          })
      }
      const sent: Array<OwnIssues | undefined> = []
      const transport: Transport = () =>
        Effect.gen(function*() {
          for (const id of ids) sent.push(yield* memory.read(id))
          return { status: 503, header: () => undefined, body: "" }
        })
      const context = yield* Effect.provideService(makeContext(sleepy), Transport, transport)
      const headers = { "x-stack-refresh-token": "refresh-1" }
      const url = "https://api.example.com/api/v1/auth/sessions/current/refresh"
      const fiber = yield* Effect.forkChild(
        Context.get(context, Transport)({ method: "POST", url, headers, body: undefined })
      )
      yield* TestClock.adjust("30 minutes")
      // Another tab's refresh counts the request as lost.
      const issue = { iat: 1800, ...own }
      for (const id of ids) {
        yield* memory.modify(id, (memory) => settle(begin(memory, "other"), "other", issue))
        assert.deepStrictEqual((yield* memory.read(id))?.open, [])
      }
      yield* TestClock.adjust("31 minutes")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(sent.map((memory) => memory?.open.length), [1])
    }))

  it("a request that is no longer remembered, after 17 without an answer: no use is foreign until five minutes later", () => {
    const names = Array.from({ length: 17 }, (_, index) => `request-${index}`)
    let memory: OwnIssues = settle(undefined, undefined, { iat: 0, ...own })
    for (const name of names) memory = begin(memory, name)
    // The second request has no answer.
    for (const name of names) if (name !== "request-1") memory = settle(memory, name, { iat: 1000, ...own })
    assert.isFalse(isForeign(memory, 1_200_000, 0))
    assert.isTrue(isForeign(memory, 1_332_000, 0))
  })
})
