/** Handlers for the command line login. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../../wire/cli.ts"
import { InvalidPollingCodeError } from "../../wire/KnownErrors.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { failWith } from "../rules/failWith.ts"
import * as random from "../state/random.ts"
import type { CliAttemptRow, ProjectRow } from "../state/rows.ts"
import { findActiveSession, issueAccessToken } from "../state/sessionRows.ts"

const defaultLifetime = 7_200_000

const findPendingAttempt = (project: ProjectRow, loginCode: Redacted.Redacted<string>, now: number) => {
  const code = Redacted.value(loginCode)
  const attempt = project.cliAttempts.find((attempt) => attempt.loginCode === code)
  return attempt === undefined || attempt.expiresAtMillis <= now || attempt.refreshToken !== undefined
    ? Effect.fail(reject(400, "The login code is unknown, expired or already used"))
    : Effect.succeed(attempt)
}

const findAnonymousSession = (project: ProjectRow, refreshToken: string | undefined, now: number) => {
  const session = refreshToken === undefined ? undefined : findActiveSession(project, refreshToken, now)
  return session !== undefined && project.users.get(session.userId)?.isAnonymous === true ? session : undefined
}

export const cliHandlers: HandlersOf<typeof wire> = {
  initiate: Effect.fnUntraced(function*({ now, payload, project }) {
    const { expiresInMillis = defaultLifetime } = payload
    const anonRefreshToken = payload.anonRefreshToken && Redacted.value(payload.anonRefreshToken)
    if (anonRefreshToken !== undefined && findAnonymousSession(project, anonRefreshToken, now) === undefined) {
      return yield* reject(400, "The refresh token does not belong to an active session of an anonymous user")
    }
    const attempt: CliAttemptRow = {
      pollingCode: yield* random.code(45),
      loginCode: yield* random.code(45),
      expiresAtMillis: now + expiresInMillis,
      refreshToken: undefined,
      anonRefreshToken,
      isUsed: false
    }
    project.cliAttempts.push(attempt)
    return {
      pollingCode: Redacted.make(attempt.pollingCode),
      loginCode: Redacted.make(attempt.loginCode),
      expiresAt: new Date(attempt.expiresAtMillis)
    }
  }),

  poll: Effect.fnUntraced(function*({ now, payload, project }) {
    const code = Redacted.value(payload.pollingCode)
    const attempt = project.cliAttempts.find(({ pollingCode }) => pollingCode === code)
    if (attempt === undefined) return yield* failWith(InvalidPollingCodeError, "Polling code not found")
    if (attempt.expiresAtMillis <= now) return { status: "expired" as const }
    if (attempt.isUsed) return { status: "used" as const }
    if (attempt.refreshToken === undefined) return { status: "waiting" as const }
    attempt.isUsed = true
    return { status: "success" as const, refreshToken: Redacted.make(attempt.refreshToken) }
  }),

  complete: Effect.fnUntraced(function*({ now, payload, project }) {
    const attempt = yield* findPendingAttempt(project, payload.loginCode, now)
    const refreshToken = payload.refreshToken && Redacted.value(payload.refreshToken)
    // In 2025, the service accepts any string here. The command line notices when it uses the token.
    const isAccepted = refreshToken !== undefined &&
      (project.generation === "2025" || findActiveSession(project, refreshToken, now) !== undefined)
    if (!isAccepted) return yield* reject(400, "The refresh token is missing or does not belong to an active session")
    attempt.refreshToken = refreshToken
    return { success: true as const }
  }),

  check: Effect.fnUntraced(function*({ now, payload, project }) {
    const { anonRefreshToken } = yield* findPendingAttempt(project, payload.loginCode, now)
    const session = findAnonymousSession(project, anonRefreshToken, now)
    return { cliSessionState: session === undefined ? "none" as const : "anonymous" as const }
  }),

  claim: Effect.fnUntraced(function*({ payload, ...context }) {
    const { now, project } = context
    const attempt = yield* findPendingAttempt(project, payload.loginCode, now)
    const session = findAnonymousSession(project, attempt.anonRefreshToken, now)
    if (session === undefined) {
      return yield* reject(400, "The command line has no anonymous session, or it has already been claimed")
    }
    attempt.anonRefreshToken = undefined
    return { accessToken: issueAccessToken(context, session), refreshToken: Redacted.make(session.refreshToken) }
  })
}
