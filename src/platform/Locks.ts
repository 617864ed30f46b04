/**
 * Mutual exclusion between programs, such as an app's tabs.
 *
 * **Example** (Sharing one refresh between tabs)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client, Locks, TokenStore } from "latchkey"
 *
 * const layer = Client.layer({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" }).pipe(
 *   Layer.provide(TokenStore.layerMemory),
 *   Layer.provide(Locks.layerBrowser)
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Runs an effect while no other program runs one with the same lock name. After `lockTimeout`, 2 seconds by default, runs it
 * without the lock. Locks only save requests; correctness must not depend on them.
 */
export type Locks = <A, E>(
  name: string,
  effect: Effect.Effect<A, E>,
  lockTimeout?: Duration.Duration
) => Effect.Effect<A, E>

/** The host's locks. By default, effects run immediately without a lock. */
export const Locks: Context.Reference<Locks> = /*#__PURE__*/ Context.Reference("latchkey/platform/Locks", {
  defaultValue: () => (_, effect) => effect
})

/** The part of `navigator.locks` that is used. */
export interface LockManagerLike {
  readonly request: (
    name: string,
    options: { readonly signal: AbortSignal },
    whileHeld: () => Promise<void>
  ) => Promise<unknown>
}

/** Longer than most requests, and short enough for a user to wait. */
const defaultLockTimeout = Duration.seconds(2)

/** Creates locks over a lock manager. The effect runs without the lock if it fails, or a suspended tab holds it too long. */
export const fromLockManager = (locks: LockManagerLike): Locks => (name, effect, lockTimeout = defaultLockTimeout) =>
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
      Effect.andThen(Effect.timeoutOption(granted, lockTimeout), effect),
      Effect.sync(() => {
        controller.abort()
        release()
      })
    )
  })

/** Layer for the browser's locks, which an origin's tabs share. Has no effect on hosts without Web Locks. */
export const layerBrowser: Layer.Layer<never> = /*#__PURE__*/ Layer.effect(
  Locks,
  /*#__PURE__*/ Effect.suspend(() => makeBrowser)
)

/** Creates the browser's locks, which an origin's tabs share. Returns the given locks on hosts without Web Locks. */
export const makeBrowser: Effect.Effect<Locks> = /*#__PURE__*/ Effect.map(
  /*#__PURE__*/ Effect.service(Locks),
  (given) => {
    const locks: LockManagerLike | undefined = globalThis.navigator?.locks
    return locks === undefined ? given : fromLockManager(locks)
  }
)
