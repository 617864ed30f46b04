/** A project's cached key set. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { timeoutDisconnect } from "../call/timeoutDisconnect.ts"
import { trace } from "../call/trace.ts"
import type { TransportFailure } from "../call/Transport.ts"
import { AuthenticationListener } from "./AuthenticationListener.ts"
import type { KeySet } from "./keySet.ts"

/** A key set, and the time when it was fetched, in milliseconds since 1970. */
export interface Fetched {
  readonly keys: KeySet
  readonly fetchedAt: number
}

/** A fetch's result. It has both fields if the service is unavailable and another process's set was found. */
export interface FetchOutcome<E> {
  readonly fetched: Fetched | undefined
  readonly failure: E | undefined
}

/** Fetches the key set at a time, for a request with a key id. `known` is the previous set. */
type FetchKeySet<E> = (kid: string, now: number, known: KeySet | undefined) => Effect.Effect<FetchOutcome<E>>

/** A cache's times, in milliseconds. */
export interface CacheTimes {
  /** The age from which a set is fetched again. */
  readonly lifetime: number
  /** The time after a failed fetch, or after any fetch for an unknown key, without another one. */
  readonly cooldown: number
}

const staleWait = Duration.seconds(1)

/** In milliseconds. */
const firstCooldown = 2000

/**
 * Creates a function that returns the key with an id.
 *
 * All requests share one fetch, which continues if they are interrupted. Five times decide:
 *
 * - `lifetime`: until then, a cached key is returned without a fetch. Afterwards it is returned too, and the set is fetched in
 *   the background.
 * - Twice the lifetime: from then on, the request waits for the fetch, unless the last one failed.
 * - `staleWait`: the longest such wait.
 * - `cooldown`: the pause after a failed fetch, and between fetches for unknown keys.
 * - `firstCooldown`: the shorter pause after a failed fetch while no set is cached.
 */
export const makeKeySetCache = Effect.fnUntraced(function*<E>(
  fetch: FetchKeySet<E>,
  { cooldown, lifetime }: CacheTimes
): Effect.fn.Return<(kid: string) => Effect.Effect<CryptoKey | undefined, E>, never, Scope.Scope> {
  const context = yield* Effect.context<never>()
  const notify = Context.get(context, AuthenticationListener)
  const report = (isCached: boolean) => notify({ _tag: "KeyLookedUp", isCached })
  let current: Fetched | undefined
  let failure: E | undefined
  /** When the last fetch started, or ended if it failed. */
  let attemptedAt = -Infinity
  let run: Fiber.Fiber<FetchOutcome<E>> | undefined
  yield* Effect.addFinalizer(() => run === undefined ? Effect.void : Fiber.interrupt(run))

  const start = (caller: Fiber.Fiber<unknown, unknown>, kid: string, now: number): Fiber.Fiber<FetchOutcome<E>> => {
    attemptedAt = now
    const merged = Context.merge(context, caller.context)
    const started = Effect.runForkWith(merged)(trace("Jwks.fetch", fetch(kid, now, current?.keys)))
    run = started
    started.addObserver((exit) => {
      run = undefined
      if (Exit.isFailure(exit)) return
      if (exit.value.fetched !== undefined) current = exit.value.fetched
      failure = exit.value.failure
      if (failure !== undefined) attemptedAt = getTime(merged)
    })
    return started
  }

  const find = (kid: string) => current?.keys.get(kid)?.key

  /** Returns the cached key, or the last fetch's error. */
  const settle = (kid: string): Effect.Effect<CryptoKey | undefined, E> => {
    const key = find(kid)
    return key === undefined && failure !== undefined ? Effect.fail(failure) : Effect.succeed(key)
  }

  return (kid) =>
    // Synchronous, so that no other fiber can start a second fetch after the checks.
    Effect.withFiber((caller): Effect.Effect<CryptoKey | undefined, E> => {
      const now = getTime(caller.context)
      // A clock that was set back must not make a set fresh for longer.
      const age = current === undefined ? Infinity : Math.abs(now - current.fetchedAt)
      const sinceAttempt = Math.abs(now - attemptedAt)
      const isDown = failure !== undefined
      /** Returns `true` if the last attempt is too recent for another one. */
      const isPaused = (pause: number) => run === undefined && sinceAttempt < pause
      const key = find(kid)
      if (key !== undefined) {
        const isFresh = age < lifetime
        if (isFresh || isDown && isPaused(cooldown)) {
          report(true)
          return Effect.succeed(key)
        }
        const fetching = run ?? start(caller, kid, now)
        const isUsableMeanwhile = isDown || age < 2 * lifetime
        report(isUsableMeanwhile)
        return isUsableMeanwhile
          ? Effect.succeed(key)
          : Effect.map(waitBriefly(fetching, caller.context), () => find(kid))
      }
      report(false)
      // Without a set, nothing works: the first fetch is not delayed, and the next one only briefly.
      const firstPause = isDown ? Math.min(firstCooldown, cooldown) : 0
      if (isPaused(current === undefined ? firstPause : cooldown)) return settle(kid)
      // A transport defect, or the end of the layer, is not an unknown key.
      return Effect.flatMap(
        Fiber.await(run ?? start(caller, kid, now)),
        (exit) => Exit.isFailure(exit) ? Effect.failCause(exit.cause) : settle(kid)
      )
    })
})

const getTime = (context: Context.Context<never>): number => Context.get(context, Clock.Clock).currentTimeMillisUnsafe()

/** Waits for a fetch, up to `staleWait`. */
const waitBriefly = (fetching: Fiber.Fiber<unknown>, context: Context.Context<never>): Effect.Effect<void> => {
  const end: Effect.Effect<unknown, TransportFailure> = Fiber.await(fetching)
  return Effect.ignore(timeoutDisconnect(staleWait, end, context))
}
