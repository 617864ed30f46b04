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
import { addExtraFields, anyJson, anyText, findNodes, findRequiredFields, makeJson } from "../support/descriptions.ts"

/** Every endpoint except those that redirect a browser, whose responses no client reads. */
const read = endpoints.filter(({ status }) => status < 300)

const described = read.filter(({ success }) => ["record", "struct"].includes(getNode(success).kind))

const answered = (endpoint: Any, body: string): Outcome =>
  interpret(endpoint, { status: endpoint.status, body, header: () => undefined }, {
    now: () => 0,
    retryAfterLimit: Duration.minutes(1),
    secrets: () => []
  })

const runs = { numRuns: 30 }

describe("garbage", () => {
  const header = fc.oneof(
    anyText,
    fc.constantFrom("200", "400", "SCHEMA_ERROR", "UNPARSABLE_ACCESS_TOKEN", "text/plain")
  )
  const headers = fc.dictionary(
    fc.constantFrom("x-stack-known-error", "x-stack-actual-status", "retry-after", "content-type", "date"),
    header
  )

  for (const endpoint of read) {
    it(`${endpoint.id}: has an outcome that can be printed`, () => {
      fc.assert(
        fc.property(
          fc.integer(),
          headers,
          fc.oneof(anyText, anyJson.map((value) => JSON.stringify(value))),
          (status, all, body) => {
            const outcome = interpret(endpoint, { status, body, header: (name) => all[name] }, {
              now: () => 0,
              retryAfterLimit: Duration.minutes(1),
              secrets: () => [body, "a secret"]
            })
            assert.include(["Success", "Declared", "Failed"], outcome._tag)
            assert.isString(inspect(outcome))
            assert.isString(JSON.stringify(outcome))
          }
        ),
        runs
      )
    })
  }
})

describe("any response of an endpoint", () => {
  it("is described as an object for nearly all endpoints", () => {
    assert.isAtLeast(described.length, read.length - 3)
  })

  for (const endpoint of described) {
    const { id, success } = endpoint

    it(`${id}: is decoded, and encodes to the same JSON`, () => {
      fc.assert(
        fc.property(makeJson(success), (body) => {
          const outcome = answered(endpoint, JSON.stringify(body))
          assert(outcome._tag === "Success", JSON.stringify(outcome))
          const again = encode(success, outcome.value)
          assert.isTrue(says(again, body), JSON.stringify(again))
        }),
        runs
      )
    })

    it(`${id}: is decoded to the same value with fields of a newer service`, () => {
      fc.assert(
        fc.property(makeJson(success), anyJson, (body, extra) => {
          const plain = answered(endpoint, JSON.stringify(body))
          const more = answered(endpoint, JSON.stringify(addExtraFields(success, body, extra)))
          assert(plain._tag === "Success" && more._tag === "Success", JSON.stringify(more))
          assert.strictEqual(
            JSON.stringify(sorted(encode(success, more.value))),
            JSON.stringify(sorted(encode(success, plain.value)))
          )
        }),
        runs
      )
    })

    it(`${id}: fails with InvalidResponse that names a missing required field`, () => {
      fc.assert(
        fc.property(makeJson(success), (body) => {
          for (const { holder, name, path } of findRequiredFields(success, body).slice(0, 60)) {
            const { [name]: value, ...rest } = holder
            delete holder[name]
            const outcome = answered(endpoint, JSON.stringify(body))
            Object.assign(holder, rest, { [name]: value })
            assert(
              outcome._tag === "Failed" && outcome.reason._tag === "InvalidResponse",
              `${path.join(".")} is not missed`
            )
            assert.deepStrictEqual(outcome.reason.path, path)
          }
        }),
        runs
      )
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

  it("contains numbers and times for some endpoints", () => {
    const some = sending.filter(({ codec }) =>
      findNodes(codec).some((node) => node.kind === "value" && node.name === "number")
    )
    assert.isAtLeast(some.length, 5)
  })

  for (const { codec, id, part } of sending) {
    it(`${id}: contains no number or time in its ${part} that JSON cannot represent`, () => {
      fc.assert(
        fc.property(makeJson(codec), (wire) => {
          const decoded = decode(codec, wire)
          // A number sent as a string is not parsed from every string.
          if (decoded instanceof Problem) return assert.strictEqual(part, "query")
          for (const bad of unsayable(decoded)) assert.instanceOf(encode(codec, bad), Problem)
        }),
        { numRuns: 15 }
      )
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
