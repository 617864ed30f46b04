/**
 * Handlers of the API keys that users and teams have.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiKeyFields, ApiKeyUpdate } from "../wire/apiKeys.ts"
import type { Any, Input } from "../wire/Endpoint.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../wire/KnownErrors.ts"
import type * as teamApiKeys from "../wire/teamApiKeys.ts"
import type * as userApiKeys from "../wire/userApiKeys.ts"
import { apiKeyText } from "./apiKeyText.ts"
import { userRequired } from "./errors.ts"
import { userIdForClient, userIdForServer } from "./find.ts"
import type { Circumstances, HandlersOf } from "./Handler.ts"
import { refuse } from "./http.ts"
import { requireTeamPermission } from "./permissions.ts"
import * as random from "./random.ts"
import type { ApiKeyOwner, ApiKeyRow, ProjectRow, UserRow } from "./State.ts"

type OwnerOf<T extends ApiKeyOwner["type"]> = Extract<ApiKeyOwner, { readonly type: T }>

const notFound = Effect.fail(new ApiKeyNotFound({ message: "The API key does not exist", details: {} }))

const checkEnabled = ({ config }: ProjectRow, type: ApiKeyOwner["type"]) =>
  (type === "user" ? config.allowUserApiKeys : config.allowTeamApiKeys)
    ? Effect.void
    : Effect.fail(refuse(400, `API keys of ${type}s are not enabled in this project`))

const find = <T extends ApiKeyOwner["type"]>({ apiKeys }: ProjectRow, id: string, type: T) => {
  const row = apiKeys.get(id)
  // Sound: the owner's type has just been compared.
  return row?.owner.type === type ? Effect.succeed(row as ApiKeyRow<OwnerOf<T>>) : notFound
}

/** Shows a key without its value. What is not set is left out. */
const show = <O extends ApiKeyOwner>(row: ApiKeyRow<O>) => ({
  ...fieldsOf(row),
  ...row.owner,
  value: { lastFour: row.value.slice(-4) }
})

const fieldsOf = (row: ApiKeyRow): ApiKeyFields => ({
  id: row.id,
  description: row.description,
  ...(row.expiresAtMillis === undefined ? {} : { expiresAt: new Date(row.expiresAtMillis) }),
  ...(row.manuallyRevokedAtMillis === undefined ? {} : { manuallyRevokedAt: new Date(row.manuallyRevokedAtMillis) }),
  createdAt: new Date(row.createdAtMillis),
  isPublic: row.isPublic
})

const listOf = <O extends ApiKeyOwner>({ apiKeys }: ProjectRow, owner: O) => ({
  items: apiKeys.by(idOf(owner))
    .filter((row): row is ApiKeyRow<O> => isSame(row.owner, owner))
    // Newest first.
    .reverse().map(show),
  isPaginated: false
})

const isSame = (a: ApiKeyOwner, b: ApiKeyOwner): boolean => idOf(a) === idOf(b) && a.type === b.type

const idOf = (owner: ApiKeyOwner): string => owner.type === "user" ? owner.userId : owner.teamId

