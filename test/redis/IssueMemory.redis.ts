/** The memory for own issues, over a real Redis server. */
import { suite } from "./IssueMemorySuite.ts"
import { realRedis } from "./realRedis.ts"

suite(realRedis)
