/** The code for failures, which browsers load during the first request. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type Failures, importFailures, initialFailures } from "./failuresOnDemand.ts"
import { timeoutDisconnect } from "./timeoutDisconnect.ts"

let failures: Failures | undefined = initialFailures
let loading: Promise<Failures | undefined> | undefined

/** Returns the code for failures. Returns `undefined` before it has loaded. */
export const getFailureModule = (): Failures | undefined => failures

/**
 * Loads the code for failures once. Never rejects; resolves to `undefined` if it cannot be loaded. The next call tries again.
 */
export const loadFailureModule = (): Promise<Failures | undefined> =>
  loading ??= importFailures().then(
    (loaded) => failures = loaded,
    () => loading = undefined
  )

/**
 * Computes a value with the code for failures. Uses `otherwise` if the code cannot be loaded, or not within `timeout`. A load
 * that takes longer continues for later calls.
 */
export const withFailureModule = <A>(
  timeout: Duration.Duration,
  use: (failures: Failures) => A,
  otherwise: () => A
): Effect.Effect<A> =>
  failures !== undefined
    ? Effect.succeed(use(failures))
    : Effect.withFiber(({ context }) =>
      Effect.match(timeoutDisconnect(timeout, Effect.promise(loadFailureModule), context), {
        onFailure: otherwise,
        onSuccess: (loaded) => loaded === undefined ? otherwise() : use(loaded)
      })
    )

export type { Failures }
