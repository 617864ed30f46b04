/**
 * Where a call goes and as whom: what the options of a level come down to.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import type { AccessLevel } from "../wire/Endpoint.ts"

/**
 * The access type that a request states, and the keys that prove it: header names without their family's prefix.
 *
 * @category models
 * @since 0.1.0
 */
export interface Access {
  readonly type: AccessLevel
  readonly keys: ReadonlyArray<readonly [name: string, key: string]>
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
  /** The client's key in the OAuth grants. */
  readonly clientSecret: string
  /** How calls of a level present themselves. */
  readonly access: (level: AccessLevel) => Access
  readonly headerFamily: "stack" | "hexclave"
  readonly clientVersion: string
  readonly extraRequestHeaders: Readonly<Record<string, string>>
  /** How long one try may take. */
  readonly requestTimeout: Duration.Duration
  /** The longest `Retry-After` that is waited for. */
  readonly retryAfterLimit: Duration.Duration
}
