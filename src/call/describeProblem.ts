/**
 * What is wrong with a value that a schema refused, said without showing the value: it may be a password or a token.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"

/**
 * The first thing that is wrong, and where.
 *
 * @category models
 * @since 0.1.0
 */
export interface Problem {
  /** From the outermost field inwards, as the wire spells them. */
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** What a check wants belongs to the schema, so it can be told; what it was given cannot. */
const unlike = (expected: unknown): string => typeof expected === "string" ? `is not ${expected}` : "is not acceptable"

/**
 * Finds the first problem behind a failed encoding or decoding.
 *
 * @category constructors
 * @since 0.1.0
 */
export const describeProblem = (exit: Exit.Exit<unknown, Schema.SchemaError>): Problem => {
  const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  const path: Array<string | number> = []
  // Sound: a schema fails with its own error; a defect of a codec has no issue and ends the walk at once.
  let issue = (error as { readonly issue?: SchemaIssue.Issue } | undefined)?.issue
  let text = "cannot be read"
  while (issue !== undefined) {
    switch (issue._tag) {
      case "Pointer":
        path.push(...issue.path.map((key) => typeof key === "number" ? key : String(key)))
        issue = issue.issue
        break
      case "Encoding":
        issue = issue.issue
        break
      case "Filter":
        text = unlike(issue.filter.annotations?.["expected"])
        issue = issue.issue
        break
      case "Composite":
        issue = issue.issues[0]
        break
      case "AnyOf":
        text = "has the wrong type"
        issue = issue.issues[0]
        break
      case "UnexpectedKey":
        text = "is unknown"
        issue = undefined
        break
      case "MissingKey":
        text = "is missing"
        issue = undefined
        break
      case "InvalidType":
        text = "has the wrong type"
        issue = undefined
        break
      default:
        if (text === "cannot be read") text = unlike(undefined)
        issue = undefined
    }
  }
  return { path, message: path.length === 0 ? `the whole ${text}` : `${path.join(".")} ${text}` }
}
