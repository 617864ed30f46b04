/**
 * Converts streams to async iterables.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { captureSite, explain } from "./makeCall.ts"
import type { Runner } from "./Runner.ts"

/** A pending call of `next`. */
interface PendingRead<A> {
  readonly resolve: (result: IteratorResult<A, undefined>) => void
  readonly reject: (reason: unknown) => void
}

const done = { done: true, value: undefined } as const

/**
 * Converts a stream to an async iterable. Each loop runs the stream from the start, and the stream waits between items. If the
 * stream fails, the signal aborts or the client is disposed, the next read rejects, once. `caller` is the public function: the
 * frames of its caller become those of an error.
 *
 * @internal
 */
export const iterate = <A, E, R>(
  { start }: Runner<R>,
  stream: Stream.Stream<A, E, R>,
  signal: AbortSignal | undefined,
  caller: (...args: never) => unknown
): AsyncIterable<A> => {
  const site = captureSite(caller)
  return { [Symbol.asyncIterator]: () => makeIterator() }

  function makeIterator(): AsyncIterator<A, undefined> {
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
          if (outcome._tag === "Success") end()
          else end({ reason: outcome._tag === "Failure" ? explain(outcome.error, site) : outcome.reason })
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
}
