/** Converts effects that emit values to async iterables. */
import * as Effect from "effect/Effect"
import { captureSite, explain } from "./makeCall.ts"
import type { Runner } from "./Runner.ts"

/** A pending call to `next`. */
interface PendingRead<A> {
  readonly resolve: (result: IteratorResult<A, undefined>) => void
  readonly reject: (reason: unknown) => void
}

const done = { done: true, value: undefined } as const

/**
 * Passes each value to a function, and waits for it. A stream is not needed here: its module would load with the client.
 *
 * @internal
 */
export type ForEach<A, E, R> = (emit: (value: A) => Effect.Effect<void>) => Effect.Effect<void, E, R>

/**
 * Converts an effect that emits values to an async iterable. Each loop runs the effect from the start, and the effect waits between
 * values. If it fails, the signal aborts or the client is disposed, the next read rejects, once. `caller` is the public function:
 * the frames of its caller become those of an error.
 *
 * @internal
 */
export const iterate = <A, E, R>(
  { start }: Runner<R>,
  forEach: ForEach<A, E, R>,
  signal: AbortSignal | undefined,
  caller: (...args: never) => unknown
): AsyncIterable<A> => {
  const site = captureSite(caller)
  return { [Symbol.asyncIterator]: () => makeIterator() }

  function makeIterator(): AsyncIterator<A, undefined> {
    const pendingReads: Array<PendingRead<A>> = []
    let isEnded = false
    let pendingError: { readonly reason: unknown } | undefined
    let resumeEffect: (() => void) | undefined
    let interrupt: (() => void) | undefined
    let finished: Promise<void> | undefined

    const emit = (value: A) =>
      Effect.callback<void>((resume) => {
        pendingReads.shift()?.resolve({ done: false, value })
        if (pendingReads.length > 0) resume(Effect.void)
        else resumeEffect = () => resume(Effect.void)
      })

    const end = (found?: { readonly reason: unknown }) => {
      if (isEnded) return
      isEnded = true
      const first = found && pendingReads.shift()
      if (first) first.reject(found.reason)
      else pendingError = found
      for (const { resolve } of pendingReads.splice(0)) resolve(done)
    }

    const startEffect = () =>
      new Promise<void>((resolve) => {
        interrupt = start(forEach(emit), signal, (outcome) => {
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
            finished = startEffect()
            return
          }
          const resume = resumeEffect
          resumeEffect = undefined
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
