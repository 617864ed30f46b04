/** The option `foreignUse` of a client for code without Effect. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Locks } from "../platform/Locks.ts"
import { Client } from "../session/ClientService.ts"
import type { BrowserOptions } from "../session/ForeignUse.ts"
import { makeProcessMemory, makeStorageMemory } from "../session/IssueMemory.ts"
import { checkStore, makeBrowserMemory, makeContext } from "../session/makeForeignUse.ts"
import { check, checkNames, type InvalidOptions } from "../session/options.ts"
import type { Storage } from "../session/StorageTokenStore.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import type { Services } from "./client/Services.ts"

/** The client's options that decide which programs share its session. */
interface SessionOptions {
  readonly storage?: Storage | undefined
  readonly tokens?: unknown
}

/** The value of the option `foreignUse`. Only {@link watchForeignUse} makes one. */
export type ForeignUseWatch = (...context: ReadonlyArray<never>) => Effect.Effect<unknown, InvalidOptions>

/** The same for the client. @internal */
export type WatchFunction = (
  context: Context.Context<Services>,
  options: SessionOptions,
  store: TokenStore["Service"]
) => Effect.Effect<Context.Context<Services>, InvalidOptions>

/**
 * Finds uses of the client's session by other devices, which `auth.session.onForeignUse` reports. The client remembers its own uses
 * next to its tokens: in the option `storage`, in memory, or in `localStorage` for a session in cookies.
 *
 * `usedBy: "browser"` states that no server refreshes the session: its uses would appear to be foreign. Clients with a
 * cookie `domain`, or with tokens of another program, are refused with `InvalidOptions`.
 *
 * **Example** (A warning)
 *
 * ```ts
 * import { createAuthClient, watchForeignUse } from "latchkey/promise"
 *
 * const auth = createAuthClient({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   foreignUse: watchForeignUse({ usedBy: "browser" })
 * })
 * await auth.session.onForeignUse(({ at, place }) => console.log(`Used from ${place?.cityName} at ${at.toLocaleTimeString()}`))
 * ```
 */
export const watchForeignUse =
  (watched: BrowserOptions): ForeignUseWatch =>
  (...[context, { storage, tokens }, store]: Parameters<WatchFunction>): ReturnType<WatchFunction> =>
    Effect.gen(function*() {
      yield* checkNames(watched, { usedBy: true })
      yield* check(
        "foreignUse",
        watched.usedBy === "browser",
        "must have usedBy: \"browser\": no server may refresh the session"
      )
      yield* checkStore(store)
      yield* check("foreignUse", typeof tokens !== "object", "must not be combined with tokens of another program")
      const isBrowser = "document" in globalThis
      const memory = storage !== undefined
        ? isBrowser ? yield* makeBrowserMemory(storage) : makeStorageMemory(storage, yield* Locks)
        : isBrowser && tokens !== "memory"
        ? yield* makeBrowserMemory(() => globalThis.localStorage)
        : yield* makeProcessMemory
      return Context.merge(context, yield* makeContext(memory, store, Context.get(context, Client)))
    }).pipe(Effect.provideContext(context))
