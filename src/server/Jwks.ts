/**
 * The public keys of a project, which verify its access tokens.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import { withLayerHint } from "../platform/withLayerHint.ts"

/**
 * The keys of the project are needed and cannot be fetched, and no earlier keys are known. Respond with 503.
 *
 * @category errors
 * @since 0.1.0
 */
export class JwksUnavailable extends Data.TaggedError("JwksUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * The public keys of a project (RFC 7517).
 *
 * @category services
 * @since 0.1.0
 */
export class Jwks extends withLayerHint(
  Context.Service<Jwks, {
    /** Returns the key with an id, or `undefined` if the project has no such key. */
    readonly getKey: (kid: string) => Effect.Effect<CryptoKey | undefined, JwksUnavailable>
  }>()("latchkey/server/Jwks"),
  "Jwks.layer or Jwks.layerStatic"
) {}
