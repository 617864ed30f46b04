/** The behavior of session stores in Redis that other stores do not have. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Tokens } from "latchkey"
import { suite as contract } from "../suites/SessionStoreSuite.ts"
import { dump, openStore, send, type SuiteOptions } from "./support.ts"

export const ada = Tokens.make({ refreshToken: "refresh-of-ada", accessToken: "access-of-ada" })!

export const suite = ({ describe, retryAfterOutage, startRedis, test }: SuiteOptions) => {
  contract(
    "in Redis",
    (options) =>
      Effect.flatMap(
        startRedis(),
        ({ server }) => Effect.all([openStore(server, options), openStore(server, options)])
      ),
    describe
  )

  describe("RedisSessionStore", () => {
    test("stores no id and no token in plain text, and expires records", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const store = yield* openStore(server, { prefix: "app:", idleLifetime: "1 minute", absoluteLifetime: "1 hour" })
        const { id } = yield* store.create(ada)
        const [[key, value] = ["", ""]] = yield* dump(server)
        assert.match(key, /^app:session:[\w+/]{43}=$/)
        for (const secret of [...Redacted.value(id).split("."), "refresh-of-ada", "access-of-ada"]) {
          assert.notInclude(key + value, secret)
        }
        const rest = Number(yield* send(server, "PTTL", key))
        assert.isTrue(rest > 0 && rest <= 60_000)
      }))

    test("creates sessions with the shortest lifetimes, which end immediately", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        for (const idleLifetime of [0, "200 micros"] as const) {
          const store = yield* openStore(server, { idleLifetime })
          const { id } = yield* store.create(ada)
          yield* Effect.sleep("2 millis")
          assert.isUndefined(yield* store.get(id))
        }
      }))

    for (const error of ["OOM", "READONLY"] as const) {
      test(`stored sessions are served while Redis refuses writes with ${error}, and creating and updating fail`, () =>
        Effect.gen(function*() {
          const redis = yield* startRedis()
          const store = yield* openStore(redis.server)
          // Both the time of use and the rotation are due for each request.
          const due = yield* openStore(redis.server, { rotationInterval: "1 millis", rotationGrace: "1 millis" })
          const { id } = yield* store.create(ada)
          yield* Effect.sleep("20 millis")
          yield* redis.refuseWrites(error)
          for (const one of [store, due, due]) {
            const found = yield* one.get(id)
            assert.isTrue(Tokens.isSame(found?.tokens, ada))
            assert.isUndefined(found?.successor)
          }
          const other = Tokens.make({ refreshToken: "refresh-of-ada", accessToken: "other" })!
          for (const write of [Effect.asVoid(store.create(ada)), Effect.asVoid(store.update(id, () => other))]) {
            assert.strictEqual((yield* Effect.flip(write))._tag, "SessionStoreUnavailable")
          }
          assert.isTrue(Tokens.isSame((yield* store.get(id))?.tokens, ada))
          yield* redis.refuseWrites(undefined)
          assert.isDefined((yield* due.get(id))?.successor)
          yield* store.remove(id)
          assert.isUndefined(yield* store.get(id))
        }))
    }

    test("fails with SessionStoreUnavailable while Redis is paused, and finds the session afterwards", () =>
      Effect.gen(function*() {
        const redis = yield* startRedis()
        const { id } = yield* Effect.flatMap(openStore(redis.server), (store) => store.create(ada))
        const store = yield* openStore(redis.server, { commandTimeout: "100 millis", cooldown: "100 millis" })
        yield* redis.signal("SIGSTOP")
        const calls = [store.get(id), Effect.asVoid(store.update(id, () => ada)), Effect.asVoid(store.create(ada))]
        for (const call of calls) {
          assert.strictEqual((yield* Effect.flip(call))._tag, "SessionStoreUnavailable")
        }
        yield* redis.signal("SIGCONT")
        yield* Effect.sleep("100 millis")
        assert.isTrue(Tokens.isSame((yield* retryAfterOutage(store.get(id)))?.tokens, ada))
      }))
  })
}
