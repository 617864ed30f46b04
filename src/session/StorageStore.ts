/**
 * A token store over any storage of texts by key: `localStorage` and `sessionStorage`, React Native's `AsyncStorage`, an
 * `effect/persistence/KeyValueStore`.
 *
 * Every script of a page can read `localStorage`; where that is too much, keep the tokens elsewhere.
 *
 * **Example** (A browser's storage, in which other tabs' changes are heard of)
 *
 * ```ts
 * import { StorageStore } from "latchkey"
 *
 * const store = StorageStore.layer(() => localStorage, { events: window })
 * ```
 *
 * **Example** (A `KeyValueStore`)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as KeyValueStore from "effect/persistence/KeyValueStore"
 * import { StorageStore } from "latchkey"
 *
 * const store = Layer.unwrap(
 *   Effect.map(KeyValueStore.KeyValueStore, (store) => StorageStore.layerKeyValue(store))
 * )
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parseTokens, printTokens } from "./tokensText.ts"
import { makeStore, type TokenStorage } from "./TokenStorage.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * A storage that answers at once or by a promise, as far as it is needed.
 *
 * @category models
 * @since 0.1.0
 */
export interface Storage {
  readonly getItem: (key: string) => string | null | undefined | PromiseLike<string | null | undefined>
  readonly setItem: (key: string, value: string) => unknown
  readonly removeItem: (key: string) => unknown
}

/**
 * What tells of changes that others make to a storage, such as `window`.
 *
 * @category models
 * @since 0.1.0
 */
export interface StorageEvents {
  readonly addEventListener: (type: "storage", listener: (event: StorageChange) => void) => void
  readonly removeEventListener: (type: "storage", listener: (event: StorageChange) => void) => void
}

/**
 * A change that somebody else has made.
 *
 * @category models
 * @since 0.1.0
 */
export interface StorageChange {
  /** `null` when the whole storage was cleared. */
  readonly key: string | null
}

/**
 * A storage whose steps are effects, as far as it is needed.
 *
 * @category models
 * @since 0.1.0
 */
export interface KeyValue<E = never> {
  readonly get: (key: string) => Effect.Effect<string | null | undefined, E>
  readonly set: (key: string, value: string) => Effect.Effect<unknown, E>
  readonly remove: (key: string) => Effect.Effect<unknown, E>
}

/**
 * Under which key the tokens are kept.
 *
 * @category options
 * @since 0.1.0
 */
export interface StorageOptions {
  /** `latchkey` by default. */
  readonly key?: string | undefined
}

const make = <E>(
  storage: KeyValue<E>,
  { key = "latchkey" }: StorageOptions,
  watch: (key: string) => TokenStorage["watch"]
) =>
  makeStore({
    read: Effect.map(Effect.catch(storage.get(key), () => Effect.undefined), parseTokens),
    write: (tokens) =>
      (tokens === undefined ? storage.remove(key) : storage.set(key, printTokens(tokens))).pipe(
        // Where the new session was not taken, no other one may be found in its stead.
        Effect.catch(() => storage.remove(key)),
        Effect.ignore
      ),
    watch: watch(key)
  })

/**
 * Layer of a store over a storage such as `localStorage`, or over the function that returns one, which may throw where storages
 * are blocked. Where the host has `events`, other tabs' changes are heard of.
 *
 * What the storage does not take is kept in memory.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  storage: Storage | (() => Storage),
  options: StorageOptions & { readonly events?: StorageEvents | undefined } = {}
): Layer.Layer<TokenStore> => {
  const attempt = <A>(use: (storage: Storage) => A | PromiseLike<A>): Effect.Effect<A, void> =>
    Effect.suspend(() => {
      try {
        const result = use(typeof storage === "function" ? storage() : storage)
        if (!isPromise(result)) return Effect.succeed(result)
        // At once: a promise that fails before anybody looks is reported by the host.
        const settled = result.then(Effect.succeed, () => failed)
        return Effect.flatten(Effect.promise(() => settled))
      } catch {
        return failed
      }
    })
  return Layer.effect(
    TokenStore,
    make(
      {
        get: (key) => attempt((storage) => storage.getItem(key)),
        set: (key, value) => attempt((storage) => storage.setItem(key, value)),
        remove: (key) => attempt((storage) => storage.removeItem(key))
      },
      options,
      (key) => (look) => options.events === undefined ? Effect.void : listen(options.events, key, look)
    )
  )
}

const failed = /*#__PURE__*/ Effect.fail<void>(undefined)

const isPromise = <A>(value: A | PromiseLike<A>): value is PromiseLike<A> =>
  typeof value === "object" && value !== null && "then" in value

const listen = (events: StorageEvents, key: string, look: Effect.Effect<void>) =>
  Effect.asVoid(Effect.acquireRelease(
    Effect.map(Effect.context<never>(), (context) => {
      const run = Effect.runForkWith(context)
      const listener = (event: StorageChange) => {
        if (event.key === key || event.key === null) run(look)
      }
      events.addEventListener("storage", listener)
      return listener
    }),
    (listener) => Effect.sync(() => events.removeEventListener("storage", listener))
  ))

/**
 * Layer of a store over a storage whose steps are effects, such as a `KeyValueStore`. What it does not take is kept in memory.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerKeyValue = <E>(storage: KeyValue<E>, options: StorageOptions = {}): Layer.Layer<TokenStore> =>
  Layer.effect(TokenStore, make(storage, options, () => () => Effect.void))
