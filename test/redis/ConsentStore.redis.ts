/** The store for consents, over a real Redis server. */
import { suite } from "./ConsentStoreSuite.ts"
import { realRedis } from "./realRedis.ts"

suite(realRedis)
