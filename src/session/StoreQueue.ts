/**
 * Orders a token store's reads and writes, and remembers the session in which each one started.
 *
 * A store may be slow, such as a file or a phone's storage. A read may then return older data than a write that
 * started later, and the session may change before the read returns.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isSameSession, type Tokens } from "./Tokens.ts"
import type { TokenStore } from "./TokenStore.ts"

/** A token store, as one client reads and writes it. */
export interface StoreQueue {
  /** Reads the store. Reads it again if a later read or write has finished first. */
  readonly read: Effect.Effect<Tokens | undefined>
  /**
   * Reads the store, and returns the tokens of the session that was current when the effect started. If this client signs
   * in or out during the read, the result is the previous session.
   */
  readonly currentTokens: Effect.Effect<Tokens | undefined>
  /** Modifies the store like `TokenStore.modify`. Reads it again if a later read or write has finished first. */
  readonly modify: (f: (tokens: Tokens | undefined) => Tokens | undefined) => Effect.Effect<Tokens | undefined>
  /** Removes the tokens of the session that is current when the effect starts, and returns them. */
  readonly take: Effect.Effect<Tokens | undefined>
}

/** The time between two sign-ins or sign-outs by this client. */
interface Period {
  /** The tokens in the store when the sign-in or sign-out ended the period; unset during the current period. */
  last?: { readonly tokens: Tokens | undefined }
}

/**
 * Creates a `StoreQueue`. Calls `onObserve` with each result's tokens, unless a later read or write has already
 * finished. The tokens that `read` and `modify` return are always the last observed ones.
 *
 * `dropExpired` is applied to stored tokens with the current time in milliseconds.
 */
export const makeStoreQueue = (
  store: Pick<TokenStore["Service"], "get" | "modify">,
  onObserve: (tokens: Tokens | undefined) => void,
  dropExpired: (tokens: Tokens | undefined, now: number) => Tokens | undefined = (tokens) => tokens
): StoreQueue => {
  /**
   * Changes when a write decides on its tokens, and when the write that decided last has finished. A read that overlaps one
   * of these moments may have returned older data.
   */
  let writeMoments = 0
  /** The number of reads and writes so far. Each gets the next number at its start, and a write another when it decides. */
  let operations = 0
  /** The number of the operation whose tokens were observed last. It never decreases. */
  let observed = 0
  /** The current period. A sign-in or sign-out sets its `last`, once, and starts the next. */
  let period: Period = {}

  /** Returns `true` if a write has decided or finished since `moment`, or if a later operation was observed. */
  const isOutdated = (moment: number, operation: number): boolean => writeMoments !== moment || operation < observed

  const observe = (operation: number, tokens: Tokens | undefined): void => {
    observed = operation
    onObserve(tokens)
  }

  /** Reads the store once, and calls a function with the result. */
  const getOnce = <A>(
    then: (tokens: Tokens | undefined, isStale: boolean) => Effect.Effect<A>
  ): Effect.Effect<A> =>
    Clock.clockWith((clock) => {
      const startMoment = writeMoments
      const operation = ++operations
      return Effect.flatMap(store.get, (stored) => {
        const tokens = dropExpired(stored, clock.currentTimeMillisUnsafe())
        const isStale = isOutdated(startMoment, operation)
        if (!isStale) observe(operation, tokens)
        return then(tokens, isStale)
      })
    })

  const read: Effect.Effect<Tokens | undefined> = getOnce((tokens, isStale) => isStale ? read : Effect.succeed(tokens))

  const modify: StoreQueue["modify"] = (f) =>
    Clock.clockWith((clock) => {
      let decidedMoment = writeMoments
      let operation = ++operations
      const write = store.modify((stored) => {
        const tokens = dropExpired(stored, clock.currentTimeMillisUnsafe())
        // A store that retries its write decides again.
        decidedMoment = ++writeMoments
        operation = ++operations
        const next = f(tokens)
        if (!isSameSession(next, tokens)) {
          period.last = { tokens }
          period = {}
        }
        return next
      })
      return Effect.flatMap(write, (tokens) => {
        const isStale = isOutdated(decidedMoment, operation)
        if (writeMoments === decidedMoment) writeMoments++
        if (isStale) return read
        observe(operation, tokens)
        return Effect.succeed(tokens)
      })
    })

  return {
    read,
    modify,
    currentTokens: Effect.suspend(() => {
      const started = period
      return getOnce((tokens) => Effect.succeed((started.last ?? { tokens }).tokens))
    }),
    take: Effect.suspend(() => {
      const started = period
      let taken: Tokens | undefined
      const write = modify((stored) => {
        const isOther = started.last !== undefined && !isSameSession(stored, started.last.tokens)
        taken = isOther ? undefined : stored
        return isOther ? stored : undefined
      })
      return Effect.map(write, () => taken)
    })
  }
}
