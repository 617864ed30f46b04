/**
 * Orders a token store's reads and writes, and remembers the session in which each of them started.
 *
 * A store may be slow, such as a file or the storage of a phone. A read may then return older data than a write that
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

/** The time between two sign-ins or sign-outs of this client. */
interface Period {
  /** The tokens in the store when the sign-in or sign-out ended the period. */
  last: { readonly tokens: Tokens | undefined } | undefined
}

/**
 * Creates an `StoreQueue`. Calls `onObserve` with the tokens of each result, unless a later read or write has already
 * finished. The tokens that `read` and `modify` return are always the last observed ones.
 *
 * `dropExpired` is applied to stored tokens with the current time in milliseconds.
 */
export const makeStoreQueue = (
  store: Pick<TokenStore["Service"], "get" | "modify">,
  onObserve: (tokens: Tokens | undefined) => void,
  dropExpired: (tokens: Tokens | undefined, now: number) => Tokens | undefined = (tokens) => tokens
): StoreQueue => {
  let writes = 0
  let operations = 0
  let newest = 0
  let period: Period = { last: undefined }

  const learn = (number: number, tokens: Tokens | undefined): void => {
    newest = number
    onObserve(tokens)
  }

  /** Reads the store once, and calls a function with the result. */
  const getOnce = <A>(
    then: (tokens: Tokens | undefined, isOutdated: boolean) => Effect.Effect<A>
  ): Effect.Effect<A> =>
    Clock.clockWith((clock) => {
      const before = writes
      const number = ++operations
      return Effect.flatMap(store.get, (stored) => {
        const tokens = dropExpired(stored, clock.currentTimeMillisUnsafe())
        const isOutdated = writes !== before || number < newest
        if (!isOutdated) learn(number, tokens)
        return then(tokens, isOutdated)
      })
    })

  const read: Effect.Effect<Tokens | undefined> = getOnce((tokens, isOutdated) =>
    isOutdated ? read : Effect.succeed(tokens)
  )

  const modify: StoreQueue["modify"] = (f) =>
    Clock.clockWith((clock) => {
      let ownWrite = writes
      let number = ++operations
      const write = store.modify((stored) => {
        const tokens = dropExpired(stored, clock.currentTimeMillisUnsafe())
        ownWrite = ++writes
        number = ++operations
        const next = f(tokens)
        if (!isSameSession(next, tokens)) {
          period.last = { tokens }
          period = { last: undefined }
        }
        return next
      })
      return Effect.flatMap(write, (tokens) => {
        const isOutdated = writes !== ownWrite || number < newest
        if (writes === ownWrite) writes++
        if (isOutdated) return read
        learn(number, tokens)
        return Effect.succeed(tokens)
      })
    })

  return {
    read,
    modify,
    currentTokens: Effect.suspend(() => {
      const started = period
      return getOnce((tokens) => Effect.succeed(started.last === undefined ? tokens : started.last.tokens))
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
