/** Handlers for sessions. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CannotDeleteCurrentSession } from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/sessions.ts"
import { failWithExpired } from "../requests/authenticate.ts"
import type { HandlersOf, RequestContext } from "../requests/Handler.ts"
import { reject, rejectWith } from "../requests/http.ts"
import { noCurrentUser, userNotFound } from "../rules/errors.ts"
import { failWith } from "../rules/failWith.ts"
import { requireCurrentUser, resolveUserId, resolveUserIdForServer } from "../rules/lookup.ts"
import * as validation from "../rules/validation.ts"
import { toOptionalDate } from "../state/dates.ts"
import type { SessionRow } from "../state/rows.ts"
import {
  defaultLifetime,
  issueAccessToken,
  openSession,
  refreshAccessToken,
  sessionNotFound
} from "../state/sessionRows.ts"

const toSession = (session: SessionRow, currentId: string | undefined): wire.UserSession => ({
  ...session,
  createdAt: new Date(session.createdAtMillis),
  lastUsedAt: toOptionalDate(session.lastUsedAtMillis),
  isCurrentSession: session.id === currentId,
  lastUsedAtEndUserIpInfo: session.lastUsedFrom
})

/** Lists a user's sessions. Like the service, it includes expired ones until they are revoked. */
const listSessions = ({ level, project, sessionId }: RequestContext, userId: string) => ({
  items: project.sessions.findByKey(userId)
    .filter((session) => session.userId === userId && (level === "admin" || !session.isImpersonation))
    // Newest first. In the same millisecond, the later row comes first.
    .reverse().sort((a, b) => b.createdAtMillis - a.createdAtMillis)
    .map((session) => toSession(session, sessionId)),
  isPaginated: false
})

export const sessionHandlers: HandlersOf<typeof wire> = {
  signOut: Effect.fnUntraced(function*({ now, project, session, sessionId }) {
    if (sessionId === undefined) return yield* failWithExpired(project.generation, now)
    if (session === undefined) {
      // The 2026 service has no known error for this case.
      return yield* project.generation === "2025" ? sessionNotFound : reject(500, "The session has already ended")
    }
    project.sessions.delete(session.id)
    return { success: true as const }
  }),

  list: Effect.fnUntraced(function*({ query, ...context }) {
    const otherUser = reject(403, "Clients can list only the sessions of the signed-in user")
    return listSessions(context, (yield* requireCurrentUser(context.user, query.userId, otherUser)).id)
  }),

  revoke: Effect.fnUntraced(function*({ params, project, query, sessionId, user }) {
    if (user === undefined && query.userId === "me") return yield* noCurrentUser
    // The service ignores the user in the query.
    const session = project.sessions.get(params.id)
    if (session === undefined || session.userId !== user?.id) return yield* notFound
    if (session.id === sessionId) return yield* currentSession
    project.sessions.delete(session.id)
    return { success: true as const }
  }),

  create: Effect.fnUntraced(function*({ now, origin, payload, project, user }) {
    const { expiresInMillis = defaultLifetime, isImpersonation = false } = payload
    const owner = project.users.get(yield* resolveUserId(user, payload.userId))
    if (owner === undefined) return yield* userNotFound(payload.userId)
    if (expiresInMillis === 0 && project.generation !== "2025") {
      return yield* reject(500, "expires_in_millis must not be 0")
    }
    const session = yield* openSession(project, owner, { lifetime: expiresInMillis, isImpersonation })
    return {
      refreshToken: Redacted.make(session.refreshToken),
      accessToken: issueAccessToken({ now, origin, project }, session)
    }
  }),

  listAsServer: Effect.fnUntraced(function*({ query, ...context }) {
    return listSessions(context, yield* resolveUserIdForServer(context.user, query.userId))
  }),

  revokeAsServer: Effect.fnUntraced(function*({ params, project, sessionId }) {
    if (!project.sessions.has(params.id)) return yield* notFound
    if (params.id === sessionId) return yield* currentSession
    project.sessions.delete(params.id)
    return { success: true as const }
  }),

  refreshCurrent: Effect.fnUntraced(function*({ refreshToken, ...context }) {
    if (refreshToken === undefined) {
      return yield* rejectWith(validation.schemaError(["headers.x-stack-refresh-token is missing"]))
    }
    return { accessToken: yield* refreshAccessToken(context, refreshToken) }
  })
}

const notFound = reject(404, "Session not found")

const currentSession = failWith(CannotDeleteCurrentSession, "The current session cannot be deleted. Sign out instead.")
