/** Values of codecs: JSON that matches, and changed copies of it. A seed makes them reproducible. */
import * as Redacted from "effect/Redacted"
import { type Codec, getNode, type Node } from "../../src/wire/Codec.ts"
import { isObject } from "../../src/wire/Json.ts"
import { findNodes, isMatch, isNumberFromString, particular } from "../support/descriptions.ts"

export interface Random {
  /** Returns `true` with a probability. */
  readonly has: (probability: number) => boolean
  readonly pick: <A>(items: ReadonlyArray<A>) => A
}

/** Creates a generator of pseudorandom numbers (mulberry32). */
export const makeRandom = (seed: number): Random => {
  let state = seed
  const next = (): number => {
    state = state + 0x6d2b79f5 | 0
    let bits = Math.imul(state ^ state >>> 15, 1 | state)
    bits = bits + Math.imul(bits ^ bits >>> 7, 61 | bits) ^ bits
    return ((bits ^ bits >>> 14) >>> 0) / 4_294_967_296
  }
  return { has: (probability) => next() < probability, pick: (items) => items[Math.floor(next() * items.length)]! }
}

/** Adds a field. Its name may be `__proto__`. */
const setField = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { configurable: true, enumerable: true, value, writable: true })
}

const texts = [
  ...particular,
  "",
  "a",
  "Ada",
  "__proto__",
  "\u0000",
  "\u{1f600}",
  "\ud800",
  "null",
  "9",
  "ü".repeat(300)
]
const numbers = [0, 1, 42, -1, 0.5, 1_700_000_000_000, 8_640_000_000_000_000]
const names = ["a", "id", "__proto__", "constructor", "toString", "0"]
const jsons: ReadonlyArray<unknown> = [
  null,
  0,
  "text",
  false,
  [],
  {},
  [1, { a: [null] }],
  { b: { c: "d" } },
  JSON.parse(`{"__proto__":{"a":1},"constructor":null}`)
]

/** Creates JSON that a codec decodes. */
export const makeValid = (codec: Codec<unknown>, random: Random): unknown => {
  const node = getNode(codec)
  switch (node.kind) {
    case "value":
      return random.pick(candidatesOf(node))
    case "check":
      return random.pick(candidatesOf(node))
    case "literal":
      return random.pick(node.literals)
    case "optional":
      return random.has(0.1) ? undefined : makeValid(node.codec, random)
    case "default":
      return makeValid(node.codec, random)
    case "nullOr":
      return random.has(0.25) ? null : makeValid(node.codec, random)
    case "array":
      return Array.from({ length: random.pick([0, 1, 1, 2]) }, () => makeValid(node.item, random))
    case "record": {
      const record = {}
      for (const name of names) if (random.has(0.3)) setField(record, name, makeValid(node.item, random))
      return record
    }
    case "union":
      return makeValid(random.pick(node.members()), random)
    case "struct": {
      const struct = {}
      for (const { codec, wireName } of node.fields) {
        const isOptional = codec.kind === "optional" || codec.kind === "default"
        if (!isOptional || random.has(0.6)) setField(struct, wireName, makeValid(codec, random))
      }
      return struct
    }
    case "transform":
      if (node.format === "date-time") {
        return random.pick(["2026-01-31T12:00:00.000Z", "2026-01-31", "0001-01-01T00:00:00Z"])
      }
      if (node.format === "json") {
        return random.pick([
          `{}`,
          `{"a":{"clientSecret":"x","b":[1.5,null]}}`,
          `{"emails.password":"x","c":"__proto__"}`
        ])
      }
      return isNumberFromString(node) ? random.pick(["10", "0", "-1.5", "", "1e3"]) : makeValid(node.from, random)
  }
}

const candidates = new WeakMap<Node, ReadonlyArray<unknown>>()

/** Returns the values that a node accepts. */
const candidatesOf = (node: Node): ReadonlyArray<unknown> => {
  let found = candidates.get(node)
  if (found === undefined) {
    found = [...texts, ...numbers, true, false, ...jsons].filter((value) => isMatch(node, value))
    if (found.length === 0) throw new Error(`No value matches ${JSON.stringify(node)}`)
    candidates.set(node, found)
  }
  return found
}

