/**
 * Refreshes that a server's processes share.
 *
 * One process requests the access token while it holds a lock in Redis. The others wait for its token. The lock is a lease that
 * its owner renews, so it expires soon after the owner's process ends. If Redis is unavailable, or the owner takes too long, each
 * process requests its own token. Commands are sent in this order:
 *
 * 1. `acquire`, until it replies with a usable token or the lock.
 * 2. With the lock, `renew` in the background until the request ends.
 * 3. After a success, `store`, which also releases the lock. After a failure, and for a token without a lifetime, `release`.
 *
 * If waiting ends while an `acquire` has no reply, `release` follows it: Redis may still run both, in this order.
 */
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { open, randomSecret, seal } from "../platform/seal.ts"
import { Sha256 } from "../platform/Sha256.ts"
import type { SharedRefresh } from "../server/SharedState.ts"
import * as AccessToken from "../session/AccessToken.ts"
import type { Guard, RedisUnavailable } from "./guardRedis.ts"
import { acquire, type RefreshKeys, release, renew, store } from "./refreshScripts.ts"

/** Options for shared refreshes. */
export type SharedRefreshOptions = {
  /**
   * The time after which other processes take over from a process that has ended during a refresh; 5 seconds by default. A
   * running process renews the lease.
   */
  readonly lease?: Duration.Input | undefined
  /** The maximum time to wait for another process's refresh; 10 seconds by default. It should exceed the lease. */
  readonly lockTimeout?: Duration.Input | undefined
}

/** The first and the longest time between two polls, in milliseconds. */
const shortestPoll = 20
const longestPoll = 200

/** The domain separator for deriving an access token's key from the refresh token. */
const context = "latchkey/redis access token"

/** Creates a `SharedRefresh` over Redis. */
export const makeSharedRefresh = (
  redis: Redis.Redis["Service"],
  guard: Guard,
  prefix: string,
  { lease = "5 seconds", lockTimeout = "10 seconds" }: SharedRefreshOptions
): Effect.Effect<SharedRefresh, never, Scope.Scope> =>
  Effect.map(Effect.zip(Effect.scope, Effect.service(Sha256)), ([scope, sha256]) => {
    const leaseMillis = Duration.toMillis(Duration.fromInputUnsafe(lease))
    const makeCommands = prepareCommands(redis, leaseMillis)
    return (refreshToken, request, isUsable) =>
      Effect.gen(function*() {
        // With high entropy, a token's hash reveals nothing about it.
        const id = yield* sha256(Redacted.value(refreshToken))
        const keys = { token: `${prefix}refresh:{${id}}:token`, lock: `${prefix}refresh:{${id}}:lock` }
        const commands = makeCommands(keys, Redacted.value(yield* randomSecret))
        const attempt: Attempt = { commands, guard, refreshToken, leaseMillis, lockTimeout, scope }
        return yield* Effect.uninterruptibleMask((restore) =>
          Effect.matchEffect(restore(acquireOrWait(attempt, isUsable)), {
            onFailure: () => restore(request),
            onSuccess: (token) =>
              token === undefined ? requestWithLock(attempt, restore(request)) : Effect.succeed(token)
          })
        )
      })
  })

type Token = Redacted.Redacted<string>
/** Creates the function for the commands for one refresh token by one owner. */
const prepareCommands = (redis: Redis.Redis["Service"], leaseMillis: number) => {
  const evalAcquire = redis.eval(acquire)
  const evalRenew = redis.eval(renew)
  const evalStore = redis.eval(store)
  const evalRelease = redis.eval(release)
  return (keys: RefreshKeys, owner: string) => ({
    /** Requests the lock, or a token other than `rejected`. */
    acquire: (rejected: string) => evalAcquire(keys, owner, leaseMillis, rejected),
    renew: evalRenew(keys, owner, leaseMillis),
    store: (sealed: string, lifetimeMillis: number) => evalStore(keys, owner, sealed, lifetimeMillis),
    release: evalRelease(keys, owner)
  })
}

/** One process's part in a refresh. */
interface Attempt {
  readonly commands: ReturnType<ReturnType<typeof prepareCommands>>
  readonly guard: Guard
  readonly refreshToken: Token
  readonly leaseMillis: number
  readonly lockTimeout: Duration.Input
  /** The scope for a release that nothing waits for. */
  readonly scope: Scope.Scope
}

