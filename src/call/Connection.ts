/** The validated options for a level. */
import type * as Duration from "effect/Duration"
import type * as Redacted from "effect/Redacted"
import type { AccessLevel, Generation } from "../wire/Endpoint.ts"
import type { Reachability } from "./Reachability.ts"
import type { Transport } from "./Transport.ts"

/** An access level's keys, and the headers that carry them. */
export interface Access {
  readonly keys: ReadonlyArray<string>
  /** Every request's headers at this level. */
  readonly headers: Readonly<Record<string, string>>
}

/** The validated options for a level, and the state that its calls share. */
export interface Connection {
  readonly projectId: string
  /** The API's root URL, without `/api/v1` and without a trailing slash. */
  readonly apiUrl: string
  /**
   * The publishable client key, which OAuth requests send as `client_secret`; `undefined` if the project does not require
   * one.
   */
  readonly clientSecret: string | undefined
  /** Returns a level's keys and headers. */
  readonly access: (level: AccessLevel) => Access
  readonly headerFamily: "stack" | "hexclave"
  /** The service's generation, if it is known: from the option `apiGeneration`, or detected. */
  readonly generation: { known: Generation | undefined }
  /** Scopes that each flow with a provider requests in addition to its own, by provider. */
  readonly oauthScopes: Readonly<Record<string, ReadonlyArray<string>>>
  /** Redacted, since the headers may contain a gateway's secrets. */
  readonly extraRequestHeaders: Redacted.Redacted<Readonly<Record<string, string>>>
  /** The timeout for one attempt. */
  readonly requestTimeout: Duration.Duration
  /** The longest `Retry-After` to wait for. */
  readonly retryAfterLimit: Duration.Duration
  /** The network's state, by transport. */
  readonly networks: WeakMap<Transport, Reachability>
  /** The largest response body to read, in bytes. */
  readonly responseLimit: number
}
