/** Session stores, over a real Redis server. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Tokens } from "latchkey"
import { describeRedis, startRedis } from "../support/redisServer.ts"
import { realRedis } from "./realRedis.ts"
import { ada, suite } from "./RedisSessionStoreSuite.ts"
import { openStore } from "./support.ts"

suite(realRedis)

describeRedis("RedisSessionStore", () => {
  it.live("keeps sessions while Redis restarts with its data", () =>
    Effect.gen(function*() {
      const redis = yield* startRedis({ persistent: true })
      const store = yield* openStore(redis.url, { cooldown: "50 millis" })
      const { id } = yield* store.create(ada)
      yield* redis.restart
      assert.isTrue(Tokens.isSame((yield* realRedis.retryAfterOutage(store.get(id)))?.tokens, ada))
    }))
})