/**
 * Returns another process's token, or `undefined` with the lock. Waits while another process has the lock, and fails when the
 * `lockTimeout` ends.
 */
const acquireOrWait = (
  { commands, guard, lockTimeout, refreshToken, scope }: Attempt,
  isUsable: Parameters<SharedRefresh>[2]
): Effect.Effect<Token | undefined, RedisUnavailable | Cause.TimeoutError> => {
  /** `true` from the start of an `acquire` until its reply, and after it has replied with the lock. */
  let mayOwn = false
  const acquireOnce = (rejected: string) =>
    guard(Effect.suspend(() => {
      mayOwn = true
      return commands.acquire(rejected)
    }))
  const poll = Effect.gen(function*() {
    /** The last token that was not usable. The next reply must be another one. */
    let rejected = ""
    for (let pause = shortestPoll;;) {
      const reply = parseReply(yield* acquireOnce(rejected))
      if (reply === "acquired") return undefined
      mayOwn = false
      if (reply === "taken") {
        yield* Effect.sleep(pause)
        pause = Math.min(pause * 1.5, longestPoll)
        continue
      }
      const token = yield* open(refreshToken, context, reply.sealed)
      const accessToken = token === undefined ? undefined : Redacted.make(token)
      if (accessToken !== undefined && (yield* isUsable(accessToken))) return accessToken
      rejected = reply.sealed
    }
  })
  return Effect.onError(
    Effect.timeout(poll, lockTimeout),
    // Redis may run the command later. It runs the release after it.
    () => mayOwn ? Effect.forkIn(Effect.ignore(commands.release), scope) : Effect.void
  )
}

/** Requests a token with the lock, which it stores. Releases the lock. Must not be interrupted outside the request. */
const requestWithLock = <E>(attempt: Attempt, request: Effect.Effect<Token, E>): Effect.Effect<Token, E> =>
  Effect.flatMap(Effect.forkChild(renewLease(attempt)), (renewal) =>
    request.pipe(
      Effect.tap((token) => Effect.ignore(storeToken(attempt, token))),
      Effect.onExit((exit) =>
        Effect.andThen(
          Fiber.interrupt(renewal),
          Exit.isSuccess(exit) ? Effect.void : Effect.ignore(attempt.guard(attempt.commands.release))
        )
      )
    ))

const storeToken = Effect.fnUntraced(function*(
  { commands, guard, refreshToken }: Attempt,
  token: Token
): Effect.fn.Return<void, RedisUnavailable> {
  const lifetime = getLifetime(token, yield* Clock.currentTimeMillis)
  if (lifetime <= 0) return yield* Effect.asVoid(guard(commands.release))
  const sealed = yield* seal(refreshToken, context, Redacted.value(token))
  yield* guard(commands.store(sealed, lifetime))
})

/** Renews the lease until another owner has the lock. */
const renewLease = ({ commands, guard, leaseMillis }: Attempt) =>
  Effect.sleep(leaseMillis / 3).pipe(
    Effect.andThen(guard(commands.renew)),
    Effect.catchTag("RedisUnavailable", () => Effect.succeed(1)),
    Effect.repeat({ while: isOne }),
    Effect.interruptible
  )

/** Redis clients reply with an integer as a number or a string. */
const isOne = (reply: unknown): boolean => Number(reply) === 1

/** Parses a reply to `acquire`: the lock was free and is `acquired`, another process has `taken` it, or a token is stored. */
const parseReply = (reply: unknown): "acquired" | "taken" | { readonly sealed: string } =>
  isOne(reply) ? "acquired" : typeof reply === "string" && Number(reply) !== 0 ? { sealed: reply } : "taken"

/**
 * Returns an access token's lifetime in milliseconds; 0 without a valid expiry. A token that was just issued is valid
 * from its issue time, even if this process's clock differs from the service's clock.
 */
const getLifetime = (token: Redacted.Redacted<string>, now: number): number => {
  const parsed = AccessToken.parse(token)
  return parsed === undefined ? 0 : Math.floor(parsed.expiresAtMillis - (parsed.issuedAtMillis ?? now))
}
