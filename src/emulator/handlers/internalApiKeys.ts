/** Handlers for a project's key sets. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../../wire/internalApiKeys.ts"
import { ApiKeyNotFound } from "../../wire/KnownErrors.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { failWith } from "../rules/failWith.ts"
import { addKeySet } from "../state/projectRows.ts"
import * as random from "../state/random.ts"
import type { KeySetRow, ProjectRow } from "../state/rows.ts"

export const internalApiKeyHandlers: HandlersOf<typeof wire> = {
  create: Effect.fnUntraced(function*({ payload, project }) {
    const row = yield* addKeySet(project, {
      description: payload.description,
      expiresAtMillis: payload.expiresAt.getTime(),
      publishableClientKey: payload.hasPublishableClientKey ? yield* makeKey("pck") : undefined,
      secretServerKey: payload.hasSecretServerKey ? yield* makeKey("ssk") : undefined,
      superSecretAdminKey: payload.hasSuperSecretAdminKey ? yield* makeKey("sak") : undefined
    })
    return toKeys(row, (key) => key, Redacted.make)
  }),

  list: ({ project }) =>
    Effect.succeed({
      // Newest first. A map iterates in insertion order.
      items: [...project.keySets.values()].reverse().map(toMaskedKeys),
      isPaginated: false
    }),

  get: ({ params, project }) => Effect.map(findKeySet(project, params.apiKeyId), toMaskedKeys),

  update: Effect.fnUntraced(function*({ now, params, payload, project }) {
    const row = yield* findKeySet(project, params.apiKeyId)
    if (payload.description !== undefined) row.description = payload.description
    if (payload.revoked) row.manuallyRevokedAtMillis ??= now
    return toMaskedKeys(row)
  })
}

const makeKey = (prefix: string) => Effect.map(random.code(45), (secret) => `${prefix}_${secret}`)

const findKeySet = ({ keySets }: ProjectRow, id: string) => {
  const row = keySets.get(id)
  return row === undefined
    ? failWith(ApiKeyNotFound, "The API key does not exist")
    : Effect.succeed(row)
}

/** Returns a key set, with public and secret keys converted by the given functions. Unset fields are omitted. */
const toKeys = <P, S>(row: KeySetRow, showPublic: (key: string) => P, showSecret: (key: string) => S) => {
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

const toMaskedKeys = (row: KeySetRow): wire.InternalApiKey => toKeys(row, mask, mask)
