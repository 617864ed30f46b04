/** An endpoint's caller. */
import type * as Effect from "effect/Effect"
import type { Any } from "../wire/Endpoint.ts"
import type { Credentials } from "./CallSession.ts"
import type { Connection } from "./Connection.ts"
import type { RequestTokens } from "./headers.ts"

/** An endpoint's input and result. `any`, because a listener knows the types from the endpoint's id. */
export interface EndpointCall {
  readonly input: any
  readonly result: any
}

/**
 * A user's successful call that may have changed data, and that overlapped with no other such call that has ended.
 */
export interface DoneCall extends EndpointCall {
  /** The session that the call acted for. */
  readonly session: RequestTokens
}

/** Changes a call's effect. The other parameters are set if the effect is an endpoint call. */
export type Provide = <A, E>(
  effect: Effect.Effect<A, E>,
  endpoint?: Any,
  input?: unknown,
  caller?: Caller
) => Effect.Effect<A, E>

/** The call properties that do not depend on the endpoint. */
export interface Caller {
  readonly connection: Connection
  readonly credentials: Credentials
  /** The session that the request refreshes, identified by its refresh token. Retries stop when that session ends. */
  readonly subject?: RequestTokens | undefined
  /** `true` for a request that is sent once, and whose failure causes no network check. */
  readonly isOnce?: boolean | undefined
  /** The project owner's credentials. Their access token replaces the keys, which this caller does not have. */
  readonly owner?: Credentials | undefined
  /**
   * Provides the references with which the layer was built. The calling program's references take precedence. A function,
   * since headers may contain secrets and a program may print its services.
   */
  readonly provide?: Provide | undefined
  /** Called with the endpoint's id after each call that may have changed data, and with its result if that is up to date. */
  readonly onChange?: ((endpointId: string, done?: DoneCall) => void) | undefined
}
