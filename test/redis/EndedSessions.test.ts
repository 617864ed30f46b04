/** The cache that processes share, over a Redis in memory. */
import { suite } from "./EndedSessionsSuite.ts"
import { fakeRedis } from "./fakeRedis.ts"

suite(fakeRedis)
