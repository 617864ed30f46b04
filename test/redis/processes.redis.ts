/** Eight processes of a server with one expired session, over a real Redis server that fails in several ways. */
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { describeRedis, startRedis } from "../support/redisServer.ts"
import { makeExpiredCookie, runAll, startNetwork, startService, startWorkers, type Worker } from "./processSupport.ts"
import { openStore, send } from "./support.ts"

/** The result of 8 × 100 requests without a failure: no request fails, and no user is signed out. */
const everyone = { User: 800 }

const tagsOf = (...args: Parameters<typeof runAll>) => Effect.map(runAll(...args), ({ tags }) => tags)

const start = Effect.gen(function*() {
  const service = yield* startService
  const redis = yield* startRedis({ persistent: true })
  const network = yield* startNetwork(redis.port)
  const workers = yield* startWorkers(service, network.url, 8)
  return { service, redis, network, workers }
})

describeRedis("8 processes with 100 requests each, for one expired session", () => {
  const scope = Scope.makeUnsafe()
  let setting: Effect.Success<typeof start>
  beforeAll(async () => {
    setting = await Effect.runPromise(Scope.provide(start, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** Runs the requests for a new session, and returns the number of refreshes. */
  const refreshesOf = Effect.fnUntraced(function*(options: Parameters<typeof runAll>[2] = {}) {
    const { service, workers } = setting
    const before = service.refreshes()
    assert.deepStrictEqual(yield* tagsOf(workers, yield* makeExpiredCookie(service), options), everyone)
    return service.refreshes() - before
  })

  /** Waits until processes use Redis again, after the cooldown and the reconnection. */
  const untilShared = (workers: ReadonlyArray<Worker> = setting.workers) =>
    Effect.gen(function*() {
      const { service } = setting
      for (;;) {
        const before = service.refreshes()
        yield* runAll(workers, yield* makeExpiredCookie(service), { count: 1 })
        if (service.refreshes() - before === 1) return
        yield* Effect.sleep("200 millis")
      }
    })

  it.live("8 processes refresh at most 8 times without Redis, and once with Redis", () =>
    Effect.gen(function*() {
      const alone = yield* refreshesOf({ isAlone: true })
      const shared = yield* refreshesOf()
      console.log(`8 processes x 100 requests: ${alone} refreshes without Redis, ${shared} with Redis`)
      assert.isTrue(alone > 1 && alone <= 8, `${alone} refreshes`)
      assert.strictEqual(shared, 1)
    }))

  it.live("a process does not refresh a session that another process has refreshed", () =>
    Effect.gen(function*() {
      const { service, workers } = setting
      const cookie = yield* makeExpiredCookie(service)
      const before = service.refreshes()
      assert.deepStrictEqual(yield* tagsOf(workers.slice(0, 1), cookie), { User: 100 })
      assert.deepStrictEqual(yield* tagsOf(workers, cookie), everyone)
      assert.strictEqual(service.refreshes() - before, 1)
    }))

  it.live("another process takes over when the refreshing process is killed with SIGKILL", () =>
    Effect.gen(function*() {
      const { network, service, workers } = setting
      const [owner] = yield* startWorkers(service, network.url, 1)
      const cookie = yield* makeExpiredCookie(service)
      const before = service.refreshes()
      const started = yield* service.holdRefresh
      const first = yield* Effect.forkChild(owner!.run({ cookie, count: 100 }), { startImmediately: true })
      yield* Effect.raceFirst(started, Fiber.join(first))
      const others = yield* Effect.forkChild(tagsOf(workers, cookie), { startImmediately: true })
      yield* owner!.kill
      assert.deepStrictEqual(yield* Fiber.join(others), everyone)
      assert.strictEqual(service.refreshes() - before, 2)
    }))

  it.live("8 processes refresh at most 8 times while Redis is down, and once after its restart", () =>
    Effect.gen(function*() {
      yield* setting.redis.stop
      assert.isAtMost(yield* refreshesOf(), 8)
      yield* setting.redis.start
      yield* untilShared()
      assert.strictEqual(yield* refreshesOf(), 1)
    }))

  it.live("8 processes refresh at most 8 times when Redis is killed during the refresh", () =>
    Effect.gen(function*() {
      const { redis, service } = setting
      const before = service.refreshes()
      const refreshes = yield* Effect.forkChild(refreshesOf(), { startImmediately: true })
      while (service.refreshes() === before) yield* Effect.sleep("5 millis")
      yield* redis.stop
      assert.isAtMost(yield* Fiber.join(refreshes), 8)
      yield* redis.start
      yield* untilShared()
    }))

  it.live("8 processes refresh at most 8 times while Redis is stopped, and once afterwards", () =>
    Effect.gen(function*() {
      yield* setting.redis.signal("SIGSTOP")
      assert.isAtMost(yield* refreshesOf(), 8)
      yield* setting.redis.signal("SIGCONT")
      yield* untilShared()
      assert.strictEqual(yield* refreshesOf(), 1)
    }))

  it.live("8 processes refresh at most 8 times while Redis pauses its clients, and once afterwards", () =>
    Effect.gen(function*() {
      yield* send(setting.redis.url, "CLIENT", "PAUSE", "4000", "ALL")
      assert.isAtMost(yield* refreshesOf(), 8)
      yield* untilShared()
      assert.strictEqual(yield* refreshesOf(), 1)
    }))

  it.live("8 processes refresh at most 8 times without a network to Redis, and once afterwards", () =>
    Effect.gen(function*() {
      yield* setting.network.cut
      assert.isAtMost(yield* refreshesOf(), 8)
      yield* setting.network.heal
      yield* untilShared()
      assert.strictEqual(yield* refreshesOf(), 1)
    }))

  it.live("processes start and work while Redis is down, and share refreshes once Redis is up", () =>
    Effect.gen(function*() {
      const { network, redis, service } = setting
      yield* redis.stop
      const workers = yield* startWorkers(service, network.url, 2, true)
      const before = service.refreshes()
      assert.deepStrictEqual(yield* tagsOf(workers, yield* makeExpiredCookie(service)), { User: 200 })
      assert.strictEqual(service.refreshes() - before, 2)
      yield* redis.start
      yield* untilShared(workers)
    }))

  it.live("a session on the server has one refresh, one successor, and no sign-out while Redis is down", () =>
    Effect.gen(function*() {
      const { redis, service, workers } = setting
      const store = yield* openStore(redis.url, { rotationInterval: "1 second" })
      const { id } = yield* store.create(yield* service.makeExpiredTokens)
      const name = "__Host-latchkey-session"
      yield* Effect.sleep("1 second")
      const before = service.refreshes()
      const first = yield* runAll(workers, `${name}=${Redacted.value(id)}`)
      assert.deepStrictEqual(first.tags, everyone)
      assert.strictEqual(service.refreshes() - before, 1)
      const [cookie, ...others] = new Set(first.setCookies.map((line) => line.split(";")[0]!))
      assert.deepStrictEqual(others, [])
      yield* redis.stop
      assert.deepStrictEqual(yield* tagsOf(workers, cookie!), { SessionStoreUnavailable: 800 })
      yield* redis.start
      yield* untilShared()
      for (;;) {
        const { SessionStoreUnavailable: unavailable = 0, ...rest } = yield* tagsOf(workers, cookie!)
        assert.deepStrictEqual(Object.keys(rest).filter((tag) => tag !== "User"), [])
        if (unavailable === 0) return
        yield* Effect.sleep("200 millis")
      }
    }))
})
