/** Operations on sessions, and their tokens. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as EndedSessions from "../../session/EndedSessions.ts"
import { MultiFactorAuthenticationRequired, RefreshTokenNotFoundOrExpired } from "../../wire/KnownErrors.ts"
import type { RequestContext } from "../requests/Handler.ts"
import * as codes from "../rules/codes.ts"
import { getRestrictedReason } from "../rules/restriction.ts"
import { toUtcDay } from "./dates.ts"
import * as jwt from "./jwt.ts"
import * as random from "./random.ts"
import type { IpInfoRow, ProjectRow, SessionRow, UserRow } from "./rows.ts"
import { primaryChannel } from "./userRows.ts"

/** A session's default lifetime, in milliseconds. */
export const defaultLifetime = 31_536_000_000

/** Creates a user's session. */
export const openSession = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  options: { readonly lifetime?: number; readonly isImpersonation?: boolean; readonly from?: IpInfoRow | undefined } =
    {}
): Effect.fn.Return<SessionRow> {
  const now = yield* Clock.currentTimeMillis
  const session: SessionRow = {
    id: yield* random.uuid,
    userId: user.id,
    refreshToken: yield* random.code(45),
    createdAtMillis: now,
    expiresAtMillis: now + (options.lifetime ?? defaultLifetime),
    isImpersonation: options.isImpersonation ?? false,
    lastUsedAtMillis: now,
    lastUsedFrom: options.from
  }
  project.sessions.set(session.id, session)
  // A seeded program creates the sessions from its last run again.
  yield* EndedSessions.forget(Redacted.make(session.refreshToken), session.id)
  return session
})

/** Issues an access token for a session. The service counts the user as active now, not when the token is used. */
export const issueAccessToken = (
  { now, origin, project }: Pick<RequestContext, "project" | "origin" | "now">,
  session: SessionRow,
  from?: IpInfoRow
): Redacted.Redacted<string> => {
  recordActivity(project, session.userId, now, from?.countryCode)
  return Redacted.make(signAccessToken(project, session, origin, now))
}

/** Signs an access token for a session. Since 2026, its claims describe the current user. */
const signAccessToken = (project: ProjectRow, session: SessionRow, origin: string, now: number): string => {
  const { id, userId: sub } = session
  if (project.generation === "2025") {
    return jwt.sign(
      project,
      "normal",
      { sub, branchId: "main", refreshTokenId: id, role: "authenticated" },
      origin,
      now
    )
  }
  const user = project.users.get(sub)
  const channel = user && primaryChannel(user)
  const restrictedReason = user === undefined ? null : getRestrictedReason(project, user)
  const restricted = restrictedReason?.type === "anonymous" ? "anonymous" : "restricted"
  const claims = {
    sub,
    project_id: project.id,
    branch_id: "main",
    refresh_token_id: id,
    role: "authenticated",
    name: user?.displayName ?? null,
    email: channel?.value ?? null,
    email_verified: channel?.isVerified ?? false,
    selected_team_id: user?.selectedTeamId ?? null,
    signed_up_at: Math.floor((user?.signedUpAtMillis ?? now) / 1000),
    is_anonymous: user?.isAnonymous ?? false,
    is_restricted: restrictedReason !== null,
    restricted_reason: restrictedReason,
    requires_totp_mfa: user?.totpSecretBase64 != null
  }
  return jwt.sign(project, restrictedReason === null ? "normal" : restricted, claims, origin, now)
}

/** Records that a user was active, and the user's country if known. */
export const recordActivity = (project: ProjectRow, userId: string, now: number, country?: string): void => {
  const user = project.users.get(userId)
  if (user !== undefined) user.lastActiveAtMillis = now
  const day = toUtcDay(now)
  const ids = project.activity.get(day) ?? new Set()
  project.activity.set(day, ids.add(userId))
  const countryCode = country ?? project.lastActivity.get(userId)?.countryCode
  // Deleted first, so that the most recent activity is the last entry.
  project.lastActivity.delete(userId)
  project.lastActivity.set(userId, { atMillis: now, countryCode })
}

