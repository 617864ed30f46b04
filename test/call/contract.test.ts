/** The client decodes every response an endpoint can give: every description, with arbitrary values in every field. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as fc from "fast-check"
import { inspect } from "node:util"
import { interpret } from "../../src/call/interpret.ts"
import type { Outcome } from "../../src/call/Outcome.ts"
import { getNode } from "../../src/wire/Codec.ts"
import { decode, encode, Problem } from "../../src/wire/decode.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { isObject } from "../../src/wire/Json.ts"
import { byModule } from "../support/byModule.ts"
import { addExtraFields, anyJson, anyText, findNodes, findRequiredFields, makeJson } from "../support/descriptions.ts"
import { checkRows } from "../support/mismatches.ts"
import { runsOf } from "../support/propertyRuns.ts"

/** Every endpoint except redirects of a browser, whose responses no client reads. */
const read = endpoints.filter(({ status }) => status < 300)

const described = read.filter(({ success }) => ["record", "struct"].includes(getNode(success).kind))

const answered = (endpoint: Any, body: string): Outcome =>
  interpret(endpoint, { status: endpoint.status, body, header: () => undefined }, {
    now: () => 0,
    retryAfterLimit: Duration.minutes(1),
    secrets: () => []
  })

const runs = { numRuns: runsOf(20) }

const getId = ({ id }: Any): string => id

describe("garbage", () => {
  const header = fc.oneof(
    anyText,
    fc.constantFrom("200", "400", "SCHEMA_ERROR", "UNPARSABLE_ACCESS_TOKEN", "text/plain")
  )
  const headers = fc.dictionary(
    fc.constantFrom("x-stack-known-error", "x-stack-actual-status", "retry-after", "content-type", "date"),
    header
  )

  const body = fc.oneof(anyText, anyJson.map((value) => JSON.stringify(value)))

  for (const [module, members] of byModule(read)) {
    it(`${module}: any status, headers and body have an outcome that can be printed`, () => {
      checkRows(members, getId, (endpoint) =>
        fc.assert(
          fc.property(fc.integer(), headers, body, (status, all, body) => {
            const outcome = interpret(endpoint, { status, body, header: (name) => all[name] }, {
              now: () => 0,
              retryAfterLimit: Duration.minutes(1),
              secrets: () => [body, "a secret"]
            })
            assert.include(["Success", "Declared", "Failed"], outcome._tag)
            assert.isString(inspect(outcome))
            assert.isString(JSON.stringify(outcome))
          }),
          runs
        ))
    })
  }
})

describe("a valid response", () => {
  it("the success of nearly all endpoints is an object", () => {
    assert.isAtLeast(described.length, read.length - 3)
  })

  for (const [module, members] of byModule(described)) {
    it(`${module}: a valid response is decoded, and encodes to the same JSON`, () => {
      checkRows(members, getId, (endpoint) =>
        fc.assert(
          fc.property(makeJson(endpoint.success), (body) => {
            const outcome = answered(endpoint, JSON.stringify(body))
            if (outcome._tag !== "Success") return assert.fail(JSON.stringify(outcome))
            const again = encode(endpoint.success, outcome.value)
            if (!says(again, body)) assert.fail(JSON.stringify(again))
          }),
          runs
        ))
    })

    it(`${module}: a response with fields of a newer service is decoded to the same value`, () => {
      checkRows(members, getId, (endpoint) => {
        const { success } = endpoint
        fc.assert(
          fc.property(makeJson(success), anyJson, (body, extra) => {
            const plain = answered(endpoint, JSON.stringify(body))
            const more = answered(endpoint, JSON.stringify(addExtraFields(success, body, extra)))
            if (plain._tag !== "Success" || more._tag !== "Success") return assert.fail(JSON.stringify(more))
            assert.strictEqual(
              JSON.stringify(sorted(encode(success, more.value))),
              JSON.stringify(sorted(encode(success, plain.value)))
            )
          }),
          runs
        )
      })
    })

    it(`${module}: a response without a required field is an InvalidResponse that names the field`, () => {
      checkRows(members, getId, (endpoint) => {
        const { success } = endpoint
        fc.assert(
          fc.property(makeJson(success), (body) => {
            for (const { holder, name, path } of findRequiredFields(success, body).slice(0, 60)) {
              const { [name]: value, ...rest } = holder
              delete holder[name]
              const outcome = answered(endpoint, JSON.stringify(body))
              Object.assign(holder, rest, { [name]: value })
              if (outcome._tag !== "Failed" || outcome.reason._tag !== "InvalidResponse") {
                return assert.fail(`expected an InvalidResponse without ${path.join(".")}, received ${outcome._tag}`)
              }
              // The comparison of the assertion library is slow.
              const named = outcome.reason.path
              const isSame = named.length === path.length && named.every((key, index) => key === path[index])
              if (!isSame) assert.deepStrictEqual(named, path)
            }
          }),
          runs
        )
      })
    })
  }
})

/** Every number and time in a value, replaced one by one with a number that JSON cannot represent. */
const unsayable = (value: unknown): ReadonlyArray<unknown> => {
  if (value instanceof Date) return [new Date(Number.NaN)]
  if (typeof value === "number") return [Number.NaN, Number.POSITIVE_INFINITY]
  if (Array.isArray(value)) return value.flatMap((item, index) => unsayable(item).map((bad) => value.with(index, bad)))
  if (!isObject(value)) return []
  // Extension outputs come from the authenticator and are passed on unchanged.
  return Object.entries(value).filter(([key]) => key !== "clientExtensionResults")
    .flatMap(([key, item]) => unsayable(item).map((bad) => ({ ...value, [key]: bad })))
}

describe("a request", () => {
  const sending = endpoints.flatMap((endpoint) =>
    (["query", "payload"] as const).flatMap((part) => {
      const codec = endpoint[part]
      return codec === undefined ? [] : [{ id: endpoint.id, part, codec }]
    })
  )

  it("at least five endpoints send numbers", () => {
    const some = sending.filter(({ codec }) =>
      findNodes(codec).some((node) => node.kind === "value" && node.name === "number")
    )
    assert.isAtLeast(some.length, 5)
  })

  for (const [module, members] of byModule(sending)) {
    it(`${module}: a request contains no number or time that JSON cannot represent`, () => {
      checkRows(members, ({ id, part }) => `${part} of ${id}`, ({ codec, part }) =>
        fc.assert(
          fc.property(makeJson(codec), (wire) => {
            const decoded = decode(codec, wire)
            // A number sent as a string is not parsed from every string.
            if (decoded instanceof Problem) return assert.strictEqual(part, "query")
            for (const bad of unsayable(decoded)) assert.instanceOf(encode(codec, bad), Problem)
          }),
          { numRuns: runsOf(10) }
        ))
    })
  }
})

/** Returns `true` if a value contains all of another one; defaults of a description may add fields. */
function says(value: unknown, other: unknown): boolean {
  if (Array.isArray(other)) {
    return Array.isArray(value) && value.length === other.length &&
      other.every((item, index) => says(value[index], item))
  }
  if (!isObject(other)) return Object.is(value, other)
  return isObject(value) &&
    Object.keys(other).every((key) => Object.hasOwn(value, key) && says(value[key], other[key]))
}

/** The same value with sorted keys in every object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.keys(value).toSorted().map((key) => [key, sorted(value[key])])
}
