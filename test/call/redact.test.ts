import { assert, describe, it } from "@effect/vitest"
import { redactJson } from "../../src/call/redact.ts"

/** Nests a value in lists. */
const nest = (value: unknown, depth: number): unknown => depth === 0 ? value : [nest(value, depth - 1)]

describe("redactJson", () => {
  it("keeps 32 levels, and cuts off a list below them", () => {
    assert.deepStrictEqual(redactJson(nest("kept", 32), []), nest("kept", 32))
    assert.deepStrictEqual(redactJson(nest([], 31), []), nest([], 31))
    assert.deepStrictEqual(redactJson(nest([], 32), []), nest("<nested too deep>", 32))
    assert.deepStrictEqual(redactJson(nest("cut", 60), []), nest("<nested too deep>", 32))
  })

  it("replaces a secret in texts and keys at every level", () => {
    assert.deepStrictEqual(redactJson({ a: [{ "x-secret1-y": "secret1" }] }, ["secret1"]), {
      a: [{ "x-<redacted>-y": "<redacted>" }]
    })
  })
})
