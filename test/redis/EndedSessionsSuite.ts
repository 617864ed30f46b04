/** Sign-outs that processes share. Each process of these tests has its own connection to the server. */
import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { dump, openProcess, send, type SuiteOptions } from "./support.ts"

export const suite = ({ describe, startRedis, test }: SuiteOptions) => {
  describe("EndedSessions over Redis", () => {
    test("an ended session is known to other processes by each of its keys", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const [one, other] = [yield* openProcess(server), yield* openProcess(server)]
        yield* one.ended.end(["hash of a token", "hash of an id"])
        assert.isTrue(one.ended.isKnown(["hash of a token"]))
        assert.isFalse(other.ended.isKnown(["hash of an id"]))
        assert.isFalse(yield* other.ended.isEnded(["another"]))
        assert.isTrue(yield* other.ended.isEnded(["another", "hash of an id"]))
        assert.isTrue(other.ended.isKnown(["hash of an id"]))
      }))

    test("an ended session expires after endedLifetime, and is known under its prefix only", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const one = yield* openProcess(server, { prefix: "one:", endedLifetime: "1 minute" })
        const two = yield* openProcess(server, { prefix: "two:" })
        yield* one.ended.end(["key"])
        assert.isFalse(yield* two.ended.isEnded(["key"]))
        assert.deepStrictEqual(yield* dump(server), [["one:ended:key", "1"]])
        const rest = Number(yield* send(server, "PTTL", "one:ended:key"))
        assert.isTrue(rest > 0 && rest <= 60_000, String(rest))
      }))

    test("an ended session with the shortest lifetime is known to its process, and Redis stays available", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        for (const endedLifetime of [0, "200 micros"] as const) {
          const one = yield* openProcess(server, { endedLifetime })
          yield* one.ended.end(["key"])
          assert.isTrue(one.ended.isKnown(["key"]))
          yield* one.cache.set("a", "1", Duration.minutes(1))
          assert.strictEqual(yield* one.cache.get("a"), "1")
        }
      }))

    test("an ended session is known to its process while Redis is unavailable", () =>
      Effect.gen(function*() {
        const redis = yield* startRedis()
        const limits = { commandTimeout: "100 millis", cooldown: "100 millis" } as const
        const [one, other] = [yield* openProcess(redis.server, limits), yield* openProcess(redis.server, limits)]
        yield* redis.signal("SIGSTOP")
        yield* one.ended.end(["key"])
        assert.isTrue(yield* one.ended.isEnded(["key"]))
        assert.isFalse(yield* other.ended.isEnded(["key"]))
        yield* redis.signal("SIGCONT")
      }))
  })
}
