/** Checks for values from JSON. They never throw for JSON, and never call a function in the value. */
import { isObject } from "../wire/parseJson.ts"
import { escapeControls } from "./escapeControls.ts"

/** A value's first invalid part. */
export interface Invalid {
  /** Such as `events[3].call`; empty for the whole value. */
  readonly path: string
  /** Such as `is not a string`. */
  readonly problem: string
}

/** Checks a value at a path. */
export type Check = (value: unknown, path: string) => Invalid | undefined

const is = (expected: string, test: (value: unknown) => boolean): Check => (value, path) =>
  test(value) ? undefined : { path, problem: `is not ${expected}` }

export const text: Check = is("a string", (value) => typeof value === "string")
export const boolean: Check = is("a boolean", (value) => typeof value === "boolean")
export const number: Check = is("a finite number", Number.isFinite)

/** Milliseconds that a `Date` can represent. A replay's clock computes with them. */
export const millis: Check = is(
  "a number of milliseconds",
  (value) => typeof value === "number" && Math.abs(value) <= 8.64e15
)

/** An event's or a moment's number. */
export const index: Check = is(
  "a whole number from 0 on",
  (value) => Number.isSafeInteger(value) && Number(value) >= 0
)

/** A response's status. */
export const status: Check = is(
  "a status of HTTP",
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 999
)

const object: Check = is("an object", isObject)
const list: Check = is("an array", Array.isArray)

/** One of the given constants. */
export const oneOf = (...values: ReadonlyArray<string | number>): Check =>
  is(values.map((value) => JSON.stringify(value)).join(" or "), (value) => values.some((each) => each === value))

export const optional = (check: Check): Check => (value, path) => value === undefined ? undefined : check(value, path)
export const nullOr = (check: Check): Check => (value, path) => value === null ? undefined : check(value, path)
export const either = (one: Check, other: Check): Check => (value, path) =>
  one(value, path) === undefined ? undefined : other(value, path)

/** A check for each field in a type. A new field without a check does not compile. */
export type Fields<A> = { readonly [Key in keyof A]-?: Check }

const checkFields = (fields: Readonly<Record<string, Check>>): Check => (value, path) => {
  if (!isObject(value)) return object(value, path)
  for (const [name, check] of Object.entries(fields)) {
    const invalid = check(value[name], appendKey(path, name))
    if (invalid !== undefined) return invalid
  }
  return undefined
}

/** An object with at least a type's fields. */
export const struct = <A extends object>(fields: Fields<A>): Check => checkFields(fields)

type Member<A, Name extends keyof A, Tag> = A extends { readonly [Key in Name]: infer Own } ?
  Tag extends Own ? A : never
  : never

/** A union's object, whose field `name` selects the member. */
export const union = <A extends object, Name extends keyof A & string>(
  name: Name,
  members: { readonly [Tag in A[Name] & string]: Fields<Omit<Member<A, Name, Tag>, Name>> }
): Check => {
  // Sound: all values in `Fields` are checks.
  const entries = Object.entries(members) as ReadonlyArray<readonly [string, Readonly<Record<string, Check>>]>
  const tag = checkFields({ [name]: oneOf(...entries.map(([tag]) => tag)) })
  const checks = new Map(entries.map(([tag, fields]) => [tag, checkFields(fields)]))
  return (value, path) =>
    tag(value, path) ?? (isObject(value) ? checks.get(String(value[name]))?.(value, path) : undefined)
}

/** An object with any keys. */
export const record = (check: Check): Check => (value, path) => {
  if (!isObject(value)) return object(value, path)
  for (const [name, each] of Object.entries(value)) {
    const invalid = check(each, appendKey(path, name))
    if (invalid !== undefined) return invalid
  }
  return undefined
}

export const array = (check: Check): Check => (value, path) => {
  if (!Array.isArray(value)) return list(value, path)
  for (const [position, each] of value.entries()) {
    const invalid = check(each, `${path}[${position}]`)
    if (invalid !== undefined) return invalid
  }
  return undefined
}

/** Recording bodies are at most about 100 levels deep. Functions that visit each level overflow the stack at thousands. */
const maxDepth = 256

/** Any JSON value that can be visited by recursion. */
export const json: Check = (value, path) => {
  // A set per level, so that a value which contains itself is found, not visited forever.
  let level = new Set([value])
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > maxDepth) return { path, problem: `is nested more than ${maxDepth} levels deep` }
    const next = new Set<unknown>()
    for (const each of level) {
      if (typeof each === "object" && each !== null) { for (const inner of Object.values(each)) next.add(inner) }
      else if (!isScalar(each)) return { path, problem: "is not JSON" }
    }
    level = next
  }
  return undefined
}

const isScalar = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === "string" || typeof value === "boolean" ||
  typeof value === "number"

/** A key comes from the recording. It may be long, or contain controls. */
const appendKey = (path: string, key: string): string => {
  if (!/^[\w-]{1,60}$/.test(key)) return `${path}["${escapeControls(key.slice(0, 60))}"]`
  return path === "" ? key : `${path}.${key}`
}
