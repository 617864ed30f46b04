/** The cache that processes share. */
import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { dump, openProcess, send, type SuiteOptions } from "./support.ts"

const minute = Duration.minutes(1)

export const suite = ({ describe, startRedis, test }: SuiteOptions) => {
  describe("SharedCache over Redis", () => {
    test("returns a value to other processes until it expires", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const one = yield* openProcess(server)
        const two = yield* openProcess(server)
        assert.isUndefined(yield* two.cache.get("keys"))
        yield* one.cache.set("keys", "[\"ä\"]", minute)
        assert.strictEqual(yield* two.cache.get("keys"), "[\"ä\"]")
        const [[key] = [""]] = yield* dump(server)
        assert.strictEqual(key, "latchkey:cache:keys")
        const rest = Number(yield* send(server, "PTTL", key))
        assert.isTrue(rest > 0 && rest <= 60_000)
      }))

    test("ignores values without a lifetime, and values and keys that are too long", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { cache } = yield* openProcess(server, { maxLength: 10 })
        yield* cache.set("a", "1", Duration.zero)
        yield* cache.set("a", "1", Duration.millis(-1))
        yield* cache.set("b", "x".repeat(11), minute)
        yield* cache.set("k".repeat(513), "1", minute)
        assert.isUndefined(yield* cache.get("k".repeat(513)))
        assert.deepStrictEqual(yield* dump(server), [])
        yield* cache.set("b", "€".repeat(10), minute)
        assert.strictEqual(yield* cache.get("b"), "€".repeat(10))
      }))

    test("returns values of maxLength characters, which are up to four times as long in Redis", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { cache } = yield* openProcess(server, { maxLength: 1000 })
        for (const character of ["x", "ä", "€"]) {
          yield* cache.set("keys", character.repeat(1000), minute)
          assert.strictEqual(yield* cache.get("keys"), character.repeat(1000))
        }
        yield* cache.set("long", "x".repeat(1001), minute)
        assert.isUndefined(yield* cache.get("long"))
        yield* cache.set("k".repeat(512), "1", minute)
        assert.strictEqual(yield* cache.get("k".repeat(512)), "1")
      }))

    test("keeps values of different prefixes apart", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const one = yield* openProcess(server, { prefix: "one:" })
        const two = yield* openProcess(server, { prefix: "two:" })
        yield* one.cache.set("keys", "1", minute)
        assert.isUndefined(yield* two.cache.get("keys"))
        assert.deepStrictEqual((yield* dump(server)).map(([key]) => key), ["one:cache:keys"])
        yield* two.cache.set("keys", "2", minute)
        assert.strictEqual(yield* one.cache.get("keys"), "1")
      }))

    test("treats malformed values as misses, and stays available", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { cache } = yield* openProcess(server)
        yield* cache.set("a", "1", minute)
        const [[, sealed] = ["", ""]] = yield* dump(server)
        for (const bad of ["", "1", "{}", sealed.slice(1), `${sealed}A`, "x".repeat(1_000_000)]) {
          yield* send(server, "SET", "latchkey:cache:a", bad)
          assert.isUndefined(yield* cache.get("a"))
        }
        yield* send(server, "DEL", "latchkey:cache:a")
        yield* send(server, "RPUSH", "latchkey:cache:a", "1")
        assert.isUndefined(yield* cache.get("a"))
        yield* cache.set("b", "2", minute)
        assert.strictEqual(yield* cache.get("b"), "2")
      }))

    test("refuses a value that a program without the secret has stored or moved", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { cache } = yield* openProcess(server)
        const intruder = yield* openProcess(server, { secret: "another secret" })
        yield* intruder.cache.set("keys", "forged", minute)
        assert.isUndefined(yield* cache.get("keys"))
        yield* cache.set("permissions of eve", "all", minute)
        yield* send(server, "RENAME", "latchkey:cache:permissions of eve", "latchkey:cache:permissions of ada")
        assert.isUndefined(yield* cache.get("permissions of ada"))
      }))
  })
}
