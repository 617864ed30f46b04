/**
 * Handlers of the project's own keys.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../wire/internalApiKeys.ts"
import { ApiKeyNotFound } from "../wire/KnownErrors.ts"
import type { HandlersOf } from "./Handler.ts"
import { addKeySet } from "./projectRows.ts"
import * as random from "./random.ts"
import type { KeySetRow, ProjectRow } from "./State.ts"

/** @since 0.1.0 */
export const internalApiKeyHandlers: HandlersOf<typeof wire> = {
  create: Effect.fnUntraced(function*({ payload, project }) {
    const row = yield* addKeySet(project, {
      description: payload.description,
      expiresAtMillis: payload.expiresAt.getTime(),
      publishableClientKey: payload.hasPublishableClientKey ? yield* key("pck") : undefined,
      secretServerKey: payload.hasSecretServerKey ? yield* key("ssk") : undefined,
      superSecretAdminKey: payload.hasSuperSecretAdminKey ? yield* key("sak") : undefined
    })
    return show(row, (key) => key, Redacted.make)
  }),

  list: ({ project }) =>
    Effect.succeed({
      // Newest first. A map lists in the order of insertion.
      items: [...project.keySets.values()].reverse().map(masked),
      isPaginated: false
    }),

  read: ({ params, project }) => Effect.map(find(project, params.apiKeyId), masked),

  update: Effect.fnUntraced(function*({ now, params, payload, project }) {
    const row = yield* find(project, params.apiKeyId)
    if (payload.description !== undefined) row.description = payload.description
    if (payload.revoked) row.manuallyRevokedAtMillis ??= now
    return masked(row)
  })
}

const key = (prefix: string) => Effect.map(random.code(45), (secret) => `${prefix}_${secret}`)

const find = ({ keySets }: ProjectRow, id: string) => {
  const row = keySets.get(id)
  return row === undefined
    ? Effect.fail(new ApiKeyNotFound({ message: "The API key does not exist", details: {} }))
    : Effect.succeed(row)
}

/** Shows keys, public and secret ones each in the way that is told. What is not set is left out. */
const show = <P, S>(row: KeySetRow, showPublic: (key: string) => P, showSecret: (key: string) => S) => {
  const { manuallyRevokedAtMillis, publishableClientKey, secretServerKey, superSecretAdminKey } = row
  return {
    id: row.id,
    description: row.description,
    expiresAt: new Date(row.expiresAtMillis),
    createdAt: new Date(row.createdAtMillis),
    ...(manuallyRevokedAtMillis === undefined ? {} : { manuallyRevokedAt: new Date(manuallyRevokedAtMillis) }),
    ...(publishableClientKey === undefined ? {} : { publishableClientKey: showPublic(publishableClientKey) }),
    ...(secretServerKey === undefined ? {} : { secretServerKey: showSecret(secretServerKey) }),
    ...(superSecretAdminKey === undefined ? {} : { superSecretAdminKey: showSecret(superSecretAdminKey) })
  }
}

const mask = (key: string) => ({ lastFour: key.slice(-4) })

const masked = (row: KeySetRow): wire.InternalApiKey => show(row, mask, mask)
