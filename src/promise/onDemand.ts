/** Code that loads on first use. */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { makeNotLoaded } from "../call/makeNotLoaded.ts"

/**
 * Uses a module after it has loaded. Fails with the `ApiError` reason `NetworkFailure` if it cannot be loaded. The next use then
 * tries again.
 *
 * @internal
 */
export interface OnDemand<M> {
  <A, E, R>(use: (module: M) => Effect.Effect<A, E, R>): Effect.Effect<A, E | ApiError, R>
  /** Loads the module. Rejects with the `ApiError` if it cannot be loaded. */
  readonly load: () => Promise<M>
}

/** @internal */
export const onDemand = <M>(importModule: () => Promise<M>): OnDemand<M> => {
  let module: M | undefined
  let loading: Promise<M> | undefined
  const load = () =>
    // Async, since a bundler's loader may throw instead of rejecting.
    loading ??= (async () => module = await importModule())().catch((cause) => {
      loading = undefined
      throw makeNotLoaded("import", "this call", cause)
    })
  // Sound: `load` rejects only with it.
  const loaded = Effect.tryPromise({ try: load, catch: (error) => error as ApiError })
  return Object.assign(
    <A, E, R>(use: (module: M) => Effect.Effect<A, E, R>) =>
      Effect.suspend(() => module === undefined ? Effect.flatMap(loaded, use) : use(module)),
    { load }
  )
}