class Instance {
  readonly id = "id"
}

const cyclic: { self?: unknown } = {}
cyclic.self = cyclic

const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], null)

/** Values that no codec expects, or only few. */
const hostile: ReadonlyArray<unknown> = [
  undefined,
  null,
  true,
  NaN,
  Infinity,
  -0,
  1.5,
  2 ** 53,
  8_640_000_000_000_001,
  "",
  "no UUID",
  "11111111-1111-1111-8111-111111111111",
  "__proto__",
  0n,
  Symbol("s"),
  () => {},
  new Date(NaN),
  new Date(0),
  Redacted.make("secret"),
  // Sound: a program without types may pass it.
  Redacted.make(5) as unknown,
  Object("boxed"),
  [],
  Object.assign([], { length: 2 }),
  {},
  Object.create(null),
  new Instance(),
  [new Instance()],
  new WeakMap(),
  cyclic,
  deep,
  [[[NaN]]],
  { a: undefined }
]

/** Returns the values by which parts of a value are replaced: literals, valid parts and hostile values. */
export const makePool = (codec: Codec<unknown>, valid: ReadonlyArray<unknown>): ReadonlyArray<unknown> => [
  ...hostile,
  ...findNodes(codec).flatMap((node): ReadonlyArray<unknown> => node.kind === "literal" ? node.literals : []).slice(
    0,
    20
  ),
  ...valid.slice(0, 10).flatMap((value) => isObject(value) ? Object.values(value) : [value])
]

const isContainer = (value: unknown): value is object =>
  Array.isArray(value) || isObject(value) && !Redacted.isRedacted(value) && !(value instanceof Date)

const copy = (value: object): object =>
  Array.isArray(value) ? Object.defineProperties([], Object.getOwnPropertyDescriptors<object>(value)) : { ...value }

/** Changes that keep a value an object or array. */
const changes: ReadonlyArray<(value: object, key: string, pool: ReadonlyArray<unknown>, random: Random) => object> = [
  (value, key) => {
    // Of an array, it makes a hole.
    Reflect.deleteProperty(value, key)
    return value
  },
  (value, _, pool, random) => {
    setField(value, random.pick(["__proto__", "constructor", "of_a_newer_service", "7"]), random.pick(pool))
    return value
  },
  (value, key) =>
    Object.defineProperty(value, key, {
      configurable: true,
      enumerable: true,
      get: () => {
        throw new Error("A getter of the program")
      }
    }),
  (value, key) => Object.defineProperty(value, key, { enumerable: false }),
  (value) => Array.isArray(value) ? value : Object.assign(Object.create(null) as object, value),
  (value) => Array.isArray(value) ? value : Object.assign(new Instance(), value),
  (value) => Object.assign(value, { [Symbol("s")]: 1 }),
  (value) => Array.isArray(value) ? Object.assign(value, { length: value.length + 1 }) : Object.freeze(value)
]

/** Creates a copy of a value with one or two changes at random places. */
export const mutate = (value: unknown, pool: ReadonlyArray<unknown>, random: Random): unknown => {
  const change = (value: unknown, isOuter: boolean): unknown => {
    const keys = isContainer(value) ? Object.keys(value) : []
    if (!isContainer(value) || hasGetter(value) || keys.length === 0 || random.has(isOuter ? 0.03 : 0.25)) {
      return random.pick(pool)
    }
    const key = random.pick(keys)
    const copied = copy(value)
    if (random.has(0.25)) return random.pick(changes)(copied, key, pool, random)
    // Sound: the key is one of the object.
    setField(copied, key, change((value as Record<string, unknown>)[key], false))
    return copied
  }
  const once = change(value, true)
  return random.has(0.2) ? change(once, true) : once
}

const hasGetter = (value: object): boolean =>
  Object.values(Object.getOwnPropertyDescriptors(value)).some(({ get }) => get !== undefined)
