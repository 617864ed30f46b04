/** Decoding and validation for request input. */
import { isGiven } from "../../call/requiredGeneration.ts"
import { getNode } from "../../wire/Codec.ts"
import { decode } from "../../wire/decode.ts"
import type { Any } from "../../wire/Endpoint.ts"
import { isObject } from "../../wire/Json.ts"
import type { RequestSchemaError } from "../../wire/KnownErrors.ts"
import { getWireNames } from "../../wire/names.ts"
import { schemaError } from "../rules/validation.ts"
import {
  describeKind,
  describeUnexplained,
  describeUnknownProperties,
  findViolations,
  joinPath
} from "./findViolations.ts"
import { findBrokenRules, getPart, type Part, parts, type Version } from "./requestRules.ts"

const partNames = { payload: "body", params: "params", query: "query" } as const

/** Decodes an endpoint's input strictly, without coercion. Returns one `RequestSchemaError` with all violations. */
export const decodeInput = (
  endpoint: Any,
  raw: { readonly [P in Part]?: unknown },
  violations: ReadonlyArray<string>,
  version: Version
): { readonly [P in Part]?: unknown } | RequestSchemaError => {
  const input: { [P in Part]?: unknown } = {}
  for (const part of parts) {
    // A part that is absent from `raw` is skipped. A part that is `undefined` is missing.
    if (!(part in raw)) continue
    const found = decodePart(endpoint, part, raw[part], version)
    violations = violations.concat(found.violations)
    input[part] = found.value
  }
  return violations.length > 0 ? schemaError(violations) : input
}

const userFields = ["user_id", "creator_user_id"]

/** Returns `true` if a request names its user as `me`. Without a user, the service rejects it before any other check. */
export const refersToMe = (endpoint: Any, raw: { readonly [P in Part]?: unknown }): boolean =>
  parts.some((part) => {
    const value = raw[part]
    const codec = endpoint[part]
    return codec !== undefined && isObject(value) &&
      userFields.some((name) =>
        Object.hasOwn(value, name) && value[name] === "me" && getWireNames(codec).includes(name)
      )
  })

const fieldOf = (sentence: string): string => sentence.slice(0, sentence.indexOf(" "))

const decodePart = (endpoint: Any, part: Part, value: unknown, version: Version) => {
  const path = partNames[part]
  if (value === undefined) return { violations: [`${path} is missing`] }
  if (!isObject(value)) return { violations: [`${path} must be an object, not ${describeKind(value)}`] }
  const codec = getPart(endpoint, part, version)
  if (codec === undefined) {
    const unknown = Object.keys(value)
    return { violations: unknown.length > 0 ? [describeUnknownProperties(path, unknown)] : [] }
  }
  const isOld = version.generation === "2025"
  const wireNames = getWireNames(codec)
  const added = (isOld ? endpoint.addedFields : []).concat(version.isNewest ? [] : endpoint.laterFields)
  const isKnown = (name: string) => wireNames.includes(name) && !added.includes(name)
  const unknown = Object.keys(value).filter((name) => !isKnown(name))
  const known = unknown.length === 0
    ? value
    : Object.fromEntries(Object.entries(value).filter(([name]) => isKnown(name)))
  const broken = findBrokenRules(endpoint, part, known, path, version)
  // If a rule explains why a field is invalid, its type's generic message is dropped.
  const explained = new Set(broken.map((sentence) => describeUnexplained(fieldOf(sentence))))
  // A rule that lists this version's values replaces the list of all values.
  const listed = new Set(broken.filter((sentence) => sentence.includes(" must be \"")).map(fieldOf))
  const found = findViolations(getNode(codec), known, path)
  const violations = found.filter((sentence) => !explained.has(sentence) && !listed.has(fieldOf(sentence)))
    .concat(broken)
  // In field order, as the service lists them.
  const ordered = wireNames.flatMap((name) => {
    const field = joinPath(path, name)
    return violations.filter((sentence) => sentence.startsWith(field) && " .[".includes(sentence[field.length]!))
  }).concat(violations.filter((sentence) => sentence.startsWith(`${path} `)))
  if (unknown.length > 0) ordered.push(describeUnknownProperties(path, unknown))
  if (part === "payload") {
    for (const name of isOld ? endpoint.omittableFields : endpoint.requiredFields) {
      if (known[name] === undefined) ordered.push(`${joinPath(path, name)} is missing`)
    }
  }
  for (const name of isOld ? endpoint.addedFields : []) {
    const names = name.split(".")
    if (names.length > 1 && isGiven(known, names)) {
      ordered.push(describeUnknownProperties(joinPath(path, names.slice(0, -1).join(".")), names.slice(-1)))
    }
  }
  return { value: found.length === 0 ? decode(codec, known) : undefined, violations: ordered }
}
