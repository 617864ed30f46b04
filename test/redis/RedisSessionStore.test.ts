/** Session stores, over a Redis in memory. */
import { fakeRedis } from "./fakeRedis.ts"
import { suite } from "./RedisSessionStoreSuite.ts"

suite(fakeRedis)
