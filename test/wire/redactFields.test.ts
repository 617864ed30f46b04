import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { redactFields } from "../../src/wire/redactFields.ts"

describe("redactFields", () => {
  it("redactFields: returns a copy of the caller's object, including a frozen one", () => {
    const given = { password: "correct horse", totp: "secret", name: "Ada", other: undefined }
    for (const input of [given, Object.freeze({ ...given })]) {
      const result = redactFields(input, "password", "totp", "other")
      assert.notStrictEqual<object>(result, input)
      assert.deepStrictEqual(input, given)
      assert.strictEqual(Redacted.value(result.password as unknown as Redacted.Redacted<string>), "correct horse")
      assert.strictEqual(Redacted.value(result.totp as unknown as Redacted.Redacted<string>), "secret")
      assert.deepStrictEqual([result.name, result.other], ["Ada", undefined])
      assert.notInclude(JSON.stringify(result), "correct horse")
    }
  })

  it("redactFields: keeps values that are not strings, and a value that is not an object", () => {
    const password = Redacted.make("correct horse")
    assert.deepStrictEqual(redactFields({ password, hash: null }, "password", "hash"), { password, hash: null })
    for (const value of [null, undefined, "text", 7]) {
      // Sound: untyped code passes anything.
      assert.strictEqual<unknown>(redactFields(value as unknown as { readonly password: string }, "password"), value)
    }
  })
})
