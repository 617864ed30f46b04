/** `admin.apiKeys`. */
import * as Effect from "effect/Effect"
import type { Admin } from "../../admin/AdminService.ts"
import type { InternalApiKey } from "../../admin/InternalApiKeys.ts"
import * as InternalApiKeys from "../../admin/InternalApiKeys.ts"
import { update } from "../../wire/internalApiKeys.ts"
import { type Plain, toPlainSecrets } from "../client/secrets.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"

/**
 * A new set of keys, which cannot be fetched again. The secret ones are not enumerable, so that logs do not contain them.
 */
export type CreatedKeys = Plain<InternalApiKeys.CreatedInternalApiKey>

/**
 * The project's keys, with which its clients, servers and admins authenticate. A set has up to three keys.
 *
 * **Example** (Replacing a server's key)
 *
 * ```ts
 * import type { AdminClient } from "latchkey/promise/admin"
 *
 * export const replaceKey = async (admin: AdminClient, oldId: string, expiresAt: Date) => {
 *   const keys = await admin.apiKeys.create({ description: "Server", expiresAt, hasSecretServerKey: true }).orThrow()
 *   await admin.apiKeys.revoke(oldId).orThrow()
 *   return keys.secretServerKey
 * }
 * ```
 */
export interface AdminApiKeys {
  /** Creates a set with the requested keys, which are shown only once. */
  readonly create: (
    keys: InternalApiKeys.InternalApiKeyCreation,
    options?: CallOptions
  ) => Call<CreatedKeys, InternalApiKeys.CreateError>
  /** Lists the sets, newest first, with expired and revoked ones. */
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<InternalApiKey>, InternalApiKeys.ListError>
  readonly get: (id: string, options?: CallOptions) => Call<InternalApiKey, InternalApiKeys.GetError>
  readonly update: (
    id: string,
    changes: InternalApiKeys.InternalApiKeyUpdate,
    options?: CallOptions
  ) => Call<InternalApiKey, InternalApiKeys.UpdateError>
  /** Revokes a set for good, and returns it. It may have the key that this program uses. */
  readonly revoke: (id: string, options?: CallOptions) => Call<InternalApiKey, InternalApiKeys.RevokeError>
}

/** @internal */
export const apiKeys = /*#__PURE__*/ withNames<AdminApiKeys, Admin>({
  create: (keys) => Effect.map(InternalApiKeys.create(keys), toPlainSecrets),
  list: () => InternalApiKeys.list,
  get: (id) => InternalApiKeys.get(id),
  update: (id, changes) => InternalApiKeys.update(id, changes),
  revoke: (id) => InternalApiKeys.revoke(id)
}, {
  create: [{
    description: true,
    expiresAt: true,
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true
  }],
  update: [null, fieldsOf(update)]
})
