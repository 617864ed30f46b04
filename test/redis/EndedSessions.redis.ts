/** The cache that processes share, over a real Redis server. */
import { suite } from "./EndedSessionsSuite.ts"
import { realRedis } from "./realRedis.ts"

suite(realRedis)
