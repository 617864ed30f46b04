/** Describes why a schema rejected a value, without showing the value: it may be a password or a token. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { Problem } from "../wire/decode.ts"

const texts: Readonly<Record<string, string>> = {
  AnyOf: "has the wrong type",
  InvalidType: "has the wrong type",
  MissingKey: "is missing",
  UnexpectedKey: "is unknown"
}

/** Returns the first problem in a failed encoding or decoding. */
export const toProblem = (exit: Exit.Exit<unknown, Schema.SchemaError>): Problem => {
  const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  const path: Array<string | number> = []
  // Sound: a schema fails with `SchemaError`. A codec's defect has no issue, which ends the loop.
  let issue = (error as { readonly issue?: SchemaIssue.Issue } | undefined)?.issue
  let text = "is invalid"
  while (issue !== undefined) {
    if (issue._tag === "Pointer") path.push(...issue.path.map((key) => typeof key === "number" ? key : String(key)))
    if (issue._tag === "Filter") {
      // The expectation is in the schema, so it is safe to show. The value is not.
      const expected = issue.filter.annotations?.["expected"]
      text = typeof expected === "string" ? `is not ${expected}` : "is invalid"
    } else text = texts[issue._tag] ?? text
    issue = "issue" in issue ? issue.issue : "issues" in issue ? issue.issues[0] : undefined
  }
  return new Problem(text, path)
}
