/**
 * Error messages for input that does not match its schema.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"

/**
 * Returns the path of a field: `body.config.domains[0]`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const joinPath = (parent: string, key: PropertyKey): string =>
  typeof key === "number" ? `${parent}[${key}]` : `${parent}.${String(key)}`

/**
 * Returns one sentence for each violation in a failed decoding, with the path of the field. A sentence never contains
 * the value, which may be a secret.
 *
 * @category getters
 * @since 0.1.0
 */
export const describeFailure = (
  exit: Exit.Exit<unknown, Schema.SchemaError>,
  value: unknown,
  path: string
): ReadonlyArray<string> => {
  if (Exit.isSuccess(exit)) return []
  // Sound: decoding fails with a schema error. A defect of a codec has no `issue`.
  const { issue } = Cause.squash(exit.cause) as { readonly issue?: SchemaIssue.Issue }
  return issue === undefined ? [`${path} cannot be decoded`] : describe(issue, value, path)
}

/**
 * Returns the sentence for a value that its type rejects without a reason.
 *
 * @category constructors
 * @since 0.1.0
 */
export const describeUnexplained = (path: string): string => `${path} is not acceptable`

const describe = (issue: SchemaIssue.Issue, value: unknown, path: string): ReadonlyArray<string> => {
  switch (issue._tag) {
    case "Encoding":
      return describe(issue.issue, value, path)
    case "Pointer": {
      // A pointer names one key at a time. The value contains the key unless it is missing.
      let inner = value
      let innerPath = path
      for (const key of issue.path) {
        // Sound: for a value without properties, the result is `undefined`.
        inner = (inner as Record<PropertyKey, unknown> | null | undefined)?.[key]
        innerPath = joinPath(innerPath, key)
      }
      return describe(issue.issue, inner, innerPath)
    }
    case "Composite":
      return describeAll(issue.issues, value, path)
    case "AnyOf": {
      const [first] = issue.issues
      if (first !== undefined) return describe(first, value, path)
      return isRecord(value)
        ? describeWrongVariant(issue.ast, value, path)
        : [describeTypeMismatch(issue.ast, value, path)]
    }
    case "MissingKey":
      return [`${path} is missing`]
    case "InvalidType":
      return [describeTypeMismatch(issue.ast, value, path)]
    case "Filter": {
      const expected = issue.filter.annotations?.["expected"]
      return [typeof expected === "string" ? `${path} must be ${expected}` : describeUnexplained(path)]
    }
    default:
      return [describeUnexplained(path)]
  }
}

/** Describes the issues of one value. Unknown properties are combined in one sentence, which comes last. */
const describeAll = (
  issues: ReadonlyArray<SchemaIssue.Issue>,
  value: unknown,
  path: string
): ReadonlyArray<string> => {
  const unknown = issues.flatMap((issue) =>
    issue._tag === "Pointer" && issue.issue._tag === "UnexpectedKey" ? issue.path.map(String) : []
  )
  return issues.flatMap((issue) =>
    issue._tag === "Pointer" && issue.issue._tag === "UnexpectedKey" ? [] : describe(issue, value, path)
  ).concat(unknown.length > 0 ? describeUnknownProperties(path, unknown) : [])
}

/** @since 0.1.0 */
export const describeUnknownProperties = (path: string, names: ReadonlyArray<string>): string =>
  `${path} has unknown properties: ${names.join(", ")}`

const describeTypeMismatch = (ast: SchemaAST.AST, value: unknown, path: string): string => {
  const leaves = unionMembers(SchemaAST.toEncoded(ast))
  const expected = [...new Set(leaves.map(describeType))].join(" or ")
  // If both are strings, the kind explains nothing.
  const isOfKind = leaves.some((leaf) => leaf._tag === "Literal" && typeof leaf.literal === typeof value)
  return `${path} must be ${expected}${isOfKind ? "" : `, not ${describeKind(value)}`}`
}

const isRecord = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Describes an object that matches no variant of a union, by its discriminator. */
const describeWrongVariant = (
  ast: SchemaAST.Union,
  value: Readonly<Record<PropertyKey, unknown>>,
  path: string
): ReadonlyArray<string> => {
  const properties = unionMembers(SchemaAST.toEncoded(ast)).flatMap((leaf) =>
    leaf._tag === "Objects" ? leaf.propertySignatures : []
  )
  const choices = properties.filter(({ type }) => type._tag === "Literal")
  const [choice] = choices
  if (choice === undefined) return [describeTypeMismatch(ast, value, path)]
  const inner = joinPath(path, choice.name)
  if (!Object.hasOwn(value, choice.name)) return [`${inner} is missing`]
  const expected = choices.filter(({ name }) => name === choice.name).map(({ type }) => describeType(type))
  return [`${inner} must be ${expected.join(" or ")}`]
}

/** Returns the members of a union, without `undefined`, which means an absent field. */
const unionMembers = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  ast._tag === "Union" ? ast.types.flatMap(unionMembers) : ast._tag === "Undefined" ? [] : [ast]

const describeType = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Null":
      return "null"
    case "Arrays":
      return "an array"
    case "Objects":
      return "an object"
    default:
      return `a ${ast._tag.toLowerCase()}`
  }
}

/**
 * Returns the type of a JSON value with its article.
 *
 * @category getters
 * @since 0.1.0
 */
export const describeKind = (value: unknown): string => {
  if (value === undefined) return "missing"
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}
