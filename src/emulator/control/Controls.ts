/** Operations that no service client has: moving its clock, expiring tokens, revoking sessions, and reset. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { hostedApi } from "../../session/apiUrl.ts"
import { remove } from "../handlers/users.ts"
import { toOptionalDate } from "../state/dates.ts"
import * as jwt from "../state/jwt.ts"
import type { ProjectRow, SessionRow } from "../state/rows.ts"
import type * as ServiceClock from "../state/ServiceClock.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { issueAccessToken, openSession } from "../state/sessionRows.ts"
import { listUsers, type UserListFilter, type UserPage } from "../state/userList.ts"

/** Selects sessions by user and by id. Without these fields, it selects all project sessions. */
export type SessionFilter = {
  readonly userId?: string | undefined
  readonly sessionId?: string | undefined
  /** The default project unless given. */
  readonly projectId?: string | undefined
}

/** A session, as the emulator lists it. */
export type ListedSession = {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly expiresAt: Date
  readonly isExpired: boolean
  readonly isImpersonation: boolean
}

/** The tokens for a session that `createSession` has created. */
export type CreatedSession = {
  readonly id: string
  readonly userId: string
  readonly accessToken: Redacted.Redacted<string>
  readonly refreshToken: Redacted.Redacted<string>
}

/** Operations on the clock, the tokens, the sessions and the users in an emulator. */
export interface Controls {
  /**
   * Moves the service's clock ahead, and only that clock: tokens, codes and sessions expire, and webhooks are
   * repeated. Calls add up. `reset` moves it back.
   */
  readonly advanceClock: (duration: Duration.Input) => Effect.Effect<void>
  /** The time by which the service's clock is ahead of the program's. */
  readonly clockOffset: Effect.Effect<Duration.Duration>
  /**
   * Expires all access tokens issued so far: the service refuses them with `AccessTokenExpired`. Refresh tokens stay
   * valid.
   */
  readonly expireAccessTokens: Effect.Effect<void>
  /**
   * Lists the sessions that match the filter, newest first, with expired ones until they are revoked. `limit` is the
   * largest number of sessions in the list, which is unlimited by default.
   */
  readonly listSessions: (
    filter?: SessionFilter & { readonly limit?: number | undefined }
  ) => Effect.Effect<ReadonlyArray<ListedSession>>
  /**
   * Revokes the sessions that match the filter, as a sign-out on another device does, and returns their number. Access
   * tokens stay valid until they expire.
   */
  readonly revokeSessions: (filter?: SessionFilter) => Effect.Effect<number>
  /** Deletes a user with its sessions and memberships. Returns `false` if there is no such user. */
  readonly removeUser: (userId: string, projectId?: string) => Effect.Effect<boolean>
  /** Lists users of all kinds, newest first. */
  readonly listUsers: (filter?: UserListFilter) => Effect.Effect<UserPage>
  /**
   * Creates a user's session without a sign-in. An unknown user is a defect. `apiUrl` is the origin of the issuer in
   * the access token, the hosted service by default.
   */
  readonly createSession: (options: {
    readonly userId: string
    readonly projectId?: string | undefined
    readonly apiUrl?: string | undefined
  }) => Effect.Effect<CreatedSession>
}

/** Creates the operations for a state. `run` executes a change by the service's clock and starts its webhooks. */
export const make = (
  state: ServiceState,
  clock: ServiceClock.ServiceClock,
  projectOf: (projectId: string | undefined) => Effect.Effect<ProjectRow>,
  run: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>
): Controls => ({
  advanceClock: (duration) =>
    Effect.flatMap(
      clock.offsetMillis,
      (offset) => clock.setOffset(offset + Duration.toMillis(Duration.fromInputUnsafe(duration)))
    ),
  clockOffset: Effect.map(clock.offsetMillis, Duration.millis),
  expireAccessTokens: Effect.sync(() => expireAccessTokens(state)),
  listSessions: (filter = {}) =>
    Effect.zipWith(
      projectOf(filter.projectId),
      clock.currentTimeMillis,
      (project, now) =>
        selectSessions(project, filter).slice(0, filter.limit).map((session) => toListedSession(session, now))
    ),
  revokeSessions: (filter = {}) =>
    Effect.map(projectOf(filter.projectId), (project) => {
      const sessions = selectSessions(project, filter)
      for (const { id } of sessions) project.sessions.delete(id)
      return sessions.length
    }),
  removeUser: (userId, projectId) =>
    Effect.map(projectOf(projectId), (project) => {
      const user = project.users.get(userId)
      if (user !== undefined) remove(project, user)
      return user !== undefined
    }).pipe(run),
  listUsers: (filter = {}) => Effect.map(projectOf(filter.projectId), (project) => listUsers(project, filter)),
  createSession: ({ apiUrl = hostedApi, projectId, userId }) =>
    Effect.flatMap(projectOf(projectId), (project) => createSession(project, userId, new URL(apiUrl).origin)).pipe(run)
})

/** Expires all projects' access tokens. */
export const expireAccessTokens = (state: ServiceState): void => {
  for (const project of state.values()) jwt.expireAll(project)
}

const selectSessions = ({ sessions }: ProjectRow, { sessionId, userId }: SessionFilter) => {
  const candidates = sessionId !== undefined
    ? [sessions.get(sessionId)].filter((session) => session !== undefined)
    : userId !== undefined
    ? sessions.findByKey(userId)
    : [...sessions.values()]
  return candidates.filter((session) => userId === undefined || session.userId === userId).reverse()
}

const toListedSession = (session: SessionRow, now: number): ListedSession => ({
  id: session.id,
  userId: session.userId,
  createdAt: new Date(session.createdAtMillis),
  lastUsedAt: toOptionalDate(session.lastUsedAtMillis),
  expiresAt: new Date(session.expiresAtMillis),
  isExpired: session.expiresAtMillis <= now,
  isImpersonation: session.isImpersonation
})

const createSession = Effect.fnUntraced(function*(project: ProjectRow, userId: string, origin: string) {
  const user = project.users.get(userId)
  if (user === undefined) return yield* Effect.die(new Error(`The emulator has no user ${userId}`))
  const session = yield* openSession(project, user)
  const now = session.createdAtMillis
  return {
    id: session.id,
    userId,
    accessToken: issueAccessToken({ project, origin, now }, session),
    refreshToken: Redacted.make(session.refreshToken)
  }
})
