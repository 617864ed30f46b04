/**
 * Where a call goes and as whom: what the options of a level come down to.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import type * as Redacted from "effect/Redacted"
import type { AccessLevel, Generation } from "../wire/Endpoint.ts"
import type { Network } from "./Network.ts"
import type { Transport } from "./Transport.ts"

/**
 * How a request says who sends it: the keys of an access level, and the headers that state the level and hold the keys.
 *
 * @category models
 * @since 0.1.0
 */
export interface Access {
  readonly keys: ReadonlyArray<string>
  /** The headers that every request of the level has. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The validated options of a level.
 *
 * @category models
 * @since 0.1.0
 */
export interface Connection {
  readonly projectId: string
  /** The API's root, without `/api/v1` and without a trailing slash. */
  readonly apiUrl: string
  /** The publishable client key, which OAuth requests name. Levels that have only secret keys have none. */
  readonly clientSecret: string | undefined
  /** How calls of a level present themselves. */
  readonly access: (level: AccessLevel) => Access
  readonly headerFamily: "stack" | "hexclave"
  /** The generation of the service, once it is known: set by the option `apiGeneration`, or learned from an answer. */
  readonly generation: { known: Generation | undefined }
  /** Redacted, since the values may be secrets of a gateway. */
  readonly extraRequestHeaders: Redacted.Redacted<Readonly<Record<string, string>>>
  /** How long one try may take. */
  readonly requestTimeout: Duration.Duration
  /** The longest `Retry-After` that is waited for. */
  readonly retryAfterLimit: Duration.Duration
  /** The state of the network, by the transport that calls go through. */
  readonly networks: WeakMap<Transport, Network>
  /** The largest response body that is read, in bytes. */
  readonly responseLimit: number
}
