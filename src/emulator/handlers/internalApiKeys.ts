/** Handlers for a project's key sets. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../../wire/internalApiKeys.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { orFail } from "../rules/failWith.ts"
import { toOptionalDate } from "../state/dates.ts"
import { addKeySet } from "../state/projectRows.ts"
import * as random from "../state/random.ts"
import type { KeySetRow, ProjectRow } from "../state/rows.ts"
import { apiKeyNotFound } from "./apiKeys.ts"

export const internalApiKeyHandlers: HandlersOf<typeof wire> = {
  create: Effect.fnUntraced(function*({ payload, project }) {
    const row = yield* addKeySet(project, {
      description: payload.description,
      expiresAtMillis: payload.expiresAt.getTime(),
      publishableClientKey: payload.hasPublishableClientKey ? yield* makeKey("pck") : undefined,
      secretServerKey: payload.hasSecretServerKey ? yield* makeKey("ssk") : undefined,
      superSecretAdminKey: payload.hasSuperSecretAdminKey ? yield* makeKey("sak") : undefined
    })
    return toKeys(row, (key) => key, (key) => key === undefined ? undefined : Redacted.make(key))
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

const findKeySet = ({ keySets }: ProjectRow, id: string) => orFail(keySets.get(id), apiKeyNotFound)

const toKeys = <P, S>(
  row: KeySetRow,
  showPublic: (key: string | undefined) => P,
  showSecret: (key: string | undefined) => S
) => ({
  ...row,
  expiresAt: new Date(row.expiresAtMillis),
  createdAt: new Date(row.createdAtMillis),
  manuallyRevokedAt: toOptionalDate(row.manuallyRevokedAtMillis),
  publishableClientKey: showPublic(row.publishableClientKey),
  secretServerKey: showSecret(row.secretServerKey),
  superSecretAdminKey: showSecret(row.superSecretAdminKey)
})

const mask = (key: string | undefined) => key === undefined ? undefined : { lastFour: key.slice(-4) }

const toMaskedKeys = (row: KeySetRow) => toKeys(row, mask, mask)
