/**
 * One request for what several ask in the same moment.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Client } from "./Client.ts"

interface Batch {
  readonly key: string
  // `any`, since what is asked for is of the type that belongs to the key.
  readonly asked: Array<any>
}

// Kept by caller: a client that acts for one session only asks apart from those that act for any.
const batches = /*#__PURE__*/ new WeakMap<object, Map<string, Batch>>()
let count = 0

/**
 * Collects what is asked until the program has had its turn, and then runs once for all. What comes is handed to everybody
 * who has asked, with a word on whether that was more than one question. Interrupting one of them hurts none of the others.
 *
 * @category combinators
 * @since 0.1.0
 */
export const inOneTick = <Q, A, E>(
  { caller, singleFlight }: Client["Service"],
  name: string,
  question: Q,
  answer: (questions: ReadonlyArray<Q>) => Effect.Effect<A, E>
): Effect.Effect<{ readonly value: A; readonly isAlone: boolean }, E> =>
  Effect.suspend(() => {
    const open = batches.get(caller) ?? new Map<string, Batch>()
    batches.set(caller, open)
    const batch = open.get(name) ?? { key: `${name}#${count++}`, asked: [] }
    open.set(name, batch)
    batch.asked.push(question)
    const close = () => {
      if (open.get(name) === batch) open.delete(name)
    }
    return singleFlight(
      batch.key,
      Effect.yieldNow.pipe(
        Effect.andThen(Effect.suspend(() => {
          close()
          return Effect.map(answer(batch.asked), (value) => ({ value, isAlone: batch.asked.length === 1 }))
        })),
        Effect.ensuring(Effect.sync(close))
      )
    )
  })
