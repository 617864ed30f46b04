/**
 * The caller of an endpoint.
 *
 * @since 0.1.0
 */
import type * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"
import type { Credentials } from "./CallSession.ts"
import type { Connection } from "./Connection.ts"
import type { RequestTokens } from "./headers.ts"

/**
 * The input and the result of an endpoint. `any`, because a listener knows the types from the endpoint's id.
 *
 * @category models
 * @since 0.1.0
 */
export interface EndpointCall {
  readonly input: any
  readonly result: any
}

/**
 * A successful call of a user that may have changed data, and that overlapped with no other such call that has ended.
 *
 * @category models
 * @since 0.1.0
 */
export interface DoneCall extends EndpointCall {
  /** The session that the call acted for. */
  readonly session: RequestTokens
}

/**
 * The parts of a call that do not depend on the endpoint.
 *
 * @category models
 * @since 0.1.0
 */
export interface Caller {
  readonly connection: Connection
  readonly credentials: Credentials
  /** The session that the request refreshes, identified by its refresh token. Retries stop when that session ends. */
  readonly subject?: RequestTokens | undefined
  /** The credentials of the project's owner. Their access token replaces the keys, which this caller does not have. */
  readonly owner?: Credentials | undefined
  /** References that were provided when the layer was built. References of the calling program take precedence. */
  readonly references: Redacted.Redacted<Context.Context<never>> | undefined
  /** Called with the endpoint's id after each call that may have changed data, and with its result if that is up to date. */
  readonly onChange?: ((endpointId: string, done?: DoneCall) => void) | undefined
}
