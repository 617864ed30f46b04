/** Session stores, over a real Redis server. */
import { it } from "@effect/vitest"
import { describeRedis, startRedis } from "../support/redisServer.ts"
import { suite } from "./RedisSessionStoreSuite.ts"

suite({ describe: describeRedis, test: it.live, startRedis })
