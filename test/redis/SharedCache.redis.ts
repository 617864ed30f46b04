/** The cache that processes share, over a real Redis server. */
import { realRedis } from "./realRedis.ts"
import { suite } from "./SharedCacheSuite.ts"

suite(realRedis)
