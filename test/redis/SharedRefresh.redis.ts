/** Refreshes that processes share, over a real Redis server. */
import { realRedis } from "./realRedis.ts"
import { suite } from "./SharedRefreshSuite.ts"

suite(realRedis)
