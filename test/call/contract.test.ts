/** The client decodes every response an endpoint can give: every description, with arbitrary values in every field. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"
import { inspect } from "node:util"
import { interpret, type Outcome } from "../../src/call/interpret.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { isObject } from "../../src/wire/Json.ts"

/** Every endpoint except those that redirect a browser, whose responses no client reads. */
const read = endpoints.filter(({ status }) => status < 300)

const described = read.filter(({ success }) => SchemaAST.isObjects(encoded(success)))

function encoded(codec: Schema.Top): SchemaAST.AST {
  return Schema.toEncoded(codec).ast
}

const answered = (endpoint: Any, body: string): Outcome =>
  interpret(endpoint, { status: endpoint.status, body, header: () => undefined }, {
    now: () => 0,
    retryAfterLimit: Duration.minutes(1),
    secrets: () => []
  })

/** Strings of every kind: empty, long, from several planes, next to lone surrogates, and names of object properties. */
const text = fc.oneof(
  { arbitrary: fc.string({ unit: "binary", maxLength: 40 }), weight: 6 },
  fc.constantFrom("", "__proto__", "constructor", "\u0000", "\u{1f600}", "null", "ü".repeat(5000))
)

/** JSON of every shape, whose keys may be names of prototypes. */
const json = fc.oneof(
  {
    // JSON has no negative zero.
    arbitrary: fc.jsonValue({ depthSize: "medium", stringUnit: "binary" })
      .map((value): unknown => JSON.parse(JSON.stringify(value))),
    weight: 6
  },
  fc.constantFrom<unknown>(
    JSON.parse(`{"__proto__":{"a":1},"constructor":null}`),
    Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], null)
  )
)

/** Strings required by some checks; those that the schema accepts. */
const particular = [
  "11111111-1111-4111-8111-111111111111",
  "dXNlcg",
  "a@example.com",
  "bearer",
  "https://a.example.com",
  "/handler"
]

const isOf = (ast: SchemaAST.AST) => Schema.is(Schema.make(ast))

/** Any JSON that matches the encoded side. */
const fitting = (ast: SchemaAST.AST): fc.Arbitrary<unknown> => {
  if (SchemaAST.isUnion(ast)) {
    return fc.oneof(...ast.types.filter((type) => !SchemaAST.isUndefined(type)).map(fitting))
  }
  if (SchemaAST.isLiteral(ast)) return fc.constant(ast.literal)
  if (SchemaAST.isNull(ast)) return fc.constant(null)
  if (SchemaAST.isBoolean(ast)) return fc.boolean()
  if (SchemaAST.isString(ast) && ast.annotations?.["format"] === "date-time") {
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") }).map((date) =>
      date.toISOString()
    )
  }
  if (SchemaAST.isString(ast) && ast.annotations?.["format"] === "json") {
    return fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value))
  }
  if (SchemaAST.isString(ast)) {
    // A filter that accepts hardly any string would search forever.
    const taken = [...particular, ...fc.sample(text, { numRuns: 100, seed: 1 })].filter(isOf(ast))
    return ast.checks === undefined ? text : fc.constantFrom(...taken)
  }
  // Integers that are valid times, too.
  if (SchemaAST.isNumber(ast)) return fc.integer({ min: 0, max: 8_640_000_000_000_000 }).filter(isOf(ast))
  if (SchemaAST.isArrays(ast)) return fc.array(fitting(ast.rest[0]!), { maxLength: 3 })
  if (SchemaAST.isObjects(ast) && ast.propertySignatures.length > 0) {
    const required = ast.propertySignatures.filter(({ type }) => !SchemaAST.isOptional(type)).map(({ name }) =>
      String(name)
    )
    return fc.record(
      Object.fromEntries(ast.propertySignatures.map(({ name, type }) => [name, fitting(type)])),
      { requiredKeys: required }
    ).map((record) => ({ ...record }))
  }
  // An empty object.
  if (SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0) return fc.constant({})
  if (SchemaAST.isObjects(ast)) {
    return fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== "__proto__"),
      fitting(ast.indexSignatures[0]!.type)
    )
  }
  return json.filter(isOf(ast))
}

interface Place {
  readonly holder: Record<string, unknown>
  readonly name: string
  readonly path: ReadonlyArray<string | number>
}

