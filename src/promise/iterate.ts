/**
 * Streams as ordinary loops.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Runner } from "./Runner.ts"

/** A call of `next` that waits for an item. */
interface PendingRead<A> {
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
    const pendingReads: Array<PendingRead<A>> = []
    let isEnded = false
    let pendingError: { readonly reason: unknown } | undefined
    let resumeStream: (() => void) | undefined
    let interrupt: (() => void) | undefined
    let finished: Promise<void> | undefined

    const emit = (value: A) =>
      Effect.callback<void>((resume) => {
        pendingReads.shift()?.resolve({ done: false, value })
        if (pendingReads.length > 0) resume(Effect.void)
        else resumeStream = () => resume(Effect.void)
      })

    const end = (found?: { readonly reason: unknown }) => {
      if (isEnded) return
      isEnded = true
      const first = found && pendingReads.shift()
      if (first) first.reject(found.reason)
      else pendingError = found
      for (const { resolve } of pendingReads.splice(0)) resolve(done)
    }

    const startStream = () =>
      new Promise<void>((resolve) => {
        interrupt = start(Stream.runForEach(stream, emit), signal, (outcome) => {
          end(outcome.ok ? undefined : outcome)
          resolve()
        })
      })

    return {
      next: () =>
        new Promise((resolve, reject) => {
          const found = pendingError
          pendingError = undefined
          if (found) return reject(found.reason)
          if (isEnded) return resolve(done)
          pendingReads.push({ resolve, reject })
          if (finished === undefined) {
            finished = startStream()
            return
          }
          const resume = resumeStream
          resumeStream = undefined
          resume?.()
        }),
      return: async () => {
        end()
        pendingError = undefined
        interrupt?.()
        await finished
        return done
      }
    }
  }
})
