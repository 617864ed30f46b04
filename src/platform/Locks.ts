/**
 * Doing something while no other program of the same place does it, such as the other tabs of an app.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Runs an effect while nobody else runs one under the same name. Whoever has waited for long goes on all the same: a lock
 * saves work, and nothing may depend on it.
 *
 * @category models
 * @since 0.1.0
 */
export type Locks = <A, E>(name: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * The locks of the host: those that a program provides where it builds a client, and none by default.
 *
 * @category references
 * @since 0.1.0
 */
export const Locks: Context.Reference<Locks> = /*#__PURE__*/ Context.Reference("latchkey/platform/Locks", {
  defaultValue: () => (_, effect) => effect
})

/**
 * What is needed of a browser's `navigator.locks`.
 *
 * @category models
 * @since 0.1.0
 */
export interface LockManagerLike {
  readonly request: (
    name: string,
    options: { readonly signal: AbortSignal },
    whileHeld: () => Promise<void>
  ) => Promise<unknown>
}

/** How long somebody waits for a lock: longer than a request usually takes, and no longer than a person does. */
const patience = Duration.seconds(2)

/**
 * Creates locks over a browser's lock manager (Web Locks API). Whatever goes wrong with it, and whoever holds a lock for more
 * than 2 seconds, such as a tab that sleeps, keeps nobody from going on.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLockManager = (locks: LockManagerLike): Locks => (name, effect) =>
  Effect.suspend(() => {
    const controller = new AbortController()
    let release = () => {}
    const granted = Effect.callback<void>((resume) => {
      const over = () => resume(Effect.void)
      try {
        locks.request(name, { signal: controller.signal }, () =>
          new Promise((resolve) => {
            release = resolve
            over()
          })).catch(over)
      } catch {
        over()
      }
    })
    return Effect.ensuring(
      Effect.andThen(Effect.timeoutOption(granted, patience), effect),
      Effect.sync(() => {
        controller.abort()
        release()
      })
    )
  })

/**
 * Layer of a browser's locks, which all tabs of an origin share; of none where the browser has no such thing.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerBrowser: Layer.Layer<never> = /*#__PURE__*/ Layer.effect(
  Locks,
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ Effect.service(Locks), (given) => {
    const locks: LockManagerLike | undefined = globalThis.navigator?.locks
    return locks === undefined ? given : fromLockManager(locks)
  })
)
