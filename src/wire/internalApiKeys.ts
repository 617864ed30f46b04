/**
 * The keys of a project as they travel, and the requests about them: what its clients, servers and admins authenticate
 * with.
 *
 * @since 0.1.0
 */
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { apiKeyId, type MaskedKey, maskedKey, timestampNames } from "./apiKeys.ts"
import { endpoint } from "./Endpoint.ts"
import { ApiKeyNotFound, RequestSchemaError } from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { secret } from "./tokens.ts"

/**
 * Up to three keys of a project that begin and end together.
 *
 * @category models
 * @since 0.1.0
 */
export interface InternalApiKey {
  readonly id: string
  readonly description: string
  readonly expiresAt: Date
  /** When the keys were revoked, if they were. */
  readonly manuallyRevokedAt?: Date | undefined
  readonly createdAt: Date
  readonly publishableClientKey?: MaskedKey | undefined
  readonly secretServerKey?: MaskedKey | undefined
  readonly superSecretAdminKey?: MaskedKey | undefined
}

/**
 * Keys of a project, as whoever creates them gets them. The service shows them this once.
 *
 * @category models
 * @since 0.1.0
 */
export interface CreatedInternalApiKey
  extends Omit<InternalApiKey, "publishableClientKey" | "secretServerKey" | "superSecretAdminKey">
{
  /** `pck_…`, if it was asked for. It is no secret: every client shows it. */
  readonly publishableClientKey?: string | undefined
  /** `ssk_…`, if it was asked for. */
  readonly secretServerKey?: Redacted.Redacted<string> | undefined
  /** `sak_…`, if it was asked for. */
  readonly superSecretAdminKey?: Redacted.Redacted<string> | undefined
}

/**
 * What may be changed about keys of a project. A field that is left out stays as it is.
 *
 * @category models
 * @since 0.1.0
 */
export interface InternalApiKeyUpdate {
  readonly description?: string | undefined
  /** Revokes the keys, which cannot be undone. */
  readonly revoked?: true | undefined
}

const keySetStruct = <P, S>(publishable: () => Wire<P>, secret: () => Wire<S>) =>
  struct({
    id: Schema.String,
    description: Schema.String,
    expiresAt: Schema.DateFromMillis,
    manuallyRevokedAt: Schema.optional(Schema.DateFromMillis),
    createdAt: Schema.DateFromMillis,
    publishableClientKey: Schema.optional(publishable()),
    secretServerKey: Schema.optional(secret()),
    superSecretAdminKey: Schema.optional(secret())
  }, timestampNames)

/** @since 0.1.0 */
export const InternalApiKey: () => Wire<InternalApiKey> = /*#__PURE__*/ memoize(() =>
  keySetStruct(maskedKey, maskedKey)
)

/** @since 0.1.0 */
export const CreatedInternalApiKey: () => Wire<CreatedInternalApiKey> = /*#__PURE__*/ memoize(() =>
  keySetStruct(() => Schema.String, secret)
)

/** @since 0.1.0 */
export const create = endpoint("internalApiKeys.create", "POST", "/internal/api-keys", { level: "admin" }, () => ({
  payload: struct({
    description: Schema.String,
    expiresAt: Schema.DateFromMillis,
    hasPublishableClientKey: Schema.Boolean,
    hasSecretServerKey: Schema.Boolean,
    hasSuperSecretAdminKey: Schema.Boolean
  }, timestampNames),
  success: CreatedInternalApiKey(),
  errors: [RequestSchemaError]
}))

/** @since 0.1.0 */
export const list = endpoint("internalApiKeys.list", "GET", "/internal/api-keys", { level: "admin" }, () => ({
  success: listOf(InternalApiKey())
}))

/** @since 0.1.0 */
export const read = endpoint("internalApiKeys.read", "GET", "/internal/api-keys/:apiKeyId", {
  level: "admin"
}, () => ({
  params: apiKeyId(),
  success: InternalApiKey(),
  errors: [ApiKeyNotFound, RequestSchemaError]
}))

/** @since 0.1.0 */
export const update = endpoint("internalApiKeys.update", "PATCH", "/internal/api-keys/:apiKeyId", {
  level: "admin"
}, () => ({
  params: apiKeyId(),
  payload: struct({
    description: Schema.optional(Schema.String),
    revoked: Schema.optional(Schema.Literal(true))
  }),
  success: InternalApiKey(),
  errors: [ApiKeyNotFound, RequestSchemaError]
}))
