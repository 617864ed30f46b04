/**
 * A request, as its attempts share it.
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
 * The data that all attempts of a request share. It contains secrets: never log it.
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
  /** The access token of the project's owner. It replaces the keys. */
  readonly ownerToken: Redacted.Redacted<string> | undefined
  /** Succeeds with `true` if the request's session has ended. The request is not retried after that. */
  readonly hasEnded: Effect.Effect<boolean>
  /** The number of attempts of the call so far, including those with other tokens. */
  readonly attempts: { count: number }
}
