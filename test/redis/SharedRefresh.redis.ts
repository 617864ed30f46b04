/** Refreshes that processes share, over a real Redis server. */
import { it } from "@effect/vitest"
import { describeRedis, startRedis } from "../support/redisServer.ts"
import { suite } from "./SharedRefreshSuite.ts"

suite({ describe: describeRedis, test: it.live, startRedis })
