/** Samples of wire values: values that match a codec, with a test's text in every string. */
import * as Redacted from "effect/Redacted"
import { type Codec, getNode } from "../../src/wire/Codec.ts"
import { decode, Problem } from "../../src/wire/decode.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { getType, isMatch, isNumberFromString, particular } from "./descriptions.ts"

/** Decodes a sample, which matches the codec. */
const decodeSample = <A>(codec: Codec<A>, json: unknown): A => {
  const value = decode(codec, json)
  if (value instanceof Problem) throw new Error(`The sample does not decode: ${value.message}`)
  return value
}

/** From the outermost field inwards, in wire names; `[]` means every item of a list. */
export type Path = string

type Choices = Readonly<Record<Path, number>>

/** JSON that matches a codec, with every optional field. */
const sample = (
  codec: Codec<unknown>,
  path: Path,
  textAt: (path: Path) => string,
  choose: (path: Path, count: number) => number
): unknown => {
  const node = getNode(codec)
  switch (node.kind) {
    case "value":
    case "check": {
      const type = getType(node)
      const name = type.kind === "value" ? type.name : undefined
      const candidates = name === "string"
        ? [textAt(path), ...particular]
        : [name === "number" ? 1 : name === "boolean" || {}]
      const found = candidates.find((candidate) => isMatch(node, candidate))
      if (found === undefined) throw new Error(`No sample for ${path}`)
      return found
    }
    case "literal":
      return node.literals[choose(path, node.literals.length)]
    case "array":
      return [sample(node.item, `${path}[]`, textAt, choose)]
    case "record":
      return {}
    case "union": {
      const members = node.members()
      return sample(members[choose(path, members.length)]!, path, textAt, choose)
    }
    case "struct":
      return Object.fromEntries(
        node.fields.map(({ codec, wireName }) => [
          wireName,
          sample(codec, path === "" ? wireName : `${path}.${wireName}`, textAt, choose)
        ])
      )
    case "transform":
      if (node.format === "date-time") return "2026-01-31T12:00:00.000Z"
      if (node.format === "json") return JSON.stringify({ password: textAt(path) })
      return isNumberFromString(node) ? "10" : sample(node.from, path, textAt, choose)
    default:
      return sample(node.codec, path, textAt, choose)
  }
}

/** Samples of a codec, enough to contain every member of every union. */
export const samplesOf = (codec: Codec<unknown>, textAt: (path: Path) => string): ReadonlyArray<unknown> => {
  const samples: Array<unknown> = []
  const seen = new Set<string>()
  const waiting: Array<Choices> = [{}]
  for (let choices = waiting.pop(); choices !== undefined; choices = waiting.pop()) {
    const taken: Choices = choices
    samples.push(sample(codec, "", textAt, (path, count) => {
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
        decodeSample(endpoint[part]!, samples[Math.min(i, samples.length - 1)])
      ])
    ))
}

/** The status of an endpoint's success, by its body. */
export const statusOf = ({ otherStatus, status, success }: Any, body: unknown): number =>
  otherStatus?.appliesTo(decodeSample(success, body)) === true ? otherStatus.status : status

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
export const placesOf = (endpoint: string, part: string, codec: Codec<unknown>): ReadonlyArray<Place> => {
  const places = new Map<Path, boolean>()
  const mark = (path: Path) => `at ${path} `
  for (
    const value of samplesOf(codec, (path) => {
      if (!places.has(path)) places.set(path, false)
      return mark(path)
    })
  ) {
    const decoded = decode(codec, value)
    if (decoded instanceof Problem) {
      throw new Error(`The sample of ${endpoint} ${part} does not decode: ${decoded.message}`)
    }
    for (const redacted of redactedIn(decoded)) {
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
