/** The store for consents, over a Redis in memory. */
import { suite } from "./ConsentStoreSuite.ts"
import { fakeRedis } from "./fakeRedis.ts"

suite(fakeRedis)
