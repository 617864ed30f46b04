/** Handlers for user and team API keys. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiKeyUpdate } from "../../wire/apiKeys.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../../wire/KnownErrors.ts"
import type * as teamApiKeys from "../../wire/teamApiKeys.ts"
import type * as userApiKeys from "../../wire/userApiKeys.ts"
import type { HandlersOf, RequestContext, RequestOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { userRequired } from "../rules/errors.ts"
import { failWith } from "../rules/failWith.ts"
import { formatApiKey } from "../rules/formatApiKey.ts"
import { resolveUserId, resolveUserIdForServer } from "../rules/lookup.ts"
import { requireTeamPermission } from "../rules/permissions.ts"
import { toOptionalDate } from "../state/dates.ts"
import * as random from "../state/random.ts"
import type { ApiKeyOwner, ApiKeyRow, ProjectRow, UserRow } from "../state/rows.ts"

type OwnerOf<T extends ApiKeyOwner["type"]> = Extract<ApiKeyOwner, { readonly type: T }>

export const apiKeyNotFound = failWith(ApiKeyNotFound, "The API key does not exist")

const checkEnabled = ({ config }: ProjectRow, type: ApiKeyOwner["type"]) =>
  (type === "user" ? config.allowUserApiKeys : config.allowTeamApiKeys)
    ? Effect.void
    : Effect.fail(reject(400, `API keys of ${type}s are not enabled in this project`))

const findKey = <T extends ApiKeyOwner["type"]>({ apiKeys }: ProjectRow, id: string, type: T) => {
  const row = apiKeys.get(id)
  // Sound: the owner's type has just been compared.
  return row?.owner.type === type ? Effect.succeed(row as ApiKeyRow<OwnerOf<T>>) : apiKeyNotFound
}

const toApiKey = <O extends ApiKeyOwner>(row: ApiKeyRow<O>) => ({
  ...row,
  ...row.owner,
  expiresAt: toOptionalDate(row.expiresAtMillis),
  manuallyRevokedAt: toOptionalDate(row.manuallyRevokedAtMillis),
  createdAt: new Date(row.createdAtMillis),
  value: { lastFour: row.value.slice(-4) }
})

const listKeys = <O extends ApiKeyOwner>({ apiKeys }: ProjectRow, owner: O) => ({
  items: apiKeys.findByKey(idOf(owner))
    .filter((row): row is ApiKeyRow<O> => isSame(row.owner, owner))
    // Newest first.
    .reverse().map(toApiKey),
  isPaginated: false
})

const isSame = (a: ApiKeyOwner, b: ApiKeyOwner): boolean => idOf(a) === idOf(b) && a.type === b.type

const idOf = (owner: ApiKeyOwner): string => owner.type === "user" ? owner.userId : owner.teamId

const create = Effect.fnUntraced(function*<O extends ApiKeyOwner>(
  { now, origin, project }: RequestContext,
  owner: O,
  fields: { readonly description: string; readonly expiresAt: Date | null; readonly isPublic?: boolean | undefined }
) {
  const { description, expiresAt, isPublic = false } = fields
  const owners: ReadonlyMap<string, unknown> = owner.type === "user" ? project.users : project.teams
  if (!owners.has(idOf(owner))) return yield* reject(404, `The ${owner.type} does not exist`)
  const id = yield* random.uuid
  const row: ApiKeyRow<O> = {
    id,
    owner,
    value: formatApiKey({
      secret: yield* random.code(45),
      id,
      ownerType: owner.type,
      isPublic,
      isHosted: new URL(origin).hostname === "api.stack-auth.com"
    }),
    description,
    createdAtMillis: now,
    expiresAtMillis: expiresAt?.getTime(),
    manuallyRevokedAtMillis: undefined,
    isPublic
  }
  project.apiKeys.set(id, row)
  return { ...toApiKey(row), value: Redacted.make(row.value) }
})

const change = <O extends ApiKeyOwner>(row: ApiKeyRow<O>, changes: ApiKeyUpdate, now: number) => {
  const { description, revoked } = changes
  if (description !== undefined) row.description = description
  if (revoked) row.manuallyRevokedAtMillis ??= now
  return toApiKey(row)
}

/** Returns the key with a value, if it has the right type, is not revoked and has not expired. */
const checkKey = Effect.fnUntraced(function*<T extends ApiKeyOwner["type"]>(
  { now, project }: RequestContext,
  type: T,
  value: Redacted.Redacted<string>
) {
  yield* checkEnabled(project, type)
  const text = Redacted.value(value)
  const found = project.apiKeys.findByKey(text).find((row) => row.value === text)
  if (found === undefined) return yield* apiKeyNotFound
  const actualType = found.owner.type
  if (actualType !== type) {
    const message = `This endpoint is for API keys of a ${type}, but the key is of a ${actualType}`
    return yield* failWith(WrongApiKeyType, message, { expectedType: type, actualType })
  }
  if (found.manuallyRevokedAtMillis !== undefined) return yield* failWith(ApiKeyRevoked, "The API key is revoked")
  if (found.expiresAtMillis !== undefined && found.expiresAtMillis <= now) {
    return yield* failWith(ApiKeyExpired, "The API key is expired")
  }
  return toApiKey(yield* findKey(project, found.id, type))
})

