/**
 * A token store with an order of its reads and writes, and with the session that each of them started in.
 *
 * A store may be slow, such as a file or the storage of a phone. The result of a read may then be older than that of a write
 * which began later, and the session may change before the first result arrives.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { isSameSession, type Tokens } from "./Tokens.ts"
import type { TokenStore } from "./TokenStore.ts"

/**
 * A store as one client reads and writes it.
 *
 * @category models
 * @since 0.1.0
 */
export interface OrderedStore {
  /** Reads the store, and again if the result may be older than that of another read or write. */
  readonly read: Effect.Effect<Tokens | undefined>
  /**
   * Reads the store, and returns the tokens of the session that is current when the effect starts. If this client begins or
   * ends a session during the read, that is the session before.
   */
  readonly currentTokens: Effect.Effect<Tokens | undefined>
  /** Writes to the store, as `TokenStore` does, and reads it if the result may be older than that of another read or write. */
  readonly modify: (f: (tokens: Tokens | undefined) => Tokens | undefined) => Effect.Effect<Tokens | undefined>
  /** Removes the tokens of the session that is current when the effect starts, and returns them. */
  readonly take: Effect.Effect<Tokens | undefined>
}

/** A time in which this client neither begins nor ends a session. */
interface Period {
  /** The tokens that the store held when this client began or ended a session, which ended the period. */
  last: { readonly tokens: Tokens | undefined } | undefined
}

/**
 * Creates an `OrderedStore`. Calls `observed` with the tokens of each result, unless a read or write that began later has
 * already returned. What `read` and `modify` return was observed last.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeOrderedStore = (
  store: Pick<TokenStore["Service"], "get" | "modify">,
  onObserve: (tokens: Tokens | undefined) => void
): OrderedStore => {
  let writes = 0
  let begun = 0
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
    Effect.suspend(() => {
      const before = writes
      const number = ++begun
      return Effect.flatMap(store.get, (tokens) => {
        const isOutdated = writes !== before || number < newest
        if (!isOutdated) learn(number, tokens)
        return then(tokens, isOutdated)
      })
    })

  const read: Effect.Effect<Tokens | undefined> = getOnce((tokens, isOutdated) =>
    isOutdated ? read : Effect.succeed(tokens)
  )

  const modify: OrderedStore["modify"] = (f) =>
    Effect.suspend(() => {
      let own = writes
      let number = ++begun
      const write = store.modify((tokens) => {
        own = ++writes
        number = ++begun
        const next = f(tokens)
        if (!isSameSession(next, tokens)) {
          period.last = { tokens }
          period = { last: undefined }
        }
        return next
      })
      return Effect.flatMap(write, (tokens) => {
        const isOutdated = writes !== own || number < newest
        if (writes === own) writes++
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
