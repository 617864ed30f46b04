/** Handlers for team invitations. */
import * as Effect from "effect/Effect"
import {
  CannotGetOwnUserWithoutUser,
  TeamInvitationEmailMismatch,
  TeamInvitationRestrictedUserNotAllowed,
  VerificationCodeNotFound
} from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/teamInvitations.ts"
import * as mails from "../emails/mails.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject, rejectWith } from "../requests/http.ts"
import * as codes from "../rules/codes.ts"
import { noCurrentUser, userRequired } from "../rules/errors.ts"
import { failWith, makeError } from "../rules/failWith.ts"
import { findTeam, findUser, requireCurrentUser, resolveUserIdForServer } from "../rules/lookup.ts"
import { requireTeamPermission } from "../rules/permissions.ts"
import { getRestrictedReason } from "../rules/restriction.ts"
import * as validation from "../rules/validation.ts"
import { addMember } from "../state/memberships.ts"
import { invitationKey, normalizeEmail } from "../state/projectTables.ts"
import type { CodeRow, ProjectRow, TeamRow, UserRow } from "../state/rows.ts"

type Invitation = codes.CodeFor<"team-invitation">

const isInvitation = (row: CodeRow | undefined): row is Invitation => row?.purpose.for === "team-invitation"

const isInvitationTo = (row: CodeRow | undefined, teamId: string): row is Invitation =>
  isInvitation(row) && row.purpose.teamId === teamId

const isOpen = ({ expiresAtMillis, usedAtMillis }: Invitation, now: number): boolean =>
  usedAtMillis === undefined && expiresAtMillis > now

const toInvitation = (project: ProjectRow, { expiresAtMillis, id, purpose }: Invitation): wire.TeamInvitation => ({
  id,
  teamId: purpose.teamId,
  teamDisplayName: project.generation === "2025" ? undefined : project.teams.get(purpose.teamId)?.displayName ?? "",
  recipientEmail: purpose.email,
  expiresAt: new Date(expiresAtMillis)
})

const list = (project: ProjectRow, teamId: string, now: number) => {
  const items = project.codes.findByKey(teamId)
    .filter((row): row is Invitation => isInvitationTo(row, teamId))
    .filter((row) => isOpen(row, now))
    .map((row) => toInvitation(project, row))
  // The 2025 service lists the newest first.
  return { items: project.generation === "2025" ? items.reverse() : items, isPaginated: false }
}

const hasVerifiedAddress = ({ contactChannels }: UserRow, email: string): boolean =>
  contactChannels.some(({ isVerified, value }) => isVerified && value === email)

const isForInvited = ({ config, generation }: ProjectRow): boolean =>
  generation === "2026" && config.requireInvitedEmail

/** Returns at least the codes that invite the user, in the order in which they were issued. */
const readCodes = ({ codes }: ProjectRow, user: UserRow | undefined): ReadonlyArray<CodeRow> => {
  const found = (user?.contactChannels ?? []).map(({ value }) => codes.findByKey(invitationKey(value)))
    .filter((rows) => rows.length > 0)
  return found.length <= 1 ? found.flat() : [...codes.values()]
}

const listForUser = (project: ProjectRow, user: UserRow | undefined, now: number) => ({
  items: readCodes(project, user)
    .filter(isInvitation)
    .filter((row) => project.teams.has(row.purpose.teamId))
    .filter((row) => user !== undefined && isOpen(row, now) && hasVerifiedAddress(user, row.purpose.email))
    .map((row) => toInvitation(project, row)),
  isPaginated: false
})

/** Fails for a restricted user, who cannot accept invitations since 2026. */
const checkNotRestricted = (project: ProjectRow, user: UserRow) => {
  const restrictedReason = project.generation === "2025" ? null : getRestrictedReason(project, user)
  return restrictedReason === null ? Effect.void : failWith(
    TeamInvitationRestrictedUserNotAllowed,
    `A restricted user cannot accept an invitation (${restrictedReason.type})`,
    { restrictedReason }
  )
}

/** Fails for a user who may not use an invitation's code to an address. */
const checkInvited = Effect.fnUntraced(function*(project: ProjectRow, user: UserRow | undefined, email: string) {
  if (user === undefined) return yield* userRequired
  yield* checkNotRestricted(project, user)
  if (isForInvited(project) && !hasVerifiedAddress(user, normalizeEmail(project, email))) {
    const message = "The invitation is for another email address than the user's verified ones"
    return yield* failWith(TeamInvitationEmailMismatch, message)
  }
  return user
})

const join = Effect.fnUntraced(function*(project: ProjectRow, team: TeamRow, user: UserRow) {
  if (!team.members.has(user.id)) yield* addMember(project, team, user.id)
  return {}
})

const noInvitation = failWith(VerificationCodeNotFound, "The user does not have this invitation")

