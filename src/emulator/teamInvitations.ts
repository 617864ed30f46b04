/**
 * Handlers of invitations to teams.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as wire from "../wire/teamInvitations.ts"
import * as checks from "./checks.ts"
import * as codes from "./codes.ts"
import { noOwnUser, userRequired } from "./errors.ts"
import { findTeam } from "./find.ts"
import type { HandlersOf } from "./Handler.ts"
import { refuse } from "./http.ts"
import * as mails from "./mails.ts"
import { joinTeam } from "./memberRows.ts"
import { requireTeamPermission } from "./permissions.ts"
import type { CodeRow, ProjectRow } from "./State.ts"

type Invitation = codes.CodeFor<"team-invitation">

const isInvitationTo = (row: CodeRow | undefined, teamId: string): row is Invitation =>
  row?.purpose.for === "team-invitation" && row.purpose.teamId === teamId

const show = ({ expiresAtMillis, id, purpose }: Invitation): wire.TeamInvitation => ({
  id,
  teamId: purpose.teamId,
  recipientEmail: purpose.email,
  expiresAt: new Date(expiresAtMillis)
})

const list = (project: ProjectRow, teamId: string, now: number) => ({
  items: project.codes.by(teamId)
    .filter((row): row is Invitation => isInvitationTo(row, teamId))
    .filter((row) => row.usedAtMillis === undefined && row.expiresAtMillis > now)
    // Newest first.
    .reverse().map(show),
  isPaginated: false
})

const remove = Effect.fnUntraced(function*(project: ProjectRow, teamId: string, id: string) {
  // What the recorded service does; a service that mends this will say that there is no such invitation.
  if (!isInvitationTo(project.codes.get(id), teamId)) return yield* refuse(500, "Invitation not found")
  project.codes.delete(id)
  return { success: true as const }
})

/** Finds a team where the recorded service does not foresee that there is none. */
const expectedTeam = (project: ProjectRow, teamId: string) =>
  Effect.mapError(findTeam(project, teamId), ({ message }) => refuse(500, message))

const send = Effect.fnUntraced(
  function*(project: ProjectRow, { callbackUrl, email, teamId }: wire.TeamInvitationCreation) {
    yield* checks.trustedUrl(project, callbackUrl)
    const team = yield* expectedTeam(project, teamId)
    const purpose = { for: "team-invitation", teamId, email } as const
    const invitation = yield* mails.sendCode(project, purpose, callbackUrl, { teamDisplayName: team.displayName })
    return { success: true as const, id: invitation.id }
  }
)

/** @since 0.1.0 */
export const teamInvitationHandlers: HandlersOf<typeof wire> = {
  sendCode: Effect.fnUntraced(function*({ payload, project, user }) {
    if (user === undefined) return yield* userRequired
    yield* requireTeamPermission(project, payload.teamId, user.id, "$invite_members")
    return yield* send(project, payload)
  }),

  sendCodeAsServer: Effect.fnUntraced(function*({ payload, project }) {
    return yield* send(project, payload)
  }),

  list: Effect.fnUntraced(function*({ now, project, query, user }) {
    if (user === undefined) return yield* noOwnUser
    yield* requireTeamPermission(project, query.teamId, user.id, "$read_members")
    yield* requireTeamPermission(project, query.teamId, user.id, "$invite_members")
    return list(project, query.teamId, now)
  }),

  listAsServer: Effect.fnUntraced(function*({ now, project, query }) {
    yield* findTeam(project, query.teamId)
    return list(project, query.teamId, now)
  }),

  remove: Effect.fnUntraced(function*({ params, project, query, user }) {
    if (user === undefined) return yield* noOwnUser
    yield* requireTeamPermission(project, query.teamId, user.id, "$remove_members")
    return yield* remove(project, query.teamId, params.id)
  }),

  removeAsServer: Effect.fnUntraced(function*({ params, project, query }) {
    yield* findTeam(project, query.teamId)
    return yield* remove(project, query.teamId, params.id)
  }),

  accept: Effect.fnUntraced(function*({ payload, project, user }) {
    const { purpose } = yield* codes.use(project, "team-invitation", payload.code)
    // The service uses the code up before it looks who is there.
    if (user === undefined) return yield* userRequired
    const team = yield* expectedTeam(project, purpose.teamId)
    if (!team.members.has(user.id)) yield* joinTeam(project, team, user.id, "member")
    return {}
  }),

  checkCode: ({ payload, project }) =>
    Effect.as(codes.check(project, "team-invitation", payload.code), { isCodeValid: true as const }),

  details: Effect.fnUntraced(function*({ payload, project, user }) {
    const { purpose } = yield* codes.check(project, "team-invitation", payload.code)
    if (user === undefined) return yield* userRequired
    const team = yield* expectedTeam(project, purpose.teamId)
    return { teamId: team.id, teamDisplayName: team.displayName }
  })
}
