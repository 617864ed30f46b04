/** The request handler type, derived from the endpoint descriptions. */
import type * as Effect from "effect/Effect"
import type { Any, Failure, Input, Success } from "../../wire/Endpoint.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import type { Authenticated } from "./authenticate.ts"
import type { Rejection } from "./http.ts"

/** A request's context: its caller, time, origin and headers, and the service's state. */
export interface RequestContext extends Authenticated {
  readonly now: number
  /** The origin that the request was sent to, which is also the token issuer. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly state: ServiceState
}

/** An endpoint's request: its decoded input and its context. */
export type RequestOf<E extends Any> = Input<E> & RequestContext

/** Handles an endpoint's request. Of the result, the description selects the fields for the response. */
export type Handler<E extends Any> = (
  request: RequestOf<E>
) => Effect.Effect<Success<E>, Failure<E> | Rejection>

/** The handlers for all endpoints that a module exports. A missing handler is a type error. */
export type HandlersOf<Module> = {
  readonly [K in keyof Module as Module[K] extends Any ? K : never]: Module[K] extends Any ? Handler<Module[K]> : never
}
