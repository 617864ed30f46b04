/** Single-use verification codes, sent by email or issued for ceremonies. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../wire/KnownErrors.ts"
import { nonceLength } from "../state/projectTables.ts"
import * as random from "../state/random.ts"
import type { CodePurpose, CodeRow, ProjectRow } from "../state/rows.ts"
import { failWith } from "./failWith.ts"

const maxAttempts = 20

/** Issues a code. It is valid for 7 days by default. */
export const issue = Effect.fnUntraced(function*<const P extends CodePurpose>(
  project: ProjectRow,
  purpose: P,
  life: Duration.Input = "7 days"
): Effect.fn.Return<CodeRow<P>> {
  const now = yield* Clock.currentTimeMillis
  const row: CodeRow<P> = {
    id: yield* random.uuid,
    code: yield* random.code(45),
    purpose,
    createdAtMillis: now,
    expiresAtMillis: now + Duration.toMillis(Duration.fromInputUnsafe(life)),
    usedAtMillis: undefined,
    attempts: 0
  }
  project.codes.set(row.id, row)
  return row
})

export type CodeFor<F extends CodePurpose["for"]> = CodeRow<Extract<CodePurpose, { readonly for: F }>>

/** Finds a valid code, ignoring case, without using it up. Counts the attempt. */
export const check = Effect.fnUntraced(function*<F extends CodePurpose["for"]>(
  project: ProjectRow,
  purpose: F,
  code: Redacted.Redacted<string>
) {
  const now = yield* Clock.currentTimeMillis
  const text = Redacted.value(code).toLowerCase()
  const candidates = project.codes.findByKey(text.slice(-nonceLength))
  const found = candidates.find((row) => row.code === text && row.purpose.for === purpose)
  const attempts = found?.attempts ?? 0
  // Attempts are counted even if the purpose does not match.
  for (const row of candidates) row.attempts++
  if (found === undefined) {
    return yield* failWith(VerificationCodeNotFound, "Unknown code. Check that it is complete.")
  }
  if (found.expiresAtMillis <= now) {
    return yield* failWith(VerificationCodeExpired, "The code has expired. Request a new one.")
  }
  if (found.usedAtMillis !== undefined) {
    return yield* failWith(VerificationCodeAlreadyUsed, "The code has already been used. Request a new one.")
  }
  if (attempts >= maxAttempts) {
    return yield* failWith(VerificationCodeMaxAttemptsReached, "Too many attempts with this code. Request a new one.")
  }
  // Sound: only codes for this purpose are found.
  return found as CodeFor<F>
})

/** Finds a valid code and marks it as used. The service does so before it acts on the code. */
export const use = Effect.fnUntraced(function*<F extends CodePurpose["for"]>(
  project: ProjectRow,
  purpose: F,
  code: Redacted.Redacted<string>
) {
  const row = yield* check(project, purpose, code)
  row.usedAtMillis = yield* Clock.currentTimeMillis
  return row
})

/** Splits a sign-in code into the first six characters, which the email shows, and the nonce. */
export const split = ({ code }: Pick<CodeRow, "code">): { readonly otp: string; readonly nonce: string } => ({
  otp: code.slice(0, -nonceLength).toUpperCase(),
  nonce: code.slice(-nonceLength)
})