const create = Effect.fnUntraced(function*<O extends ApiKeyOwner>(
  { now, origin, project }: Circumstances,
  owner: O,
  given: { readonly description: string; readonly expiresAt: Date | null; readonly isPublic?: boolean | undefined }
) {
  const { description, expiresAt, isPublic = false } = given
  const owners: ReadonlyMap<string, unknown> = owner.type === "user" ? project.users : project.teams
  if (!owners.has(idOf(owner))) return yield* refuse(404, `The ${owner.type} does not exist`)
  const id = yield* random.uuid
  const row: ApiKeyRow<O> = {
    id,
    owner,
    value: apiKeyText({
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
  return { ...fieldsOf(row), ...owner, value: Redacted.make(row.value) }
})

const change = <O extends ApiKeyOwner>(row: ApiKeyRow<O>, changes: ApiKeyUpdate, now: number) => {
  const { description, expiresAt, revoked } = changes
  if (description !== undefined) row.description = description
  if (expiresAt !== undefined) row.expiresAtMillis = expiresAt?.getTime()
  if (revoked) row.manuallyRevokedAtMillis ??= now
  return show(row)
}

/** Shows the key of a value, if it is of the right kind and alive. */
const check = Effect.fnUntraced(function*<T extends ApiKeyOwner["type"]>(
  { now, project }: Circumstances,
  type: T,
  value: Redacted.Redacted<string>
) {
  yield* checkEnabled(project, type)
  const text = Redacted.value(value)
  const found = project.apiKeys.by(text).find((row) => row.value === text)
  if (found === undefined) return yield* notFound
  const actualType = found.owner.type
  if (actualType !== type) {
    return yield* new WrongApiKeyType({
      message: `This endpoint is for API keys of a ${type}, but the key is of a ${actualType}`,
      details: { expectedType: type, actualType }
    })
  }
  if (found.manuallyRevokedAtMillis !== undefined) {
    return yield* new ApiKeyRevoked({ message: "The API key is revoked", details: {} })
  }
  if (found.expiresAtMillis !== undefined && found.expiresAtMillis <= now) {
    return yield* new ApiKeyExpired({ message: "The API key is expired", details: {} })
  }
  return show(yield* find(project, found.id, type))
})

type Request<E extends Any> = Input<E> & Circumstances

/** The handlers of users' keys, for callers who may name users and manage the keys of those as it is told. */
const ofUsers = <E, F>(
  userIdOf: (user: UserRow | undefined, idOrMe: string) => Effect.Effect<string, E>,
  mayManage: (circumstances: Circumstances, userId: string) => Effect.Effect<void, F>
) => {
  // The key says whose it is; the service does not look at whom the query names.
  const ownKey = Effect.fnUntraced(function*({ params, ...circumstances }: Request<typeof userApiKeys.read>) {
    const { project } = circumstances
    yield* checkEnabled(project, "user")
    const row = yield* find(project, params.apiKeyId, "user")
    yield* mayManage(circumstances, row.owner.userId)
    return row
  })
  return {
    list: Effect.fnUntraced(function*({ query, ...circumstances }: Request<typeof userApiKeys.list>) {
      const userId = yield* userIdOf(circumstances.user, query.userId)
      yield* checkEnabled(circumstances.project, "user")
      yield* mayManage(circumstances, userId)
      return listOf(circumstances.project, { type: "user", userId })
    }),

    create: Effect.fnUntraced(function*({ payload, ...circumstances }: Request<typeof userApiKeys.create>) {
      const userId = yield* userIdOf(circumstances.user, payload.userId)
      yield* checkEnabled(circumstances.project, "user")
      yield* mayManage(circumstances, userId)
      return yield* create(circumstances, { type: "user", userId }, payload)
    }),

    read: (request: Request<typeof userApiKeys.read>) => Effect.map(ownKey(request), show),

    update: ({ payload, ...request }: Request<typeof userApiKeys.update>) =>
      Effect.map(ownKey(request), (row) => change(row, payload, request.now))
  }
}

const ownKeys = ofUsers(
  userIdForClient,
  Effect.fnUntraced(function*({ user }, userId) {
    if (user === undefined) return yield* userRequired
    if (user.id !== userId) return yield* refuse(403, "Clients can manage only the API keys of the signed-in user")
  })
)

const keysOfUsers = ofUsers(userIdForServer, () => Effect.void)

/** @since 0.1.0 */
export const userApiKeyHandlers: HandlersOf<typeof userApiKeys> = {
  ...ownKeys,
  listAsServer: keysOfUsers.list,
  createAsServer: keysOfUsers.create,
  readAsServer: keysOfUsers.read,
  updateAsServer: keysOfUsers.update,
  check: ({ payload, ...circumstances }) => check(circumstances, "user", payload.apiKey)
}

/** The handlers of teams' keys, for callers who may manage those of a team as it is told. */
const ofTeams = <E>(mayManage: (circumstances: Circumstances, teamId: string) => Effect.Effect<void, E>) => {
  const team = Effect.fnUntraced(function*(circumstances: Circumstances, teamId: string) {
    yield* checkEnabled(circumstances.project, "team")
    yield* mayManage(circumstances, teamId)
    return { type: "team" as const, teamId }
  })
  const ownKey = Effect.fnUntraced(function*({ params, query, ...circumstances }: Request<typeof teamApiKeys.read>) {
    const owner = yield* team(circumstances, query.teamId)
    const row = yield* find(circumstances.project, params.apiKeyId, "team")
    return isSame(row.owner, owner) ? row : yield* notFound
  })
  return {
    list: ({ query, ...circumstances }: Request<typeof teamApiKeys.list>) =>
      Effect.map(team(circumstances, query.teamId), (owner) => listOf(circumstances.project, owner)),

    create: ({ payload, ...circumstances }: Request<typeof teamApiKeys.create>) =>
      Effect.flatMap(team(circumstances, payload.teamId), (owner) => create(circumstances, owner, payload)),

    read: (request: Request<typeof teamApiKeys.read>) => Effect.map(ownKey(request), show),

    update: ({ payload, ...request }: Request<typeof teamApiKeys.update>) =>
      Effect.map(ownKey(request), (row) => change(row, payload, request.now))
  }
}

const keysOfOwnTeams = ofTeams(
  Effect.fnUntraced(function*({ project, user }, teamId) {
    if (user === undefined) return yield* userRequired
    // Whoever may not manage the keys of a team does not get to know whether there is such a team.
    yield* Effect.catch(requireTeamPermission(project, teamId, user.id, "$manage_api_keys"), () => notFound)
  })
)

const keysOfTeams = ofTeams(() => Effect.void)

/** @since 0.1.0 */
export const teamApiKeyHandlers: HandlersOf<typeof teamApiKeys> = {
  ...keysOfOwnTeams,
  listAsServer: keysOfTeams.list,
  createAsServer: keysOfTeams.create,
  readAsServer: keysOfTeams.read,
  updateAsServer: keysOfTeams.update,
  check: ({ payload, ...circumstances }) => check(circumstances, "team", payload.apiKey)
}
