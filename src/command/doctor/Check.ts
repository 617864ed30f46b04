import type * as Effect from "effect/Effect"
import type { ServiceAnswers } from "./askService.ts"
import type { Subject } from "./Subject.ts"

/** A check's result. No field contains a secret. */
export interface Finding {
  /** The check's name, such as `secret-key`. */
  readonly check: string
  readonly status: "ok" | "warning" | "problem" | "skipped"
  /** One sentence: the result, or the reason for a skipped check. */
  readonly text: string
  /** One sentence: how to fix a warning or a problem. */
  readonly fix?: string | undefined
  /** Lines to copy: commands, variables or code. */
  readonly hint?: string | undefined
}

/** A check. It never fails and changes nothing. All requests go through `Probe`, which limits them. */
export type Check = (
  subject: Subject,
  answers: ServiceAnswers
) => ReadonlyArray<Finding> | Effect.Effect<ReadonlyArray<Finding>>

/** Returns the functions that create a check's results. */
export const makeFindings = (check: string) => ({
  pass: (text: string): Finding => ({ check, status: "ok", text }),
  skip: (text: string): Finding => ({ check, status: "skipped", text }),
  warn: (text: string, fix: string, hint?: string): Finding => ({ check, status: "warning", text, fix, hint }),
  fail: (text: string, fix: string, hint?: string): Finding => ({ check, status: "problem", text, fix, hint })
})
