/** Handlers for two-factor authentication. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Secret, TOTP } from "otpauth"
import { InvalidTotpCode } from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/mfa.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import * as codes from "../rules/codes.ts"
import { failWith } from "../rules/failWith.ts"
import { signIn } from "../state/sessionRows.ts"

export const mfaHandlers: HandlersOf<typeof wire> = {
  signIn: Effect.fnUntraced(function*({ payload, ...context }) {
    const { now, project } = context
    const attempt = yield* codes.check(project, "mfa", payload.code)
    const user = project.users.get(attempt.purpose.userId)
    // The service has no known error for this case.
    if (user === undefined || user.totpSecretBase64 === null) {
      return yield* reject(500, "The user no longer exists, or has turned off two-factor authentication")
    }
    // Checked before the attempt code is used up, so that the user can retry after a typo.
    if (!isValidTotp(user.totpSecretBase64, Redacted.value(payload.totp), now)) {
      return yield* failWith(InvalidTotpCode, "The TOTP code is invalid. Please try again.")
    }
    attempt.usedAtMillis = now
    return { ...yield* signIn(context, user), isNewUser: attempt.purpose.isNewUser }
  })
}

/**
 * Checks a time-based one-time password (RFC 6238). Like the service, accepts only the current one. Does not use the
 * library's `validate`, which throws on six characters with more than six bytes.
 */
const isValidTotp = (secretBase64: string, code: string, now: number): boolean =>
  new TOTP({ secret: Secret.fromLatin1(atob(secretBase64)) }).generate({ timestamp: now }) === code
