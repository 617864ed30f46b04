/**
 * Streams as ordinary loops.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Runner } from "./Runner.ts"

/** A call of `next` that waits for an item. */
interface Waiting<A> {
  readonly resolve: (result: IteratorResult<A, undefined>) => void
  readonly reject: (reason: unknown) => void
}

const done = { done: true, value: undefined } as const

/**
 * Makes a stream a thing to loop over. Each loop runs the stream anew, from the first item that is asked for until the loop
 * is left; between two items nothing runs ahead. The signal, and the end of the program, end a loop too: what it asks for
 * next is rejected, once.
 *
 * @internal
 */
export const iterate = <A, E, R>(
  { start }: Runner<R>,
  stream: Stream.Stream<A, E, R>,
  signal: AbortSignal | undefined
): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    const waiting: Array<Waiting<A>> = []
    let isEnded = false
    let problem: { readonly reason: unknown } | undefined
    let goOn: (() => void) | undefined
    let interrupt: (() => void) | undefined
    let over: Promise<void> | undefined

    const give = (value: A) =>
      Effect.callback<void>((resume) => {
        waiting.shift()?.resolve({ done: false, value })
        if (waiting.length > 0) resume(Effect.void)
        else goOn = () => resume(Effect.void)
      })

    const end = (found?: { readonly reason: unknown }) => {
      if (isEnded) return
      isEnded = true
      const first = found && waiting.shift()
      if (first) first.reject(found.reason)
      else problem = found
      for (const { resolve } of waiting.splice(0)) resolve(done)
    }

    const begin = () =>
      new Promise<void>((resolve) => {
        interrupt = start(Stream.runForEach(stream, give), signal, (outcome) => {
          end(outcome.ok ? undefined : outcome)
          resolve()
        })
      })

    return {
      next: () =>
        new Promise((resolve, reject) => {
          const found = problem
          problem = undefined
          if (found) return reject(found.reason)
          if (isEnded) return resolve(done)
          waiting.push({ resolve, reject })
          if (over === undefined) {
            over = begin()
            return
          }
          const resume = goOn
          goOn = undefined
          resume?.()
        }),
      return: async () => {
        end()
        problem = undefined
        interrupt?.()
        await over
        return done
      }
    }
  }
})
