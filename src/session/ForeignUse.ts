/**
 * Finds a session's uses by other devices, which have a copy of the refresh token.
 *
 * The service writes a session's `lastUsedAt` and place with each access token that it issues. The layer remembers the issues of this
 * device, by the service's clock only. Before each refresh, which overwrites both, it lists the sessions with the access token that
 * is still valid, and compares them. A use that an own request may have caused is never reported.
 *
 * It is off by default, and needs a session that no other program uses. `docs/foreign-use.md` lists its limits.
 *
 * **Example** (A browser whose server never gets the refresh token)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Browser, Client, ForeignUse } from "latchkey"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *   Layer.provideMerge(ForeignUse.layerBrowser({ usedBy: "browser" })),
 *   Layer.provideMerge(Browser.layer({ projectId }))
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Locks } from "../platform/Locks.ts"
import { checkedLayer } from "./checkedLayer.ts"
import type { ForeignUse } from "./ForeignUseService.ts"
import { makeProcessMemory, makeStorageMemory } from "./IssueMemory.ts"
import { checkStore, makeBrowserMemory, makeContext } from "./makeForeignUse.ts"
import { check, type InvalidOptions } from "./options.ts"
import type { Storage } from "./StorageTokenStore.ts"
import { TokenStore } from "./TokenStore.ts"

/** Options for a session in a browser. */
export interface BrowserOptions {
  /**
   * States that only pages of this origin use the session: no server refreshes it, and no other origin has its cookies. Otherwise
   * their uses would appear to be foreign.
   */
  readonly usedBy: "browser"
}

/**
 * Layer for a browser. It keeps the own issues in `localStorage`, which all tabs share. Provide it to the layer for the client, with
 * the host below.
 *
 * Fails with `InvalidOptions` if the session's cookies have a `domain`, since other hosts refresh the session, too. Without Web Locks,
 * or if `localStorage` cannot be written, no use is reported.
 */
export const layerBrowser = (options: BrowserOptions): Layer.Layer<ForeignUse, InvalidOptions, TokenStore> =>
  checkedLayer(
    options,
    { usedBy: true },
    Layer.effectContext(Effect.gen(function*() {
      yield* check("usedBy", options.usedBy === "browser", "must be browser: no server may refresh the session")
      const store = yield* TokenStore
      yield* checkStore(store)
      return yield* makeContext(yield* makeBrowserMemory(() => globalThis.localStorage), store)
    }))
  )

/**
 * Layer for tokens in a storage: the same one as for `StorageTokenStore`, so that programs share both or neither. Programs that run at
 * the same time need `Locks` below it.
 */
export const layerStorage = (
  storage: Storage | (() => Storage)
): Layer.Layer<ForeignUse, never, TokenStore> =>
  Layer.effectContext(
    Effect.gen(function*() {
      return yield* makeContext(makeStorageMemory(storage, yield* Locks), yield* TokenStore)
    })
  )

/** Layer for tokens in memory: `TokenStore.layerMemory`. */
export const layerMemory: Layer.Layer<ForeignUse, never, TokenStore> = /*#__PURE__*/ Layer.effectContext(
  /*#__PURE__*/ Effect.gen(function*() {
    return yield* makeContext(yield* makeProcessMemory, yield* TokenStore)
  })
)

export { ForeignUse, ForeignUseNotWatched, type FoundUse } from "./ForeignUseService.ts"
