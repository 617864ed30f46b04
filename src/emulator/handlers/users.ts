/** Handlers for users. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../../wire/users.ts"
import type { HandlersOf, RequestContext } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { emailTaken, noCurrentUser } from "../rules/errors.ts"
import { findMember, findUser } from "../rules/lookup.ts"
import { paginate } from "../rules/paginate.ts"
import * as passwords from "../rules/passwords.ts"
import { getRestrictedReason } from "../rules/restriction.ts"
import * as validation from "../rules/validation.ts"
import { listTeamsOf, removeMember } from "../state/memberships.ts"
import { findUserByAuthEmail, findUsersByOAuthAccount, normalizeEmail, saveUser } from "../state/projectTables.ts"
import type { ProjectRow, TeamRow, UserRow } from "../state/rows.ts"
import { endSessions } from "../state/sessionRows.ts"
import { toStoredFields } from "../state/userFields.ts"
import {
  createUser,
  makeEmailChannel,
  makeOthersSecondary,
  makeRegular,
  primaryChannel,
  renamePersonalTeam,
  toServerUser
} from "../state/userRows.ts"
import { containsText } from "../state/UserTable.ts"
import { reportEvent } from "../webhooks/rows.ts"

const noPrimaryEmail = Effect.fail(
  reject(400, "primary_email_auth_enabled and primary_email_verified require a primary_email")
)

const checkFields = Effect.fnUntraced(function*(
  { config }: ProjectRow,
  fields: wire.RedactedUserUpdate & Pick<wire.UserCreation, "oauthProviders">
) {
  const { passwordHash } = fields
  const password = secretOf(fields.password)
  if (fields.passkeyAuthEnabled === true) {
    return yield* reject(400, "passkey_auth_enabled can only be set to false. Users register passkeys themselves.")
  }
  if (fields.otpAuthEnabled === true && !config.magicLinkEnabled) {
    return yield* reject(400, "Magic links and codes are not enabled in this project")
  }
  if ((password != null || passwordHash !== undefined) && !config.credentialEnabled) {
    return yield* reject(400, "Password sign-in is not enabled in this project")
  }
  if (password != null && passwordHash !== undefined) {
    return yield* reject(400, "Set either password or password_hash, not both")
  }
  if (passwordHash !== undefined && !passwords.isHash(Redacted.value(passwordHash))) {
    return yield* reject(400, "password_hash must be a bcrypt hash with at most 16 rounds")
  }
  const unknown = fields.oauthProviders?.find(({ id }) => config.oauthProviders.every((provider) => provider.id !== id))
  if (unknown !== undefined) {
    return yield* reject(400, `The OAuth provider ${JSON.stringify(unknown.id)} is not enabled in this project`)
  }
})

const secretOf = (secret: Redacted.Redacted<string> | null | undefined): string | null | undefined =>
  secret == null ? secret : Redacted.value(secret)

/** Checks the change of a primary email, before anything is changed. Returns the plan for `changeEmail`. */
const planEmail = Effect.fnUntraced(function*(project: ProjectRow, user: UserRow, changes: wire.RedactedUserUpdate) {
  const { primaryEmailAuthEnabled, primaryEmailVerified } = changes
  const primaryEmail = changes.primaryEmail == null
    ? changes.primaryEmail
    : normalizeEmail(project, changes.primaryEmail)
  const current = primaryChannel(user)
  const email = primaryEmail === undefined ? current?.value ?? null : primaryEmail
  if (email === null && (primaryEmailAuthEnabled === true || primaryEmailVerified === true)) {
    return yield* noPrimaryEmail
  }
  // The former email stays as a secondary one. The 2025 service replaces it.
  const keepsFormer = project.generation !== "2025"
  if (primaryEmail === null && current === undefined && !keepsFormer) {
    return yield* reject(500, "The user has no primary email to remove")
  }
  const usedForAuth = primaryEmailAuthEnabled ?? current?.usedForAuth ?? false
  if (email !== null && usedForAuth) {
    const holder = findUserByAuthEmail(project, email)
    if (holder !== undefined && holder !== user) return yield* emailTaken(project, email)
  }
  const other = user.contactChannels.find((channel) => channel !== current && channel.value === email)
  if (other !== undefined && !keepsFormer) {
    return yield* reject(400, "The user already has another contact channel with this email")
  }
  const isRemoved = primaryEmail === null
  return { email, isRemoved, usedForAuth, isVerified: primaryEmailVerified, current, other, keepsFormer }
})

