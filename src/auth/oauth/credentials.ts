/**
 * How a program names itself in OAuth requests.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Connection } from "../../call/Connection.ts"
import { RequestSchemaError } from "../../wire/KnownErrors.ts"
import { publicClientSecret } from "../../wire/oauth.ts"

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
 * Returns the project's id and its publishable client key, or the word that services since 2026 take for clients without a
 * key. Fails if there is no key and the service is known to be one of 2025.
 *
 * @category getters
 * @since 0.1.0
 */
export const credentialsOf = (
  { clientSecret, generation, projectId: clientId }: Connection
): Effect.Effect<OAuthCredentials, RequestSchemaError> => {
  if (clientSecret !== undefined || generation.known !== "2025") {
    return Effect.succeed({ clientId, clientSecret: clientSecret ?? publicClientSecret })
  }
  const message = "OAuth needs the publishable client key with a service of 2025. Pass publishableClientKey, or set " +
    "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"
  return Effect.fail(new RequestSchemaError({ message, details: { message } }))
}
