/**
 * Finds uses of sessions that only servers refresh, by a copy of the refresh token. For sessions on the server
 * (`StoredSessionHost`), whose refresh token never gets to a browser.
 *
 * The layer wraps the `Transport` below `Authentication.layer`. It remembers each token that the service issues to these servers, and
 * lists the user's sessions before each refresh. A `lastUsedAt` that no own request can have caused is a foreign use. In doubt,
 * nothing is reported. `docs/foreign-use.md` lists the limits.
 *
 * With several processes, all must share a memory: provide `RedisState.layer` of `latchkey/redis`. While Redis is unavailable, no
 * session is refreshed, since a refresh that is not remembered would later appear to be foreign.
 *
 * **Example** (Ending a session that someone else uses)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { TokenStore } from "latchkey"
 * import { Authentication, ForeignUse, Server, Sessions } from "latchkey/server"
 *
 * const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", secretServerKey: "ssk_…" }
 *
 * const layer = Authentication.layer(options).pipe(
 *   Layer.provide(ForeignUse.layer({
 *     usedBy: "servers",
 *     onForeignUse: ({ sessionId, userId }) => Effect.ignore(Sessions.revoke({ userId, id: sessionId }))
 *   })),
 *   Layer.provide(Server.layer(options)),
 *   Layer.provide(TokenStore.layerNone)
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkedLayer } from "../session/checkedLayer.ts"
import type { ForeignUse, FoundUse } from "../session/ForeignUseService.ts"
import { makeProcessMemory, SharedIssueMemory } from "../session/IssueMemory.ts"
import { makeServerContext } from "../session/makeForeignUse.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import { Server } from "./ServerService.ts"
import * as Sessions from "./Sessions.ts"

/** A use of a session by another program. */
export interface ServerFoundUse extends FoundUse {
  readonly userId: string
}

/** Options for servers. */
export interface ForeignUseOptions {
  /**
   * States that only servers with this layer use the sessions: no browser gets a refresh token, and all processes share the memory.
   * Otherwise their uses would appear to be foreign.
   */
  readonly usedBy: "servers"
  /** Runs once for each use that is found, before the refresh continues. After 7 seconds the refresh continues nonetheless. */
  readonly onForeignUse?: ((use: ServerFoundUse) => Effect.Effect<void, never, Server>) | undefined
}

/**
 * Layer for `Authentication.layer`. Fails with `InvalidOptions` without `usedBy: "servers"`, and for an option that is unknown.
 */
export const layer = (options: ForeignUseOptions): Layer.Layer<ForeignUse, InvalidOptions, Server> =>
  checkedLayer(
    options,
    { usedBy: true, onForeignUse: true },
    Layer.effectContext(Effect.gen(function*() {
      yield* check("usedBy", options.usedBy === "servers", "must be servers: no browser may have the refresh token")
      const server = yield* Server
      const { onForeignUse = () => Effect.void } = options
      return yield* makeServerContext(
        (yield* SharedIssueMemory) ?? (yield* makeProcessMemory),
        (userId) => Effect.provideService(Sessions.list(userId), Server, server),
        (use, userId) =>
          userId === undefined ? Effect.void : Effect.provideService(onForeignUse({ ...use, userId }), Server, server)
      )
    }))
  )

export type { FoundUse } from "../session/ForeignUseService.ts"
