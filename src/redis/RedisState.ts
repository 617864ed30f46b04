/** The state that a server's processes share: refreshes, sign-outs, consents, own token issues, key sets and permission lists. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { ConsentStore } from "../server/agents/ConsentStore.ts"
import { SharedCache, SharedRefresh } from "../server/SharedState.ts"
import { EndedSessions } from "../session/EndedSessions.ts"
import { SharedIssueMemory } from "../session/IssueMemory.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { checkNames } from "../session/options.ts"
import { guardNames, type GuardOptions, makeGuard } from "./guardRedis.ts"
import { makeConsentStore } from "./makeConsentStore.ts"
import { type EndedSessionsOptions, makeEndedSessions } from "./makeEndedSessions.ts"
import { makeIssueMemory } from "./makeIssueMemory.ts"
import { makeSharedCache, type SharedCacheOptions } from "./makeSharedCache.ts"
import { makeSharedRefresh, type SharedRefreshOptions } from "./makeSharedRefresh.ts"

/** Options for shared state. */
export interface RedisStateOptions
  extends GuardOptions, SharedRefreshOptions, SharedCacheOptions, EndedSessionsOptions
{
  /**
   * A secret that all processes have, such as the secret server key. It encrypts cached values, so that access to Redis is
   * not enough to forge key sets and permission lists.
   */
  readonly secret: Secret
  /** The prefix for all keys; `latchkey:` by default. */
  readonly prefix?: string | undefined
}

const names: OptionNames<RedisStateOptions> = {
  ...guardNames,
  secret: true,
  prefix: true,
  lease: true,
  lockTimeout: true,
  maxLength: true,
  endedLifetime: true
}

/**
 * Layer for shared state in Redis. `Authentication.layer` uses it: the processes refresh each session once, and share key
 * sets and permission lists. Building it sends no command.
 *
 * Provide it to the layers that sign users out, too: `RequestHost.layer` and `StoredSessionHost.layer`. Then all processes
 * refuse a session that one of them has signed out. This costs one or two `EXISTS` commands for each request with a session.
 *
 * If Redis is down or slow, each process works alone. Only these fail because of it: an authorization server's requests, since another
 * process must know their codes, and refreshes below `ForeignUse.layer`, which must be remembered.
 *
 * **Example** (Two processes behind a load balancer)
 *
 * ```ts
 * import { NodeRedis } from "@effect/platform-node"
 * import * as Layer from "effect/Layer"
 * import type * as Redacted from "effect/Redacted"
 * import { RedisState } from "latchkey/redis"
 *
 * const layer = (secretServerKey: Redacted.Redacted<string>) =>
 *   RedisState.layer({ secret: secretServerKey }).pipe(
 *     Layer.provide(NodeRedis.layer({ url: "redis://localhost:6379" }))
 *   )
 * ```
 */
export const layer = (options: RedisStateOptions): Layer.Layer<never, never, Redis.Redis> =>
  Layer.effectContext(Effect.gen(function*() {
    // As for `domain` in the cookie stores, an invalid option is a defect.
    yield* Effect.orDie(checkNames(options, names))
    const redis = yield* Redis.Redis
    const guard = yield* makeGuard(options)
    const prefix = options.prefix ?? "latchkey:"
    const secret = toRedacted(options.secret)
    return Context.empty().pipe(
      Context.add(SharedRefresh, yield* makeSharedRefresh(redis, guard, prefix, options)),
      Context.add(ConsentStore, makeConsentStore(redis, guard, prefix, secret)),
      Context.add(SharedIssueMemory, makeIssueMemory(redis, guard, prefix, secret)),
      Context.add(SharedCache, makeSharedCache(redis, guard, prefix, secret, options)),
      Context.add(EndedSessions, makeEndedSessions(redis, guard, prefix, yield* EndedSessions, options))
    )
  }))
