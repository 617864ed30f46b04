/**
 * State that all routes in a Next.js app share in one process.
 *
 * Next.js bundlers give `proxy.ts`, and each page and route handler, a copy of every module. Without shared state, each
 * route would fetch the project's keys, and would refresh an expired session. The copies exchange texts and promises
 * only, because each copy has its own classes.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Sha256 } from "../platform/Sha256.ts"
import { SharedCache, SharedRefresh } from "../server/SharedState.ts"

/** A process's state. */
export interface ProcessState {
  /** Key sets and permission lists, and the times until which they are fresh, in milliseconds since 1970. */
  readonly values: Map<string, { readonly value: string; readonly until: number }>
  /** The running refreshes by the hash of their refresh tokens. A failed refresh resolves to `undefined`. */
  readonly refreshes: Map<string, Promise<string | undefined>>
  /** The access tokens from recent refreshes by the hash of their refresh tokens. */
  readonly accessTokens: Map<string, string>
}

/** The maximum number of entries in each map. The oldest ones are removed. */
const capacity = 10_000

const key = Symbol.for("latchkey/next/ProcessState")

/** Returns this process's state. */
export const getProcessState = (): ProcessState => {
  // Sound: only this function writes the property, and all package versions with this key have the same type.
  const host = globalThis as { [key]?: ProcessState }
  return host[key] ??= makeProcessState()
}

/** Creates an empty state. */
export const makeProcessState = (): ProcessState => ({
  values: new Map(),
  refreshes: new Map(),
  accessTokens: new Map()
})

const setBounded = <A>(map: Map<string, A>, key: string, value: A): void => {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= capacity) return
    map.delete(oldest)
  }
}

const makeCache = ({ values }: ProcessState): SharedCache => ({
  get: (key) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const found = values.get(key)
      return found !== undefined && now < found.until ? found.value : undefined
    }),
  set: (key, value, timeToLive) =>
    Effect.map(
      Clock.currentTimeMillis,
      (now) => setBounded(values, key, { value, until: now + Duration.toMillis(timeToLive) })
    )
})

const makeRefresh = ({ accessTokens, refreshes }: ProcessState): SharedRefresh => {
  /** Joins another route's running refresh. Without one, and after a failed one, sends the request. */
  const joinOrRun = <E>(
    hash: string,
    request: Effect.Effect<Redacted.Redacted<string>, E>
  ): Effect.Effect<Redacted.Redacted<string>, E> =>
    // Synchronous, so that no other route can start a refresh after the lookup.
    Effect.suspend(() => {
      const running = refreshes.get(hash)
      if (running !== undefined) {
        return Effect.flatMap(Effect.promise(() => running), (accessToken) =>
          accessToken === undefined ? joinOrRun(hash, request) : Effect.succeed(Redacted.make(accessToken)))
      }
      let resolve = (_: string | undefined): void => {}
      refreshes.set(
        hash,
        new Promise((settle) =>
          resolve = settle
        )
      )
      return Effect.onExit(request, (exit) =>
        Effect.sync(() => {
          const accessToken = Exit.isSuccess(exit) ? Redacted.value(exit.value) : undefined
          if (accessToken !== undefined) setBounded(accessTokens, hash, accessToken)
          refreshes.delete(hash)
          resolve(accessToken)
        }))
    })

  return (refreshToken, request, isUsable) =>
    Effect.gen(function*() {
      const sha256 = yield* Sha256
      const hash = yield* sha256(Redacted.value(refreshToken))
      const known = accessTokens.get(hash)
      if (known !== undefined) {
        const accessToken = Redacted.make(known)
        if (yield* isUsable(accessToken)) return accessToken
        if (accessTokens.get(hash) === known) accessTokens.delete(hash)
      }
      return yield* joinOrRun(hash, request)
    })
}

/** Layer for the references with a process's state. */
export const layer = (state: ProcessState): Layer.Layer<never> =>
  Layer.merge(Layer.succeed(SharedCache, makeCache(state)), Layer.succeed(SharedRefresh, makeRefresh(state)))
