/**
 * Handlers of sessions and tokens.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  AccessTokenExpired,
  AnonymousAccountsNotEnabled,
  CannotDeleteCurrentSession,
  MultiFactorAuthenticationRequired,
  RefreshTokenNotFoundOrExpired
} from "../wire/KnownErrors.ts"
import type * as wire from "../wire/sessions.ts"
import type * as tokens from "../wire/tokens.ts"
import * as checks from "./checks.ts"
import * as codes from "./codes.ts"
import { noOwnUser, noSuchUser } from "./errors.ts"
import { userIdForClient } from "./find.ts"
import type { Circumstances, HandlersOf } from "./Handler.ts"
import { refuse } from "./http.ts"
import * as jwt from "./jwt.ts"
import * as random from "./random.ts"
import { type IpInfoRow, noteActivity, type ProjectRow, type SessionRow, type UserRow } from "./State.ts"
import { createUser } from "./userRows.ts"

const year = 31_536_000_000
const longestLife = 31_708_800_000

/**
 * Opens a session for a user.
 *
 * @category constructors
 * @since 0.1.0
 */
export const open = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  options: { readonly life?: number; readonly isImpersonation?: boolean; readonly from?: IpInfoRow | undefined } = {}
): Effect.fn.Return<SessionRow> {
  const now = yield* Clock.currentTimeMillis
  const session: SessionRow = {
    id: yield* random.uuid,
    userId: user.id,
    refreshToken: yield* random.code(45),
    createdAtMillis: now,
    expiresAtMillis: now + (options.life ?? year),
    isImpersonation: options.isImpersonation ?? false,
    lastUsedAtMillis: now,
    lastUsedFrom: options.from
  }
  project.sessions.set(session.id, session)
  return session
})

/**
 * Issues an access token of a session. This is when the service counts the user as active, and not when the token is used.
 *
 * @category constructors
 * @since 0.1.0
 */
export const issueAccessToken = (
  { now, origin, project }: Pick<Circumstances, "project" | "origin" | "now">,
  session: SessionRow
): Redacted.Redacted<string> => {
  noteActivity(project, session.userId, now)
  return Redacted.make(jwt.issue(project, session, origin, now))
}

/**
 * Signs a user in: opens a session, and returns its tokens as every sign-in answers them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const signIn = Effect.fnUntraced(function*(
  { headers, now, origin, project }: Pick<Circumstances, "project" | "origin" | "now" | "headers">,
  user: UserRow
) {
  const session = yield* open(project, user, { from: ipInfo(headers) })
  return {
    accessToken: issueAccessToken({ now, origin, project }, session),
    refreshToken: Redacted.make(session.refreshToken),
    userId: user.id
  }
})

/**
 * Signs a user in who has proved one factor, unless a second one is asked for: then the user gets an attempt code, which
 * lives for 5 minutes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const signInOrDemandMfa = Effect.fnUntraced(function*(
  circumstances: Parameters<typeof signIn>[0],
  user: UserRow,
  isNewUser = false
): Effect.fn.Return<
  Effect.Success<ReturnType<typeof signIn>> & { readonly isNewUser: boolean },
  MultiFactorAuthenticationRequired
> {
  if (user.totpSecretBase64 !== null) {
    const { code } = yield* codes.issue(
      circumstances.project,
      { for: "mfa", userId: user.id, isNewUser },
      "5 minutes"
    )
    return yield* new MultiFactorAuthenticationRequired({
      message: "Signing in needs the code of an authenticator app too",
      details: { attemptCode: Redacted.make(code) }
    })
  }
  return { ...yield* signIn(circumstances, user), isNewUser }
})

/** Finds the living session of a refresh token. */
const sessionOf = ({ sessions }: ProjectRow, refreshToken: string, now: number): SessionRow | undefined =>
  sessions.by(refreshToken).find((session) => session.refreshToken === refreshToken && session.expiresAtMillis > now)

/**
 * Issues a new access token to the holder of a refresh token.
 *
 * @category constructors
 * @since 0.1.0
 */
export const renew = Effect.fnUntraced(function*(
  { headers, now, origin, project }: Pick<Circumstances, "project" | "origin" | "now" | "headers">,
  refreshToken: string
) {
  const session = sessionOf(project, refreshToken, now)
  if (session === undefined) return yield* noSession
  session.lastUsedAtMillis = now
  session.lastUsedFrom = ipInfo(headers) ?? session.lastUsedFrom
  return issueAccessToken({ now, origin, project }, session)
})

const noSession = Effect.fail(
  new RefreshTokenNotFoundOrExpired({ message: "No session has this refresh token, or it has expired", details: {} })
)

const show = (session: SessionRow, currentId: string | undefined): wire.UserSession => ({
  id: session.id,
  userId: session.userId,
  createdAt: new Date(session.createdAtMillis),
  isImpersonation: session.isImpersonation,
  ...(session.lastUsedAtMillis === undefined ? {} : { lastUsedAt: new Date(session.lastUsedAtMillis) }),
  isCurrentSession: session.id === currentId,
  ...(session.lastUsedFrom === undefined ? {} : { lastUsedAtEndUserIpInfo: session.lastUsedFrom })
})

