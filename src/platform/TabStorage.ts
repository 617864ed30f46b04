/**
 * Strings that outlive the page but not the browser's tab, such as a sign-in that waits for its second factor.
 *
 * **Example** (Storage in a native app)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { TabStorage } from "latchkey"
 *
 * const texts = new Map<string, string>()
 *
 * const layer = Layer.succeed(TabStorage.TabStorage, {
 *   get: (name) => Effect.sync(() => texts.get(name)),
 *   set: (name, text) => Effect.sync(() => texts.set(name, text)),
 *   remove: (name) => Effect.sync(() => texts.delete(name))
 * })
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Stores strings by name. No effect fails: unreadable strings are missing, and rejected writes are ignored. */
export interface TextStorage {
  readonly get: (name: string) => Effect.Effect<string | undefined>
  readonly set: (name: string, text: string) => Effect.Effect<unknown>
  readonly remove: (name: string) => Effect.Effect<unknown>
}

/**
 * The current tab's storage. In a browser, it is `sessionStorage`, or memory if that is blocked or full. On servers it
 * stores nothing, since all users would share it.
 */
export const TabStorage: Context.Reference<TextStorage> = /*#__PURE__*/ Context.Reference(
  "latchkey/platform/TabStorage",
  {
    defaultValue: () => "document" in globalThis ? makeWebStorage(() => sessionStorage) : nothing
  }
)

/**
 * This device's storage, for what later visits may see, such as the sign-in method that was used before. In a browser, it is
 * `localStorage`, or memory if that is blocked or full. On servers it stores nothing.
 */
export const DeviceStorage: Context.Reference<TextStorage> = /*#__PURE__*/ Context.Reference(
  "latchkey/platform/DeviceStorage",
  {
    defaultValue: () => "document" in globalThis ? makeWebStorage(() => localStorage) : nothing
  }
)

/** The part of a browser's storage that is used. */
export interface WebStorage {
  readonly getItem: (name: string) => string | null
  readonly setItem: (name: string, text: string) => void
  readonly removeItem: (name: string) => void
}

/** Creates a storage over a browser's storage. Strings that cannot be written are kept in memory. */
export const makeWebStorage = (storage: () => WebStorage): TextStorage => {
  const memory = new Map<string, string>()
  const attempt = <A>(use: (storage: WebStorage) => A): A | undefined => {
    try {
      return use(storage())
    } catch {
      // A sandboxed page must not access the storage.
      return undefined
    }
  }
  return {
    get: (name) => Effect.sync(() => memory.get(name) ?? attempt((storage) => storage.getItem(name)) ?? undefined),
    set: (name, text) =>
      Effect.sync(() => {
        const taken = attempt((storage) => {
          storage.setItem(name, text)
          return true
        })
        if (taken === true) memory.delete(name)
        else memory.set(name, text)
      }),
    remove: (name) =>
      Effect.sync(() => {
        memory.delete(name)
        attempt((storage) => storage.removeItem(name))
      })
  }
}

const nothing: TextStorage = {
  get: () => Effect.undefined,
  set: () => Effect.void,
  remove: () => Effect.void
}

/** Creates an empty storage in memory, for tests and for programs with a single user. */
export const makeMemory: Effect.Effect<TextStorage> = /*#__PURE__*/ Effect.sync(() => {
  const texts = new Map<string, string>()
  return {
    get: (name: string) => Effect.sync(() => texts.get(name)),
    set: (name: string, text: string) => Effect.sync(() => texts.set(name, text)),
    remove: (name: string) => Effect.sync(() => texts.delete(name))
  }
})

/** Layer for two empty storages in memory, one for the tab and one for the device. */
export const layerMemory: Layer.Layer<never> = /*#__PURE__*/ Layer.merge(
  /*#__PURE__*/ Layer.effect(TabStorage, makeMemory),
  /*#__PURE__*/ Layer.effect(DeviceStorage, makeMemory)
)
