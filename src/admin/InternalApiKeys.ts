/**
 * The project's keys, with which its clients, servers and admins authenticate. Up to three keys form a set, which is
 * created, expires and is revoked as a whole.
 *
 * **Example** (Replacing a server's key)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { InternalApiKeys } from "latchkey/admin"
 *
 * const replace = (oldId: string, expiresAt: Date) =>
 *   Effect.gen(function*() {
 *     const { secretServerKey } = yield* InternalApiKeys.create({
 *       description: "Web server",
 *       expiresAt,
 *       hasSecretServerKey: true
 *     })
 *     yield* InternalApiKeys.revoke(oldId)
 *     return secretServerKey
 *   })
 * ```
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isExpired, isRevoked, type KeyLife, type KeyState } from "../account/KeyState.ts"
import { takeItems } from "../account/takeItems.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/internalApiKeys.ts"
import { type Admin, callAsAdmin } from "./AdminService.ts"

/** A new key set: its description, its expiry, and its keys. Only requested keys are created. */
export interface InternalApiKeyCreation {
  readonly description: string
  readonly expiresAt: Date
  /** A key for clients, `pck_…`. */
  readonly hasPublishableClientKey?: boolean | undefined
  /** A key for servers, `ssk_…`. */
  readonly hasSecretServerKey?: boolean | undefined
  /** A key for admins, `sak_…`. */
  readonly hasSuperSecretAdminKey?: boolean | undefined
}

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.create>

/** Creates a key set. Returns the complete keys, which the service shows only once. They are valid immediately. */
export const create: (keys: InternalApiKeyCreation) => Effect.Effect<wire.CreatedInternalApiKey, CreateError, Admin> = (
  {
    description,
    expiresAt,
    hasPublishableClientKey = false,
    hasSecretServerKey = false,
    hasSuperSecretAdminKey = false
  }
) =>
  trace(
    "InternalApiKeys.create",
    callAsAdmin(wire.create, {
      payload: { description, expiresAt, hasPublishableClientKey, hasSecretServerKey, hasSuperSecretAdminKey }
    })
  )

/** Errors from {@link list}. */
export type ListError = ApiError

/** Lists the project's keys, newest first, including expired and revoked ones. */
export const list: Effect.Effect<ReadonlyArray<wire.InternalApiKey>, ListError, Admin> = /*#__PURE__*/ trace(
  "InternalApiKeys.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsAdmin(wire.list, {}))
)

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.get>

/**
 * Gets a key set by its id.
 *
 * Fails with `ApiKeyNotFound` if no set has the id. A malformed id fails with `RequestSchemaError`, and no request is sent.
 */
export const get = (id: string): Effect.Effect<wire.InternalApiKey, GetError, Admin> =>
  trace("InternalApiKeys.get", callAsAdmin(wire.get, { params: { apiKeyId: id } }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/** Changes a key set, and returns the changed set. Omitted fields keep their values. */
export const update = (
  id: string,
  changes: wire.InternalApiKeyUpdate
): Effect.Effect<wire.InternalApiKey, UpdateError, Admin> =>
  trace("InternalApiKeys.update", callAsAdmin(wire.update, { params: { apiKeyId: id }, payload: changes }))

/** Errors from {@link revoke}. */
export type RevokeError = Errors<typeof wire.update>

/**
 * Revokes a key set, and returns it. This cannot be undone, and may include the key that this program uses.
 * Revoking revoked keys has no effect.
 */
export const revoke = (id: string): Effect.Effect<wire.InternalApiKey, RevokeError, Admin> =>
  trace("InternalApiKeys.revoke", callAsAdmin(wire.update, { params: { apiKeyId: id }, payload: { revoked: true } }))

/**
 * Returns a key set's state. Expired keys are `expired` even if they were revoked. API keys that belong to users and teams
 * are `manually-revoked` in this case.
 */
export const state = (keys: KeyLife): Effect.Effect<KeyState> =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => isExpired(keys, now) ? "expired" : isRevoked(keys) ? "manually-revoked" : "valid"
  )

/** Returns `true` if a key set is neither expired nor revoked. */
export const isValid = (keys: KeyLife): Effect.Effect<boolean> => Effect.map(state(keys), (state) => state === "valid")

export type { KeyLife, KeyState } from "../account/KeyState.ts"
export type { MaskedKey } from "../wire/apiKeys.ts"
export type { CreatedInternalApiKey, InternalApiKey, InternalApiKeyUpdate } from "../wire/internalApiKeys.ts"
