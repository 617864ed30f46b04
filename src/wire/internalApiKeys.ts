/** The codecs for a project's keys, which its clients, servers and admins send to the service, and their endpoints. */
import type * as Redacted from "effect/Redacted"
import { apiKeyId, type MaskedKey, maskedKey, timestampNames } from "./apiKeys.ts"
import { boolean, type Codec, dateFromMillis, literal, optional, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { ApiKeyNotFound, RequestSchemaError } from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"

/** Up to three of a project's keys, which are created, expire and are revoked together. */
export interface InternalApiKey {
  readonly id: string
  readonly description: string
  readonly expiresAt: Date
  /** When the keys were revoked. Absent if they were not. */
  readonly manuallyRevokedAt?: Date | undefined
  readonly createdAt: Date
  readonly publishableClientKey?: MaskedKey | undefined
  readonly secretServerKey?: MaskedKey | undefined
  readonly superSecretAdminKey?: MaskedKey | undefined
}

/** A new key set. The service shows the complete keys only once. */
export interface CreatedInternalApiKey
  extends Omit<InternalApiKey, "publishableClientKey" | "secretServerKey" | "superSecretAdminKey">
{
  /** `pck_…`, if it was requested. It is not secret: every client contains it. */
  readonly publishableClientKey?: string | undefined
  /** `ssk_…`, if it was requested. */
  readonly secretServerKey?: Redacted.Redacted<string> | undefined
  /** `sak_…`, if it was requested. */
  readonly superSecretAdminKey?: Redacted.Redacted<string> | undefined
}

/** A change to a key set. Omitted fields keep their values. */
export interface InternalApiKeyUpdate {
  readonly description?: string | undefined
  /** Revokes the keys. This cannot be undone. */
  readonly revoked?: true | undefined
}

const keySetFields = <P, S>(publishable: Codec<P>, secret: Codec<S>) => ({
  id: string,
  description: string,
  expiresAt: dateFromMillis,
  manuallyRevokedAt: optional(dateFromMillis),
  createdAt: dateFromMillis,
  publishableClientKey: optional(publishable),
  secretServerKey: optional(secret),
  superSecretAdminKey: optional(secret)
})

export const InternalApiKey: Codec<InternalApiKey> = /*#__PURE__*/ struct(
  () => keySetFields(maskedKey, maskedKey),
  timestampNames
)

export const CreatedInternalApiKey: Codec<CreatedInternalApiKey> = /*#__PURE__*/ struct(
  () => keySetFields(string, secret),
  timestampNames
)

export const create = endpoint("internalApiKeys.create", "POST", "/internal/api-keys", { level: "admin" }, () => ({
  payload: struct({
    description: string,
    expiresAt: dateFromMillis,
    hasPublishableClientKey: boolean,
    hasSecretServerKey: boolean,
    hasSuperSecretAdminKey: boolean
  }, timestampNames),
  success: CreatedInternalApiKey,
  errors: [RequestSchemaError]
}))

export const list = endpoint("internalApiKeys.list", "GET", "/internal/api-keys", { level: "admin" }, () => ({
  success: listOf(InternalApiKey)
}))

export const get = endpoint("internalApiKeys.get", "GET", "/internal/api-keys/:apiKeyId", {
  level: "admin"
}, () => ({
  params: apiKeyId(),
  success: InternalApiKey,
  errors: [ApiKeyNotFound, RequestSchemaError]
}))

export const update = endpoint("internalApiKeys.update", "PATCH", "/internal/api-keys/:apiKeyId", {
  level: "admin"
}, () => ({
  params: apiKeyId(),
  payload: struct({
    description: optional(string),
    revoked: optional(literal(true))
  }),
  success: InternalApiKey,
  errors: [ApiKeyNotFound, RequestSchemaError]
}))
