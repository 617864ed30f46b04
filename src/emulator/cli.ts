/**
 * Handlers of signing a command line in.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../wire/cli.ts"
import { InvalidPollingCodeError } from "../wire/KnownErrors.ts"
import type { HandlersOf } from "./Handler.ts"
import { refuse } from "./http.ts"
import * as random from "./random.ts"
import type { CliAttemptRow } from "./State.ts"

const usualLife = 7_200_000

/** @since 0.1.0 */
export const cliHandlers: HandlersOf<typeof wire> = {
  initiate: Effect.fnUntraced(function*({ now, payload, project }) {
    const { expiresInMillis = usualLife } = payload
    const attempt: CliAttemptRow = {
      pollingCode: yield* random.code(45),
      loginCode: yield* random.code(45),
      expiresAtMillis: now + expiresInMillis,
      refreshToken: undefined,
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
    if (attempt === undefined) {
      return yield* new InvalidPollingCodeError({ message: "Polling code not found", details: {} })
    }
    if (attempt.expiresAtMillis <= now) return { status: "expired" as const }
    if (attempt.isUsed) return { status: "used" as const }
    if (attempt.refreshToken === undefined) return { status: "waiting" as const }
    attempt.isUsed = true
    return { status: "success" as const, refreshToken: Redacted.make(attempt.refreshToken) }
  }),

  complete: Effect.fnUntraced(function*({ now, payload, project }) {
    const code = Redacted.value(payload.loginCode)
    const attempt = project.cliAttempts.find(({ loginCode }) => loginCode === code)
    if (attempt === undefined || attempt.expiresAtMillis <= now || attempt.refreshToken !== undefined) {
      return yield* refuse(400, "The login code is unknown, expired or used")
    }
    // As in the service, whatever the token is worth: whoever polls finds out.
    attempt.refreshToken = Redacted.value(payload.refreshToken)
    return { success: true as const }
  })
}