/** Makes the handlers for users' keys, for callers that `userIdOf` lets name a user and that pass `mayManage`. */
const makeUserKeyHandlers = <E, F>(
  userIdOf: (user: UserRow | undefined, idOrMe: string) => Effect.Effect<string, E>,
  mayManage: (context: RequestContext, userId: string) => Effect.Effect<void, F>
) => {
  // The key determines its owner; the service ignores the user in the query.
  const findManagedKey = Effect.fnUntraced(function*({ params, ...context }: RequestOf<typeof userApiKeys.get>) {
    const { project } = context
    yield* checkEnabled(project, "user")
    const row = yield* findKey(project, params.apiKeyId, "user")
    yield* mayManage(context, row.owner.userId)
    return row
  })
  return {
    list: Effect.fnUntraced(function*({ query, ...context }: RequestOf<typeof userApiKeys.list>) {
      const userId = yield* userIdOf(context.user, query.userId)
      yield* checkEnabled(context.project, "user")
      yield* mayManage(context, userId)
      return listKeys(context.project, { type: "user", userId })
    }),

    create: Effect.fnUntraced(function*({ payload, ...context }: RequestOf<typeof userApiKeys.create>) {
      const userId = yield* userIdOf(context.user, payload.userId)
      yield* checkEnabled(context.project, "user")
      yield* mayManage(context, userId)
      return yield* create(context, { type: "user", userId }, payload)
    }),

    get: (request: RequestOf<typeof userApiKeys.get>) => Effect.map(findManagedKey(request), toApiKey),

    update: ({ payload, ...request }: RequestOf<typeof userApiKeys.update>) =>
      Effect.map(findManagedKey(request), (row) => change(row, payload, request.now))
  }
}

const ownKeys = makeUserKeyHandlers(
  resolveUserId,
  Effect.fnUntraced(function*({ user }, userId) {
    if (user === undefined) return yield* userRequired
    if (user.id !== userId) return yield* reject(403, "Clients can manage only the API keys of the signed-in user")
  })
)

const keysOfUsers = makeUserKeyHandlers(resolveUserIdForServer, () => Effect.void)

export const userApiKeyHandlers: HandlersOf<typeof userApiKeys> = {
  ...ownKeys,
  listAsServer: keysOfUsers.list,
  createAsServer: keysOfUsers.create,
  getAsServer: keysOfUsers.get,
  updateAsServer: keysOfUsers.update,
  check: ({ payload, ...context }) => checkKey(context, "user", payload.apiKey)
}

/** Makes the handlers for teams' keys, for callers that pass `mayManage`. */
const makeTeamKeyHandlers = <E>(mayManage: (context: RequestContext, teamId: string) => Effect.Effect<void, E>) => {
  const requireTeam = Effect.fnUntraced(function*(context: RequestContext, teamId: string) {
    yield* checkEnabled(context.project, "team")
    yield* mayManage(context, teamId)
    return { type: "team" as const, teamId }
  })
  const findManagedKey = Effect.fnUntraced(
    function*({ params, query, ...context }: RequestOf<typeof teamApiKeys.get>) {
      const owner = yield* requireTeam(context, query.teamId)
      const row = yield* findKey(context.project, params.apiKeyId, "team")
      return isSame(row.owner, owner) ? row : yield* apiKeyNotFound
    }
  )
  return {
    list: ({ query, ...context }: RequestOf<typeof teamApiKeys.list>) =>
      Effect.map(requireTeam(context, query.teamId), (owner) => listKeys(context.project, owner)),

    create: ({ payload, ...context }: RequestOf<typeof teamApiKeys.create>) =>
      Effect.flatMap(requireTeam(context, payload.teamId), (owner) => create(context, owner, payload)),

    get: (request: RequestOf<typeof teamApiKeys.get>) => Effect.map(findManagedKey(request), toApiKey),

    update: ({ payload, ...request }: RequestOf<typeof teamApiKeys.update>) =>
      Effect.map(findManagedKey(request), (row) => change(row, payload, request.now))
  }
}

const keysOfOwnTeams = makeTeamKeyHandlers(
  Effect.fnUntraced(function*({ project, user }, teamId) {
    if (user === undefined) return yield* userRequired
    // A user without the permission must not learn whether the team exists.
    yield* Effect.catch(requireTeamPermission(project, teamId, user.id, "$manage_api_keys"), () => apiKeyNotFound)
  })
)

const keysOfTeams = makeTeamKeyHandlers(() => Effect.void)

export const teamApiKeyHandlers: HandlersOf<typeof teamApiKeys> = {
  ...keysOfOwnTeams,
  listAsServer: keysOfTeams.list,
  createAsServer: keysOfTeams.create,
  getAsServer: keysOfTeams.get,
  updateAsServer: keysOfTeams.update,
  check: ({ payload, ...context }) => checkKey(context, "team", payload.apiKey)
}
