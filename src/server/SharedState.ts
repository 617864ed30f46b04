/** State that a server's processes share. By default, each process has its own. `latchkey/redis` shares it. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/**
 * A cache behind each process's caches, for values that are not secret: key sets and permission lists.
 *
 * No effect fails. An unavailable cache is empty and ignores writes.
 */
export interface SharedCache {
  readonly get: (key: string) => Effect.Effect<string | undefined>
  readonly set: (key: string, value: string, timeToLive: Duration.Duration) => Effect.Effect<void>
}

/** The cache that processes share; `undefined` by default. */
export const SharedCache: Context.Reference<SharedCache | undefined> = /*#__PURE__*/ Context.Reference<
  SharedCache | undefined
>("latchkey/server/SharedCache", { defaultValue: () => undefined })

/**
 * Refreshes a session once for all processes. Returns another process's access token if `isUsable` accepts it, and
 * runs `request` otherwise. If the shared state is unavailable, runs `request`.
 */
export type SharedRefresh = <E>(
  refreshToken: Redacted.Redacted<string>,
  request: Effect.Effect<Redacted.Redacted<string>, E>,
  isUsable: (accessToken: Redacted.Redacted<string>) => Effect.Effect<boolean>
) => Effect.Effect<Redacted.Redacted<string>, E>

/** The refresh that processes share. By default, each process refreshes alone. */
export const SharedRefresh: Context.Reference<SharedRefresh> = /*#__PURE__*/ Context.Reference(
  "latchkey/server/SharedRefresh",
  { defaultValue: (): SharedRefresh => (_, request) => request }
)