const acceptById = Effect.fnUntraced(function*(project: ProjectRow, user: UserRow, id: string, now: number) {
  yield* checkNotRestricted(project, user)
  const row = project.codes.get(id)
  if (!isInvitation(row) || !isOpen(row, now) || !hasVerifiedAddress(user, row.purpose.email)) {
    return yield* noInvitation
  }
  const team = yield* requireTeam(project, row.purpose.teamId)
  row.usedAtMillis = now
  return yield* join(project, team, user)
})

const remove = Effect.fnUntraced(function*(project: ProjectRow, teamId: string, id: string) {
  // As recorded. A fixed service would answer that the invitation does not exist.
  if (!isInvitationTo(project.codes.get(id), teamId)) return yield* reject(500, "Invitation not found")
  project.codes.delete(id)
  return { success: true as const }
})

/** Finds a team where the recorded service answers 500 if it does not exist. */
const requireTeam = (project: ProjectRow, teamId: string) =>
  Effect.mapError(findTeam(project, teamId), ({ message }) => reject(500, message))

const send = Effect.fnUntraced(
  function*(project: ProjectRow, { callbackUrl, email, teamId }: wire.TeamInvitationCreation) {
    yield* validation.checkTrustedUrl(project, callbackUrl)
    const team = yield* requireTeam(project, teamId)
    const purpose = { for: "team-invitation", teamId, email } as const
    const invitation = yield* mails.sendCode(project, purpose, callbackUrl, { teamDisplayName: team.displayName })
    return { success: true as const, id: invitation.id }
  }
)

/** The error for a client that names another user: the same as without a user. */
const notOwn = rejectWith(
  makeError(CannotGetOwnUserWithoutUser, "Clients can access only the invitations of the signed-in user")
)

export const teamInvitationHandlers: HandlersOf<typeof wire> = {
  sendCode: Effect.fnUntraced(function*({ payload, project, user }) {
    if (user === undefined) return yield* userRequired
    yield* requireTeamPermission(project, payload.teamId, user.id, "$invite_members")
    return yield* send(project, payload)
  }),

  sendCodeAsServer: ({ payload, project }) => send(project, payload),

  list: Effect.fnUntraced(function*({ now, project, query, user }) {
    if (user === undefined) return yield* noCurrentUser
    yield* requireTeamPermission(project, query.teamId, user.id, "$read_members")
    yield* requireTeamPermission(project, query.teamId, user.id, "$invite_members")
    return list(project, query.teamId, now)
  }),

  listAsServer: ({ now, project, query: { teamId } }) =>
    Effect.map(findTeam(project, teamId), () => list(project, teamId, now)),

  listOwn: ({ now, project, query, user }) =>
    Effect.map(requireCurrentUser(user, query.userId, notOwn), (user) => listForUser(project, user, now)),

  listForUserAsServer: ({ now, project, query, user }) =>
    Effect.map(resolveUserIdForServer(user, query.userId), (id) => listForUser(project, project.users.get(id), now)),

  revoke: Effect.fnUntraced(function*({ params, project, query, user }) {
    if (user === undefined) return yield* noCurrentUser
    yield* requireTeamPermission(project, query.teamId, user.id, "$remove_members")
    return yield* remove(project, query.teamId, params.id)
  }),

  revokeAsServer: ({ params, project, query: { teamId } }) =>
    Effect.flatMap(findTeam(project, teamId), () => remove(project, teamId, params.id)),

  accept: Effect.fnUntraced(function*({ now, payload, project, user }) {
    const row = yield* codes.check(project, "team-invitation", payload.code)
    const { email, teamId } = row.purpose
    // A service that compares addresses checks the user first. Others use up the code first.
    if (isForInvited(project)) yield* checkInvited(project, user, email)
    row.usedAtMillis = now
    const invited = yield* checkInvited(project, user, email)
    return yield* join(project, yield* requireTeam(project, teamId), invited)
  }),

  acceptById: Effect.fnUntraced(function*({ now, params, project, query, user }) {
    return yield* acceptById(project, yield* requireCurrentUser(user, query.userId, notOwn), params.id, now)
  }),

  acceptByIdAsServer: Effect.fnUntraced(function*({ now, params, project, query, user }) {
    const id = yield* resolveUserIdForServer(user, query.userId)
    // The service looks for the invitation before the user.
    if (!project.users.has(id) && !isInvitation(project.codes.get(params.id))) return yield* noInvitation
    return yield* acceptById(project, yield* findUser(project, id), params.id, now)
  }),

  checkCode: Effect.fnUntraced(function*({ payload, project, user }) {
    const { purpose } = yield* codes.check(project, "team-invitation", payload.code)
    if (isForInvited(project)) yield* checkInvited(project, user, purpose.email)
    return { isCodeValid: true as const }
  }),

  getDetails: Effect.fnUntraced(function*({ payload, project, user }) {
    const { purpose } = yield* codes.check(project, "team-invitation", payload.code)
    yield* checkInvited(project, user, purpose.email)
    const team = yield* requireTeam(project, purpose.teamId)
    return { teamId: team.id, teamDisplayName: team.displayName }
  })
}
