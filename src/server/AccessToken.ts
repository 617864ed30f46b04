/**
 * Verification of access tokens on a server, without a request to the service.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Secret } from "../platform/toRedacted.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { Claims, Verified } from "../session/Claims.ts"
import type { JwksUnavailable } from "./Jwks.ts"

/**
 * The access token has expired. Refresh the session, or ask the user to sign in.
 *
 * @category errors
 * @since 0.1.0
 */
export class AccessTokenExpired extends Data.TaggedError("AccessTokenExpired")<{
  readonly message: string
  readonly expiredAt: Date
}> {}

/**
 * Why an access token is invalid.
 *
 * @category models
 * @since 0.1.0
 */
export type InvalidReason =
  | "malformed"
  | "tooLong"
  | "algorithm"
  | "header"
  | "keyId"
  | "unknownKey"
  | "signature"
  | "issuer"
  | "audience"
  | "notYetValid"
  | "claims"
  | "anonymous"
  | "restricted"

/**
 * The access token is invalid. The message contains no part of the token.
 *
 * @category errors
 * @since 0.1.0
 */
export class AccessTokenInvalid extends Data.TaggedError("AccessTokenInvalid")<{
  readonly message: string
  readonly reason: InvalidReason
}> {}

/**
 * The errors of {@link verify}.
 *
 * @category errors
 * @since 0.1.0
 */
export type VerifyError = AccessTokenExpired | AccessTokenInvalid | JwksUnavailable

/**
 * The kinds of users whose tokens are accepted in addition to normal users.
 *
 * @category options
 * @since 0.1.0
 */
export interface VerifyOptions {
  /** Accepts tokens of anonymous users. `false` by default. */
  readonly allowAnonymous?: boolean | undefined
  /** Accepts tokens of restricted users. `false` by default. */
  readonly allowRestricted?: boolean | undefined
}

/**
 * Verifies the access tokens of one project.
 *
 * @category services
 * @since 0.1.0
 */
export class AccessTokenVerifier extends withLayerHint(
  Context.Service<AccessTokenVerifier, {
    readonly verify: (token: Secret, options?: VerifyOptions) => Effect.Effect<Verified<Claims>, VerifyError>
  }>()("latchkey/server/AccessTokenVerifier"),
  "AccessToken.layer"
) {}

/**
 * Verifies an access token.
 *
 * @category verification
 * @since 0.1.0
 */
export const verify = (
  token: Secret,
  options?: VerifyOptions
): Effect.Effect<Verified<Claims>, VerifyError, AccessTokenVerifier> =>
  Effect.flatMap(AccessTokenVerifier, (verifier) => verifier.verify(token, options))