const listOf = ({ level, now, project, sessionId }: Circumstances, userId: string) => ({
  items: project.sessions.by(userId)
    .filter((session) => session.userId === userId && session.expiresAtMillis > now)
    .filter((session) => level === "admin" || !session.isImpersonation)
    // Newest first; of two that began in the same millisecond, the later one.
    .reverse().sort((a, b) => b.createdAtMillis - a.createdAtMillis)
    .map((session) => show(session, sessionId)),
  isPaginated: false
})

/** @since 0.1.0 */
export const sessionHandlers: HandlersOf<typeof wire> = {
  signOut: Effect.fnUntraced(function*({ now, project, session, sessionId }) {
    if (sessionId === undefined) {
      return yield* new AccessTokenExpired({
        message: "Access token has expired. Please refresh it and try again.",
        details: { expiredAtMillis: now }
      })
    }
    if (session === undefined) return yield* noSession
    project.sessions.delete(session.id)
    return { success: true as const }
  }),

  list: Effect.fnUntraced(function*({ query, ...circumstances }) {
    const { user } = circumstances
    if (user === undefined) return yield* noOwnUser
    if (query.userId !== "me" && query.userId !== user.id) {
      return yield* refuse(403, "A client may list the sessions of its own user only")
    }
    return listOf(circumstances, user.id)
  }),

  remove: Effect.fnUntraced(function*({ params, project, query, sessionId, user }) {
    if (user === undefined) return yield* noOwnUser
    if (params.id === sessionId) return yield* currentSession
    const session = project.sessions.get(params.id)
    if (session?.userId !== user.id || (query.userId !== "me" && query.userId !== user.id)) {
      return yield* refuse(404, "There is no such session")
    }
    project.sessions.delete(session.id)
    return { success: true as const }
  }),

  create: Effect.fnUntraced(function*({ now, origin, payload, project, user }) {
    const { expiresInMillis = year, isImpersonation = false } = payload
    yield* checks.schema(
      expiresInMillis > 0 && expiresInMillis <= longestLife,
      `expires_in_millis must be between 1 and ${longestLife}`
    )
    const owner = project.users.get(yield* userIdForClient(user, payload.userId))
    if (owner === undefined) return yield* noSuchUser(payload.userId)
    const session = yield* open(project, owner, { life: expiresInMillis, isImpersonation })
    return {
      refreshToken: Redacted.make(session.refreshToken),
      accessToken: issueAccessToken({ now, origin, project }, session)
    }
  }),

  listAsServer: Effect.fnUntraced(function*({ query, ...circumstances }) {
    const userId = query.userId === "me" ? circumstances.user?.id : query.userId
    if (userId === undefined) return yield* checks.schemaError("user_id must be a UUID where nobody is signed in")
    return listOf(circumstances, userId)
  }),

  removeAsServer: Effect.fnUntraced(function*({ params, project, sessionId }) {
    if (params.id === sessionId) return yield* currentSession
    if (!project.sessions.delete(params.id)) return yield* refuse(404, "There is no such session")
    return { success: true as const }
  }),

  refreshCurrent: Effect.fnUntraced(function*({ refreshToken, ...circumstances }) {
    if (refreshToken === undefined) {
      return yield* refuse(400, checks.schemaError("The x-stack-refresh-token header is required"))
    }
    return { accessToken: yield* renew(circumstances, refreshToken) }
  })
}

const currentSession = Effect.fail(
  new CannotDeleteCurrentSession({ message: "The current session cannot be deleted; sign out instead", details: {} })
)

/** @since 0.1.0 */
export const tokenHandlers: Omit<HandlersOf<typeof tokens>, "refresh"> = {
  anonymousSignUp: Effect.fnUntraced(function*(circumstances) {
    if (!circumstances.project.config.anonymousEnabled) {
      return yield* new AnonymousAccountsNotEnabled({
        message: "Anonymous accounts are not enabled for this project",
        details: {}
      })
    }
    const user = yield* createUser(circumstances.project, { displayName: "Anonymous user", isAnonymous: true })
    return yield* signIn(circumstances, user)
  })
}

/** Reads where a request came from out of the headers that edge proxies add. */
const ipInfo = (headers: Readonly<Record<string, string>>): IpInfoRow | undefined => {
  const ip = headers["cf-connecting-ip"] ?? headers["x-forwarded-for"]?.split(",")[0]?.trim()
  if (!ip) return undefined
  const number = (name: string) => {
    const value = Number(headers[name] ?? NaN)
    return Number.isFinite(value) ? value : undefined
  }
  const found = {
    countryCode: headers["x-vercel-ip-country"] ?? headers["cf-ipcountry"],
    regionCode: headers["x-vercel-ip-country-region"],
    cityName: headers["x-vercel-ip-city"],
    latitude: number("x-vercel-ip-latitude"),
    longitude: number("x-vercel-ip-longitude"),
    tzIdentifier: headers["x-vercel-ip-timezone"]
  }
  return { ip, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) }
}
