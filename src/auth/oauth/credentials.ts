/**
 * How a program names itself in OAuth requests.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Connection } from "../../call/Connection.ts"
import { SchemaError } from "../../wire/KnownErrors.ts"

/**
 * The fields that name the client in an OAuth request (RFC 6749 § 2.3.1).
 *
 * @category models
 * @since 0.1.0
 */
export interface OAuthCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Returns the project's id and its publishable client key. Without that key it fails with the error that the service
 * answers to a request without a client secret.
 *
 * @category getters
 * @since 0.1.0
 */
export const credentialsOf = (
  { clientSecret, projectId: clientId }: Connection
): Effect.Effect<OAuthCredentials, SchemaError> => {
  if (clientSecret !== undefined) return Effect.succeed({ clientId, clientSecret })
  const message =
    "OAuth needs the publishable client key. Pass publishableClientKey, or set NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"
  return Effect.fail(new SchemaError({ message, details: { message } }))
}
