/**
 * What a handler of the emulator is: the description's input in, its success or one of its errors out.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { Any, Failure, Input, Success } from "../wire/Endpoint.ts"
import type { Authenticated } from "./authenticate.ts"
import type { Refusal } from "./http.ts"
import type { ServiceState } from "./ServiceState.ts"

/**
 * RequestContext of a request, besides its input.
 *
 * @category models
 * @since 0.1.0
 */
export interface RequestContext extends Authenticated {
  /** Time in milliseconds. */
  readonly now: number
  /** Where the request was sent to; it issues the tokens. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  /** Every project: for requests that reach beyond their own. */
  readonly state: ServiceState
}

/**
 * Answers a request of an endpoint.
 *
 * @category models
 * @since 0.1.0
 */
export type Handler<E extends Any> = (
  request: Input<E> & RequestContext
) => Effect.Effect<Success<E>, Failure<E> | Refusal>

/**
 * The handlers of every endpoint that a module of descriptions exports. A missing one is a type error.
 *
 * @category models
 * @since 0.1.0
 */
export type HandlersOf<Module> = {
  readonly [K in keyof Module as Module[K] extends Any ? K : never]: Module[K] extends Any ? Handler<Module[K]> : never
}