const changeEmail = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  { current, email, isRemoved, isVerified, keepsFormer, other, usedForAuth }: Effect.Success<
    ReturnType<typeof planEmail>
  >
) {
  if (isRemoved) {
    if (keepsFormer) makeOthersSecondary(user)
    else user.contactChannels.splice(user.contactChannels.indexOf(current!), 1)
    return
  }
  if (email === null) return
  const existing = keepsFormer && current?.value !== email ? other : current
  const channel = existing ?? (yield* makeEmailChannel(project, email))
  if (existing === undefined) user.contactChannels.push(channel)
  channel.isPrimary = true
  makeOthersSecondary(user, channel)
  // The 2025 service keeps the flag.
  if (channel.value !== email && keepsFormer) channel.isVerified = false
  channel.value = email
  channel.usedForAuth = usedForAuth
  channel.isVerified = isVerified ?? channel.isVerified
})

/** Changes a user. All checks run before the first change. */
const change = Effect.fnUntraced(function*(project: ProjectRow, user: UserRow, changes: wire.RedactedUserUpdate) {
  yield* checkFields(project, changes)
  const { selectedTeamId } = changes
  if (selectedTeamId != null) yield* findMember(project, selectedTeamId, user.id)
  yield* changeEmail(project, user, yield* planEmail(project, user, changes))
  Object.assign(user, toStoredFields(changes))
  if (changes.restrictedByAdmin === false) user.restrictedByAdminReason = user.restrictedByAdminPrivateDetails = null
  if (changes.passkeyAuthEnabled === false) user.passkey = null
  if (selectedTeamId !== undefined) user.selectedTeamId = selectedTeamId
  if (changes.isAnonymous === false && user.isAnonymous) {
    makeRegular(project, user, yield* Clock.currentTimeMillis)
    renamePersonalTeam(project, user)
  }
  const totpSecret = secretOf(changes.totpSecretBase64)
  if (totpSecret !== undefined) user.totpSecretBase64 = totpSecret
  saveUser(project, user)
  const password = passwordOf(changes)
  if (password !== undefined) {
    user.password = password
    endSessions(project, user)
  }
  reportEvent(project, "user.updated", () => toServerUser(project, user))
  return user
})

const passwordOf = ({ password, passwordHash }: wire.RedactedUserUpdate): UserRow["password"] | undefined => {
  if (passwordHash !== undefined) return { bcrypt: Redacted.value(passwordHash) }
  return password == null ? password : { plain: Redacted.value(password) }
}

const getCurrent = ({ project, user }: RequestContext) =>
  user === undefined ? noCurrentUser : Effect.succeed(toServerUser(project, user))

