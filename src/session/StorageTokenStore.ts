/**
 * A token store over any key-value storage for strings: `localStorage`, `sessionStorage`, `AsyncStorage` in React
 * Native, or `effect/persistence/KeyValueStore`.
 *
 * Every script on a page can read `localStorage`. If that is not acceptable, use another store.
 *
 * **Example** (A browser's storage that follows changes by other tabs)
 *
 * ```ts
 * import { StorageTokenStore } from "latchkey"
 *
 * const store = StorageTokenStore.layer(() => localStorage, { events: window })
 * ```
 *
 * **Example** (A `KeyValueStore`)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as KeyValueStore from "effect/persistence/KeyValueStore"
 * import { StorageTokenStore } from "latchkey"
 *
 * const store = Layer.unwrap(
 *   Effect.map(KeyValueStore.KeyValueStore, (store) => StorageTokenStore.layerKeyValue(store))
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeStore, type TokenBackend } from "./TokenBackend.ts"
import { decodeTokens, encodeTokens } from "./tokensJson.ts"
import { TokenStore } from "./TokenStore.ts"

/** The synchronous or asynchronous storage methods that the store uses. */
export interface Storage {
  readonly getItem: (key: string) => string | null | undefined | PromiseLike<string | null | undefined>
  readonly setItem: (key: string, value: string) => unknown
  readonly removeItem: (key: string) => unknown
}

/** A source of storage events, such as `window`. */
type StorageEvents = {
  readonly addEventListener: (type: "storage", listener: (event: StorageChange) => void) => void
  readonly removeEventListener: (type: "storage", listener: (event: StorageChange) => void) => void
}

/** A storage event: another tab has changed the storage. */
type StorageChange = {
  /** The changed key; `null` if the storage was cleared. */
  readonly key: string | null
}

/** The effectful storage methods that the store uses. */
export interface KeyValue<E = never> {
  readonly get: (key: string) => Effect.Effect<string | null | undefined, E>
  readonly set: (key: string, value: string) => Effect.Effect<unknown, E>
  readonly remove: (key: string) => Effect.Effect<unknown, E>
}

/** Options for a storage. */
export interface StorageOptions {
  /** The tokens' key; `latchkey` by default. */
  readonly key?: string | undefined
}

const makeOver = <E>(
  storage: KeyValue<E>,
  { key = "latchkey" }: StorageOptions,
  watch: (key: string) => TokenBackend["watch"]
) =>
  makeStore({
    read: Effect.map(Effect.catch(storage.get(key), () => Effect.undefined), decodeTokens),
    write: (tokens) =>
      (tokens === undefined ? storage.remove(key) : storage.set(key, encodeTokens(tokens))).pipe(
        // If the new session cannot be stored, the old one must not remain.
        Effect.catch(() => storage.remove(key)),
        Effect.catch(() => Effect.void),
        Effect.asVoid
      ),
    watch: watch(key)
  })

/** Creates a token store over a storage, like {@link layer}. */
export const make = (
  storage: Storage | (() => Storage),
  options: StorageOptions & { readonly events?: StorageEvents | undefined } = {}
): Effect.Effect<TokenStore["Service"]> => {
  const access = <A>(use: (storage: Storage) => A | PromiseLike<A>): Effect.Effect<A, void> =>
    Effect.suspend(() => {
      try {
        const result = use(typeof storage === "function" ? storage() : storage)
        if (!isPromise(result)) return Effect.succeed(result)
        // Handles a rejection immediately. Otherwise, the host would report it as unhandled.
        const settled = result.then(Effect.succeed, () => failure)
        return Effect.flatten(Effect.promise(() => settled))
      } catch {
        return failure
      }
    })
  return makeOver(
    {
      get: (key) => access((storage) => storage.getItem(key)),
      set: (key, value) => access((storage) => storage.setItem(key, value)),
      remove: (key) => access((storage) => storage.removeItem(key))
    },
    options,
    (key) => (check) => options.events === undefined ? Effect.void : listen(options.events, key, check)
  )
}

/**
 * Layer for a token store over a storage such as `localStorage`. Pass a function if access to the storage may throw. With
 * `events`, the store follows changes by other tabs.
 *
 * Tokens that cannot be written are kept in memory.
 */
export const layer = (
  storage: Storage | (() => Storage),
  options: StorageOptions & { readonly events?: StorageEvents | undefined } = {}
): Layer.Layer<TokenStore> => Layer.effect(TokenStore, make(storage, options))

const failure = /*#__PURE__*/ Effect.fail<void>(undefined)

const isPromise = <A>(value: A | PromiseLike<A>): value is PromiseLike<A> =>
  typeof value === "object" && value !== null && "then" in value

const listen = (events: StorageEvents, key: string, check: Effect.Effect<void>) =>
  Effect.asVoid(Effect.acquireRelease(
    Effect.map(Effect.context<never>(), (context) => {
      const run = Effect.runForkWith(context)
      const listener = (event: StorageChange) => {
        if (event.key === key || event.key === null) run(check)
      }
      events.addEventListener("storage", listener)
      return listener
    }),
    (listener) => Effect.sync(() => events.removeEventListener("storage", listener))
  ))

/**
 * Layer for a token store over an effectful storage, such as a `KeyValueStore`. Tokens that cannot be written are kept in
 * memory.
 */
export const layerKeyValue = <E>(storage: KeyValue<E>, options: StorageOptions = {}): Layer.Layer<TokenStore> =>
  Layer.effect(TokenStore, makeOver(storage, options, () => () => Effect.void))
