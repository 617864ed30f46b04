/** The cache that processes share, over a Redis in memory. */
import { fakeRedis } from "./fakeRedis.ts"
import { suite } from "./SharedCacheSuite.ts"

suite(fakeRedis)