export const userHandlers: HandlersOf<typeof wire> = {
  getCurrent,

  updateCurrent: Effect.fnUntraced(function*({ payload, project, user }) {
    if (user === undefined) return yield* noCurrentUser
    yield* validation.checkClientImage(project, payload.profileImageUrl)
    return toServerUser(project, yield* change(project, user, payload))
  }),

  removeCurrent: Effect.fnUntraced(function*({ level, project, user }) {
    if (user === undefined) return yield* noCurrentUser
    if (level === "client" && !project.config.clientUserDeletionEnabled) {
      return yield* reject(400, "Users of this project cannot delete their account")
    }
    return remove(project, user)
  }),

  getCurrentAsServer: getCurrent,

  updateCurrentAsServer: Effect.fnUntraced(function*({ payload, project, user }) {
    if (user === undefined) return yield* noCurrentUser
    return toServerUser(project, yield* change(project, user, payload))
  }),

  create: Effect.fnUntraced(function*({ payload, project }) {
    yield* checkFields(project, payload)
    const { primaryEmail, primaryEmailAuthEnabled, primaryEmailVerified } = payload
    if (primaryEmail == null && (primaryEmailAuthEnabled === true || primaryEmailVerified === true)) {
      return yield* noPrimaryEmail
    }
    if (primaryEmail != null && primaryEmailAuthEnabled === true && findUserByAuthEmail(project, primaryEmail)) {
      return yield* emailTaken(project, normalizeEmail(project, primaryEmail))
    }
    for (const { accountId, id } of payload.oauthProviders ?? []) {
      if (findUsersByOAuthAccount(project, id, accountId).length > 0) {
        return yield* reject(400, `Another user already has this account of the OAuth provider ${id}`)
      }
    }
    const user = yield* createUser(project, {
      ...payload,
      password: passwordOf(payload),
      totpSecretBase64: secretOf(payload.totpSecretBase64)
    })
    // As in the service, the response describes the user before the team was created.
    return { ...toServerUser(project, user), selectedTeamId: null, selectedTeam: null }
  }),

  get: ({ params, project }) => Effect.map(findUser(project, params.userId), (user) => toServerUser(project, user)),

  update: Effect.fnUntraced(function*({ params, payload, project }) {
    return toServerUser(project, yield* change(project, yield* findUser(project, params.userId), payload))
  }),

  remove: ({ params, project }) => Effect.map(findUser(project, params.userId), (user) => remove(project, user)),

  list: Effect.fnUntraced(function*({ project, query, state }) {
    const { cursor, includeAnonymous = false, limit, onlyAnonymous = false, teamId } = query
    if (onlyAnonymous && !includeAnonymous) {
      return yield* reject(400, "only_anonymous requires include_anonymous")
    }
    const includeRestricted = project.generation === "2025" || includeAnonymous || query.includeRestricted === true
    const team = teamId === undefined ? undefined : project.teams.get(teamId)
    const isListed = (user: UserRow) =>
      (teamId === undefined || team?.members.has(user.id) === true) &&
      (includeRestricted || getRestrictedReason(project, user) === null) &&
      (includeAnonymous || project.generation === "2025" || !user.isAnonymous) &&
      (!onlyAnonymous || user.isAnonymous) &&
      (query.query === undefined || matches(user, query.query))
    if (state.isNewest) {
      const found = [...readCandidates(project, { ...query, cursor: undefined }, team)].filter(isListed)
      const { nextCursor, page } = paginate(
        query.orderBy === "lastActiveAt" ? found.sort(compareActivity(query.desc)) : found,
        query
      )
      return { items: page.map((user) => toServerUser(project, user)), isPaginated: true, pagination: { nextCursor } }
    }
    const rest: Array<UserRow> = []
    const start = cursor === undefined ? undefined : project.users.get(cursor)
    // The page, and the first user after it. A cursor that is not in the list has no page.
    if (cursor === undefined || start !== undefined && isListed(start)) {
      for (const user of readCandidates(project, query, team)) {
        if (isListed(user) && rest.push(user) > (limit ?? Infinity)) break
      }
    }
    const page = rest.slice(0, limit)
    return {
      items: page.map((user) => toServerUser(project, user)),
      isPaginated: true,
      pagination: { nextCursor: rest[page.length]?.id ?? null }
    }
  })
}

/** Deletes a user with its sessions, memberships and API keys. */
export const remove = (project: ProjectRow, user: UserRow) => {
  endSessions(project, user)
  const teams = listTeamsOf(project, user.id)
  for (const team of teams) {
    removeMember(project, team, user.id)
    reportEvent(project, "team_membership.deleted", () => ({ teamId: team.id, userId: user.id }))
  }
  for (const { id, owner } of project.apiKeys.findByKey(user.id)) if (owner.type === "user") project.apiKeys.delete(id)
  project.users.delete(user.id)
  reportEvent(project, "user.deleted", () => ({ id: user.id, teams: teams.map(({ id }) => ({ id })) }))
  return { success: true as const }
}

/** Users who were active at the same time are in the order of their ids. */
const compareActivity = (desc = false) => (a: UserRow, b: UserRow): number =>
  (desc ? -1 : 1) * (a.lastActiveAtMillis - b.lastActiveAtMillis || (a.id < b.id ? -1 : 1))

const matches = (user: UserRow, query: string): boolean =>
  validation.isUuid(query) ? user.id === query.toLowerCase() : containsText(user, query.toLowerCase())

const readCandidates = (
  { users }: ProjectRow,
  { cursor, desc, query: text = "" }: Parameters<typeof userHandlers.list>[0]["query"],
  team: TeamRow | undefined
): Iterable<UserRow> => {
  const searched = text.toLowerCase()
  const selection = { from: cursor, isReversed: desc }
  return users.read(
    validation.isUuid(text)
      ? { ...selection, ids: [searched] }
      : { ...selection, ids: team?.members.keys(), text: searched }
  )
}
