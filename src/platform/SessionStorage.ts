/**
 * Texts that outlive the page but not the browser's tab, such as a sign-in that waits for its second factor.
 *
 * **Example** (A place for them in a native app)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { SessionStorage } from "latchkey"
 *
 * const texts = new Map<string, string>()
 *
 * const layer = Layer.succeed(SessionStorage.SessionStorage, {
 *   get: (name) => Effect.sync(() => texts.get(name)),
 *   set: (name, text) => Effect.sync(() => texts.set(name, text)),
 *   remove: (name) => Effect.sync(() => texts.delete(name))
 * })
 * ```
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Keeps texts by name. None of its effects fails: what cannot be read is not there, and what cannot be written is not kept.
 *
 * @category models
 * @since 0.1.0
 */
export interface TextStorage {
  readonly get: (name: string) => Effect.Effect<string | undefined>
  readonly set: (name: string, text: string) => Effect.Effect<unknown>
  readonly remove: (name: string) => Effect.Effect<unknown>
}

/**
 * The storage that programs use unless they provide another: in a browser that of the tab, and the page's memory where it
 * is blocked or full. A server keeps nothing, since all its users would share it.
 *
 * @category references
 * @since 0.1.0
 */
export const SessionStorage: Context.Reference<TextStorage> = /*#__PURE__*/ Context.Reference(
  "latchkey/platform/SessionStorage",
  {
    defaultValue: () => "document" in globalThis ? makeWebStorage(() => sessionStorage) : nothing
  }
)

/**
 * A storage as browsers have it, as far as it is needed.
 *
 * @category models
 * @since 0.1.0
 */
export interface WebStorage {
  readonly getItem: (name: string) => string | null
  readonly setItem: (name: string, text: string) => void
  readonly removeItem: (name: string) => void
}

/**
 * Creates a storage over one that may be blocked, full or away: what it does not take is kept in memory.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeWebStorage = (storage: () => WebStorage): TextStorage => {
  const memory = new Map<string, string>()
  const attempt = <A>(use: (storage: WebStorage) => A): A | undefined => {
    try {
      return use(storage())
    } catch {
      // A page in a sandbox may not even look.
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

/**
 * Creates an empty storage in memory, for tests and for programs with one user.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeMemory: Effect.Effect<TextStorage> = /*#__PURE__*/ Effect.sync(() => {
  const texts = new Map<string, string>()
  return {
    get: (name: string) => Effect.sync(() => texts.get(name)),
    set: (name: string, text: string) => Effect.sync(() => texts.set(name, text)),
    remove: (name: string) => Effect.sync(() => texts.delete(name))
  }
})

/**
 * Layer of a storage in memory.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<never> = /*#__PURE__*/ Layer.effect(SessionStorage, makeMemory)
