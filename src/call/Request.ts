/**
 * A request of a call.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Any } from "../wire/Endpoint.ts"
import type { Connection } from "./Connection.ts"
import type { RequestTokens } from "./headers.ts"
import type { AnyInput, Prepared } from "./prepare.ts"

/**
 * Everything that the attempts of a request share. It holds secrets: never log it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Request {
  readonly connection: Connection
  readonly endpoint: Any
  readonly input: AnyInput
  readonly prepared: Prepared
  /** The tokens of the session, or the refresh token alone. */
  readonly tokens: RequestTokens | undefined
  /** The access token of the project's owner, which replaces the keys. */
  readonly ownerToken: Redacted.Redacted<string> | undefined
  /** Succeeds with `true` once the request's session has ended: it is not retried after that. */
  readonly hasEnded: Effect.Effect<boolean>
  /** The number of attempts that the call has made so far, with any tokens. */
  readonly attempts: { count: number }
}
