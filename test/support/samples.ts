/** Samples of wire values: values that match a codec, with a test's text in every string. */
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"

/** From the outermost field inwards, in wire names; `[]` means every item of a list. */
export type Path = string

type Choices = Readonly<Record<Path, number>>

/** Strings required by some checks. */
const particular = [
  "11111111-1111-4111-8111-111111111111",
  "dXNlcg",
  "bearer",
  "https://app.example.com/",
  "github"
]

const isOf = (ast: SchemaAST.AST) => Schema.is(Schema.make(ast))

/** A value that matches the encoded side, with every optional field. */
const sample = (
  ast: SchemaAST.AST,
  path: Path,
  textAt: (path: Path) => string,
  choose: (path: Path, count: number) => number
): unknown => {
  if (SchemaAST.isUnion(ast)) {
    const types = ast.types.filter((type) => !SchemaAST.isUndefined(type) && !SchemaAST.isNull(type))
    if (types.length === 0) return null
    const type = types.length === 1 ? types[0]! : types[choose(path, types.length)]!
    return sample(type, path, textAt, choose)
  }
  if (SchemaAST.isLiteral(ast)) return ast.literal
  if (SchemaAST.isBoolean(ast)) return true
  if (SchemaAST.isString(ast) && ast.annotations?.["format"] === "date-time") return "2026-01-31T12:00:00.000Z"
  if (SchemaAST.isString(ast) && ast.annotations?.["format"] === "json") {
    return JSON.stringify({ password: textAt(path) })
  }
  // A number sent as a string in the query.
  if (SchemaAST.isString(ast) && path === "limit") return "10"
  if (SchemaAST.isString(ast)) {
    const text = [textAt(path), ...particular].find(isOf(ast))
    if (text === undefined) throw new Error(`No text for ${path}`)
    return text
  }
  if (SchemaAST.isNumber(ast)) return 1
  if (SchemaAST.isArrays(ast)) return [sample(ast.rest[0]!, `${path}[]`, textAt, choose)]
  if (SchemaAST.isObjects(ast)) {
    return Object.fromEntries(
      ast.propertySignatures.map(({ name, type }) => {
        const key = String(name)
        return [key, sample(type, path === "" ? key : `${path}.${key}`, textAt, choose)]
      })
    )
  }
  return {}
}

/** Samples of a codec, enough to contain every member of every union. */
export const samplesOf = (codec: Schema.Top, textAt: (path: Path) => string): ReadonlyArray<unknown> => {
  const ast = Schema.toEncoded(codec).ast
  const samples: Array<unknown> = []
  const seen = new Set<string>()
  const waiting: Array<Choices> = [{}]
  for (let choices = waiting.pop(); choices !== undefined; choices = waiting.pop()) {
    const taken: Choices = choices
    samples.push(sample(ast, "", textAt, (path, count) => {
      for (let i = 1; i < count; i++) {
        const other = `${path} ${i}`
        if (taken[path] !== undefined || seen.has(other)) continue
        seen.add(other)
        waiting.push({ ...taken, [path]: i })
      }
      return taken[path] ?? 0
    }))
  }
  return samples
}

export const parts = ["params", "query", "payload", "success"] as const
export type Part = typeof parts[number]

/** The wire inputs of an endpoint, enough to contain every union member. */
export const inputsOf = (
  endpoint: Any,
  textAt: (part: Part, path: Path) => string
): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const given = (["params", "query", "payload"] as const).flatMap((part) => {
    const codec = endpoint[part]
    return codec === undefined ? [] : [{ part, samples: samplesOf(codec, (path) => textAt(part, path)) }]
  })
  const count = Math.max(1, ...given.map(({ samples }) => samples.length))
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(
      given.map(({ part, samples }) => [
        part,
        Schema.decodeUnknownSync(endpoint[part]!)(samples[Math.min(i, samples.length - 1)])
      ])
    ))
}

/** The status of an endpoint's success, by its body. */
export const statusOf = ({ otherStatus, status, success }: Any, body: unknown): number =>
  otherStatus?.appliesTo(Schema.decodeUnknownSync(success)(body)) === true ? otherStatus.status : status

/** Every redacted string in a value. */
export const redactedIn = (value: unknown): ReadonlyArray<unknown> =>
  Redacted.isRedacted(value)
    ? [Redacted.value(value)]
    : typeof value === "object" && value !== null
    ? Object.values(value).flatMap(redactedIn)
    : []

/** A position in a description that holds a string or another value. */
export interface Place {
  readonly endpoint: string
  readonly part: string
  readonly path: Path
  readonly isRedacted: boolean
}

/** Determines the redacted positions of a codec by decoding. */
export const placesOf = (endpoint: string, part: string, codec: Schema.Top): ReadonlyArray<Place> => {
  const places = new Map<Path, boolean>()
  const mark = (path: Path) => `at ${path} `
  // Sound: a wire codec requires no services to decode.
  const decode = Schema.decodeUnknownExit(codec as Schema.Codec<unknown, unknown>)
  for (
    const value of samplesOf(codec, (path) => {
      if (!places.has(path)) places.set(path, false)
      return mark(path)
    })
  ) {
    const exit = decode(value)
    if (Exit.isFailure(exit)) throw new Error(`The sample of ${endpoint} ${part} does not decode: ${exit.cause}`)
    for (const redacted of redactedIn(exit.value)) {
      for (const path of places.keys()) if (redacted === mark(path)) places.set(path, true)
    }
  }
  return [...places].map(([path, isRedacted]) => ({ endpoint, part, path, isRedacted }))
}

/** Every string sent or received by an endpoint. */
export const places: ReadonlyArray<Place> = endpoints.flatMap((endpoint) =>
  parts.flatMap((part) => {
    const codec = endpoint[part]
    return codec === undefined ? [] : placesOf(endpoint.id, part, codec)
  })
)
