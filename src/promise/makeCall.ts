/** Runs an effect as a call: a promise with `{ data, error }` and `orThrow()`. */
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { ApiError, ApiErrorReason } from "../call/ApiError.ts"
import { InvalidOptions } from "../session/options.ts"
import type { Call, CallError, ErrorOf, Result } from "./Result.ts"
import { Disposed, type Runner } from "./Runner.ts"

/** Runs an effect. `caller` is the public function: the frames of its caller become those of an error. @internal */
export type MakeCall<R> = <A, E>(
  effect: Effect.Effect<A, E, R>,
  signal: AbortSignal | undefined,
  caller: (...args: never) => unknown
) => Call<A, E>

/** @internal */
export const makeCall =
  <R>({ calls, start }: Runner<R>): MakeCall<R> =>
  <A, E>(effect: Effect.Effect<A, E, R>, signal: AbortSignal | undefined, caller: (...args: never) => unknown) => {
    const site = captureSite(caller)
    const promise = new Promise<Result<A, E>>((resolve, reject) => {
      calls.add(site)
      start(effect, signal, (outcome) => {
        calls.delete(site)
        if (outcome._tag === "Success") {
          // Sound, here and below: `Result` has this form for every `E` with such an outcome.
          resolve({ data: outcome.value, error: null } as Result<A, E>)
        } else if (outcome._tag === "Failure") {
          resolve({ data: null, error: explain(outcome.error, site) } as Result<A, E>)
        } else {
          // The bug is in the caller's line.
          reject(outcome.reason instanceof InvalidOptions ? explain(outcome.reason, site) : outcome.reason)
          // The program has no use for a call that it has not awaited before it disposed the client.
          if (outcome.reason instanceof Disposed) queueMicrotask(() => void promise.catch(noop))
        }
      })
    })
    return Object.assign(promise, {
      orThrow: () => {
        const data = promise.then(({ data, error }) => {
          if (error !== null) throw error
          // Sound: without an error, there is data.
          return data as A
        })
        promise.catch((reason) => {
          if (reason instanceof Disposed) data.catch(noop)
        })
        return data
      }
    })
  }

const noop = () => {}

/** The stack at a call. It is formatted on first use, which only a failure makes. @internal */
export interface Site {
  readonly stack?: string | undefined
}

/** The number of frames in a site. Each costs every call half a microsecond. */
const siteFrames = 3

/** @internal */
export const captureSite = (caller: (...args: never) => unknown): Site => {
  // Firefox has it since 138.
  if (typeof Error.captureStackTrace !== "function") return new Error()
  const site: Site = {}
  const { stackTraceLimit } = Error
  // Only V8 has the limit. `Reflect`, since the property is read-only where a host has frozen it.
  const isLimited = stackTraceLimit > siteFrames && Reflect.set(Error, "stackTraceLimit", siteFrames)
  Error.captureStackTrace(site, caller)
  if (isLimited) Error.stackTraceLimit = stackTraceLimit
  return site
}

/**
 * Replaces an `ApiError` with its reason, with the original as `cause`, and the frames with those of the caller.
 *
 * @internal
 */
export const explain = <E>(error: E, { stack }: Site): ErrorOf<E> => {
  if (!(error instanceof Error)) return error as ErrorOf<E>
  const shown = (isApiError(error) ? toCallError(error) : error) as Error
  if (stack !== undefined) {
    const frames = stack.split("\n").filter((line) => /^\s+at |@/.test(line))
    hide(shown, "stack", [`${shown.name}: ${shown.message}`, ...frames].join("\n"))
    // Without Effect's inspection, Node prints the stack, the code and the status.
    hide(shown, inspect, undefined)
  }
  return shown as unknown as ErrorOf<E>
}

const inspect = Symbol.for("nodejs.util.inspect.custom")

/** Defines a property as errors have it: not enumerable. */
const hide = (error: Error, name: string | symbol, value: unknown) =>
  Object.defineProperty(error, name, { value, configurable: true, writable: true })

const isApiError = (error: Error): error is ApiError => error.name === "ApiError"

const toCallError = (error: ApiError): CallError => {
  const { reason } = error
  const shown = reason._tag === "RateLimited" ? toSeconds(reason) : reason
  hide(shown, "cause", error)
  // Test runners and loggers that copy errors by `toJSON` do not notice a circle.
  const { _tag, code, endpoint, message } = error
  hide(error, "toJSON", () => ({ _tag, code, endpoint, message }))
  return shown
}

/** Copies the error, since the one in Effect has a `Duration`. */
const toSeconds = (reason: Extract<ApiErrorReason, { readonly _tag: "RateLimited" }>): CallError => {
  const { retryAfter } = reason
  const seconds = retryAfter === undefined ? undefined : Math.ceil(Duration.toMillis(retryAfter) / 1000)
  const copy = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(reason))
  // Sound: the copy has the original's properties and prototype, and the field in seconds.
  return Object.defineProperties(copy, {
    ...Object.getOwnPropertyDescriptors(reason),
    retryAfter: { value: seconds, enumerable: true }
  }) as CallError
}