/** The paths of a value's required fields. For a union, those of the member it matches. */
const required = (
  ast: SchemaAST.AST,
  value: unknown,
  path: ReadonlyArray<string | number> = []
): ReadonlyArray<Place> => {
  if (SchemaAST.isUnion(ast)) {
    const one = ast.types.find((type) => isOf(type)(value))
    // Without the field, the member of a union cannot be determined.
    const structs = ast.types.filter(SchemaAST.isObjects)
    return one === undefined || structs.length > 1 ? [] : required(one, value, path)
  }
  if (SchemaAST.isArrays(ast) && Array.isArray(value)) {
    return value.flatMap((item, index) => required(ast.rest[0]!, item, [...path, index]))
  }
  if (!SchemaAST.isObjects(ast) || !isObject(value)) return []
  return ast.propertySignatures.flatMap(({ name, type }) => {
    const key = String(name)
    if (!Object.hasOwn(value, key)) return []
    // Sound: a field of a generated object is deleted and restored.
    const here: Place = { holder: value as Record<string, unknown>, name: key, path: [...path, key] }
    return [...SchemaAST.isOptional(type) ? [] : [here], ...required(type, value[key], here.path)]
  })
}

/** Adds an undescribed field to every object that a description covers. */
const extended = (ast: SchemaAST.AST, value: unknown, extra: unknown): unknown => {
  if (SchemaAST.isUnion(ast)) {
    const one = ast.types.find((type) => isOf(type)(value))
    return one === undefined ? value : extended(one, value, extra)
  }
  if (SchemaAST.isArrays(ast) && Array.isArray(value)) return value.map((item) => extended(ast.rest[0]!, item, extra))
  if (!SchemaAST.isObjects(ast) || ast.propertySignatures.length === 0 || !isObject(value)) return value
  const fields = ast.propertySignatures.flatMap(({ name, type }) => {
    const key = String(name)
    return Object.hasOwn(value, key) ? [[key, extended(type, value[key], extra)] as const] : []
  })
  return { ...Object.fromEntries(fields), "of_a_newer_service": extra, ["to_string"]: extra }
}

const runs = { numRuns: 30 }

describe("garbage", () => {
  const header = fc.oneof(text, fc.constantFrom("200", "400", "SCHEMA_ERROR", "UNPARSABLE_ACCESS_TOKEN", "text/plain"))
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
          fc.oneof(text, json.map((value) => JSON.stringify(value))),
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
    const ast = encoded(success)
    const encode = Schema.encodeUnknownSync(success)

    it(`${id}: is decoded, and encodes to the same JSON`, () => {
      fc.assert(
        fc.property(fitting(ast), (body) => {
          const outcome = answered(endpoint, JSON.stringify(body))
          assert(outcome._tag === "Success", JSON.stringify(outcome))
          const again = encode(outcome.value)
          assert.isTrue(says(again, body), JSON.stringify(again))
        }),
        runs
      )
    })

    it(`${id}: is decoded to the same value with fields of a newer service`, () => {
      fc.assert(
        fc.property(fitting(ast), json, (body, extra) => {
          const plain = answered(endpoint, JSON.stringify(body))
          const more = answered(endpoint, JSON.stringify(extended(ast, body, extra)))
          assert(plain._tag === "Success" && more._tag === "Success", JSON.stringify(more))
          assert.strictEqual(JSON.stringify(sorted(encode(more.value))), JSON.stringify(sorted(encode(plain.value))))
        }),
        runs
      )
    })

    it(`${id}: fails with InvalidResponse that names a missing required field`, () => {
      fc.assert(
        fc.property(fitting(ast), (body) => {
          for (const { holder, name, path } of required(ast, body).slice(0, 60)) {
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
      /"number"|"integer"/.test(JSON.stringify(Schema.toJsonSchemaDocument(codec)))
    )
    assert.isAtLeast(some.length, 5)
  })

  for (const { codec, id, part } of sending) {
    it(`${id}: contains no number or time in its ${part} that JSON cannot represent`, () => {
      const decode = Schema.decodeUnknownExit(codec)
      const encode = Schema.encodeUnknownExit(codec)
      fc.assert(
        fc.property(fitting(encoded(codec)), (wire) => {
          const decoded = decode(wire)
          // A number sent as a string is not parsed from every string.
          if (Exit.isFailure(decoded)) return assert.strictEqual(part, "query")
          for (const bad of unsayable(decoded.value)) assert.isTrue(Exit.isFailure(encode(bad)))
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
