/** Refreshes that processes share, over a Redis in memory. */
import { fakeRedis } from "./fakeRedis.ts"
import { suite } from "./SharedRefreshSuite.ts"

suite(fakeRedis)
