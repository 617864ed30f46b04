/** The script for changes that several processes make at the same time. */
import * as Redis from "effect/persistence/Redis"

/** Replaces a value if it is the expected one. An empty string means no value. */
export const replaceValue = /*#__PURE__*/ Redis.script(
  (key: string, expected: string, next: string, millis: number) => [key, expected, next, millis],
  {
    numberOfKeys: 1,
    lua: `
local value = redis.call("GET", KEYS[1]) or ""
if value ~= ARGV[1] then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1])
else redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3]) end
return 1`
  }
).withReturnType<unknown>()
