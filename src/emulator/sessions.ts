/**
 * Handlers of sessions.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CannotDeleteCurrentSession } from "../wire/KnownErrors.ts"
import type * as wire from "../wire/sessions.ts"
import { tokenExpired } from "./authenticate.ts"
import * as checks from "./checks.ts"
import { noOwnUser, noSuchUser } from "./errors.ts"
import { ownUser, userIdForClient, userIdForServer } from "./find.ts"
import type { Circumstances, HandlersOf } from "./Handler.ts"
import { refuse, refuseWith } from "./http.ts"
import { issueAccessToken, noSession, open, renew, usualLife } from "./sessionRows.ts"
import type { SessionRow } from "./State.ts"

const show = (session: SessionRow, currentId: string | undefined): wire.UserSession => ({
  id: session.id,
  userId: session.userId,
  createdAt: new Date(session.createdAtMillis),
  isImpersonation: session.isImpersonation,
  ...(session.lastUsedAtMillis === undefined ? {} : { lastUsedAt: new Date(session.lastUsedAtMillis) }),
  isCurrentSession: session.id === currentId,
  ...(session.lastUsedFrom === undefined ? {} : { lastUsedAtEndUserIpInfo: session.lastUsedFrom })
})

/** Lists the sessions of a user. The service lists expired ones, too, until they are revoked. */
const listOf = ({ level, project, sessionId }: Circumstances, userId: string) => ({
  items: project.sessions.by(userId)
    .filter((session) => session.userId === userId && (level === "admin" || !session.isImpersonation))
    // Newest first; of two that began in the same millisecond, the later one.
    .reverse().sort((a, b) => b.createdAtMillis - a.createdAtMillis)
    .map((session) => show(session, sessionId)),
  isPaginated: false
})

/** @since 0.1.0 */
export const sessionHandlers: HandlersOf<typeof wire> = {
  signOut: Effect.fnUntraced(function*({ now, project, session, sessionId }) {
    if (sessionId === undefined) {
      return yield* tokenExpired(project.generation, now)
    }
    if (session === undefined) {
      // The service of 2026 has no error for it.
      return yield* project.generation === "2025" ? noSession : refuse(500, "The session has ended already")
    }
    project.sessions.delete(session.id)
    return { success: true as const }
  }),

  list: Effect.fnUntraced(function*({ query, ...circumstances }) {
    const { id } = yield* ownUser(
      circumstances.user,
      query.userId,
      refuse(403, "Clients can list only the sessions of the signed-in user")
    )
    return listOf(circumstances, id)
  }),

  remove: Effect.fnUntraced(function*({ params, project, query, sessionId, user }) {
    if (user === undefined && query.userId === "me") return yield* noOwnUser
    // The service ignores which user the query names.
    const session = project.sessions.get(params.id)
    if (session === undefined || session.userId !== user?.id) return yield* notFound
    if (session.id === sessionId) return yield* currentSession
    project.sessions.delete(session.id)
    return { success: true as const }
  }),

  create: Effect.fnUntraced(function*({ now, origin, payload, project, user }) {
    const { expiresInMillis = usualLife, isImpersonation = false } = payload
    const owner = project.users.get(yield* userIdForClient(user, payload.userId))
    if (owner === undefined) return yield* noSuchUser(payload.userId)
    if (expiresInMillis === 0 && project.generation !== "2025") {
      return yield* refuse(500, "A session without a life cannot be created")
    }
    const session = yield* open(project, owner, { life: expiresInMillis, isImpersonation })
    return {
      refreshToken: Redacted.make(session.refreshToken),
      accessToken: issueAccessToken({ now, origin, project }, session)
    }
  }),

  listAsServer: Effect.fnUntraced(function*({ query, ...circumstances }) {
    return listOf(circumstances, yield* userIdForServer(circumstances.user, query.userId))
  }),

  removeAsServer: Effect.fnUntraced(function*({ params, project, sessionId }) {
    if (!project.sessions.has(params.id)) return yield* notFound
    if (params.id === sessionId) return yield* currentSession
    project.sessions.delete(params.id)
    return { success: true as const }
  }),

  refreshCurrent: Effect.fnUntraced(function*({ refreshToken, ...circumstances }) {
    if (refreshToken === undefined) {
      return yield* refuseWith(checks.schemaError(["headers.x-stack-refresh-token is missing"]))
    }
    return { accessToken: yield* renew(circumstances, refreshToken) }
  })
}

const notFound = refuse(404, "Session not found")

const currentSession = Effect.fail(
  new CannotDeleteCurrentSession({ message: "The current session cannot be deleted. Sign out instead.", details: {} })
)
