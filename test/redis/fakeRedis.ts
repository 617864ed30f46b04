/** An in-memory Redis on the clock of the test. It has the commands and the scripts of `src/redis`. */
import { describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import { createHash } from "node:crypto"
import { turn } from "../support/turns.ts"
import { runInVirtualTime } from "./runInVirtualTime.ts"
import type { SuiteOptions } from "./support.ts"

type Reply = string | number | null | ReadonlyArray<string>

interface Entry {
  readonly value: string | ReadonlyArray<string>
  readonly expiresAt: number
}

/** Thrown as the reply of a command that Redis refuses. */
class Refusal extends Error {}

const wrongType = "WRONGTYPE Operation against a key holding the wrong kind of value"

/** The data of a server, and its commands. */
const makeData = () => {
  const entries = new Map<string, Entry>()
  const scripts = new Map<string, string>()

  const find = (key: string, now: number): Entry | undefined => {
    const entry = entries.get(key)
    if (entry === undefined || entry.expiresAt > now) return entry
    entries.delete(key)
    return undefined
  }

  const get = (key: string, now: number): string | null => {
    const value = find(key, now)?.value ?? null
    if (typeof value === "object" && value !== null) throw new Refusal(wrongType)
    return value
  }

  const lifetimeOf = (text: string | undefined): number => {
    const millis = Number(text)
    if (!Number.isSafeInteger(millis) || millis <= 0) throw new Refusal("ERR invalid expire time")
    return millis
  }

  const set = (now: number, key: string, value: string, ...options: ReadonlyArray<string>): Reply => {
    if (options.includes("NX") && find(key, now) !== undefined) return null
    const index = options.indexOf("PX")
    entries.set(key, { value, expiresAt: index < 0 ? Infinity : now + lifetimeOf(options[index + 1]) })
    return "OK"
  }

  const remove = (key: string, now: number): number => {
    const isThere = find(key, now) !== undefined
    entries.delete(key)
    return Number(isThere)
  }

  /** The scripts of `src/redis` by their text, so that a changed script needs a changed function. */
  const functions: Readonly<
    Record<string, (now: number, keys: ReadonlyArray<string>, args: ReadonlyArray<string>) => Reply>
  > = {
    // RedisSessionStore: replaceValue
    [
      `
local value = redis.call("GET", KEYS[1]) or ""
if value ~= ARGV[1] then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1])
else redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3]) end
return 1`
    ]: (now, [key = ""], [expected, next = "", millis = ""]) => {
      if ((get(key, now) ?? "") !== expected) return 0
      if (next === "") remove(key, now)
      else set(now, key, next, "PX", millis)
      return 1
    },
    // makeSharedCache: getValue
    [
      `
local value = redis.pcall("GET", KEYS[1])
if type(value) ~= "string" or #value > tonumber(ARGV[1]) then return false end
return value`
    ]: (now, [key = ""], [maxLength]) => {
      const value = find(key, now)?.value
      return typeof value !== "string" || Buffer.byteLength(value) > Number(maxLength) ? null : value
    },
    // refreshScripts: acquire
    [
      `
local token = redis.call("GET", KEYS[1])
if token and token ~= ARGV[3] then return token end
if redis.call("SET", KEYS[2], ARGV[1], "NX", "PX", ARGV[2]) then return 1 end
return 0`
    ]: (now, [tokenKey = "", lockKey = ""], [owner = "", lease = "", rejected]) => {
      const token = get(tokenKey, now)
      if (token !== null && token !== rejected) return token
      return set(now, lockKey, owner, "NX", "PX", lease) === null ? 0 : 1
    },
    // refreshScripts: renew
    [
      `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])`
    ]: (now, [lockKey = ""], [owner = "", lease = ""]) => {
      if (get(lockKey, now) !== owner) return 0
      set(now, lockKey, owner, "PX", lease)
      return 1
    },
    // refreshScripts: store
    [
      `
if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return redis.call("DEL", KEYS[2])`
    ]: (now, [tokenKey = "", lockKey = ""], [owner, token = "", lifetime = ""]) => {
      if (get(lockKey, now) !== owner) return 0
      set(now, tokenKey, token, "PX", lifetime)
      return remove(lockKey, now)
    },
    // refreshScripts: release
    [
      `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`
    ]: (now, [lockKey = ""], [owner]) => get(lockKey, now) === owner ? remove(lockKey, now) : 0
  }

  const run = (now: number, command: string, args: ReadonlyArray<string>, refusal?: string): Reply => {
    const isWrite = command === "EVALSHA" ? /"(SET|DEL|PEXPIRE)"/.test(scripts.get(args[0]!) ?? "") : command === "SET"
    if (refusal !== undefined && isWrite) throw new Refusal(refusal)
    const [key = "", value = "", ...options] = args
    switch (command) {
      case "GET":
        return get(key, now)
      case "GETDEL": {
        const found = get(key, now)
        remove(key, now)
        return found
      }
      case "SET":
        return set(now, key, value, ...options)
      case "DEL":
        return remove(key, now)
      case "EXISTS":
        return Number(find(key, now) !== undefined)
      case "RENAME":
        entries.set(value, find(key, now)!)
        return remove(key, now)
      case "RPUSH":
        entries.set(key, { value: args.slice(1), expiresAt: Infinity })
        return 1
      case "PTTL": {
        const entry = find(key, now)
        return entry === undefined ? -2 : entry.expiresAt === Infinity ? -1 : entry.expiresAt - now
      }
      case "KEYS":
        return [...entries.keys()].filter((key) => find(key, now) !== undefined)
      case "FLUSHALL":
        entries.clear()
        return "OK"
      case "SCRIPT": {
        if (key === "FLUSH") {
          scripts.clear()
          return "OK"
        }
        const sha = createHash("sha1").update(value).digest("hex")
        scripts.set(sha, value)
        return sha
      }
      case "EVALSHA": {
        const script = scripts.get(key)
        if (script === undefined) throw new Refusal("NOSCRIPT No matching script.")
        const f = functions[script]
        if (f === undefined) throw new Error(`fakeRedis.ts has no function for the script:${script}`)
        const numberOfKeys = Number(value)
        return f(now, options.slice(0, numberOfKeys), options.slice(numberOfKeys))
      }
    }
    throw new Error(`fakeRedis.ts has no command ${command}`)
  }

  return { run }
}

const notReserved = new Redis.RedisError({ cause: new Error("fakeRedis.ts has no reserved connections") })

/** Starts a server that clients reach through a layer. */
const startRedis: SuiteOptions["startRedis"] = () =>
  Effect.sync(() => {
    const { run } = makeData()
    let isPaused = false
    let refusal: string | undefined
    /** The commands that arrived during a pause. */
    let waiting: Array<() => void> = []

    const send = <A>(command: string, ...args: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> =>
      Effect.gen(function*() {
        const clock = yield* Clock.Clock
        const reply = yield* Deferred.make<A, Redis.RedisError>()
        const execute = () => {
          try {
            // Sound: a caller expects the type that Redis replies with.
            Deferred.doneUnsafe(reply, Exit.succeed(run(clock.currentTimeMillisUnsafe(), command, args, refusal) as A))
          } catch (error) {
            Deferred.doneUnsafe(
              reply,
              error instanceof Refusal ? Exit.fail(new Redis.RedisError({ cause: error })) : Exit.die(error)
            )
          }
        }
        // A sent command is executed even if its caller is interrupted.
        if (isPaused) waiting.push(execute)
        else execute()
        // Like a network: other fibers run before the reply.
        yield* turn
        return yield* Deferred.await(reply)
      })

    const layer = Layer.effect(
      Redis.Redis,
      Redis.make({ send, subscribe: () => Effect.fail(notReserved), connect: Effect.fail(notReserved) })
    )
    return {
      server: layer,
      refuseWrites: (error) =>
        Effect.sync(() => {
          refusal = error
        }),
      signal: (signal) =>
        Effect.sync(() => {
          isPaused = signal === "SIGSTOP"
          const commands = isPaused ? [] : waiting
          if (!isPaused) waiting = []
          for (const execute of commands) execute()
        })
    }
  })

/** How suites test with the Redis in memory. */
export const fakeRedis: SuiteOptions = {
  describe,
  test: (name, run) => it.effect(name, () => runInVirtualTime(run())),
  startRedis,
  retryAfterOutage: (call) => call,
  // The first renewal is after 1 second, so that the request outlasts the lease.
  lease: { duration: "3 seconds", renewals: 4 }
}
