/** Session stores over a real Redis server. */
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { Tokens } from "latchkey"
import { RedisSessionStore } from "latchkey/redis"
import { SessionStore } from "latchkey/server"
import { suite } from "../suites/SessionStoreSuite.ts"
import { describeRedis, layerRedis, startRedis } from "../support/redisServer.ts"
import { dump, send } from "./support.ts"

const ada = Tokens.make({ refreshToken: "refresh-of-ada", accessToken: "access-of-ada" })!

const openStore = (
  url: string,
  options: RedisSessionStore.RedisSessionStoreOptions = {}
): Effect.Effect<SessionStore.SessionStore["Service"], never, Scope.Scope> =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(
      RedisSessionStore.layer({ commandTimeout: "10 seconds", ...options }),
      layerRedis(url)
    ))),
    Context.get(SessionStore.SessionStore)
  )

suite(
  "in Redis",
  (options) =>
    Effect.flatMap(startRedis(), ({ url }) => Effect.all([openStore(url, options), openStore(url, options)])),
  describeRedis
)

describeRedis("RedisSessionStore", () => {
  it.live("stores no id and no token in plain text, and expires records", () =>
    Effect.gen(function*() {
      const { url } = yield* startRedis()
      const store = yield* openStore(url, { prefix: "app:", idleLifetime: "1 minute", absoluteLifetime: "1 hour" })
      const { id } = yield* store.create(ada)
      const [[key, value] = ["", ""]] = yield* dump(url)
      assert.match(key, /^app:session:[\w-]{43}$/)
      for (const secret of [...Redacted.value(id).split("."), "refresh-of-ada", "access-of-ada"]) {
        assert.notInclude(key + value, secret)
      }
      const rest = Number(yield* send(url, "PTTL", key))
      assert.isTrue(rest > 0 && rest <= 60_000)
    }))

  it.live("keeps sessions while Redis restarts with its data", () =>
    Effect.gen(function*() {
      const redis = yield* startRedis({ persistent: true })
      const store = yield* openStore(redis.url, { cooldown: "50 millis" })
      const { id } = yield* store.create(ada)
      yield* redis.restart
      const get = Effect.retry(store.get(id), { times: 100, schedule: Schedule.spaced("50 millis") })
      assert.isTrue(Tokens.isSame((yield* get)?.tokens, ada))
    }))

  it.live("fails with SessionStoreUnavailable while Redis is paused, and finds the session afterwards", () =>
    Effect.gen(function*() {
      const redis = yield* startRedis()
      const store = yield* openStore(redis.url, { commandTimeout: "100 millis", cooldown: "100 millis" })
      const { id } = yield* store.create(ada)
      yield* redis.signal("SIGSTOP")
      const calls = [store.get(id), Effect.asVoid(store.update(id, () => ada)), Effect.asVoid(store.create(ada))]
      for (const call of calls) {
        assert.strictEqual((yield* Effect.flip(call))._tag, "SessionStoreUnavailable")
      }
      yield* redis.signal("SIGCONT")
      yield* Effect.sleep("200 millis")
      assert.isTrue(Tokens.isSame((yield* store.get(id))?.tokens, ada))
    }))
})
