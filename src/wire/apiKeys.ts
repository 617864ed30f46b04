/**
 * API keys as they travel: those that users and teams give to programs of their own.
 *
 * @since 0.1.0
 */
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, RequestSchemaError, WrongApiKeyType } from "./KnownErrors.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { secret } from "./tokens.ts"
import { uuid } from "./uuid.ts"

/**
 * What the service shows of a key that has been seen once: enough to tell it from others.
 *
 * @category models
 * @since 0.1.0
 */
export interface MaskedKey {
  /** The last four characters. */
  readonly lastFour: string
}

/**
 * What every API key has, whoever owns it and whenever it is looked at.
 *
 * @category models
 * @since 0.1.0
 */
export interface ApiKeyFields {
  readonly id: string
  readonly description: string
  /** When the key ends; never if it is not there. */
  readonly expiresAt?: Date | undefined
  /** When the key was revoked, if it was. */
  readonly manuallyRevokedAt?: Date | undefined
  readonly createdAt: Date
  /** Whether the key is meant to be seen by everybody, such as one inside an app. It begins with `pk_` then. */
  readonly isPublic: boolean
}

/**
 * An API key of a user.
 *
 * @category models
 * @since 0.1.0
 */
export interface UserApiKey extends ApiKeyFields {
  readonly type: "user"
  readonly userId: string
  readonly value: MaskedKey
}

/**
 * An API key of a team.
 *
 * @category models
 * @since 0.1.0
 */
export interface TeamApiKey extends ApiKeyFields {
  readonly type: "team"
  readonly teamId: string
  readonly value: MaskedKey
}

/**
 * An API key of a user, as whoever creates it gets it.
 *
 * @category models
 * @since 0.1.0
 */
export interface CreatedUserApiKey extends Omit<UserApiKey, "value"> {
  /** The whole key. The service shows it this once. */
  readonly value: Redacted.Redacted<string>
}

/**
 * An API key of a team, as whoever creates it gets it.
 *
 * @category models
 * @since 0.1.0
 */
export interface CreatedTeamApiKey extends Omit<TeamApiKey, "value"> {
  /** The whole key. The service shows it this once. */
  readonly value: Redacted.Redacted<string>
}

/**
 * What may be changed about an API key. A field that is left out stays as it is.
 *
 * @category models
 * @since 0.1.0
 */
export interface ApiKeyUpdate {
  readonly description?: string | undefined
  /**
   * When the key ends, or `null` for never. Services that keep the end a key was created with refuse a new one with
   * `RequestSchemaError`.
   */
  readonly expiresAt?: Date | null | undefined
  /** Revokes the key, which cannot be undone. */
  readonly revoked?: true | undefined
}

/** @since 0.1.0 */
export const maskedKey: () => Wire<MaskedKey> = /*#__PURE__*/ memoize(() => struct({ lastFour: Schema.String }))

/**
 * How the wire spells the times of a key.
 *
 * @category constants
 * @since 0.1.0
 */
export const timestampNames = {
  expiresAt: "expires_at_millis",
  manuallyRevokedAt: "manually_revoked_at_millis",
  createdAt: "created_at_millis"
} as const

const fields = () => ({
  id: Schema.String,
  description: Schema.String,
  expiresAt: Schema.optional(Schema.DateFromMillis),
  manuallyRevokedAt: Schema.optional(Schema.DateFromMillis),
  createdAt: Schema.DateFromMillis,
  isPublic: Schema.Boolean
})

const userOwner = () => ({ type: Schema.Literal("user"), userId: Schema.String })
const teamOwner = () => ({ type: Schema.Literal("team"), teamId: Schema.String })

/** @since 0.1.0 */
export const UserApiKey: () => Wire<UserApiKey> = /*#__PURE__*/ memoize(() =>
  struct({ ...fields(), ...userOwner(), value: maskedKey() }, timestampNames)
)

/** @since 0.1.0 */
export const TeamApiKey: () => Wire<TeamApiKey> = /*#__PURE__*/ memoize(() =>
  struct({ ...fields(), ...teamOwner(), value: maskedKey() }, timestampNames)
)

/** @since 0.1.0 */
export const CreatedUserApiKey: () => Wire<CreatedUserApiKey> = /*#__PURE__*/ memoize(() =>
  struct({ ...fields(), ...userOwner(), value: secret() }, timestampNames)
)

/** @since 0.1.0 */
export const CreatedTeamApiKey: () => Wire<CreatedTeamApiKey> = /*#__PURE__*/ memoize(() =>
  struct({ ...fields(), ...teamOwner(), value: secret() }, timestampNames)
)

/**
 * The fields that a new key is described by. The end has to be said, `null` for none.
 *
 * @category schemas
 * @since 0.1.0
 */
export const creationFields = () => ({
  description: Schema.String,
  expiresAt: Schema.NullOr(Schema.DateFromMillis),
  isPublic: Schema.optional(Schema.Boolean)
})

/** @since 0.1.0 */
export const apiKeyUpdate = () =>
  struct({
    description: Schema.optional(Schema.String),
    expiresAt: Schema.optional(Schema.NullOr(Schema.DateFromMillis)),
    revoked: Schema.optional(Schema.Literal(true))
  }, timestampNames)

/** @since 0.1.0 */
export const apiKeyId = () => struct({ apiKeyId: uuid() })

/**
 * The request that asks whether the value of a key is good, and whose key it is.
 *
 * @category schemas
 * @since 0.1.0
 */
export const checkShape = <A>(key: Wire<A>) => ({
  payload: struct({ apiKey: secret() }),
  success: key,
  errors: [ApiKeyNotFound, WrongApiKeyType, ApiKeyRevoked, ApiKeyExpired, RequestSchemaError]
})
