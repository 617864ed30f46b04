/** The store for consents that processes share. */
import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { dump, openProcess, send, type SuiteOptions } from "./support.ts"

const minute = Duration.minutes(1)

export const suite = ({ describe, startRedis, test }: SuiteOptions) => {
  describe("ConsentStore over Redis", () => {
    test("one of several concurrent processes takes a value, which is sealed and expires", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { consents: one } = yield* openProcess(server)
        const { consents: two } = yield* openProcess(server)
        yield* one.set("code:1", "a secret grant", minute)
        assert.strictEqual(yield* two.get("code:1"), "a secret grant")
        const [[key = "", value] = []] = yield* dump(server)
        assert.strictEqual(key, "latchkey:consent:code:1")
        assert.notInclude(String(value), "secret")
        assert.isTrue(Number(yield* send(server, "PTTL", key)) <= 60_000)
        const taken = yield* Effect.all([one, two, one, two].map(({ take }) => take("code:1")), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(taken.filter((found) => found !== undefined), ["a secret grant"])
        assert.isUndefined(yield* one.get("code:1"))
      }))

    test("a forged value, and the value of another key, are none", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { consents } = yield* openProcess(server)
        yield* consents.set("code:1", "grant", minute)
        yield* send(server, "RENAME", "latchkey:consent:code:1", "latchkey:consent:code:2")
        yield* send(server, "SET", "latchkey:consent:code:3", "{}")
        for (const key of ["code:2", "code:3"]) {
          assert.isUndefined(yield* consents.get(key))
          assert.isUndefined(yield* consents.take(key))
        }
      }))
  })
}
