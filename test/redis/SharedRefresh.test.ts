/** Refreshes that processes share, over a Redis in memory. */
import { describe } from "@effect/vitest"
import { startFakeRedis } from "./fakeRedis.ts"
import { suite } from "./SharedRefreshSuite.ts"
import { testInVirtualTime } from "./testInVirtualTime.ts"

suite({ describe, test: testInVirtualTime, startRedis: startFakeRedis })
