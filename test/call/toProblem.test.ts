import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { toProblem } from "../../src/call/toProblem.ts"

const Body = Schema.Struct({ list: Schema.Array(Schema.Struct({ name: Schema.String })) })

/** The path and the message of a problem. */
const describeProblem = (exit: Exit.Exit<unknown, Schema.SchemaError>) => {
  const { message, path } = toProblem(exit)
  return { path, message }
}

const problemIn = (input: unknown) => describeProblem(Schema.decodeUnknownExit(Body)(input))

/** Sound: only the issue's tag is read. */
const failedWith = (_tag: string) => Exit.fail({ issue: { _tag } } as unknown as Schema.SchemaError)

describe("problemOf", () => {
  it("names the whole value if it has the wrong type", () => {
    assert.deepStrictEqual(problemIn(7), { path: [], message: "the value has the wrong type" })
  })

  it("names the path of a field that is missing or has the wrong type", () => {
    assert.deepStrictEqual(problemIn({ list: [{ name: "a" }, { name: 7 }] }), {
      path: ["list", 1, "name"],
      message: "list.1.name has the wrong type"
    })
    assert.deepStrictEqual(problemIn({ list: [{}] }), {
      path: ["list", 0, "name"],
      message: "list.0.name is missing"
    })
  })

  it("names the field of a union that no member accepts, and follows the first member", () => {
    const Choice = Schema.Struct({
      id: Schema.Union([Schema.Struct({ a: Schema.String }), Schema.Struct({ b: Schema.String })])
    })
    const problem = (input: unknown) => describeProblem(Schema.decodeUnknownExit(Choice)(input))
    assert.deepStrictEqual(problem({ id: 7 }), { path: ["id"], message: "id has the wrong type" })
    assert.deepStrictEqual(problem({ id: { a: 7 } }), { path: ["id", "a"], message: "id.a has the wrong type" })
  })

  it("problemOf: names an unknown field", () => {
    const decode = Schema.decodeUnknownExit(Body, { onExcessProperty: "error" })
    assert.deepStrictEqual(describeProblem(decode({ list: [], other: 1 })), {
      path: ["other"],
      message: "other is unknown"
    })
  })

  it("describes an issue without a type or a rule as an unacceptable value", () => {
    assert.strictEqual(describeProblem(failedWith("InvalidValue")).message, "the value is invalid")
  })

  it("describes a defect as an unreadable value", () => {
    assert.strictEqual(describeProblem(Exit.die("defect")).message, "the value is invalid")
    assert.strictEqual(describeProblem(Exit.die(undefined)).message, "the value is invalid")
  })
})
