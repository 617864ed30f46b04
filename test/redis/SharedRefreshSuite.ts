/** Refreshes that processes share. Each process of these tests has its own connection to the server. */
import { assert } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { always, dump, issue, openProcess, refreshToken, send, type Server, type SuiteOptions } from "./support.ts"

/** A request that counts its runs. */
const makeRequest = (lifetime?: number) => {
  const request = {
    count: 0,
    tokens: [] as Array<string>,
    effect: Effect.suspend(() => {
      request.count++
      const token = issue(lifetime)
      request.tokens.push(Redacted.value(token))
      return Effect.as(Effect.sleep("20 millis"), token)
    })
  }
  return request
}

const keysOf = (server: Server) =>
  Effect.map(dump(server), (entries) => entries.map(([key]) => key.replace(/\{.*\}/, "")))

export const suite = ({ describe, lease, startRedis, test }: SuiteOptions) => {
  describe("SharedRefresh over Redis", () => {
    test("requests one token for 8 processes with 100 calls each", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const processes = yield* Effect.forEach(Array.from({ length: 8 }), () => openProcess(server))
        const request = makeRequest()
        const tokens = yield* Effect.forEach(
          processes.flatMap((process) => Array.from({ length: 100 }, () => process)),
          ({ refresh }) => refresh(refreshToken, request.effect, always),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(request.count, 1)
        assert.deepStrictEqual(new Set(tokens.map(Redacted.value)), new Set(request.tokens))
      }))

    test("requests one token for each of two sessions", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        const request = makeRequest()
        const [first, second, again] = yield* Effect.forEach(["r1", "r2", "r1"], (token) =>
          refresh(Redacted.make(token), request.effect, always))
        assert.strictEqual(request.count, 2)
        assert.notStrictEqual(Redacted.value(first!), Redacted.value(second!))
        assert.strictEqual(Redacted.value(first!), Redacted.value(again!))
      }))

    test("keeps sessions of different prefixes apart", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const one = yield* openProcess(server, { prefix: "one:" })
        const two = yield* openProcess(server, { prefix: "two:" })
        const request = makeRequest()
        yield* one.refresh(refreshToken, request.effect, always)
        yield* two.refresh(refreshToken, request.effect, always)
        assert.strictEqual(request.count, 2)
      }))

    test("replaces a token that is not usable", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        const request = makeRequest()
        const old = yield* refresh(refreshToken, request.effect, always)
        const isOther = (token: Redacted.Redacted<string>) =>
          Effect.succeed(Redacted.value(token) !== Redacted.value(old))
        const next = yield* refresh(refreshToken, request.effect, isOther)
        const found = yield* refresh(refreshToken, request.effect, isOther)
        assert.strictEqual(request.count, 2)
        assert.strictEqual(Redacted.value(next), request.tokens[1])
        assert.strictEqual(Redacted.value(found), request.tokens[1])
      }))

    test("replaces a stored value that it cannot decrypt", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        const request = makeRequest()
        yield* refresh(refreshToken, request.effect, always)
        const [[key, value] = ["", ""]] = yield* dump(server)
        const last = value.at(-9) === "A" ? "B" : "A"
        for (const bad of ["", "x", "true", value.slice(1), value.slice(0, -9) + last + value.slice(-8)]) {
          yield* send(server, "SET", key, bad)
          const { count } = request
          yield* refresh(refreshToken, request.effect, always)
          assert.strictEqual(request.count, count + 1, bad)
        }
      }))

    test("stores no token in plain text, and no refresh token", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        const token = Redacted.value(yield* refresh(refreshToken, makeRequest().effect, always))
        const text = JSON.stringify(yield* dump(server))
        assert.isAbove(text.length, 100)
        for (const part of [...token.split("."), Redacted.value(refreshToken)]) assert.notInclude(text, part)
      }))

    test("expires a stored token with its lifetime, even if the clock of the service is ahead", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        yield* refresh(refreshToken, Effect.sync(() => issue(60, Math.floor(Date.now() / 1000) + 3600)), always)
        const [[key] = [""]] = yield* dump(server)
        const rest = Number(yield* send(server, "PTTL", key))
        assert.isAbove(rest, 0)
        assert.isAtMost(rest, 60_000)
      }))

    test("stores no token without an expiry, and releases the lock", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        assert.strictEqual(
          Redacted.value(yield* refresh(refreshToken, Effect.succeed(Redacted.make("opaque")), always)),
          "opaque"
        )
        assert.deepStrictEqual(yield* dump(server), [])
      }))

    test("returns an error of the request to its caller only", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const one = yield* openProcess(server)
        const two = yield* openProcess(server)
        const started = yield* Deferred.make<void>()
        const failed = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(
          one.refresh(
            refreshToken,
            Effect.andThen(
              Deferred.succeed(started, undefined),
              Effect.andThen(Deferred.await(failed), Effect.fail("down"))
            ),
            always
          )
        )
        yield* Deferred.await(started)
        const request = makeRequest()
        const second = yield* Effect.forkChild(two.refresh(refreshToken, request.effect, always))
        yield* Deferred.succeed(failed, undefined)
        assert.strictEqual(yield* Effect.flip(Fiber.join(first)), "down")
        assert.strictEqual(Redacted.value(yield* Fiber.join(second)), request.tokens[0])
      }))

    test("releases the lock of an interrupted caller", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        const started = yield* Deferred.make<void>()
        const fiber = yield* Effect.forkChild(
          refresh(refreshToken, Effect.andThen(Deferred.succeed(started, undefined), Effect.never), always)
        )
        yield* Deferred.await(started)
        assert.deepStrictEqual(yield* keysOf(server), ["latchkey:refresh::lock"])
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* keysOf(server), [])
      }))

    test("releases a lock that Redis grants after the caller was interrupted", () =>
      Effect.gen(function*() {
        const { signal, server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        // Loads the scripts.
        yield* refresh(Redacted.make("other"), Effect.succeed(Redacted.make("opaque")), always)
        yield* signal("SIGSTOP")
        const fiber = yield* Effect.forkChild(refresh(refreshToken, Effect.never, always), { startImmediately: true })
        yield* Effect.sleep("50 millis")
        yield* Fiber.interrupt(fiber)
        yield* signal("SIGCONT")
        // On the same connection, after the lock and its release.
        yield* refresh(Redacted.make("another"), Effect.succeed(Redacted.make("opaque")), always)
        assert.deepStrictEqual(yield* keysOf(server), [])
      }))

    test("renews the lease during a long request", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const one = yield* openProcess(server, { lease: lease.duration })
        const two = yield* openProcess(server, { lease: lease.duration })
        const request = makeRequest()
        const started = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(one.refresh(
          refreshToken,
          Effect.andThen(
            Deferred.succeed(started, undefined),
            Effect.andThen(awaitRenewals(server, lease.renewals), request.effect)
          ),
          always
        ))
        yield* Deferred.await(started)
        const second = yield* two.refresh(refreshToken, request.effect, always)
        assert.strictEqual(Redacted.value(second), Redacted.value(yield* Fiber.join(first)))
        assert.strictEqual(request.count, 1)
      }))

    test("takes over the lock of a process that has ended", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        const lock = yield* lockKey(server)
        yield* send(server, "SET", lock, "ended", "PX", "300")
        const request = makeRequest()
        yield* refresh(refreshToken, request.effect, always)
        assert.strictEqual(request.count, 1)
        assert.deepStrictEqual(yield* keysOf(server), ["latchkey:refresh::token"])
      }))

    test("stores no token after another process took over, and keeps that lock", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        const lock = yield* lockKey(server)
        const token = yield* refresh(
          refreshToken,
          Effect.andThen(Effect.orDie(send(server, "SET", lock, "other")), Effect.sync(() => issue())),
          always
        )
        assert.isDefined(token)
        assert.deepStrictEqual(yield* dump(server), [[lock, "other"]])
      }))

    test("keeps the lock of the process that took over when its own request fails", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server)
        const lock = yield* lockKey(server)
        const request = Effect.andThen(Effect.orDie(send(server, "SET", lock, "other")), Effect.fail("down"))
        assert.strictEqual(yield* Effect.flip(refresh(refreshToken, request, always)), "down")
        assert.deepStrictEqual(yield* dump(server), [[lock, "other"]])
      }))

    test("requests a token without the lock when its lockTimeout ends", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { refresh } = yield* openProcess(server, { lockTimeout: "200 millis" })
        const lock = yield* lockKey(server)
        yield* send(server, "SET", lock, "slow")
        const request = makeRequest()
        yield* refresh(refreshToken, request.effect, always)
        assert.strictEqual(request.count, 1)
        assert.deepStrictEqual(yield* dump(server), [[lock, "slow"]])
      }))

    test("survives a Redis that loses its data, locks and scripts", () =>
      Effect.gen(function*() {
        const redis = yield* startRedis()
        const { refresh } = yield* openProcess(redis.server)
        const request = makeRequest()
        yield* refresh(refreshToken, Effect.tap(request.effect, () => send(redis.server, "FLUSHALL")), always)
        yield* send(redis.server, "SCRIPT", "FLUSH")
        yield* refresh(refreshToken, request.effect, always)
        yield* refresh(refreshToken, request.effect, always)
        assert.strictEqual(request.count, 2)
      }))
  })
}

/** Waits until the lease of the only lock on a server was renewed a number of times. */
const awaitRenewals = Effect.fnUntraced(function*(server: Server, renewals: number) {
  const [[key] = [""]] = yield* dump(server)
  let rest = Infinity
  for (let renewed = 0; renewed < renewals;) {
    yield* Effect.sleep("250 millis")
    const before = rest
    rest = Number(yield* send(server, "PTTL", key))
    assert.isAbove(rest, 0, "The lease ended")
    if (rest > before) renewed++
  }
})

/** Returns the name of the session's lock, without which the server is empty. */
const lockKey = Effect.fnUntraced(function*(server: Server) {
  const { refresh } = yield* openProcess(server)
  yield* refresh(refreshToken, makeRequest().effect, always)
  const [[key] = [""]] = yield* dump(server)
  yield* send(server, "FLUSHALL")
  return key.replace(/token$/, "lock")
})
