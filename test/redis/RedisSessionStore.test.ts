/** Session stores, over a Redis in memory. */
import { describe } from "@effect/vitest"
import { startFakeRedis } from "./fakeRedis.ts"
import { suite } from "./RedisSessionStoreSuite.ts"
import { testInVirtualTime } from "./testInVirtualTime.ts"

suite({ describe, test: testInVirtualTime, startRedis: startFakeRedis })
