/** Batches calls that are made in the same scheduler tick. */
import * as Effect from "effect/Effect"
import type { Client } from "./ClientService.ts"

interface Batch {
  readonly key: string
  // `any`, since the items' type depends on the batch's name.
  readonly items: Array<any>
}

// By caller: a client that is bound to one session must not share a batch with a client that acts for any session.
const openBatches = /*#__PURE__*/ new WeakMap<object, Map<string, Batch>>()
let count = 0

/**
 * Batches all calls with one name that are made in one scheduler tick, and runs `send` once with their items.
 *
 * Every caller gets the same result. `isAlone` is `true` if the batch had a single item. Interrupting a caller does not affect
 * the others; `send` is interrupted with its last caller.
 */
export const batch = <Item, A, E>(
  { caller, singleFlight }: Client["Service"],
  name: string,
  item: Item,
  send: (items: ReadonlyArray<Item>) => Effect.Effect<A, E>
): Effect.Effect<{ readonly value: A; readonly isAlone: boolean }, E> =>
  Effect.suspend(() => {
    const batches = openBatches.get(caller) ?? new Map<string, Batch>()
    openBatches.set(caller, batches)
    const own = batches.get(name) ?? { key: `${name}#${count++}`, items: [] }
    batches.set(name, own)
    own.items.push(item)
    const close = () => {
      if (batches.get(name) === own) batches.delete(name)
    }
    return singleFlight(
      own.key,
      Effect.yieldNow.pipe(
        Effect.andThen(Effect.suspend(() => {
          close()
          return Effect.map(send(own.items), (value) => ({ value, isAlone: own.items.length === 1 }))
        })),
        Effect.ensuring(Effect.sync(close))
      )
    )
  })
