/** Both interpreters of the codecs give the same results, for every description and generated values. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { type Codec, getNode } from "../../src/wire/Codec.ts"
import { Problem } from "../../src/wire/decode.ts"
import { endpoints, isCodec } from "../../src/wire/endpoints.ts"
import { classes } from "../support/classes.ts"
import { groupBy } from "../support/groupBy.ts"
import { checkRows } from "../support/mismatches.ts"
import { parts } from "../support/samples.ts"
import { decodeBoth, encodeBoth, roundTripBoth } from "./bothInterpreters.ts"
import { makePool, makeRandom, makeValid, mutate } from "./generate.ts"

/** The name of a description, and the module that contains it. */
interface Name {
  readonly name: string
  readonly group: string
}

interface Row {
  readonly index: number
  readonly codec: Codec<unknown>
  readonly name: string
}

/** The number of changed values by their result. */
interface Counts {
  readonly valid: number
  readonly invalid: number
  readonly deep: number
}

/** Every description: the parts of endpoints, the details of errors, and the exports of the modules. */
const described: Array<readonly [Name, Codec<unknown>]> = [
  ...endpoints.flatMap((endpoint) =>
    parts.flatMap((part) => {
      const codec = endpoint[part]
      return codec === undefined
        ? []
        : [[{ name: `${part} of ${endpoint.id}`, group: endpoint.id.split(".", 1)[0]! }, codec] as const]
    })
  ),
  ...classes.flatMap(({ details, tag }) =>
    details === undefined ? [] : [[{ name: `details of ${tag}`, group: "errors" }, details] as const]
  )
]
const folder = new URL("../../src/wire/", import.meta.url)
for (const file of readdirSync(folder)) {
  const exported = await import(new URL(file, folder).href) as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(exported)) {
    if (isCodec(value)) described.push([{ name: `${file} ${name}`, group: file.slice(0, -".ts".length) }, value])
  }
}

/** Returns the same text for equal descriptions, which are tested once. */
const signatures = new WeakMap<object, string>()
const functionIds = new Map<unknown, number>()
const toSignature = (codec: Codec<unknown>): string => {
  const known = signatures.get(codec)
  if (known !== undefined) return known
  const signature = JSON.stringify(getNode(codec), (key, value: unknown) => {
    if (key === "is" && typeof value === "function" || key === "decode" || key === "encode") {
      if (!functionIds.has(value)) functionIds.set(value, functionIds.size)
      return functionIds.get(value)
    }
    if (key === "members" && typeof value === "function") {
      return (value() as ReadonlyArray<Codec<unknown>>).map(toSignature)
    }
    return value instanceof RegExp ? String(value) : value
  })
  signatures.set(codec, signature)
  return signature
}

const bySignature = new Map<string, { readonly names: Array<Name>; readonly codec: Codec<unknown> }>()
for (const [name, codec] of described) {
  const same = bySignature.get(toSignature(codec)) ?? { names: [], codec }
  same.names.push(name)
  bySignature.set(toSignature(codec), same)
}

describe("decode and toSchema", () => {
  const rows = [...bySignature.values()].map(({ codec, names }, index) => {
    const [{ group, name }] = names as [Name]
    const others = names.length === 1 ? "" : ` and ${names.length - 1} equal descriptions`
    return { group, row: { index, codec, name: `${name}${others}` } }
  })
  const groups = groupBy(rows, ({ group }) => group)

  /** Compares the interpreters for every row of a group, and counts the results of changed values. */
  const compare = (rows: ReadonlyArray<Row>): Counts => {
    const counts = { valid: 0, invalid: 0, deep: 0 }
    const count = (result: unknown): void => {
      if (!(result instanceof Problem)) counts.valid++
      else if (result.path.length < 2) counts.invalid++
      else counts.deep++
    }
    checkRows(rows, ({ name }) => name, ({ codec, index }) => {
      const random = makeRandom(index)
      const valid = Array.from({ length: 200 }, () => makeValid(codec, random))
      const values = valid.map((json) => roundTripBoth(codec, json))
      const jsonPool = makePool(codec, valid)
      for (const json of valid) count(decodeBoth(codec, mutate(json, jsonPool, random)))
      const valuePool = makePool(codec, values)
      for (const value of values) count(encodeBoth(codec, mutate(value, valuePool, random)))
    })
    return counts
  }

  const countsByGroup = new Map<string, Counts>()
  const countsOf = (group: string): Counts => {
    const counts = countsByGroup.get(group) ?? compare(groups.get(group)!.map(({ row }) => row))
    countsByGroup.set(group, counts)
    return counts
  }

  for (const group of groups.keys()) {
    it(`${group}: decode and toSchema give the same results for generated and changed values`, () => {
      countsOf(group)
    })
  }

  it("changed values include valid values, invalid values and nested invalid values", () => {
    assert.isAbove(described.length, 500)
    const counts = Array.from(groups.keys(), countsOf)
    for (const result of ["valid", "invalid", "deep"] as const) {
      assert.isAbove(counts.reduce((sum, count) => sum + count[result], 0), 3000, result)
    }
  })
})
