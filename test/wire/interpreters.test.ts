/** Both interpreters of the codecs give the same results, for every description and generated values. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { type Codec, getNode } from "../../src/wire/Codec.ts"
import { Problem } from "../../src/wire/decode.ts"
import { endpoints, isCodec } from "../../src/wire/endpoints.ts"
import { classes } from "../support/classes.ts"
import { parts } from "../support/samples.ts"
import { decodeBoth, encodeBoth, roundTripBoth } from "./bothInterpreters.ts"
import { makePool, makeRandom, makeValid, mutate } from "./generate.ts"

/** Every description: the parts of endpoints, the details of errors, and the exports of the modules. */
const described: Array<readonly [name: string, codec: Codec<unknown>]> = [
  ...endpoints.flatMap((endpoint) =>
    parts.flatMap((part) => {
      const codec = endpoint[part]
      return codec === undefined ? [] : [[`${part} of ${endpoint.id}`, codec] as const]
    })
  ),
  ...classes.flatMap(({ details, tag }) => details === undefined ? [] : [[`details of ${tag}`, details] as const])
]
const folder = new URL("../../src/wire/", import.meta.url)
for (const file of readdirSync(folder)) {
  const exported = await import(new URL(file, folder).href) as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(exported)) if (isCodec(value)) described.push([`${file} ${name}`, value])
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

const bySignature = new Map<string, { readonly names: Array<string>; readonly codec: Codec<unknown> }>()
for (const [name, codec] of described) {
  const same = bySignature.get(toSignature(codec)) ?? { names: [], codec }
  same.names.push(name)
  bySignature.set(toSignature(codec), same)
}

describe("decode and toSchema", () => {
  const changed = { valid: 0, invalid: 0, deep: 0 }
  const count = (result: unknown): void => {
    if (!(result instanceof Problem)) changed.valid++
    else if (result.path.length < 2) changed.invalid++
    else changed.deep++
  }

  for (const [index, { codec, names }] of [...bySignature.values()].entries()) {
    const others = names.length === 1 ? "" : ` and ${names.length - 1} equal descriptions`
    it(`${names[0]}${others}: the same results for generated and changed values`, () => {
      const random = makeRandom(index)
      const valid = Array.from({ length: 200 }, () => makeValid(codec, random))
      const values = valid.map((json) => roundTripBoth(codec, json))
      const jsonPool = makePool(codec, valid)
      for (const json of valid) count(decodeBoth(codec, mutate(json, jsonPool, random)))
      const valuePool = makePool(codec, values)
      for (const value of values) count(encodeBoth(codec, mutate(value, valuePool, random)))
    })
  }

  it("all descriptions are covered, by changes that keep values valid, and by others", () => {
    console.info(
      `${described.length} descriptions, ${bySignature.size} different ones; changes: ${JSON.stringify(changed)}`
    )
    assert.isAbove(described.length, 500)
    for (const number of Object.values(changed)) assert.isAbove(number, 3000)
  })
})
