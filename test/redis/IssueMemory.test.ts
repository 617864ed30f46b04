/** The memory for own issues, over a Redis in memory. */
import { fakeRedis } from "./fakeRedis.ts"
import { suite } from "./IssueMemorySuite.ts"

suite(fakeRedis)