/** Signs in a user: creates a session, or continues the given one, and returns its tokens. */
export const signIn = Effect.fnUntraced(function*(
  { headers, now, origin, project }: Pick<RequestContext, "project" | "origin" | "now" | "headers">,
  user: UserRow,
  sessionId?: string
) {
  const from = parseIpInfo(headers)
  const session = project.sessions.get(sessionId ?? "") ?? (yield* openSession(project, user, { from }))
  return {
    accessToken: issueAccessToken({ now, origin, project }, session, from),
    refreshToken: Redacted.make(session.refreshToken),
    userId: user.id
  }
})

/** Signs in a user after the first factor. With two-factor authentication, fails with an attempt code for 5 minutes. */
export const signInOrRequireMfa = Effect.fnUntraced(function*(
  context: Parameters<typeof signIn>[0],
  user: UserRow,
  isNewUser = false,
  sessionId?: string
): Effect.fn.Return<
  Effect.Success<ReturnType<typeof signIn>> & { readonly isNewUser: boolean },
  MultiFactorAuthenticationRequired
> {
  if (user.totpSecretBase64 !== null) {
    const { code } = yield* codes.issue(context.project, { for: "mfa", userId: user.id, isNewUser }, "5 minutes")
    return yield* new MultiFactorAuthenticationRequired({
      message: "Two-factor authentication is required for this user",
      details: { attemptCode: Redacted.make(code) }
    })
  }
  return { ...yield* signIn(context, user, sessionId), isNewUser }
})

export const findActiveSession = ({ sessions }: ProjectRow, refreshToken: string, now: number) =>
  sessions.findByKey(refreshToken).find((session) =>
    session.refreshToken === refreshToken && session.expiresAtMillis > now
  )

/** Issues a new access token for a refresh token. */
export const refreshAccessToken = Effect.fnUntraced(function*(
  { headers, now, origin, project }: Pick<RequestContext, "project" | "origin" | "now" | "headers">,
  refreshToken: string
) {
  const session = findActiveSession(project, refreshToken, now)
  if (session === undefined) return yield* sessionNotFound
  const from = parseIpInfo(headers)
  session.lastUsedAtMillis = now
  session.lastUsedFrom = from ?? session.lastUsedFrom
  return issueAccessToken({ now, origin, project }, session, from)
})

export const sessionNotFound = Effect.fail(
  new RefreshTokenNotFoundOrExpired({ message: "The refresh token is unknown or its session has ended", details: {} })
)

/** Ends a user's sessions, except the one with the given refresh token. */
export const endSessions = (project: ProjectRow, user: UserRow, exceptRefreshToken?: string): void => {
  for (const { id, refreshToken } of project.sessions.findByKey(user.id)) {
    if (refreshToken !== exceptRefreshToken) project.sessions.delete(id)
  }
}

/** Returns a request's country from edge proxy headers. */
export const readCountryCode = (headers: Readonly<Record<string, string>>): string | undefined =>
  headers["x-vercel-ip-country"] ?? headers["cf-ipcountry"]

const parseIpInfo = (headers: Readonly<Record<string, string>>): IpInfoRow | undefined => {
  const ip = headers["cf-connecting-ip"] ?? headers["x-forwarded-for"]?.split(",")[0]?.trim()
  if (!ip) return undefined
  const number = (name: string) => {
    const value = Number(headers[name] ?? NaN)
    return Number.isFinite(value) ? value : undefined
  }
  const found = {
    countryCode: readCountryCode(headers),
    regionCode: headers["x-vercel-ip-country-region"],
    cityName: headers["x-vercel-ip-city"],
    latitude: number("x-vercel-ip-latitude"),
    longitude: number("x-vercel-ip-longitude"),
    tzIdentifier: headers["x-vercel-ip-timezone"]
  }
  return { ip, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) }
}
