/**
 * The Lua scripts for shared refreshes. Redis runs each one atomically. Both keys have the same hash tag, so that a Redis
 * Cluster stores them on one node.
 */
import * as Redis from "effect/persistence/Redis"

/** A session's keys. */
export interface RefreshKeys {
  readonly token: string
  readonly lock: string
}

/** Returns the stored token, unless it is `rejected`. Without one, takes the lock: returns 1 if it was free, otherwise 0. */
export const acquire = /*#__PURE__*/ Redis.script(
  (
    { lock, token }: RefreshKeys,
    ...args: [owner: string, leaseMillis: number, rejected: string]
  ) => [token, lock, ...args],
  {
    numberOfKeys: 2,
    lua: `
local token = redis.call("GET", KEYS[1])
if token and token ~= ARGV[3] then return token end
if redis.call("SET", KEYS[2], ARGV[1], "NX", "PX", ARGV[2]) then return 1 end
return 0`
  }
).withReturnType<unknown>()

/** Extends a lock's lease. Returns 0 if another owner has the lock. */
export const renew = /*#__PURE__*/ Redis.script(
  (keys: RefreshKeys, owner: string, leaseMillis: number) => [keys.lock, owner, leaseMillis],
  {
    numberOfKeys: 1,
    lua: `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])`
  }
).withReturnType<unknown>()

/** Stores a token and releases the lock. Has no effect if another owner has the lock: its token is newer. */
export const store = /*#__PURE__*/ Redis.script(
  (
    { lock, token }: RefreshKeys,
    ...args: [owner: string, token: string, lifetimeMillis: number]
  ) => [token, lock, ...args],
  {
    numberOfKeys: 2,
    lua: `
if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return redis.call("DEL", KEYS[2])`
  }
).withReturnType<unknown>()

/** Releases the lock, unless another owner has it. */
export const release = /*#__PURE__*/ Redis.script(
  (keys: RefreshKeys, owner: string) => [keys.lock, owner],
  {
    numberOfKeys: 1,
    lua: `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`
  }
).withReturnType<unknown>()
