/** The codecs for the API keys that users and teams create for their own programs. */
import type * as Redacted from "effect/Redacted"
import { boolean, type Codec, dateFromMillis, literal, nullOr, optional, secret, string } from "./Codec.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, RequestSchemaError, WrongApiKeyType } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
import { uuid } from "./uuid.ts"

/** The visible part of an existing key. */
export interface MaskedKey {
  /** The last four characters. */
  readonly lastFour: string
}

/** The fields that all API keys have. */
export interface ApiKeyFields {
  readonly id: string
  readonly description: string
  /** When the key expires. Absent if it never does. */
  readonly expiresAt?: Date | undefined
  /** When the key was revoked. Absent if it was not. */
  readonly manuallyRevokedAt?: Date | undefined
  readonly createdAt: Date
  /** `true` if the key may be public, for example in an app's source. Public keys start with `pk_`. */
  readonly isPublic: boolean
}

/** A user's API key. */
export interface UserApiKey extends ApiKeyFields {
  readonly type: "user"
  readonly userId: string
  readonly value: MaskedKey
}

/** A team's API key. */
export interface TeamApiKey extends ApiKeyFields {
  readonly type: "team"
  readonly teamId: string
  readonly value: MaskedKey
}

/** A user's new API key. */
export interface CreatedUserApiKey extends Omit<UserApiKey, "value"> {
  /** The complete key. The service shows it only once. */
  readonly value: Redacted.Redacted<string>
}

/** A team's new API key. */
export interface CreatedTeamApiKey extends Omit<TeamApiKey, "value"> {
  /** The complete key. The service shows it only once. */
  readonly value: Redacted.Redacted<string>
}

/** A change to an API key. Omitted fields keep their values. The service does not change the expiry. */
export interface ApiKeyUpdate {
  readonly description?: string | undefined
  /** Revokes the key. This cannot be undone. */
  readonly revoked?: true | undefined
}

export const maskedKey: Codec<MaskedKey> = /*#__PURE__*/ struct(() => ({ lastFour: string }))

/** The wire names for a key's timestamps. */
export const timestampNames = {
  expiresAt: "expires_at_millis",
  manuallyRevokedAt: "manually_revoked_at_millis",
  createdAt: "created_at_millis"
} as const

const fields = () => ({
  id: string,
  description: string,
  expiresAt: optional(dateFromMillis),
  manuallyRevokedAt: optional(dateFromMillis),
  createdAt: dateFromMillis,
  isPublic: boolean
})

const userOwner = () => ({ type: literal("user"), userId: string })
const teamOwner = () => ({ type: literal("team"), teamId: string })

export const UserApiKey: Codec<UserApiKey> = /*#__PURE__*/ struct(
  () => ({ ...fields(), ...userOwner(), value: maskedKey }),
  timestampNames
)

export const TeamApiKey: Codec<TeamApiKey> = /*#__PURE__*/ struct(
  () => ({ ...fields(), ...teamOwner(), value: maskedKey }),
  timestampNames
)

export const CreatedUserApiKey: Codec<CreatedUserApiKey> = /*#__PURE__*/ struct(
  () => ({ ...fields(), ...userOwner(), value: secret }),
  timestampNames
)

export const CreatedTeamApiKey: Codec<CreatedTeamApiKey> = /*#__PURE__*/ struct(
  () => ({ ...fields(), ...teamOwner(), value: secret }),
  timestampNames
)

/** Creates the codecs for a new key's fields. `expiresAt` is required; `null` means never. */
export const creationFields = () => ({
  description: string,
  expiresAt: nullOr(dateFromMillis),
  isPublic: optional(boolean)
})

export const apiKeyUpdate = () =>
  struct({
    description: optional(string),
    revoked: optional(literal(true))
  })

export const apiKeyId = () => struct({ apiKeyId: uuid })

/** Creates the shape for an endpoint that checks a key and returns its owner. */
export const checkShape = <A>(key: Codec<A>) => ({
  payload: struct({ apiKey: secret }),
  success: key,
  errors: [ApiKeyNotFound, WrongApiKeyType, ApiKeyRevoked, ApiKeyExpired, RequestSchemaError]
})
