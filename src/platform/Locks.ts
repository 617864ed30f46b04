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
 * Runs an effect while no other program of the same place runs one under the same name. After `patience` it runs without the
 * lock, 2 seconds by default: a lock saves requests, and correctness must not depend on it.
 *
 * @category models
 * @since 0.1.0
 */
export type Locks = <A, E>(
  name: string,
  effect: Effect.Effect<A, E>,
  patience?: Duration.Duration
) => Effect.Effect<A, E>

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

/** Longer than a request usually takes, and no longer than a person waits. */
const defaultPatience = Duration.seconds(2)

/**
 * Creates locks over a browser's lock manager (Web Locks API). If the manager fails, or a tab that sleeps holds a lock for
 * longer than the patience, the effect runs without the lock.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLockManager = (locks: LockManagerLike): Locks => (name, effect, patience = defaultPatience) =>
  Effect.suspend(() => {
    const controller = new AbortController()
    let release = () => {}
    const granted = Effect.callback<void>((resume) => {
      const resumeNow = () => resume(Effect.void)
      try {
        locks.request(name, { signal: controller.signal }, () =>
          new Promise((resolve) => {
            release = resolve
            resumeNow()
          })).catch(resumeNow)
      } catch {
        resumeNow()
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
